"""The Mini App's page beside the chat: a tap and a press, the messages of a game, what a page costs that waits."""

import asyncio
import gzip
import secrets
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

import psutil
from aiohttp import ClientSession, TCPConnector

from benchmarks.measuring import Report, Size, Spread, aligned, run, times_as_fast
from bot.web.app import FOLDER, TYPES
from faults.processes.process import BotProcess, free_port
from sandbox.client import Message, Person, Sandbox
from sandbox.server import SandboxServer

RATIOS: tuple[str, ...] = ("page.tap", "page.messages")
GUESSES = ("0123", "4567", "8901", "2345", "6789")
CONDITIONS = """\
One person marks a digit: on the page by a tap, which is answered by the view, and in the chat by a press, which is
answered by Telegram's stand-in; {taps} times each in turn, {rounds} rounds. Then a game of {guesses} guesses typed in
the chat, and one tapped on the page. Last, {waiting} pages wait, each with a connection, for {seconds:.0f} s.
"""
Json = dict[str, Any]


@dataclass(slots=True)
class Found:
    """What was measured. Seconds for each tap and press, calls of the Bot API for each game."""

    taps: list[float] = field(default_factory=list)
    presses: list[float] = field(default_factory=list)
    on_page: list[int] = field(default_factory=list)
    in_chat: list[int] = field(default_factory=list)
    view: int = 0
    """Bytes of a view."""
    memory: float = 0.0
    """Bytes of the bot's process for each page that waits."""
    work: float = 0.0
    """The share of a processor that they take together."""


def measured(size: Size) -> Report:
    """Ratios are of the page to the chat, round by round."""
    found = run(_measured(size))
    per_round = len(found.taps) // size.rounds
    rounds = [slice(at * per_round, (at + 1) * per_round) for at in range(size.rounds)]
    taps = times_as_fast((median(found.taps[each]), median(found.presses[each])) for each in rounds)
    messages = Spread.of(theirs / max(1, ours) for ours, theirs in zip(found.on_page, found.in_chat, strict=True))
    return Report(_table(found, size), {"page.tap": taps, "page.messages": messages})


async def _measured(size: Size) -> Found:
    found = Found()
    async with _house() as house:
        ann = await house.sandbox.person("Ann")
        board = await _begun(ann)
        page = await _Page.opened(house, ann, "Open board")
        await _mark(page, ann, board, _taps(size), Found())  # a warm-up
        for _ in range(size.rounds):
            await _mark(page, ann, board, _taps(size), found)
        for _ in range(size.rounds):
            found.in_chat.append(await _calls_of(house.sandbox, _typed(ann, house.sandbox)))
            found.on_page.append(await _calls_of(house.sandbox, _tapped(page)))
        found.view = page.bytes
        await _wait(house, size, found)
    return found


@dataclass(frozen=True, slots=True)
class House:
    """A bot, Telegram's stand-in, and who asks the page."""

    sandbox: Sandbox
    bot: BotProcess
    http: ClientSession


@asynccontextmanager
async def _house() -> AsyncIterator[House]:
    with tempfile.TemporaryDirectory(prefix="page-") as folder:
        port = free_port()
        async with (
            SandboxServer() as server,
            Sandbox(server.url) as sandbox,
            BotProcess(
                server.url, server.token, Path(folder), port=port, APP_URL=f"http://127.0.0.1:{port}/app"
            ) as bot,
            ClientSession(connector=TCPConnector(limit=0)) as http,
        ):
            yield House(sandbox, bot, http)


async def _begun(person: Person) -> Message:
    await person.send("/play")
    return await person.sees("0123")


def _taps(size: Size) -> int:
    return max(5, int(20 * size.seconds))


@dataclass(slots=True)
class _Page:
    http: ClientSession
    address: str
    session: str = ""
    view: Json = field(default_factory=dict)
    bytes: int = 0

    @classmethod
    async def opened(cls, house: House, person: Person, button: str | None = None) -> "_Page":
        app = await person.opens_app(button)
        page = cls(house.http, f"{house.bot.address}{urlsplit(app.url).path}")
        game = urlsplit(app.url).query.removeprefix("game=")
        found = await page.asks("session", f"tma {app.init_data}", game=game)
        page.session, page.view = found["session"], found["view"]
        return page

    async def asks(self, name: str, scheme: str = "", **asked: Any) -> Json:
        headers = {"Authorization": scheme or f"Bearer {self.session}"}
        async with self.http.post(f"{self.address}/{name}", json=asked, headers=headers) as response:
            response.raise_for_status()
            body = await response.read()
            self.bytes = len(body)
            return await response.json() if body else {}

    async def does(self, data: str) -> None:
        found = await self.asks("deed", key=secrets.token_urlsafe(16), game=self.view["game"], data=data)
        self.view = found["view"]


