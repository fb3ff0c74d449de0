"""The Mini App: its page and files, who has opened it, what it shows and has pressed, and what changes meanwhile.

In this order: the requests; who asks; pages that wait for a change; the files. docs/mini-app.md has the protocol.
"""

import asyncio
import base64
import gzip
import hmac
import re
from collections import Counter, defaultdict, deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

import orjson
import structlog
from aiohttp import web
from init_data_py import errors, validate_by_hash

from bot.app.messages import Chat, Person, Pressed
from bot.app.miniapp.screens import Json, Refusal
from bot.app.texts import language_of, texts_in
from bot.web.pages import NotAnUpdate, body_of
from bot.web.server import Bare, Page

# What the page asks for.

log = structlog.get_logger()
STATUS = {"over": 401, "banned": 403, "none": 404, "limit": 429, "broken": 500, "off": 503, "busy": 503, "wrong": 400}
"""How each refusal is answered."""
LARGEST_BODY = 4096
KEY = re.compile(r"[A-Za-z0-9_-]{22}")
GAME = re.compile(r"([0-9a-f]{16})?")
TIME_TO_ANSWER = 25.0
"""Seconds for what is pressed, and for which a page waits for a change; proxies wait for longer."""
AT_ONCE = 16
"""Requests of one person at a time."""
RETRY = "5"
"""Seconds after which a page asks again that found no room to wait."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What has become of a press: its outcome for the metric, what the person is told, and where it leads."""

    outcome: str
    text: str = ""
    alert: bool = False
    url: str = ""
    leads_to_chat: bool = False


@dataclass(frozen=True, slots=True)
class Behind:
    """What answers the page: what somebody sees of a game, its words, and presses. The first two raise Refusal."""

    look: Callable[[Person, str], Awaitable[Json]]
    words: Callable[[Person], Awaitable[dict[str, str]]]
    press: Callable[[Pressed], Awaitable[Deed]]
    username: str


