"""The statements that write: in which order they are executed, and what they lock."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from bot.app.model.tables import DROPPED, MOVES_ALONG
from bot.app.rows import Row, Writes

WRITES: dict[str, tuple[str, ...]] = {
    "remember_update": (),
    "keep": (),
    "keep_failed_update": (),
    "keep_failed_message": (),
    "note_move": (),
    "rename_chat": (),
    "rename_games": (),
    "forget_retirements": (),
    "rename_outbox": (),
    **{f"rename_{table}": () for table in MOVES_ALONG},
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
    "note_abort": (),
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
    "drop_daily_guest": (),
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
    "begin_crowd": (),
    "cheer": (),
    "drop_crowd": (),
    "watch_no_other": (),
    "keep_watcher": (),
    "drop_watcher": (),
    "drop_watchers": (),
    "keep_last_options": (),
    "keep_prompt": (),
    "drop_prompt": (),
    "adopt_message": (),
    "occupy_slot": (),
    "drop_slot": (),
    "drop_card": (),
    "drop_item": (),
    "drop_screens": (),
    "drop_items_to": (),
    "note_stripped": (),
    "drop_stripped": (),
    **{f"drop_{table}_of": () for table in DROPPED},
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


@dataclass(frozen=True, slots=True)
class Shared:
    """A statement with the rows of many units of work. `keys`: as in WRITES."""

    statement: str
    keys: tuple[str, ...]
    rows: list[Row]

    @property
    def least(self) -> int:
        """So many rows of the table it must hit."""
        return len(self.rows) if self.keys else 0


def locked(writes: Writes) -> set[tuple[Any, ...]]:
    """What identifies the rows that must be as they were read: the statement, and the values of its key."""
    return {
        (statement, *(row[key] for key in WRITES[statement]))
        for statement in writes.used()
        if WRITES[statement] and statement not in COUNTERS
        for row in writes.rows(statement)
    }


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
