"""A match that others watch: how long those wait who play, and how old a watcher's board is when it arrives."""

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import isnan
from operator import attrgetter
from statistics import median

from benchmarks.contenders import OURS, START_TIME, in_sqlite, percentile, port_of, running
from benchmarks.measuring import Report, Size, Spread, aligned, run, times_as_fast
from benchmarks.players import CLASSIC, Player, turns_on
from benchmarks.telegram import Message
from benchmarks.town import MY_TURN, Room, Tally, Town, button, is_over, my_turns

LIFTED = "lifted"
LIMITS = {"30": 30, LIFTED: 1_000_000}
"""Messages a second, the default and so many that limits are lifted, by their names in ratios."""
NOBODY, LIVE, CROWD = "nobody", "live", "crowd"
SITUATIONS = (NOBODY, LIVE, CROWD)
RATIOS = tuple(
    f"watching.{limit}.{situation}.{figure}"
    for limit in LIMITS
    for situation in (LIVE, CROWD)
    for figure in ("p50", "p99")
)
PLAYERS = 24
COMING = 100.0
"""People a second who come by the link."""
LONG = 8
"""A situation lasts so many times as long as other loads: a board for everybody takes seconds."""
CALM = 6.0
"""Seconds without a message to those who watch, after which the bot is done with them: a board may be due so late."""
PLAYING = "playing"
RIVAL = re.compile("\N{SQUARED VS} P(\\d+)")
LINK = re.compile(r"start=([\w-]+)")
SECRET, NEVER_RIGHT = "0123", "9"
CONDITIONS = """\
{players} people play on SQLite, one match of the lobby after the other, and two a match by link that others may watch,
in which nobody guesses right; each thinks for {thought:.1f} s on average, these two for {slow:.1f} s. First nobody
watches; then {live} watch live; then {crowd} more come by the link, {coming:.0f} a second, and press Refresh
{slow:.1f} s after they have their board. {rounds} rounds with one and the same bot; at 30 messages a second the crowd
comes in the last round alone, since its boards take minutes. Waits: from a guess to one's own board, and to the
rival's. Age: from the mover's own board to a watcher's that shows the move. Medians of the rounds. Ratios: how many
times as long one waits for one's own board as while nobody watches.
"""


@dataclass(slots=True)
class Window:
    """What was seen while a situation lasted. Seconds. `waits`: of who has guessed, `rivals`: of their rivals;
    `came`: of who came by the link, from there to the board; `messages`: to each kind of people.
    """

    waits: list[float] = field(default_factory=list)
    rivals: list[float] = field(default_factory=list)
    ages: list[float] = field(default_factory=list)
    came: list[float] = field(default_factory=list)
    messages: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    api_load: float = 0.0


Round = Mapping[str, Window]
"""By situation."""