class MiniApp:
    """The pages below the address `url`, which answer once `behind` is set. `read`: reads a user of Telegram's.

    `hosts`: who may show the page in a frame, besides Telegram.
    """

    def __init__(self, url: str, token: str, read: Callable[[Json], Person], hosts: Iterable[str] = ()) -> None:
        self._path = urlsplit(url).path
        self._door = Door(token, read)
        self._files = Files(self._path, ("https://web.telegram.org", "https://*.telegram.org", *hosts))
        self._in_hand = Counter[int]()
        self.followers = Followers()
        self.behind: Behind | None = None

    @property
    def pages(self) -> Mapping[tuple[str, str], Page]:
        """By method and path."""
        asked = {"session": self._begin, "view": self._view, "deed": self._do}
        knows = {"session": self._door.opened_by}
        return {
            ("GET", self._path): self._shell,
            ("GET", f"{self._path}/"): self._below,
            **{
                ("POST", f"{self._path}/{name}"): self._answering(answer, knows.get(name, self._door.known_by))
                for name, answer in asked.items()
            },
        }

    def set_clock(self, now: Callable[[], float]) -> None:
        """The time of the games, by which sessions end."""
        self._door.now = now

    async def _shell(self, _request: web.BaseRequest) -> web.StreamResponse:
        return self._files.shell("" if self.behind is None else self.behind.username)

    async def _below(self, request: web.BaseRequest) -> web.StreamResponse:
        """A file; or the page itself, with a slash at the end."""
        name = request.path.rpartition("/")[2]
        return self._files.file(request) if name else await self._shell(request)

    def _answering(
        self,
        answer: Callable[[Behind, "Opener", Json], Awaitable[Bare]],
        know: Callable[[web.BaseRequest, str], "Opener"],
    ) -> Page:
        """The page that answers so to whom it knows; what is refused is told in words.

        Nothing is read of anybody else's request: slow ones would take the connections of the webhook.
        """

        async def page(request: web.BaseRequest) -> web.StreamResponse:
            response = await answered(request)
            response.headers["X-Page"] = self._files.hash  # by which an older page learns that there is a newer one
            return response

        async def answered(request: web.BaseRequest) -> Bare:
            if self.behind is None:
                return _refused(Refusal("busy", self._words_of(request, "app.wait")))
            try:
                who = know(request, self._words_of(request, "app.closed"))
                with self._in_hand_of(who.person):
                    async with asyncio.timeout(2 * TIME_TO_ANSWER):
                        return await answer(self.behind, who, _read(await body_of(request, LARGEST_BODY)))
            except Refusal as refusal:
                return _refused(refusal)
            except NotAnUpdate as reason:
                return Bare(status=reason.status)
            except TimeoutError:
                return _refused(Refusal("busy", self._words_of(request, "app.wait")))
            except Exception:
                log.exception("the Mini App's page broke", path=request.path)
                return _refused(Refusal("broken", self._words_of(request, "app.broken")))

        return page

    @contextmanager
    def _in_hand_of(self, person: Person) -> Iterator[None]:
        """One more request of the person is in hand meanwhile. Raises Refusal for one too many."""
        if self._in_hand[person.id] >= AT_ONCE:
            raise Refusal("limit", _said_to(person, "toast.too-fast"))
        self._in_hand[person.id] += 1
        try:
            yield
        finally:
            self._in_hand[person.id] -= 1
            if not self._in_hand[person.id]:
                del self._in_hand[person.id]

    def _words_of(self, request: web.BaseRequest, key: str) -> str:
        """The text in the language that the browser speaks: it is not known who asks."""
        return texts_in(language_of(request.headers.get("Accept-Language", "")[:2])).plain(key)

    async def _begin(self, behind: Behind, who: "Opener", asked: Json) -> Bare:
        """Begin a session, and show the first view with it."""
        view = await behind.look(who.person, _game_in(asked))
        return _json({"session": self._door.session_of(who), "words": await behind.words(who.person), "view": view})

    async def _view(self, behind: Behind, who: "Opener", asked: Json) -> Bare:
        """The view: at once if it differs from the one that the page has, else as soon as it does."""
        game, since = _game_in(asked), asked.get("since")
        view = await behind.look(who.person, game)
        if not since or view["version"] != since:
            return _json({"view": view})
        with self.followers.following(who.person.id, view["game"], since) as follower:
            if follower is not None:
                # What has changed between the look and the waiting would be missed.
                view = await behind.look(who.person, game)
                if view["version"] == since and await follower.is_woken(TIME_TO_ANSWER):
                    view = await behind.look(who.person, game)
        if view["version"] != since:
            return _json({"view": view})
        if follower is None or follower.gives_way:
            raise Refusal("busy", _said_to(who.person, "app.wait"))
        return Bare(status=204)

    async def _do(self, behind: Behind, who: "Opener", asked: Json) -> Bare:
        """Carry a press out, once however often it comes, and show what has come of it."""
        game, key, data = _game_in(asked), asked.get("key"), asked.get("data")
        if not isinstance(key, str) or not KEY.fullmatch(key) or not isinstance(data, str):
            raise Refusal("wrong", "")
        may_write = who.may_write or asked.get("writes") is True
        press = press_by(who.person, key, data, may_write=may_write)
        done = await behind.press(press)
        if done.outcome in {"dropped", "failed"}:
            raise Refusal("limit" if done.outcome == "dropped" else "broken", done.text)
        leads = "chat" if done.leads_to_chat else done.url
        view = await behind.look(who.person, game)
        return _json({"view": view, "toast": done.text, "alert": done.alert, "leads": leads})


def _said_to(person: Person, key: str) -> str:
    """The text in the language of their Telegram."""
    return texts_in(language_of(person.language)).plain(key)


def press_by(person: Person, key: str, data: str, *, may_write: bool) -> Pressed:
    """The press that has that key. Its number is below zero, so it is no update of Telegram's; nobody has another's."""
    number = int.from_bytes(sha256(f"{person.id} {key}".encode()).digest()[:8]) >> 2
    return Pressed(-1 - number, "", Chat(person.id), person, None, data, on_page=True, opens_chat=may_write)


def _game_in(asked: Json) -> str:
    """The id of a game, or nothing. Raises Refusal."""
    game = asked.get("game", "")
    if not isinstance(game, str) or not GAME.fullmatch(game):
        raise Refusal("wrong", "")
    return game


def _read(body: bytes) -> Json:
    """The object in the body. Raises Refusal."""
    try:
        asked = orjson.loads(body)
    except orjson.JSONDecodeError:
        asked = None
    if not isinstance(asked, dict):
        raise Refusal("wrong", "")
    return asked


PRIVATE = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}


def _json(data: Json, status: int = 200, **headers: str) -> Bare:
    headers |= PRIVATE | {"Content-Type": "application/json"}
    return Bare(status=status, body=orjson.dumps(data), headers=headers)