async def _mark(page: _Page, ann: Person, board: Message, times: int, found: Found) -> None:
    data = f"{page.view['board']['note']}:3"
    for _ in range(times):
        found.taps.append(await _seconds(page.does(data)))
        found.presses.append(await _seconds(ann.forges(data, on=board)))


async def _seconds(doing: Any) -> float:
    began = time.perf_counter()
    await doing
    return time.perf_counter() - began


async def _calls_of(sandbox: Sandbox, playing: Any) -> int:
    """The messages that the bot sends, edits and deletes while that is played, and until it is quiet."""
    before = len(await sandbox.calls())
    await playing
    await sandbox.settled()
    await asyncio.sleep(1.0)
    calls = (await sandbox.calls())[before:]
    return sum(call["method"] in {"sendMessage", "editMessageText", "deleteMessage"} for call in calls)


async def _typed(ann: Person, sandbox: Sandbox) -> None:
    for text in ("/play", *GUESSES, "/resign", "/resign"):
        await ann.send(text)
        await sandbox.settled()


async def _tapped(page: _Page) -> None:
    page.view = (await page.asks("view", game=page.view["game"], since=""))["view"]
    if page.view["board"]["over"]:
        await page.does(_button(page, "Play again"))
    for guess in GUESSES:
        places = {key["sign"]: key["place"] for key in page.view["board"]["keys"]}
        await page.does(f"{page.view['board']['guess']}:{'-'.join(str(places[sign]) for sign in guess)}")
    for text in ("Resign", "Yes"):
        await page.does(_button(page, text))


def _button(page: _Page, text: str) -> str:
    """What the button with this text sends."""
    buttons = (button for row in page.view["screen"]["rows"] for button in row)
    return next(str(button["data"]) for button in buttons if text in button["text"])


async def _wait(house: House, size: Size, found: Found) -> None:
    """Let pages of many people wait, and see what that takes."""
    process, tasks = _process_of_the_bot(), list[asyncio.Task[Json]]()
    pages = [await _Page.opened(house, await house.sandbox.person("Bob")) for _ in range(_pages(size))]
    before = process.memory_info().rss
    for page in pages:
        tasks.append(asyncio.create_task(page.asks("view", game="", since=page.view["version"])))
    await asyncio.sleep(size.warm_up)
    began, worked = time.perf_counter(), sum(process.cpu_times()[:2])
    await asyncio.sleep(size.seconds)
    found.work = (sum(process.cpu_times()[:2]) - worked) / (time.perf_counter() - began)
    found.memory = max(0, process.memory_info().rss - before) / len(pages)
    for task in tasks:
        task.cancel()


def _process_of_the_bot() -> psutil.Process:
    return next(child for child in psutil.Process().children() if child.cmdline()[-2:] == ["-m", "bot"])


def _pages(size: Size) -> int:
    return min(size.chats, 200)


def _table(found: Found, size: Size) -> str:
    sent = sum(len(gzip.compress(file.read_bytes())) for file in FOLDER.iterdir() if file.suffix in TYPES)
    lines = [
        ("", "page", "chat"),
        ("a tap, a press: median in ms", *(f"{1000 * median(each):.1f}" for each in (found.taps, found.presses))),
        ("messages of a game", *(f"{median(each):.0f}" for each in (found.on_page, found.in_chat))),
        ("kB of the page's files as sent, of a view", f"{sent / 1000:.1f}", f"{found.view / 1000:.1f}"),
        ("each page that waits: kB of memory", f"{found.memory / 1000:.1f}", ""),
        ("all of them: share of a processor", f"{found.work:.4f}", ""),
    ]
    told = {
        "taps": _taps(size),
        "rounds": size.rounds,
        "guesses": len(GUESSES),
        "waiting": _pages(size),
        "seconds": size.seconds,
    }
    return f"{CONDITIONS.format(**told)}\n{aligned(lines)}\n"