class House:
    """A bot's chats: of those who play for ever, of the two whom others watch, and of those."""

    def __init__(self, size: Size) -> None:
        self.town = Town()
        self.window = Window()
        self._thought = 1 / size.pace
        self._dice = random.Random(1)
        self._stars = self._room(PLAYING), self._room(PLAYING)
        self._live = [self._room(LIVE) for _ in range(size.watchers)]
        self._crowd = [self._room(CROWD) for _ in range(size.visitors)]
        self._guessed: dict[int, float] = {}
        """Since when each waits for the board that shows their rival's guess."""
        self._is_ending = False
        self._moved: list[float] = []
        """When each move of the match was on the mover's board."""
        self._link = ""

    def _room(self, kind: str) -> Room:
        room = self.town.new_room()
        room.kind = kind
        return room

    # Those who play

    async def plays(self) -> None:
        """Somebody plays one match of the lobby after the other."""
        room, player = self._room(PLAYING), Player(self._dice.getrandbits(32))
        while True:
            await room.says("/duel")
            await room.presses("1:find")
            board = await room.shows(lambda board: button(board, "mdrawn") is not None)
            rival = int(RIVAL.findall(board.text)[0])
            await room.says("".join(self._dice.sample(CLASSIC.alphabet, 4)))
            async for _ in self._guesses(room, rival, self._thought, lambda board: player.guess(my_turns(board))):
                pass

    async def _guesses(
        self, room: Room, rival: int, thought: float, guess: Callable[[Message], str]
    ) -> AsyncIterator[None]:
        """Guess, when it is one's turn, until the match is over; yields when a guess is on one's own board."""
        self._guessed.pop(room.chat, None)
        while True:
            board = await room.shows(lambda board: MY_TURN in board.text or is_over(board))
            if guessed := self._guessed.pop(room.chat, None):
                self.window.rivals.append(time.perf_counter() - guessed)
            if is_over(board):
                return
            await asyncio.sleep(self._dice.expovariate(1 / thought))
            self._guessed[rival] = began = time.perf_counter()
            await room.says(guess(board))
            self.window.waits.append(time.perf_counter() - began)
            yield

    @asynccontextmanager
    async def match(self) -> AsyncIterator[None]:
        """Let the two play a match that others may watch by its link, until the block ends."""
        host, guest = self._stars
        await host.says("/duel")
        await host.presses("1:invite")
        invitation = await host.shows(lambda board: LINK.search(board.text) is not None)
        self._link = f"/start {LINK.findall(invitation.text)[0]}"
        await host.presses(_found(invitation, "watchers"))
        await guest.says(self._link)
        await guest.presses(_found(guest.board, "acceptseen"))
        for room in self._stars:
            await room.shows(lambda board: button(board, "mdrawn") is not None)
        for room in self._stars:
            await room.says(SECRET)
        self._moved.clear()
        self._is_ending = False
        playing = [asyncio.create_task(self._play_on(*pair)) for pair in ((host, guest), (guest, host))]
        try:
            yield
            self._is_ending = True
            await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _ended(playing)
        await host.says("/resign")
        asked = await host.shows(lambda board: button(board, "myes") is not None)
        await host.presses(_found(asked, "myes"))
        await host.shows(is_over)

    async def _play_on(self, room: Room, rival: Room) -> None:
        others = CLASSIC.alphabet.replace(NEVER_RIGHT, "")
        async for _ in self._guesses(
            room, rival.chat, 2 * self._thought, lambda _: NEVER_RIGHT + "".join(self._dice.sample(others, 3))
        ):
            self._moved.append(time.perf_counter())
            if self._is_ending:
                return

    # Those who watch

    @asynccontextmanager
    async def watchers(self) -> AsyncIterator[None]:
        """Let the live ones come, and look at their boards until the block ends."""
        await asyncio.gather(*(room.says(self._link) for room in self._live))
        looking = [asyncio.create_task(self._looks(room)) for room in self._live]
        try:
            yield
        finally:
            await _ended(looking)

    async def _looks(self, room: Room) -> None:
        shown = len(turns_on(room.board))
        while True:
            board = await room.shows(_has_more_than(shown))
            turns = len(turns_on(board))
            self.window.ages += (time.perf_counter() - moved for moved in self._moved[shown:turns])
            shown = turns

    async def comes(self) -> None:
        """The crowd comes, whether or not the former have their boards."""
        visits = []
        try:
            for room in self._crowd:
                visits.append(asyncio.create_task(self._visits(room)))
                await asyncio.sleep(self._dice.expovariate(COMING))
            await asyncio.gather(*visits)
        finally:
            await _ended(visits)

    async def _visits(self, room: Room) -> None:
        began = time.perf_counter()
        await room.says(self._link)
        self.window.came.append(time.perf_counter() - began)
        await asyncio.sleep(2 * self._thought)
        if room.board and (look := button(room.board, "wlook")):  # none where places among the live ones are free
            await room.presses(look)

    # What is measured

    async def measured(self, seconds: float) -> Window:
        """What is seen from now on for so long."""
        self.town.tally, self.window = Tally(), Window()
        began, worked = time.perf_counter(), time.process_time()
        await asyncio.sleep(seconds)
        window, self.window = self.window, Window()
        window.seconds = time.perf_counter() - began
        window.api_load = (time.process_time() - worked) / window.seconds
        window.messages, self.town.tally = self.town.tally.messages, Tally()
        return window

    async def calms(self) -> None:
        """Wait until those who watch get no more messages."""
        seen = -1
        while seen != (now := sum(count for kind, count in self.town.tally.messages.items() if kind != PLAYING)):
            seen = now
            await asyncio.sleep(CALM)


def _has_more_than(turns: int) -> Callable[[Message], bool]:
    return lambda board: len(turns_on(board)) > turns


def _found(board: Message | None, verb: str) -> str:
    """The data of the button with that verb. Raises RuntimeError without one."""
    data = button(board, verb) if board else None
    if data is None:
        raise RuntimeError(f"no button {verb} on {board}")
    return data


