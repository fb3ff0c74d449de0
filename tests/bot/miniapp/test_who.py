"""Who may open the Mini App's page, for how long, and what is answered to everybody else.

The server is in this process and the games behind it are a stand-in, of which each test knows the time and the version.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import pytest
from aiohttp import ClientSession, TCPConnector
from init_data_py import sign

from bot.app.messages import Person, Pressed
from bot.app.texts import LANGUAGES, texts_in
from bot.telegram.translate import person_of
from bot.web.app import AHEAD, AT_ONCE, LONGEST, Behind, Deed, MiniApp
from bot.web.server import WebServer
from faults.processes.process import free_port
from tests.bot.miniapp.page import new_key
from tests.bot.telegram.sources import said, until

Json = dict[str, Any]
TOKEN = "123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
NOON = 1_800_000_000
ANN: Json = {"id": 1001, "first_name": "Ann", "language_code": "en"}


@dataclass
class Games:
    """What answers behind the page: one game, at a time and of a version that the test sets."""

    now: float = NOON
    version: int = 1
    game: str = "0" * 16
    deed: Deed = field(default_factory=lambda: Deed("done"))
    looks: list[tuple[Person, str]] = field(default_factory=list)
    presses: list[Pressed] = field(default_factory=list)
    looked: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    """Is released at each look."""

    async def look(self, person: Person, game: str) -> Json:
        self.looks.append((person, game))
        self.looked.release()
        return {"version": f"{self.game}.{self.version}", "game": self.game}

    async def words(self, _person: Person) -> dict[str, str]:
        return {"back": "Back to the chat"}

    async def press(self, pressed: Pressed) -> Deed:
        self.presses.append(pressed)
        return self.deed


@dataclass
class Hall:
    """The page's server, and whoever asks it."""

    games: Games
    app: MiniApp
    http: ClientSession
    address: str

    async def asks(self, name: str, who: str, asked: object = None, language: str = "en") -> tuple[int, Json]:
        """The status and the object with which a request is answered, made by whoever names themselves so."""
        headers = {"Accept-Language": language} | ({"Authorization": who} if who else {})
        body = asked if isinstance(asked, bytes) else json.dumps({} if asked is None else asked).encode()
        async with self.http.post(f"{self.address}/{name}", data=body, headers=headers) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else {}

    async def session(self, user: Json | None = None) -> str:
        status, found = await self.asks("session", opened_by(user))
        assert status == 200, found
        return f"Bearer {found['session']}"


@asynccontextmanager
async def hall(token: str = TOKEN) -> AsyncIterator[Hall]:
    port, games = free_port(), Games()
    url = f"http://127.0.0.1:{port}/app"
    app = MiniApp(url, token, person_of)
    app.set_clock(lambda: games.now)
    app.behind = Behind(games.look, games.words, games.press, "sandbox_bot")
    server = WebServer(app.pages, "127.0.0.1", port)
    await server.start()
    try:
        async with ClientSession(connector=TCPConnector(limit=0)) as http:
            yield Hall(games, app, http, url)
    finally:
        app.followers.close()
        await server.stop()


def opened_by(user: Json | None = None, *, ago: float = 0, token: str = TOKEN, **more: str) -> str:
    """What a page says of itself that was opened so many seconds before noon."""
    fields = {"query_id": "AAH", "user": json.dumps(ANN if user is None else user, ensure_ascii=False), **more}
    return f"tma {sign(fields, token, auth_date=int(NOON - ago))}"


# What Telegram has signed.


async def test_what_telegrams_libraries_take_as_an_example_of_a_signature_is_let_in() -> None:
    person = {"id": 279058397, "first_name": "Vladislav", "last_name": "Kibenko", "username": "vdkfrost"}
    user = json.dumps(person | {"language_code": "ru", "is_premium": True}, separators=(",", ":"))
    fields = {"query_id": "AAHdF6IQAAAAAN0XohDhrOrc", "user": user, "auth_date": "1662771648"}
    signed = urlencode(fields) + "&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2"
    async with hall("5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8") as at:
        at.games.now = 1662771648.0 + 60
        assert (await at.asks("session", f"tma {signed}"))[0] == 200
        assert at.games.looks == [(Person(279058397, "Vladislav Kibenko", "ru", "vdkfrost"), "")]
        assert (await at.asks("session", f"tma {signed.replace('279058397', '279058398')}"))[0] == 401


