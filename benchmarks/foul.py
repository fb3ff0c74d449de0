"""How long others wait while somebody plays foul, beside how long they wait without.

`python -m benchmarks.foul` measures every attack there is, or those that are named.
"""

import asyncio
import json
import math
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.measuring import MOMENT, WHOLE, Report, Size, aligned, machine, run, times_as_fast
from benchmarks.players import Player, Press
from benchmarks.telegram import Message
from faults.processes.process import BotProcess
from faults.troubles.foul import FOUL
from faults.troubles.foul.scene import Scene, Strike
from sandbox import people_api
from sandbox.arguments import Parser
from sandbox.journal import Journal
from sandbox.refusal import Unwelcome
from sandbox.server import SandboxServer
from sandbox.state import State

TO_PREPARE = 90.0
NOBODY = "nobody"
"""No attack: how far its ratios are from 1 shows the noise of the others."""
KEPT = ("longest-message", "reviews-in-groups", "stale-in-private")
"""The attacks whose ratios are kept; they need little preparation."""
SHARES = {"p50": 0.5, "p99": 0.99}
RATIOS = tuple(f"foul.{name.replace('-', '.')}.{figure}" for name in KEPT for figure in SHARES)
LIMIT = 30
"""Messages a second, the bot's default."""
OF_PLAYERS, OF_PACE = 0.4, 0.6
"""The share of other benchmarks' players here, and of their speed: they use less than half of what may be sent."""
GROUPS = 4
TO_REST = 20.0
"""The windows that the bot may take to finish after an attack."""
CONDITIONS = """\
{chats} private chats with {pace:g} updates a second each, at random moments, {groups} groups with one in ten seconds;
SQLite; {limit} messages a second, and Telegram's limits to each chat, are kept. Times are from when a move is due,
though its sender may still wait for the last, until its board (for a press: its answer) is shown. Windows of
{seconds:.1f} s without and with the attack take turns, {rounds} of each, each attack with a bot of its own. Who
waits for longer than {patience:.0f} s is not answered.
"""


@dataclass(slots=True)
class Window:
    """The waits in a window, in seconds, each from when a move was due until its answer was shown."""

    times: list[float] = field(default_factory=list)
    unanswered: int = 0
    seconds: float = 0.0
    calls: int = 0
    """All calls of the bot."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The bystanders' windows without an attack and with it."""

    name: str
    without: tuple[Window, ...]
    under: tuple[Window, ...]
    prepared: bool
    """Whether the attack was prepared; if the bot was too slow for that, nothing was struck."""


def measured(size: Size) -> Report:
    """Some attacks, one after the other; ratios are to the windows before them."""
    found = run(_all_measured((NOBODY, *KEPT), size))
    ratios = {
        f"foul.{beside.name.replace('-', '.')}.{figure}": times_as_fast(
            (_percentile(under.times, share), _percentile(without.times, share))
            for without, under in zip(beside.without, beside.under, strict=True)
        )
        for beside in found[1:]
        for figure, share in SHARES.items()
    }
    return Report(_table(found, size), ratios)


async def _all_measured(names: Sequence[str], size: Size) -> list[Beside]:
    return [await _measured(name, size) for name in names]


async def _measured(name: str, size: Size) -> Beside:
    seconds = _seconds(size)
    async with SandboxServer() as server:
        others = Bystanders(server.state, _chats(size), GROUPS, _pace(size))
        scene = Scene(server.state, random.Random(name), others.groups)
        with tempfile.TemporaryDirectory(prefix="foul-") as folder:
            async with BotProcess(server.url, server.token, Path(folder), MESSAGES_PER_SECOND=str(LIMIT)):
                await others.met(seconds)
                strike = await _prepared(name, scene)
                await others.quiet(TO_REST * seconds)
                without, under = [], []
                for _ in range(size.rounds):
                    without.append(await others.met(seconds))
                    under.append(await others.met(seconds, strike))
                    await others.quiet(TO_REST * seconds)
    return Beside(name, tuple(without), tuple(under), prepared=strike is not _nothing or name == NOBODY)


def _chats(size: Size) -> int:
    return max(2, round(OF_PLAYERS * size.players))


def _pace(size: Size) -> float:
    """Updates a second in each private chat."""
    return OF_PACE * size.pace


def _seconds(size: Size) -> float:
    """The duration of a window in seconds: each private chat sends something."""
    return max(size.seconds, 1 / _pace(size))


async def _prepared(name: str, scene: Scene) -> Strike:
    """The strike, once it is prepared; none if the bot is too slow for that."""
    strike: Strike = _nothing
    if name in FOUL:
        with suppress(TimeoutError):
            strike = await asyncio.wait_for(FOUL[name](scene), TO_PREPARE)
    return strike


