"""HTTP to Telegram, by the library and as plain JSON: what travels, what may be answered, and what goes wrong."""

import asyncio
import io
import json
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web
from telegram import Bot, InputFile
from telegram import error as errors
from telegram.error import BadRequest, InvalidToken, NetworkError, TelegramError, TimedOut
from telegram.request import RequestData
from telegram.request._requestparameter import RequestParameter

from bot.app.supervision import Shutdown
from bot.telegram.api import AiohttpRequest, Api, reason_of, seconds_asked
from bot.telegram.setup import Registration
from tests.bot.environment import TOKEN

SECRET = TOKEN.partition(":")[2]
ME = {"id": 123456, "is_bot": True, "first_name": "Bulls", "username": "BullsBot"}


@dataclass
class Odd:
    """A Bot API of a few odd methods, named as here; all others answer as they are told to."""

    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    released: asyncio.Event = field(default_factory=asyncio.Event)
    status: int = 200
    body: bytes = b""

    def answers(self, status: int, answer: Any) -> None:
        self.status, self.body = status, answer if isinstance(answer, bytes) else json.dumps(answer).encode()

    async def take(self, request: web.BaseRequest) -> web.StreamResponse:
        method = request.path.rpartition("/")[2]
        if method in {"getMe", "slow", "chunks", "last", "elsewhere", "hangUp", "half"}:
            response: web.StreamResponse = await getattr(self, method)(request)
            return response
        return web.Response(status=self.status, body=self.body)

    async def getMe(self, request: web.BaseRequest) -> web.Response:  # noqa: N802
        data: Any = await request.json() if request.content_type == "application/json" else await request.post()
        for name, file in data.items():
            if isinstance(file, web.FileField):
                data = {**data, name: (file.filename, file.content_type, file.file.read())}
        self.asked.append({**data, "type": request.content_type})
        return web.json_response({"ok": True, "result": ME})

    async def slow(self, _request: web.BaseRequest) -> web.Response:
        await self.released.wait()
        return web.json_response({"ok": True, "result": True})

    async def chunks(self, request: web.BaseRequest) -> web.StreamResponse:
        response = web.StreamResponse()
        response.enable_chunked_encoding()
        await response.prepare(request)
        for part in (b'{"ok":true,', b'"result"', b":7}"):
            await response.write(part)
        return response

    async def last(self, request: web.BaseRequest) -> web.Response:
        """Close the connection after the answer without having said so, as a server does with idle ones."""
        assert request.transport is not None
        asyncio.get_running_loop().call_later(0.01, request.transport.close)
        return await self.getMe(request)

    async def elsewhere(self, _request: web.BaseRequest) -> web.Response:
        raise web.HTTPTemporaryRedirect(f"/bot{TOKEN}/getMe")

    async def hangUp(self, request: web.BaseRequest) -> web.Response:  # noqa: N802
        await self.getMe(request)
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    async def half(self, request: web.BaseRequest) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Length": "100"})
        await response.prepare(request)
        await response.write(b'{"ok":')
        assert request.transport is not None
        request.transport.abort()
        return response


@dataclass
class Asking:
    odd: Odd
    http: AiohttpRequest

    def __post_init__(self) -> None:
        self.bot = Bot(TOKEN, self.odd.url, request=self.http, get_updates_request=self.http)
        self.api = Api(self.bot.base_url, self.http)

    async def __call__(self, method: str = "getMe", **values: Any) -> tuple[int, bytes]:
        data = RequestData([RequestParameter.from_input(name, value) for name, value in values.items()])
        return await self.http.do_request(f"{self.odd.url}{TOKEN}/{method}", "POST", data if values else None)


@pytest.fixture
async def ask() -> AsyncIterator[Asking]:
    odd, http = Odd(), AiohttpRequest(read_timeout=5, connect_timeout=5)
    await http.initialize()
    runner = web.ServerRunner(web.Server(odd.take))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    odd.url = f"http://127.0.0.1:{runner.addresses[0][1]}/bot"
    yield Asking(odd, http)
    odd.released.set()
    await http.shutdown()
    await runner.cleanup()


def assert_tells_nothing(error: TelegramError, odd: Odd) -> None:
    """Neither the message nor the traceback holds an address or the token."""
    text = str(error) + repr(error) + "".join(traceback.format_exception(error))
    assert [word for word in (SECRET, odd.url.removeprefix("http://").partition("/")[0]) if word in text] == []


