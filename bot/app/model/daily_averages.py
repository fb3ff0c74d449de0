"""The table of the codes of days: guesses on average in the last days that are closed, the same days for everybody."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from bot.app.model.daily import Try
from bot.game.daily import OPEN_DAYS

WINDOW = 30
"""So many closed days count."""
NEEDED = 20
"""Of them somebody must have played so many to stand in the table."""
FEWEST = 3
"""Fewer guesses count as so many: with fewer it was luck."""
AHEAD = WINDOW - NEEDED
"""The table whose last day is so many days ahead is the last in which somebody can stand by tries until today."""


@dataclass(frozen=True, slots=True)
class Form:
    """What somebody has come to in the days of a table. `average`: None: of too few days."""

    days: int
    average: float | None


@dataclass(frozen=True, slots=True)
class Averaged:
    """A line of a table."""

    person: int
    name: str
    average: float
    days: int


def form_of(tries: Iterable[Try], last: int) -> Form:
    """What somebody's tries come to in the table whose last day is that one.

    Tries that are not finished, that were finished too late or with hints are for no rank.
    """
    counted = [
        max(FEWEST, attempt.guesses_in_averages)
        for attempt in tries
        if attempt.counts and not attempt.hints and last - WINDOW < attempt.day <= last
    ]
    return Form(len(counted), sum(counted) / len(counted) if len(counted) >= NEEDED else None)


def last_day(today: int) -> int:
    """The last day of the table that stands today: the latest whose code is closed."""
    return today - OPEN_DAYS


class DailyAverages(Protocol):
    """Stored tables, those of the next days included, as they will be if nobody plays on."""

    def foresee(self, person: int, first: int, last: int, midnight: float) -> None:
        """Store the person's lines in the tables whose last days these are, by all tries that are stored by then.

        `midnight`: of the day on which the first of these tables stands.
        """

    async def best(self, midnight: float, most: int) -> tuple[Averaged, ...]:
        """The best of the table that stands on the day with that midnight."""

    async def players_after(self, person: int, most: int) -> tuple[int, ...]:
        """Some of those who play the codes of days, in the order of their numbers, after that one."""