async def _ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel those that still run. Raises the exception of one that has failed."""
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended


def measured(size: Size) -> Report:
    """The players' waits in each situation, at the default limit and without."""
    found = watched(size)
    ratios = {
        f"watching.{limit}.{situation}.{figure}": _ratio(rounds, situation, share)
        for limit, rounds in found.items()
        for situation in (LIVE, CROWD)
        for figure, share in (("p50", 0.5), ("p99", 0.99))
    }
    return Report(table(found, size), ratios)


def _ratio(rounds: Sequence[Round], situation: str, share: float) -> Spread:
    return times_as_fast(
        (percentile(each[situation].waits, share), percentile(each[NOBODY].waits, share))
        for each in rounds
        if situation in each
    )


def watched(size: Size) -> Mapping[str, Sequence[Round]]:
    """What was seen, by limit."""
    return {limit: run(_rounds(limit, size)) for limit in LIMITS}


def _number_of_rounds(size: Size) -> int:
    """Fewer than of other benchmarks: each takes two minutes."""
    return size.rounds // 2 + 1


async def _rounds(limit: str, size: Size) -> list[Round]:
    house, rounds = House(size), list[Round]()
    async with (
        in_sqlite() as database,
        await house.town.api.serve() as server,
        running(OURS, port_of(server), database, LIMITS[limit]),
    ):
        async with asyncio.timeout(START_TIME):
            await house.town.api.polled.wait()
        playing = [asyncio.create_task(house.plays()) for _ in range(min(PLAYERS, size.players))]
        await asyncio.sleep(LONG * size.warm_up)
        for number in range(1, _number_of_rounds(size) + 1):
            rounds.append(await _round(house, size, crowd=limit == LIFTED or number == _number_of_rounds(size)))
        await _ended(playing)
    return rounds


async def _round(house: House, size: Size, *, crowd: bool) -> Round:
    """A match, from its beginning to its end: the same load three times, and what is around it."""
    seconds = LONG * size.seconds
    await house.calms()
    async with house.match():
        found = {NOBODY: await house.measured(seconds)}
        async with house.watchers():
            await asyncio.sleep(LONG * size.warm_up)
            found[LIVE] = await house.measured(seconds)
            if crowd:
                coming = asyncio.create_task(house.comes())
                found[CROWD] = await house.measured(max(seconds, size.visitors / COMING + 4 / size.pace))
                await _ended([coming])
    return found


def table(found: Mapping[str, Sequence[Round]], size: Size) -> str:
    """A line for each situation at each limit."""
    head = ("messages a second", "who watches", "own p50", "p99", "rival's p50", "p99", "age p50", "p99", "latest")
    lines: list[tuple[str, ...]] = [(*head, "messages/s", "to watchers", "came", "board after", "API load")]
    lines += [
        (limit, situation, *_figures([each[situation] for each in rounds if situation in each]))
        for limit, rounds in found.items()
        for situation in SITUATIONS
    ]
    told = {
        "players": min(PLAYERS, size.players),
        "thought": 1 / size.pace,
        "slow": 2 / size.pace,
        "live": size.watchers,
        "crowd": size.visitors,
        "coming": COMING,
        "rounds": _number_of_rounds(size),
    }
    return f"{CONDITIONS.format(**told)}\n{aligned(lines)}"


def _figures(windows: Sequence[Window]) -> tuple[str, ...]:
    def typical(figure: Callable[[Window], float], unit: float = 1.0, digits: int = 1) -> str:
        known = [value for window in windows if not isnan(value := figure(window))]
        return f"{unit * median(known):.{digits}f}" if known else "-"

    def of(times: Callable[[Window], Sequence[float]], share: float) -> Callable[[Window], float]:
        return lambda window: percentile(times(window), share)

    return (
        *(typical(of(attrgetter("waits"), share), 1000.0) + " ms" for share in (0.5, 0.99)),
        *(typical(of(attrgetter("rivals"), share), 1000.0) + " ms" for share in (0.5, 0.99)),
        *(typical(of(attrgetter("ages"), share)) + " s" for share in (0.5, 0.99, 1.0)),
        typical(lambda window: window.messages.total() / window.seconds),
        typical(lambda window: (window.messages[LIVE] + window.messages[CROWD]) / window.seconds),
        typical(lambda window: len(window.came), digits=0),
        typical(of(attrgetter("came"), 0.5)) + " s",
        typical(attrgetter("api_load"), digits=2),
    )