async def test_parameters_travel_as_json_and_a_file_beside_them(ask: Asking) -> None:
    keys: dict[str, Any] = {"inline_keyboard": []}
    sent: dict[str, Any] = {"chat_id": -100, "text": "<b>🐂</b> & more", "protect_content": True, "reply_markup": keys}
    status, body = await ask(**sent)
    assert status == 200
    assert body.startswith(b'{"ok": true')
    await ask()
    await ask(chat_id=5, photo=InputFile(io.BytesIO(b"\x89PNG\r\n\x00"), filename="board.png", attach=False))
    as_json, without, as_form = ask.odd.asked
    assert (as_json, [*without]) == (sent | {"type": "application/json"}, ["type"])
    photo = ("board.png", "image/png", b"\x89PNG\r\n\x00")
    assert as_form == {"chat_id": "5", "photo": photo, "type": "multipart/form-data"}


async def test_a_refusal_is_an_answer_too(ask: Asking) -> None:
    ask.odd.answers(429, {"ok": False, "error_code": 429, "description": "Slow down"})
    assert await ask("refuse") == (429, ask.odd.body)


async def test_an_answer_may_come_in_chunks(ask: Asking) -> None:
    assert await ask("chunks") == (200, b'{"ok":true,"result":7}')


async def test_nobody_is_followed_elsewhere(ask: Asking) -> None:
    with pytest.raises(NetworkError, match="307"):
        await ask("elsewhere")
    assert ask.odd.asked == []


async def test_an_answer_that_does_not_come_is_timed_out_and_no_time_limit_is_one_too(ask: Asking) -> None:
    slow = f"{ask.odd.url}{TOKEN}/slow", "POST"
    with pytest.raises(TimedOut) as late:
        await ask.http.do_request(*slow, read_timeout=0.05)
    assert_tells_nothing(late.value, ask.odd)
    asking = asyncio.create_task(ask.http.do_request(*slow, read_timeout=None))
    await ask()
    assert not asking.done()
    ask.odd.released.set()
    assert (await asking)[0] == 200


@pytest.mark.parametrize("method", ["hangUp", "half"])
async def test_a_connection_that_breaks_is_a_network_error(ask: Asking, method: str) -> None:
    with pytest.raises(NetworkError) as broken:
        await ask(method, text="x")
    assert_tells_nothing(broken.value, ask.odd)
    assert [asked["text"] for asked in ask.odd.asked] == ["x"] * (method == "hangUp")  # never sent again
    assert (await ask())[0] == 200


async def test_a_connection_that_was_closed_while_idle_is_replaced(ask: Asking) -> None:
    for number in range(3):
        assert (await ask("last", text=number))[0] == 200
        for _ in range(10):  # not at once, so that the end is heard of even if this process stands still meanwhile
            await asyncio.sleep(0.01)
    assert [asked["text"] for asked in ask.odd.asked] == [0, 1, 2]