async def _nothing() -> None:
    await asyncio.sleep(0.1)


def _table(found: Sequence[Beside], size: Size) -> str:
    """The table of attacks."""
    head = ("", "p50", "attacked", "ratio", "p99", "attacked", "ratio", "unanswered", "calls/s", "attacked")
    data = {"chats": _chats(size), "pace": _pace(size), "groups": GROUPS, "limit": LIMIT, "rounds": size.rounds}
    conditions = CONDITIONS.format(**data, seconds=_seconds(size), patience=PATIENCE)
    return f"{conditions}\n{aligned([head, *map(_figures, found)])}\n\n{_noise(found)}"


def _figures(beside: Beside) -> tuple[str, ...]:
    times = [[took for window in windows for took in window.times] for windows in (beside.without, beside.under)]
    return (
        beside.name if beside.prepared else f"{beside.name} (not prepared)",
        *(cell for share in SHARES.values() for cell in _compared(*(_percentile(each, share) for each in times))),
        str(sum(window.unanswered for window in beside.under)),
        *(_per_second(windows) for windows in (beside.without, beside.under)),
    )


def _compared(without: float, under: float) -> Iterator[str]:
    yield from (_milliseconds(without), _milliseconds(under), f"{under / without:.1f}")


def _per_second(windows: Sequence[Window]) -> str:
    return f"{sum(window.calls for window in windows) / sum(window.seconds for window in windows):.0f}"


def _percentile(times: Sequence[float], share: float) -> float:
    known = sorted(times)
    return known[min(len(known) - 1, int(share * len(known)))] if known else math.nan


def _noise(found: Sequence[Beside]) -> str:
    """How far apart windows without an attack were."""
    lines = []
    for name, share in SHARES.items():
        seen = [_percentile(window.times, share) for beside in found for window in beside.without]
        middle = _milliseconds(statistics.median(seen))
        lines.append(f"{name} from {_milliseconds(min(seen))} to {_milliseconds(max(seen))} (median {middle})")
    return f"Windows without an attack: {'; '.join(lines)}."


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


def main() -> None:
    options = Parser(prog="python -m benchmarks.foul", description=__doc__)
    options.add_argument("attacks", nargs="*", choices=[*FOUL, []], metavar="attack", help=", ".join(FOUL))
    options.add_argument("--moment", action="store_true", help="see whether they run; the figures mean nothing")
    given = options.parse_args()
    size = MOMENT if given.moment else WHOLE
    print(machine(), flush=True)
    print(_table(run(_all_measured((NOBODY, *(given.attacks or FOUL)), size)), size))


# Bystanders

PATIENCE = 15.0
"""Seconds to wait for an answer after a window; then it counts as missing."""
IN_GROUP = 0.1
"""Moves a second in a group; Telegram allows a bot one message in five seconds there."""
SHOWS = {"sendMessage", "editMessageText"}
LOOK = 0.02
BETWEEN = 1.0
"""Seconds between two strikes: rate limits let nobody repeat without end what can be done at once."""


