"""What it means that rows are kept for so long, and what goes with them."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.storage.stored_games import SLOTS_OF_GAMES
from bot.storage.unit_of_work import UnitOfWork

Rows = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Rule:
    """Which rows go. `query` deletes some of those that are older; `then` what hangs on the rows that it gives."""

    query: str
    days: int
    since: str
    then: Callable[[Rows, UnitOfWork], None] = lambda _rows, _work: None

    def __str__(self) -> str:
        """For how long rows are kept, in words."""
        return f"{self.days} days after {self.since}"


@dataclass(frozen=True, slots=True)
class Kept:
    """What a table grows by, how long a row is kept, and why. The rules say how long; without one, `until` does."""

    grows: str
    why: str
    rules: tuple[Rule, ...] = ()
    until: str = ""

    @property
    def how_long(self) -> str:
        """How long a row is kept, in words."""
        return "; ".join([*map(str, self.rules), *([self.until] if self.until else [])])


def drop_games(rows: Rows, work: UnitOfWork) -> None:
    """What hangs on games goes with them."""
    for row in rows:
        work.write("drop_seats", game_id=row["game_id"])
        work.write("drop_drafts", game_id=row["game_id"])
        for name in SLOTS_OF_GAMES:
            work.write("drop_slot", slot=f"{name}:{row['game_id']}")


def drop_ended(rows: Rows, work: UnitOfWork) -> None:
    """The same; of a game that ended before lines were kept, the line is kept now."""
    drop_games(rows, work)
    for row in rows:
        work.games.keep_line_of(row)


def drop_challenges(rows: Rows, work: UnitOfWork) -> None:
    """What hangs on challenges goes with them."""
    for row in rows:
        match = _match_of(row["body"])
        work.write("drop_slot", slot=f"challenge:{row['token']}")
        work.write("drop_card", slot=f"card:{match}", game_id=match)


def _match_of(challenge: str) -> str:
    """The match of a stored challenge; nothing where it cannot be read, for that must hold up nothing."""
    try:
        return str(json.loads(challenge)["match"])
    except (ValueError, LookupError, TypeError):
        return ""


def drop_contests(rows: Rows, work: UnitOfWork) -> None:
    """What hangs on contests goes with them."""
    for row in rows:
        work.write("drop_slot", slot=f"contest:{row['token']}")


def drop_daily_cards(rows: Rows, work: UnitOfWork) -> None:
    """What hangs on the cards of days goes with them: every group's card of a day is about as old."""
    for day in {row["day"] for row in rows}:
        work.write("drop_slot", slot=f"daily:{day}")