async def test_whoever_waits_no_longer_hangs_up(ask: Asking) -> None:
    asked, left = asyncio.Event(), asyncio.Event()

    async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        asked.set()
        await reader.read()
        left.set()
        writer.close()

    async with await asyncio.start_server(never, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        waiting = asyncio.create_task(ask.http.do_request(f"http://127.0.0.1:{port}/bot{TOKEN}/getMe", "POST"))
        await asked.wait()
        waiting.cancel()
        await left.wait()


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/bot", "http://[::bad/bot", "nonsense"])
async def test_an_address_where_nobody_answers_is_a_network_error(ask: Asking, url: str) -> None:
    with pytest.raises(NetworkError) as unreachable:
        await ask.http.do_request(f"{url}{TOKEN}/getMe", "POST")
    assert_tells_nothing(unreachable.value, ask.odd)


async def test_a_closed_client_says_so_and_opens_again_and_a_whole_bot_runs_on_it(ask: Asking) -> None:
    ask.http = AiohttpRequest()
    with pytest.raises(NetworkError, match="closed"):
        await ask()
    for _ in range(2):
        await ask.http.initialize()
    assert (await ask())[0] == 200
    for _ in range(2):
        await ask.http.shutdown()
    with pytest.raises(NetworkError, match="closed"):
        await ask()
    async with Bot(TOKEN, ask.odd.url, request=AiohttpRequest(), get_updates_request=AiohttpRequest()) as bot:
        assert bot.username == "BullsBot"


# What Telegram, or something in its place, may answer to a call, by either way
PAGE = f"<h1>Not Found</h1>The requested URL /bot{TOKEN}/getMe was not found on this server".encode()
Way = Callable[[Asking], Awaitable[Any]]
WAYS: dict[str, Way] = {
    "plainly": lambda ask: ask.api.call("deleteWebhook", drop_pending_updates=True),
    "with a file": lambda ask: ask.api.upload("sendPhoto", {"photo": ("card.png", b"", "image/png")}, chat_id=5),
    "by the library": lambda ask: ask.bot.delete_webhook(),
}
EITHER_WAY = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


async def refused(ask: Asking, way: Way, status: int, answer: Any) -> TelegramError:
    """The error by which that answer is told; it says nothing of where the call went."""
    ask.odd.answers(status, answer)
    with pytest.raises(TelegramError) as error:
        await way(ask)
    assert SECRET not in repr(error.value) + "".join(traceback.format_exception(error.value))
    return error.value


def no(description: str, **parameters: Any) -> dict[str, Any]:
    return {"ok": False, "description": description} | ({"parameters": parameters} if parameters else {})


REFUSALS = [
    (400, "Bad Request: message is not modified", BadRequest, "Message is not modified"),
    (401, "Unauthorized", InvalidToken, "Unauthorized"),
    (403, "Forbidden: bot was blocked by the user", errors.Forbidden, "Forbidden: bot was blocked by the user"),
    (404, "Not Found", InvalidToken, "Not Found"),
    (409, "Conflict: terminated by other getUpdates request", errors.Conflict, "Conflict: terminated by"),
    (500, "Internal Server Error", NetworkError, "Internal Server Error"),
    (502, "Bad Gateway", NetworkError, "Bad Gateway"),
]
ODD: list[Any] = [[], None, 1, "ok", {}, {"ok": False}, {"ok": False, "description": 1}, {"ok": True, "result": True}]
FOREIGN: list[tuple[int, Any]] = [
    *((status, PAGE) for status in (200, 304, 400, 401, 403, 404, 409, 502)),
    *((404, answer) for answer in (*ODD, b"")),
    *((200, answer) for answer in (b"", no("Unauthorized"))),
]


@EITHER_WAY
async def test_a_refusal_is_an_error_of_its_kind_and_what_is_no_answer_none(ask: Asking, way: Way) -> None:
    for status, description, kind, said in REFUSALS:
        error = await refused(ask, way, status, no(description))
        assert type(error) is kind, description
        assert error.message.startswith(said), description
    for status, answer in FOREIGN:
        assert type(await refused(ask, way, status, answer)) is NetworkError, (status, answer)


@EITHER_WAY
@pytest.mark.parametrize("timedelta", ["true", "false"])
async def test_waits_and_moves_are_told(ask: Asking, monkeypatch: pytest.MonkeyPatch, way: Way, timedelta: str) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", timedelta)
    error = await refused(ask, way, 429, no("Too Many Requests: retry after 7", retry_after=7))
    assert (type(error), seconds_asked(error)) == (errors.RetryAfter, 7.0)
    moved = await refused(ask, way, 400, no("Bad Request: group chat was upgraded", migrate_to_chat_id=-1000000000005))
    assert isinstance(moved, errors.ChatMigrated)
    assert (moved.new_chat_id, seconds_asked(moved)) == (-1000000000005, 0.0)


@EITHER_WAY
async def test_a_result_is_read_as_far_as_it_can_be(ask: Asking, way: Way) -> None:
    ask.odd.answers(200, b'{"ok":true,"result":"half of a \\ud83d"}')
    assert await way(ask) == "half of a \ud83d"
    await refused(ask, way, 200, b'{"ok":true,"result":"half')


@pytest.mark.parametrize("result", [True, [], {}, {"url": ""}, {"url": "", "pending_update_count": 1}])
async def test_a_webhook_of_which_something_odd_is_told_is_not_drained(ask: Asking, result: Any) -> None:
    ask.odd.answers(200, {"ok": True, "result": result})
    registration = Registration(ask.bot, "https://bot.example.org/telegram", "secret", Shutdown())
    assert not await registration.drained()
    assert not registration.flows


QUOTING = {
    'Can\'t parse: unsupported start tag "wrote" at byte 5': "Can't parse: unsupported start tag … at byte 5",
    "Button URL 'tg://wrote's' is invalid": "Button URL … is invalid",
    'Of "a" and "wrote" nothing is known': "Of … nothing is known",
    "Message can't be edited": "Message can't be edited",
}


def test_a_refusal_is_logged_without_what_it_quotes() -> None:
    assert [reason_of(BadRequest(said)) for said in QUOTING] == list(QUOTING.values())