LET_IN: dict[str, Json] = {
    "just now": {},
    "a day ago": {"ago": LONGEST},
    "by a clock that is ahead": {"ago": -AHEAD},
    "by a link without a payload": {"start_param": ""},
    "with a field that nobody knows yet": {"of_tomorrow": "1=2&3"},
    "in a group": {"chat_type": "supergroup", "chat_instance": "-42"},
}
DOUBLED = f"{opened_by()}&user={quote(json.dumps(ANN | {'id': 7}))}"
REFUSED = {
    "more than a day ago": opened_by(ago=LONGEST + 1),
    "25 hours ago": opened_by(ago=25 * 3600),
    "in the future": opened_by(ago=-AHEAD - 1),
    "in ten days": opened_by(ago=-864_000),
    "after all days": opened_by().replace(f"auth_date={NOON}", f"auth_date={10**18}"),
    "for another bot": opened_by(token=f"{TOKEN[:-1]}B"),
    "with a field twice": DOUBLED,
    "with a date twice": f"{opened_by()}&auth_date={NOON}",
    "with a field more": f"{opened_by()}&chat_type=private",
    "as somebody else": opened_by().replace("1001", "1002"),
    "without a hash": opened_by().partition("&hash=")[0],
    "with half a hash": opened_by()[:-32],
    "by nobody": f"tma {sign({'query_id': 'AAH'}, TOKEN, auth_date=NOON)}",
    "by a list": opened_by(user=[1001]),  # type: ignore[arg-type]
    "by somebody without an id": opened_by({"first_name": "Ann"}),
    "by somebody whose id is a text": opened_by(ANN | {"id": "1001"}),
    "with letters that are none": "tma user=%ff&hash=\udcff",
    "with nothing": "tma ",
    "in another way": f"Bearer {opened_by()[4:]}",
    "in no way": "",
}


@pytest.mark.parametrize("how", LET_IN)
async def test_whoever_has_opened_the_page_is_let_in(how: str) -> None:
    async with hall() as at:
        status, found = await at.asks("session", opened_by(**LET_IN[how]))
        assert status == 200, found
        assert at.games.looks == [(person_of(ANN), "")]
        assert (await at.asks("view", f"Bearer {found['session']}"))[0] == 200


@pytest.mark.parametrize("how", REFUSED)
async def test_whoever_says_it_without_proof_is_told_to_open_it_again_in_their_language(how: str) -> None:
    async with hall() as at:
        told = {language: await at.asks("session", REFUSED[how], language=language) for language in LANGUAGES}
        for language, answered in told.items():
            words = texts_in(language).plain("app.closed")
            assert answered == (401, {"error": "over", "text": words})
        assert at.games.looks == []


PEOPLE: dict[str, tuple[Json, Person]] = {
    "without names": ({"id": 5, "first_name": ""}, Person(5, "somebody", None)),
    "with two": ({"id": 5, "first_name": "A", "last_name": "B"}, Person(5, "A B", None)),
    "of no language": ({"id": 5, "first_name": "A", "language_code": "<x>"}, Person(5, "A", None)),
    "with markup": ({"id": 5, "first_name": "<img src=x onerror=1>"}, Person(5, "<img src=x onerror=1>", None)),
    "written from the right": ({"id": 5, "first_name": "\u202eannA"}, Person(5, "\u202eannA", None)),
    "with a high id": ({"id": 2**52, "first_name": "🐂" * 64}, Person(2**52, "🐂" * 64, None)),
}


@pytest.mark.parametrize("who", PEOPLE)
async def test_a_session_knows_them_as_telegram_does(who: str) -> None:
    user, person = PEOPLE[who]
    async with hall() as at:
        session = await at.session(user)
        assert (await at.asks("deed", session, {"key": new_key(), "data": "1:play"}))[0] == 200
        assert [each.person for each in at.games.presses] == [person]
        assert {looked for looked, _ in at.games.looks} == {person}


