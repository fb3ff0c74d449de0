"""A week of codes of days in a group: what those came to who played by its cards."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from bot.app.model.daily_cards import Guest

FEWEST = 2
"""So few people are still a table."""
ROWS = 10
"""So many stand in it."""


@dataclass(frozen=True, slots=True)
class Row:
    """What somebody came to in a week. `best`: None: they gave up every time."""

    name: str
    average: float
    days: int
    best: int | None


def table_of(days: Iterable[Iterable[Guest]]) -> tuple[Row, ...]:
    """The table of a week, the lowest average first, then most days; empty where too few have finished any day.

    `days`: those who pressed Play on the card of each day. A missed day does not count.
    """
    finished = defaultdict(list)
    for guests in days:
        for guest in guests:
            if guest.finished is not None:
                finished[guest.finished.person].append(guest)
    rows = sorted(map(_row, finished.values()), key=lambda row: (row.average, -row.days, row.name))
    return tuple(rows[:ROWS]) if len(rows) >= FEWEST else ()


def _row(guests: list[Guest]) -> Row:
    tries = [guest.finished for guest in guests if guest.finished is not None]
    guesses = [attempt.guesses_in_averages for attempt in tries]
    best = min((attempt.guesses for attempt in tries if attempt.solved), default=None)
    return Row(guests[-1].name, sum(guesses) / len(guesses), len(guesses), best)