def _refused(refusal: Refusal) -> Bare:
    headers = {"Retry-After": RETRY} if refusal.code == "busy" else {}
    return _json({"error": refusal.code, "text": refusal.text}, STATUS[refusal.code], **headers)


# Who asks: by what Telegram has signed as the page was opened, and then by a session of our own, which is kept nowhere.

LONGEST = 86_400
"""Seconds for which either counts. Telegram's desktop hands out what it signed a day ago."""
AHEAD = 60
"""Seconds by which another clock may be ahead."""


@dataclass(frozen=True, slots=True)
class Opener:
    """Whoever has opened the page. `may_write`: whether Telegram says that the bot may write to them."""

    person: Person
    may_write: bool


class Door:
    """Knows whoever has opened the page, with the bot's token."""

    def __init__(self, token: str, read: Callable[[Json], Person]) -> None:
        self._token = token
        self._key = hmac.digest(token.encode(), b"app session", sha256)
        self._read = read
        self.now: Callable[[], float] = lambda: 0.0

    def opened_by(self, request: web.BaseRequest, over: str) -> Opener:
        """Who has opened the page, by `Authorization: tma …`. Raises Refusal, with the text `over`."""
        now = datetime.fromtimestamp(self.now(), UTC)
        try:
            opened = validate_by_hash(_credentials(request, "tma "), self._token, expires_in=LONGEST, now=now)
            user = orjson.loads(opened.get("user") or "")
            if opened.auth_date > self.now() + AHEAD:
                raise Refusal("over", over)
            return Opener(self._read(user), user.get("allows_write_to_pm") is True)
        except (errors.InvalidInitDataError, ValueError, TypeError, LookupError, AttributeError):
            raise Refusal("over", over) from None

    def session_of(self, who: Opener) -> str:
        """The session of the person, which all replicas know."""
        person, ends = who.person, int(self.now()) + LONGEST
        told = [person.id, person.name, person.language, person.username, who.may_write, ends]
        written = base64.urlsafe_b64encode(orjson.dumps(told)).decode()
        return f"{written}.{self._seal(written)}"

    def known_by(self, request: web.BaseRequest, over: str) -> Opener:
        """Whose session it is, by `Authorization: Bearer …`. Raises Refusal, with the text `over`."""
        written, _, seal = _credentials(request, "Bearer ").partition(".")
        if not hmac.compare_digest(seal.encode("utf-8", "surrogateescape"), self._seal(written).encode()):
            raise Refusal("over", over)
        number, name, language, username, may_write, ends = orjson.loads(base64.urlsafe_b64decode(written))
        if self.now() > ends:
            raise Refusal("over", over)
        return Opener(Person(number, name, language, username), may_write)

    def _seal(self, written: str) -> str:
        return hmac.digest(self._key, written.encode("utf-8", "surrogateescape"), sha256).hex()


def _credentials(request: web.BaseRequest, scheme: str) -> str:
    given = request.headers.get("Authorization", "")
    return given.removeprefix(scheme) if given.startswith(scheme) else ""


# Pages that wait until what they show has changed.

MOST, EACH = 256, 3
"""Pages that may wait at all, and of one person: the webhook has the other connections."""


Revisions = Callable[[Collection[str], Collection[int]], Awaitable[Iterable[tuple[str, int, int | None]]]]
"""These games and those that run in these chats: the id of each, its revision, and its chat, if any."""