# Sessions of our own.


async def test_a_session_lasts_a_day_and_not_longer() -> None:
    async with hall() as at:
        session = await at.session()
        at.games.now += LONGEST
        assert (await at.asks("view", session))[0] == 200
        at.games.now += 1
        for name in ("view", "deed"):
            assert await at.asks(name, session, {"key": new_key(), "data": "1:play"}, "uk-UA") == (
                401,
                {"error": "over", "text": texts_in("uk").plain("app.closed")},
            )
        assert at.games.presses == []


async def test_a_session_is_good_at_every_replica_with_the_token_and_at_no_other_bot() -> None:
    async with hall() as one, hall() as replica, hall(f"{TOKEN[:-1]}B") as other:
        session = await one.session()
        assert (await replica.asks("view", session))[0] == 200
        assert (await other.asks("view", session))[0] == 401


async def test_of_a_session_no_letter_can_be_changed() -> None:
    async with hall() as at:
        session = await at.session()
        plain = session.removeprefix("Bearer ")
        changed = [f"{plain[:at]}{'A' if letter != 'A' else 'B'}{plain[at + 1 :]}" for at, letter in enumerate(plain)]
        forged = [*changed, plain[:-1], f"{plain}0", plain.partition(".")[0], ".", "", "a.b", f"{plain}.{plain}"]
        assert {(await at.asks("view", f"Bearer {each}"))[0] for each in forged} == {401}
        assert (await at.asks("view", f"tma {plain}"))[0] == 401
        assert (await at.asks("session", session))[0] == 401


