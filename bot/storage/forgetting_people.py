"""Forgets a person, a few rows in a transaction: what is theirs alone goes, what others share stays without them."""

from dataclasses import dataclass
from typing import Self

from bot.storage.leaving_games import leave_challenges, leave_contests, leave_entries, leave_games, leave_lines
from bot.storage.leaving_people import (
    drop_failures,
    leave_ratings,
    leave_reports,
    leave_results,
    leave_rivalries,
    leave_rivals,
    leave_seats,
)
from bot.storage.personal import SIMPLY_DROPPED
from bot.storage.taking import Step, dropping

BETWEEN = ":"
PLACES: dict[str, Step] = {
    "games": leave_games,
    "seats": leave_seats,
    "challenges": leave_challenges,
    "entries": leave_entries,
    "contests": leave_contests,
    "results": leave_results,
    "rivalries": leave_rivalries,
    "lines": leave_lines,
    "ratings": leave_ratings,
    "rivals": leave_rivals,
    "reports": leave_reports,
    "failures": drop_failures,
    **{table: dropping(table) for table in SIMPLY_DROPPED},
}
"""The steps by name, in their order. What tells the person's languages and names goes last."""


@dataclass(frozen=True, slots=True)
class Place:
    """How far it has come: at which step, and there after which key."""

    name: str
    after: str = ""

    @classmethod
    def read(cls, place: str) -> Self:
        """The place as it is stored; the first where that is empty, or of a version with other steps."""
        name, _, after = place.partition(BETWEEN)
        return cls(name, after) if name in PLACES else cls(next(iter(PLACES)))

    def after_step(self, key: str | None) -> str:
        """What is stored once the step has come so far; None: to its end. Empty after the last."""
        if key is not None:
            return f"{self.name}{BETWEEN}{key}"
        names = [*PLACES, ""]
        return names[names.index(self.name) + 1]