@dataclass(eq=False, slots=True)
class Follower:
    """A page that waits: of which person, which game it shows (empty: one that is not begun), and which version."""

    person: int
    game: str
    version: str
    gives_way: bool = False
    """Whether it has to wait no longer since the person has newer pages; told so, it asks from time to time."""
    _woken: asyncio.Event = field(default_factory=asyncio.Event)
    _there: set[str] | None = None
    """The games that ran in the person's chat as it was looked last; None: nobody has looked."""

    def wake(self) -> None:
        """What it shows may have changed."""
        self._woken.set()

    def compare(self, revision: int | None, there: set[str]) -> None:
        """Wake it if its game has another revision, or if there is a game in its chat that was not there before."""
        is_new = self._there is not None and not there <= self._there
        if is_new or (revision is not None and self.version != f"{self.game}.{revision}"):
            self.wake()
        self._there = there

    async def is_woken(self, seconds: float) -> bool:
        """Whether that is so within so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                return await self._woken.wait()
        except TimeoutError:
            return False


class Followers:
    """All pages that wait on this replica."""

    def __init__(self) -> None:
        self._by_person = defaultdict[int, deque[Follower]](deque)
        self._by_game = defaultdict[str, set[Follower]](set)
        self._count = 0
        self._closed = False

    @contextmanager
    def following(self, person: int, game: str, version: str) -> Iterator[Follower | None]:
        """A page that waits meanwhile; None: there is no room. The oldest of somebody who has too many ends."""
        if self._closed or self._count >= MOST:
            yield None
            return
        follower, own = Follower(person, game, version), self._by_person[person]
        own.append(follower)
        for oldest in [*own][:-EACH]:
            oldest.gives_way = True
            oldest.wake()
        self._by_game[game].add(follower)
        self._count += 1
        try:
            yield follower
        finally:
            self._count -= 1
            own.remove(follower)
            self._by_game[game].discard(follower)
            if not own:
                self._by_person.pop(person, None)
            if not self._by_game[game]:
                del self._by_game[game]

    def note_saved(self, saved: Mapping[str, int | None]) -> None:
        """These games were saved, each with a board in that chat, if any: wake whoever looks at them, or is there."""
        for game, chat in saved.items():
            there = self._by_person.get(chat, ()) if chat is not None else ()
            for follower in (*self._by_game.get(game, ()), *there):
                follower.wake()

    async def watch(self, revisions: Revisions) -> None:
        """Wake the pages whose game another replica has saved, or in whose chat it has begun one since."""
        waiting = self._waiting
        games, chats = {each.game for each in waiting if each.game}, {each.person for each in waiting}
        there, found = defaultdict[int | None, set[str]](set), dict[str, int]()
        for game, revision, chat in await revisions(games, chats) if waiting else ():
            there[chat].add(game)
            found[game] = revision
        for follower in waiting:
            follower.compare(found.get(follower.game), there[follower.person])

    @property
    def _waiting(self) -> tuple[Follower, ...]:
        return tuple(follower for own in self._by_person.values() for follower in own)

    def close(self) -> None:
        """End the waiting: the process is about to stop."""
        self._closed = True
        for follower in self._waiting:
            follower.wake()


# The page's files: all under one hash, so that whoever has the page has the files that belong to it.

FOLDER = Path(__file__).parent / "page"
SHELL = "index.html"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FOR_EVER = "public, max-age=31536000, immutable"
EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
"""Of the empty style element that Telegram's script adds."""


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    plain: bytes
    packed: bytes
    kind: str


class Files:
    """The files in memory. `path`: of the page; `hosts`: who may show it in a frame."""

    def __init__(self, path: str, hosts: Iterable[str]) -> None:
        names = sorted(file.name for file in FOLDER.iterdir() if file.suffix in TYPES)
        read = {name: (FOLDER / name).read_bytes() for name in names}
        self._path = path
        self._shell = (FOLDER / SHELL).read_text("utf-8")
        whole = b"".join([self._shell.encode(), *(name.encode() + content for name, content in read.items())])
        self.hash = sha256(whole).hexdigest()[:16]
        self._files = {name: _file(content, TYPES[Path(name).suffix]) for name, content in read.items()}
        self._policy = (
            f"default-src 'none'; script-src 'self'; style-src 'self' {EMPTY_STYLE}; img-src 'self' data:; "
            f"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {' '.join(hosts)}"
        )

    def shell(self, username: str) -> Bare:
        """The page itself, which no browser keeps."""
        html = self._shell.replace("{{files}}", f"{self._path}/{self.hash}").replace("{{username}}", username)
        headers = PRIVATE | {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": self._policy}
        return Bare(body=html.encode(), headers=headers)

    def file(self, request: web.BaseRequest) -> Bare:
        """The file of that name; under another hash, of another version, it is not kept."""
        _, given, name = request.path.rsplit("/", 2)
        file = self._files.get(name)
        if file is None:
            return Bare(status=404)
        kept = FOR_EVER if given == self.hash else "no-store"
        headers = {"Content-Type": file.kind, "Cache-Control": kept, "X-Content-Type-Options": "nosniff"}
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return Bare(body=file.plain, headers=headers)
        return Bare(body=file.packed, headers=headers | {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})


def _file(content: bytes, kind: str) -> File:
    return File(content, gzip.compress(content, mtime=0), f"{kind}; charset=utf-8")
