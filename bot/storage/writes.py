"""The writes of a unit of work: buffered, and made together with those of others."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from prometheus_client import Counter

from bot.storage.personal import SIMPLY_DROPPED

Row = dict[str, Any]

WRITES: dict[str, tuple[str, ...]] = {
    "remember_update": (),
    "keep": (),
    "keep_failed_update": (),
    "keep_failed_message": (),
    "note_move": (),
    "rename_chat": (),
    "rename_games": (),
    "rename_last_options": (),
    "forget_retirements": (),
    "rename_outbox": (),
    "rename_long_jobs": (),
    **dict.fromkeys(("rename_daily_cards", "rename_daily_posts"), ()),
    "rename_cards": (),
    "forget_slots": (),
    "release_username": (),
    "prefer": (),
    "mark_unreachable": (),
    "save_game": ("game_id",),
    "rewrite_game": ("game_id",),
    "drop_game": ("game_id",),
    "keep_played": (),
    "keep_player": (),
    "rewrite_line": (),
    "drop_player": (),
    "drop_line": (),
    "master": (),
    "save_puzzler": ("person_id",),
    "save_puzzle": ("number",),
    "bind_card": (),
    "save_challenge": ("token",),
    "rewrite_challenge": ("token",),
    "save_contest": ("token",),
    "rewrite_contest": ("token",),
    "put_entry": (),
    "drop_entry": (),
    "drop_seek": ("person_id",),
    "begin_seek": (),
    "save_player": ("person_id",),
    "save_ledger": ("person_id",),
    "save_rating": ("person_id", "family"),
    "drop_rating": (),
    "count_rated": ("family", "band", "shard"),
    "put_result": ("game_id", "person_id"),
    "count_in_career": ("person_id", "family"),
    "count_rivalry": ("person_id", "rival_id"),
    "leave_result": (),
    "drop_result": (),
    "leave_rivalry": (),
    "drop_rivalry": (),
    "note_regular": ("group_id", "person_id"),
    "count_points": ("group_id", "person_id"),
    "begin_daily": (),
    "end_daily": (),
    "weigh_daily": (),
    "count_daily": ("day", "hinted", "guesses", "lost"),
    "save_daily_player": (),
    "foresee_daily": (),
    "befriend": (),
    "pardon": (),
    "put_daily_card": (),
    "add_daily_guest": (),
    "count_daily_guest": (),
    "place_daily_guest": (),
    **dict.fromkeys(("begin_daily_post", "note_daily_post", "end_daily_post"), ()),
    "save_reminder": (),
    "drop_reminder": (),
    "note_outage": (),
    "note_serving": (),
    "say": (),
    "listen": (),
    "stop_listening": (),
    "leave_rooms": (),
    "save_room": ("stream",),
    "save_learner": ("person_id",),
    "mute": (),
    "unmute": (),
    "block": (),
    "unblock": (),
    "report": (),
    "switch_off": ("name",),
    "ban": (),
    "unban": (),
    "drop_reports_about": (),
    "put_feedback": (),
    "drop_feedback": (),
    "note_deed": (),
    "drop_failed_update": (),
    "drop_failed_message": (),
    "save_broadcast": ("broadcast_id",),
    "leave_reports": (),
    "drop_reports": (),
    "seat": (),
    "leave_seat": (),
    "focus_on": (),
    "put_job": (),
    "postpone_job": (),
    "drop_job": (),
    "drop_long_job": (),
    "put_long_job": ("person_id", "subject"),
    "keep_draft": (),
    "drop_draft": (),
    "drop_drafts": (),
    "drop_seats": (),
    "keep_last_options": (),
    "keep_prompt": (),
    "drop_prompt": (),
    "count_below": (),
    "adopt_message": (),
    "occupy_slot": (),
    "drop_slot": (),
    "drop_card": (),
    "drop_item": (),
    "drop_screens": (),
    "drop_items_to": (),
    "note_stripped": (),
    "drop_stripped": (),
    **{f"drop_{table}_of": () for table in SIMPLY_DROPPED},
    "forget_rival": (),
    "forget_rival_sought": (),
    "drop_failures": (),
    "note_forgotten": (),
    "put_item": (),
}
"""Every buffered statement, in the order in which they are executed.

With the columns of its key, where every row must be hit: a row that is not was changed by another since it was read,
and the unit of work that wrote it begins again. Such rows are locked in the order of these columns by every replica.
"""

COUNTERS = frozenset({"count_rated", "count_in_career", "count_rivalry", "note_regular", "count_points", "count_daily"})
"""Those that add to a row whatever it holds by then: several units may do so in one transaction."""


class UnknownWrite(LookupError):
    """A statement that is not in WRITES: a bug of ours."""


@dataclass(frozen=True, slots=True)
class Shared:
    """A statement with the rows of many units of work. `keys`: as in WRITES."""

    statement: str
    keys: tuple[str, ...]
    rows: list[Row]


class Writes:
    """The buffered rows of each statement."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {}
        self._counters: list[Counter] = []

    def add(self, statement: str, **values: Any) -> None:
        """Add a row. Raises UnknownWrite."""
        self._known(statement).append(values)

    def replace(self, statement: str, key: str, **values: Any) -> None:
        """Put the row in the place of an earlier one with the same key. Raises UnknownWrite."""
        rows = self._known(statement)
        rows[:] = [row for row in rows if row[key] != values[key]]
        rows.append(values)

    def count(self, counter: Counter) -> None:
        """Let the metric go up by one once the writes are committed."""
        self._counters.append(counter)

    def note_commit(self) -> None:
        """The writes are committed: count what was to be counted."""
        for counter in self._counters:
            counter.inc()

    def rows(self, statement: str) -> Sequence[Row]:
        """The rows of one statement, in the order in which they were added."""
        return self._rows.get(statement, ())

    def used(self) -> Collection[str]:
        """The statements that have rows."""
        return self._rows.keys()

    def keys(self) -> set[tuple[Any, ...]]:
        """What identifies the rows that must be as they were read: the statement, and the values of its key."""
        return {
            (statement, *(row[key] for key in WRITES[statement]))
            for statement, rows in self._rows.items()
            if WRITES[statement] and statement not in COUNTERS
            for row in rows
        }

    def _known(self, statement: str) -> list[Row]:
        """The list of rows of a statement.

        Raises UnknownWrite, since a row outside of WRITES would be lost silently.
        """
        if statement not in WRITES:
            raise UnknownWrite(f"{statement} has no place in WRITES")
        return self._rows.setdefault(statement, [])


def shared_writes(units: Sequence[Writes]) -> list[Shared]:
    """All rows of these units, statement by statement, in the order of WRITES."""
    used = {statement for writes in units for statement in writes.used()}
    return [
        Shared(statement, keys, in_order_of_keys((row for writes in units for row in writes.rows(statement)), keys))
        for statement, keys in WRITES.items()
        if statement in used
    ]


def in_order_of_keys(rows: Iterable[Row], keys: tuple[str, ...]) -> list[Row]:
    """The rows in the order in which every replica locks them, so that none waits for another that waits for it."""
    return sorted(rows, key=itemgetter(*keys)) if keys else list(rows)