@pytest.mark.parametrize("session", ["\udcff.\udcfe", "a.\udcff", "é.ё", "." + "🐂"], ids=ascii)
async def test_a_session_in_letters_that_are_none_is_refused_like_any_other(
    session: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with hall() as at:
        words = f"POST /app/view HTTP/1.0\r\nContent-Length: 2\r\nAuthorization: Bearer {session}\r\n\r\n{{}}"
        answer = await said(at.address, words.encode("utf-8", "surrogateescape"))
        assert answer.startswith(b"HTTP/1.0 401 ")
    assert capsys.readouterr() == ("", "")


# What is asked for.

KEY = "A" * 22
WRONG = {
    "no JSON": b"{",
    "no text": b"\xff\xfe",
    "half a letter": b'{"game": "\\ud800"}',
    "a list": [],
    "a word": "game",
    "nothing at all": b"",
    "deep": b"[" * 4000,
    "deep in an object": b'{"game":' + b"[" * 2000 + b"]" * 2000 + b"}",
    "a game that is a number": {"game": 7},
    "a game of a list": {"game": ["0" * 16]},
    "a game that is none": {"game": "../../../etc"},
    "a game with a line more": {"game": "0" * 16 + "\n"},
    "a game in capitals": {"game": "ABCDEF0123456789"},
}
WRONG_DEEDS = {
    "no key": {"data": "1:play"},
    "a short key": {"key": "A" * 21, "data": "1:play"},
    "a long key": {"key": "A" * 23, "data": "1:play"},
    "a key with a line more": {"key": f"{'A' * 22}\n", "data": "1:play"},
    "a key that is a list": {"key": [*KEY], "data": "1:play"},
    "no data": {"key": KEY},
    "data that is an object": {"key": KEY, "data": {"game": 1}},
}


@pytest.mark.parametrize("what", WRONG)
async def test_what_cannot_be_read_is_refused_and_nothing_is_logged(
    what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with hall() as at:
        session = await at.session()
        at.games.looks.clear()
        for name, who in (("session", opened_by()), ("view", session), ("deed", session)):
            status, found = await at.asks(name, who, WRONG[what])
            assert (status, found) == (400, {"error": "wrong", "text": ""}), name
        assert not at.games.looks
        assert not at.games.presses
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("what", WRONG_DEEDS)
async def test_a_deed_without_a_proper_key_is_not_carried_out(what: str) -> None:
    async with hall() as at:
        assert (await at.asks("deed", await at.session(), WRONG_DEEDS[what]))[0] == 400
        assert at.games.presses == []


@pytest.mark.parametrize("what", [b"1", b"1.5", b"[1]", b'{"a": 1}', b"null", b"false", b'"\\u0000"', b"1e999"])
async def test_a_version_of_any_sort_is_one_that_the_page_does_not_show_or_is_no_json(what: bytes) -> None:
    async with hall() as at:
        status, _ = await at.asks("view", await at.session(), b'{"since": ' + what + b"}")
        assert status in {200, 400}


async def test_a_body_that_is_too_long_is_refused_be_its_length_told_or_not() -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(10):
            yield b" " * 1000

    async with hall() as at:
        session = await at.session()
        assert (await at.asks("view", session, b"{}" + b" " * 4094))[0] == 200
        assert (await at.asks("view", session, b"{}" + b" " * 4095))[0] == 413
        headers = {"Authorization": session}
        async with at.http.post(f"{at.address}/view", data=pieces(), headers=headers) as response:
            assert response.status == 413


# Around it.


async def test_nobody_learns_what_serves_it_or_keeps_what_it_says() -> None:
    async with hall() as at:
        headers = {"Authorization": opened_by(), "Origin": "https://evil.example", "Cookie": "session=1"}
        for asked in (at.http.post(f"{at.address}/session", json={}, headers=headers), at.http.get(at.address)):
            async with asked as response:
                assert response.status == 200
                assert response.headers["Cache-Control"] == "no-store"
                assert response.headers["X-Content-Type-Options"] == "nosniff"
                assert response.headers["Referrer-Policy"] == "no-referrer"
                told = {name.lower() for name in response.headers}
                assert not told & {"server", "set-cookie", "access-control-allow-origin", "x-frame-options"}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/session"),
        ("GET", "/view"),
        ("OPTIONS", "/deed"),
        ("PUT", "/deed"),
        ("POST", ""),
        ("POST", "/"),
        ("POST", "/session/"),
        ("GET", "/%2e%2e/%2e%2e/app.py"),
        ("GET", "/x/index.html"),
        ("GET", "/x/%2e%2e%2fapp.py"),
        ("GET", "less"),
    ],
)
async def test_all_else_is_not_there(method: str, path: str) -> None:
    async with hall() as at:
        words = f"{method} /app{path} HTTP/1.0\r\nContent-Length: 0\r\nAuthorization: {opened_by()}\r\n\r\n"
        head, _, body = (await said(at.address, words.encode())).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.0 404 ")
        assert body == b""


async def test_before_anybody_serves_the_page_is_there_and_asks_again() -> None:
    async with hall() as at:
        at.app.behind = None
        async with at.http.get(at.address) as response:
            assert response.status == 200
        async with at.http.post(f"{at.address}/session", json={}) as response:
            assert (response.status, response.headers["Retry-After"]) == (503, "5")


# What slow requests hold up.


async def test_nothing_is_read_of_whoever_is_not_known() -> None:
    async with hall() as at:
        address = urlsplit(at.address)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        writer.write(b"POST /app/deed HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n")
        async with asyncio.timeout(10):
            assert b" 401 " in await reader.readline(), "it is answered before a body has come"
        writer.close()


async def test_of_one_persons_slow_requests_there_is_an_end_and_others_are_answered() -> None:
    async with hall() as at:
        session, other = await at.session(), await at.session(ANN | {"id": 2})
        address, slow = urlsplit(at.address), []
        for _ in range(AT_ONCE):
            _, writer = await asyncio.open_connection(address.hostname, address.port)
            head = f"POST /app/view HTTP/1.1\r\nHost: here\r\nAuthorization: {session}\r\nContent-Length: 100\r\n\r\n"
            writer.write(head.encode())
            slow.append(writer)
        await until(lambda: sum(at.app._in_hand.values()) == AT_ONCE)
        status, told = await at.asks("view", session)
        assert (status, told["error"]) == (429, "limit")
        assert (await at.asks("view", other))[0] == 200
        for writer in slow:
            writer.close()
        await until(lambda: not at.app._in_hand)
