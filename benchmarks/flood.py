"""How much the players slow down while one person floods the bot, and while a thousand do."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from benchmarks.chats import Chats
from benchmarks.contenders import OURS, in_sqlite, ready, running
from benchmarks.game import Player
from benchmarks.load import Measured, steady_stream
from benchmarks.report import aligned
from benchmarks.telegram import Message
from benchmarks.wire import Parameters
from solver.variant import VARIANTS

PLAYERS, STEADY = 100, 50.0
"""So many play, and so many updates a second they send together: each of them one in two seconds."""
FLOOD, CROWD = 200.0, 1000
TELEGRAMS_MOST = 1000
"""Messages a second; above it the bot takes us for somebody who measures, and lets everything through."""
FIRST_STRANGER = 900_001
TICK = 0.01
CONDITIONS = f"""\
{PLAYERS} players on SQLite send {STEADY:.0f} updates a second together, beside others who write codes
whatever comes of it. One run, one after the other. Telegram's limits are kept: {TELEGRAMS_MOST} messages
a second in all, one to each chat after ten at once. Ratios: how many times as long as with nobody beside them.
"""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the players met. `sent`: by the others; `answered`: messages that the others got."""

    name: str
    players: Measured
    sent: int
    answered: int


class Town(Chats):
    """The players' chats, and strangers who write whatever comes of it."""

    def __init__(self, players: int) -> None:
        super().__init__([Player(seed) for seed in range(players)])
        self.sent = 0
        self.replies = 0
        self._dice = random.Random(1)
        self._begun: set[int] = set()

    def says_something(self, stranger: int) -> None:
        """A code from the stranger; first of all the wish to play."""
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
    await _steadily(lambda: town.says_something(FIRST_STRANGER + 1 + next(strangers) % CROWD))


async def all_at_once(town: Town) -> None:
    """As many messages, but the whole crowd writes in one moment, again and again."""
    while True:
        await asyncio.sleep(CROWD / FLOOD / 2)
        for stranger in range(CROWD):
            town.says_something(FIRST_STRANGER + 1 + stranger)
        await asyncio.sleep(CROWD / FLOOD / 2)


SITUATIONS = {
    "nobody beside them": nobody,
    f"one person, {FLOOD:.0f}/s": one_person,
    f"{CROWD} people, {FLOOD:.0f}/s together": a_crowd,
    f"{CROWD} people at once, every {CROWD / FLOOD:.0f} s": all_at_once,
}


async def _steadily(act: Callable[[], None]) -> None:
    due = time.perf_counter()
    while True:
        while due <= time.perf_counter():
            act()
            due += 1 / FLOOD
        await asyncio.sleep(TICK)


async def flooded(seconds: float) -> list[Situation]:
    """The players in each situation, so long in each, with one and the same bot."""
    town = Town(PLAYERS)
    async with (
        in_sqlite() as database,
        await town.api.serve() as server,
        running(OURS, server.sockets[0].getsockname()[1], database, TELEGRAMS_MOST) as process,
    ):
        await ready(process, town)
        await steady_stream(town, STEADY, seconds / 2)
        return [await _met(town, name, others, seconds) for name, others in SITUATIONS.items()]


async def _met(town: Town, name: str, others: Callable[[Town], Any], seconds: float) -> Situation:
    sent, replies = town.sent, town.replies
    async with _beside(others(town)):
        players = await steady_stream(town, STEADY, seconds)
    return Situation(name, players, town.sent - sent, town.replies - replies)


@asynccontextmanager
async def _beside(others: Any) -> AsyncIterator[None]:
    task = asyncio.create_task(others)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def flood_table(situations: list[Situation]) -> str:
    """The situations one below the other, each beside the first."""
    quiet = situations[0].players
    head = (
        "",
        "players' p50",
        "p99",
        "p50 ratio",
        "p99 ratio",
        "unanswered",
        "sent by the others",
        "they got",
        "API load",
    )
    return f"{CONDITIONS}\n{aligned([head, *(_figures(situation, quiet) for situation in situations)])}"


def _figures(situation: Situation, quiet: Measured) -> tuple[str, ...]:
    players = situation.players
    times = [(players.percentile(share), quiet.percentile(share)) for share in (0.5, 0.99)]
    return (
        situation.name,
        *(f"{mine * 1000:.1f} ms" for mine, _ in times),
        *(f"{mine / without:.2f}" for mine, without in times),
        str(players.unanswered),
        str(situation.sent),
        str(situation.answered),
        f"{players.api_load:.0%}",
    )
