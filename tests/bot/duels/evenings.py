"""A match on a database, and time as a test sets it."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from bot.app.jobs import DueJobs
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.moves import force_move, guess_by
from bot.app.kinds.match.opening import Opening, open_match
from bot.app.model.terms import Terms
from bot.app.outbox import ScreenItem
from bot.app.work import GRACE, Work
from bot.app.world import World
from bot.game.model import Seat, Termination
from bot.storage.store import DatabaseStore
from solver.variant import VARIANTS
from tests.bot.due import looked
from tests.bot.storage.databases import change_at

ANN, BOB = Seat(0), Seat(1)
BEGAN = 1_790_000_000.0
CLASSIC = VARIANTS["classic"]


@dataclass
class Evening:
    """A match on a database, and the time that the test sets."""

    store: DatabaseStore
    place: str
    now: float = BEGAN
    ids: Any = field(default_factory=lambda: count(1))

    def world(self) -> World:
        nothing: Any = None
        draws = lambda variant: next(variant.codes()), lambda: "5a" * 16, lambda: f"{next(self.ids):016x}"
        return World("bot", lambda: self.now, *draws, *[nothing] * 3)

    async def drained(self) -> bool:
        return True

    async def passes(self, seconds: float, *, serving: bool = True) -> None:
        """Time passes, and what is due by then is done."""
        self.now += seconds
        if serving:
            await change_at(self.place, f"UPDATE uptime SET seen_at = {self.now}")
        nothing: Any = None
        while await self.store.run(lambda work: work.due_job(self.now - GRACE)) is not None:
            await looked(DueJobs(self.store, nothing, self.world(), self.drained))

    async def begins(
        self, mode: str = "volley", clock: str = "live", people: tuple[int, int] = (1, 2), *, rated: bool = True
    ) -> Match:
        await change_at(self.place, f"UPDATE uptime SET seen_at = {self.now}")
        terms = Terms(mode, "classic", clock, rated)
        sitters = tuple(Sitter(person, name, person) for person, name in zip(people, ("Ann", "Bob"), strict=True))

        async def job(work: Work) -> Match:
            return await open_match(Opening(terms=terms, sitters=sitters, seed=""), work, self.world())

        return await self.store.run(job)

    async def under_way(self, mode: str = "volley", clock: str = "live", people: tuple[int, int] = (1, 2)) -> Match:
        """Each has guessed once, so that the game may not be aborted any more."""
        match = await self.begins(mode, clock, people)
        return await self.guesses(await self.guesses(match, ANN, "9876"), BOB, "8765")

    async def guesses(self, match: Match, seat: Seat, code: str) -> Match:
        return await self.moves(match, guess_by(match, seat, CLASSIC.parse(code), self.now))

    async def moves(self, match: Match, step: Any) -> Match:
        async def job(work: Work) -> Match:
            return await force_move(await found(work, match), step, work, self.world())

        return await self.store.run(job)

    async def stands(self, match: Match) -> Match:
        return await self.store.run(lambda work: found(work, match))

    async def screens(self, seat: Seat) -> list[str]:
        items = await self.store.outbox.pending(seat + 1)
        return [item.screen.html for item in items if isinstance(item, ScreenItem)]

    async def last_screens(self) -> tuple[str, str]:
        return (await self.screens(ANN))[-1], (await self.screens(BOB))[-1]


async def found(work: Work, match: Match) -> Match:
    known = await work.games.load(match.id, Match)
    assert known is not None
    return known


async def ended(evening: Evening, match: Match) -> tuple[Termination, Seat | None] | None:
    outcome = (await evening.stands(match)).game.outcome
    return None if outcome is None else (outcome.termination, outcome.winner)
