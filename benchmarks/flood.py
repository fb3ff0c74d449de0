"""How much slower the bot answers players while one person floods it, and while a thousand do."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from benchmarks.contenders import OURS, Measured, in_sqlite, port_of, ready, running, steady_stream, until
from benchmarks.measuring import Report, Size, aligned, run, times_as_fast
from benchmarks.players import Chats, Player
from benchmarks.telegram import Message, Parameters
from solver.variant import VARIANTS

FLOOD = 200.0
"""Updates a second of all others together."""
TELEGRAMS_MOST = 1000
"""Messages a second; above it the bot assumes a benchmark and lifts its limits."""
FIRST_STRANGER = 900_001
TICK = 0.01
CALM = 0.5
"""Seconds without a message to the others after which the bot is done with them."""
CONDITIONS = f"""\
{{players}} players on SQLite, each of whom sends {{pace}} updates a second, beside others who write codes whatever
comes of it, {FLOOD:.0f} a second: one person; {{crowd}} people, evenly or all at once. {{rounds}} rounds, one situation
after the other with one and the same bot, each once the others hear nothing more. Telegram's limits are kept:
{TELEGRAMS_MOST} messages a second in all, one to each chat after ten at once. Ratios: how many times as long as with
nobody beside them. Calls/update: of the Bot API, for the players.
"""


@dataclass(slots=True)
class Situation:
    """What the players met, round by round. `sent`: updates of the others; `answered`: messages to them."""

    name: str
    players: list[Measured] = field(default_factory=list)
    sent: int = 0
    answered: int = 0

    def percentile(self, share: float) -> float:
        """Seconds, the median of all rounds."""
        return median(players.percentile(share) for players in self.players)


class Town(Chats):
    """The players' chats, and a crowd of strangers who write whatever comes of it."""

    def __init__(self, players: int, crowd: int) -> None:
        super().__init__([Player(seed) for seed in range(players)])
        self.crowd = crowd
        self.sent = 0
        self.replies = 0
        self._replied_at = 0.0
        self._dice = random.Random(1)
        self._begun: set[int] = set()

    def is_calm(self) -> bool:
        """Whether the bot has nothing more to send to the strangers."""
        return time.perf_counter() - self._replied_at > CALM

    def says_something(self, stranger: int) -> None:
        """Send a code from the stranger; at first the command to play."""
        symbols = VARIANTS["classic"].alphabet
        text = "".join(self._dice.sample(symbols, 4)) if stranger in self._begun else "/play"
        self._begun.add(stranger)
        self.sent += 1
        self.api.offer("message", self._message(stranger, text))

    def _message(self, person: int, text: str) -> dict[str, Any]:
        return {
            "message_id": self.api.new_message_id(),
            "from": {"id": person, "is_bot": False, "first_name": "Stranger", "language_code": "en"},
            "chat": {"id": person, "first_name": "Stranger", "type": "private"},
            "date": int(time.time()),
            "text": text,
        }

    def _heard(self, method: str, parameters: Parameters, message: Message | None) -> None:
        if int(parameters.get("chat_id", 0)) >= FIRST_STRANGER:
            self.replies += method == "sendMessage"
            self._replied_at = time.perf_counter()
        else:
            super()._heard(method, parameters, message)


async def nobody(town: Town) -> None:
    """Silence."""
    del town


async def one_person(town: Town) -> None:
    """One person writes without end."""
    await _steadily(lambda: town.says_something(FIRST_STRANGER))


async def a_crowd(town: Town) -> None:
    """As many messages, each from somebody else."""
    strangers = iter(range(10**9))
    await _steadily(lambda: town.says_something(FIRST_STRANGER + 1 + next(strangers) % town.crowd))


async def all_at_once(town: Town) -> None:
    """As many messages, but the whole crowd writes at the same moment, again and again."""
    while True:
        await asyncio.sleep(_wave(town.crowd) / 2)
        for stranger in range(town.crowd):
            town.says_something(FIRST_STRANGER + 1 + stranger)
        await asyncio.sleep(_wave(town.crowd) / 2)


QUIET = "nobody beside them"
SITUATIONS = {QUIET: nobody, "one person": one_person, "a crowd": a_crowd, "a crowd in waves": all_at_once}
SHORT = {"one person": "one", "a crowd": "crowd", "a crowd in waves": "waves"}
RATIOS = tuple(f"flood.{short}.{figure}" for short in SHORT.values() for figure in ("p50", "p99"))


def measured(size: Size) -> Report:
    """The players' waits in each situation; ratios are to that without others."""
    situations = run(_flooded(size))
    quiet = situations[QUIET].players
    ratios = {
        f"flood.{short}.{figure}": times_as_fast(
            (flooded.percentile(share), alone.percentile(share))
            for flooded, alone in zip(situations[name].players, quiet, strict=True)
        )
        for name, short in SHORT.items()
        for figure, share in (("p50", 0.5), ("p99", 0.99))
    }
    return Report(_table(situations, size), ratios)


def _wave(crowd: int) -> float:
    """Seconds in which a crowd that writes evenly has written once each."""
    return crowd / FLOOD


async def _steadily(act: Callable[[], None]) -> None:
    due = time.perf_counter()
    while True:
        while due <= time.perf_counter():
            act()
            due += 1 / FLOOD
        await asyncio.sleep(TICK)


async def _flooded(size: Size) -> dict[str, Situation]:
    town = Town(size.players, size.crowd)
    situations = {name: Situation(name) for name in SITUATIONS}
    async with (
        in_sqlite() as database,
        await town.api.serve() as server,
        running(OURS, port_of(server), database, TELEGRAMS_MOST) as process,
    ):
        await ready(process, town)
        await steady_stream(town, size.players * size.pace, _seconds(size))
        for _ in range(size.rounds):
            for name, others in SITUATIONS.items():
                await _meet(town, others, situations[name], size)
    return situations


def _seconds(size: Size) -> float:
    """The duration of a situation in seconds: each player has a turn, and a wave comes."""
    return max(size.seconds, _wave(size.crowd), 1 / size.pace)


async def _meet(town: Town, others: Callable[[Town], Any], situation: Situation, size: Size) -> None:
    await until(town.is_calm)
    sent, replies = town.sent, town.replies
    async with _beside(others(town)):
        situation.players.append(await steady_stream(town, size.players * size.pace, _seconds(size)))
    situation.sent += town.sent - sent
    situation.answered += town.replies - replies


@asynccontextmanager
async def _beside(others: Any) -> AsyncIterator[None]:
    task = asyncio.create_task(others)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def _table(situations: dict[str, Situation], size: Size) -> str:
    """The table of situations, each beside the first."""
    times = ("players' p50", "p99", "p50 ratio", "p99 ratio", "calls/update")
    head = ("", *times, "unanswered", "sent by the others", "they got", "API load")
    text = CONDITIONS.format(players=size.players, pace=size.pace, crowd=size.crowd, rounds=size.rounds)
    lines = [_figures(situation, situations[QUIET]) for situation in situations.values()]
    return f"{text}\n{aligned([head, *lines])}"


def _figures(situation: Situation, quiet: Situation) -> tuple[str, ...]:
    times = [(situation.percentile(share), quiet.percentile(share)) for share in (0.5, 0.99)]
    return (
        situation.name,
        *(f"{mine * 1000:.1f} ms" for mine, _ in times),
        *(f"{mine / without:.2f}" for mine, without in times),
        f"{median(players.calls_per_update for players in situation.players):.2f}",
        str(sum(players.unanswered for players in situation.players)),
        str(situation.sent),
        str(situation.answered),
        f"{median(players.api_load for players in situation.players):.0%}",
    )