class Listening(Journal):
    """A journal that passes each call to whoever waits for it, and keeps only counts."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: Callable[[str, dict[str, Any], Any], None] = lambda _method, _given, _result: None

    def note(self, method: str, parameters: dict[str, Any], answer: Any, when: float) -> None:
        """Record a call."""
        del when
        self.counts[method] += 1
        if answer.get("ok"):
            self.heard(method, parameters, answer["result"])


class Bystander:
    """One bystander, in private or alone in a group. A move that is due before the last answer is timed from then."""

    def __init__(self, state: State, person: int, chat: int, seed: int, per_second: float) -> None:
        self.chat = chat
        self._state = state
        self._person = person
        self._player = Player(seed)
        self._dice = random.Random(seed)
        self._per_second = per_second
        self.moved = asyncio.Event()
        """Whether they have moved in this window."""
        self._window = Window()
        self._board: Message | None = None
        self._query: str | None = None
        self._since: float | None = None
        self._answered = asyncio.Event()

    async def play(self, window: Window) -> None:
        """Move at random moments, until cancelled."""
        self._window = window
        due = time.perf_counter() + self._dice.random() / self._per_second
        while True:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self._move(due)
            await self._answered.wait()
            due += self._dice.expovariate(self._per_second)

    async def finish(self, window: Window) -> None:
        """Wait for unanswered moves, for a limited time."""
        if self._since is None:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._answered.wait(), PATIENCE)
        if not self._answered.is_set():
            window.unanswered += 1
            self._settle()

    def sees(self, message: Message) -> None:
        """Note that a message was shown in the chat."""
        is_newer = self._board is None or message.id > self._board.id
        if is_newer or self._board is None or message.id == self._board.id:
            self._board = message
        if self._query is None and (is_newer or self.chat < 0):
            self._settle()

    def hears(self, query: str) -> None:
        """Note that a press was answered."""
        if self._query == query:
            self._query = None
            self._settle()

    def _settle(self) -> None:
        """Take the time, even if nobody plays on in this window."""
        if self._since is not None:
            self._window.times.append(time.perf_counter() - self._since)
        self._since = None
        self._answered.set()

    def _move(self, due: float) -> None:
        self.moved.set()
        self._answered.clear()
        self._since, self._query = due, None
        move = self._player.next_move(self._board)
        with suppress(Unwelcome):
            if isinstance(move, Press):
                where = {"chat": self.chat, "message": self._board.id if self._board else 1, "data": move.data}
                self._query = str(people_api.press(self._state, self._person, where | {"forged": True})["query"])
            else:
                is_guess = self.chat < 0 and not move.text.startswith("/")
                text = f"/guess {move.text}" if is_guess else move.text
                people_api.send(self._state, self._person, {"chat": self.chat, "text": text})


class Bystanders:
    """All bystanders."""

    def __init__(self, state: State, chats: int, groups: int, pace: float) -> None:
        """`pace`: updates a second in each private chat."""
        self._state = state
        journal = Listening()
        state.journal, journal.heard = journal, self._heard
        self._counts: Counter[str] = journal.counts
        self._all: dict[int, Bystander] = {}
        for seed in range(chats + groups):
            person = int(people_api.add_person(state, 0, {"name": f"Player {seed}", "language": "en"})["id"])
            in_group = seed >= chats
            chat = person if not in_group else _group_of(state, person)
            self._all[chat] = Bystander(state, person, chat, seed, IN_GROUP if in_group else pace)

    @property
    def groups(self) -> tuple[int, ...]:
        """The groups in which some of them play."""
        return tuple(chat for chat in self._all if chat < 0)

    async def met(self, seconds: float, beside: Callable[[], Awaitable[None]] | None = None) -> Window:
        """Let them play for so many seconds, repeating `beside` meanwhile; returns the window.

        It is longer where the machine is so busy that not all have moved in private by then.
        """
        private = [each for chat, each in self._all.items() if chat > 0]
        for each in private:
            each.moved.clear()
        window, began, before = Window(), time.perf_counter(), self._counts.total()
        doing = [asyncio.create_task(each.play(window)) for each in self._all.values()]
        if beside is not None:
            doing.append(asyncio.create_task(_again_and_again(beside)))
        await asyncio.sleep(seconds)
        await asyncio.gather(*(each.moved.wait() for each in private))
        for task in doing:
            task.cancel()
        await asyncio.gather(*doing, return_exceptions=True)
        window.seconds, window.calls = time.perf_counter() - began, self._counts.total() - before
        await asyncio.gather(*(each.finish(window) for each in self._all.values()))
        return window

    async def quiet(self, seconds: float) -> None:
        """Wait until the bot has done and sent everything, for at most so many seconds."""
        end, since, before = time.monotonic() + seconds, time.monotonic(), self._said()
        while time.monotonic() < min(end, since + 1.0):
            await asyncio.sleep(LOOK)
            if self._state.updates.unconfirmed() or self._said() != before:
                since, before = time.monotonic(), self._said()

    def _said(self) -> int:
        return self._counts.total() - self._counts["getUpdates"]

    def _heard(self, method: str, given: dict[str, Any], result: Any) -> None:
        if method == "answerCallbackQuery":
            press = self._state.world.presses.get(str(given["callback_query_id"]))
            if press is not None and press.chat in self._all:
                self._all[press.chat].hears(press.id)
        elif method in SHOWS and isinstance(result, dict) and result["chat"]["id"] in self._all:
            chat = int(result["chat"]["id"])
            self._all[chat].sees(Message(chat, int(result["message_id"]), str(result.get("text", "")), _markup(result)))


async def _again_and_again(beside: Callable[[], Awaitable[None]]) -> None:
    while True:
        await beside()
        await asyncio.sleep(BETWEEN)


def _group_of(state: State, person: int) -> int:
    return int(people_api.add_group(state, 0, {"title": "Players", "people": [person]})["id"])


def _markup(result: dict[str, Any]) -> str:
    """The buttons with callback data."""
    rows = result.get("reply_markup", {}).get("inline_keyboard", [])
    pressable = [[button for button in row if "callback_data" in button] for row in rows]
    return json.dumps({"inline_keyboard": pressable}, ensure_ascii=False)


if __name__ == "__main__":
    main()
