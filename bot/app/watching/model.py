"""Who watches matches: what is kept of each, how often which sign was given, and which match is the strongest."""

from dataclasses import dataclass
from typing import Any

from bot.app.model.chats import Preferences, preferences_read
from bot.app.rows import Rows

WATCHED = "watched"
"""The kind of job that shows a match to those who watch it, from those behind the person on that its turn names."""
LIVE = 100
"""So many are shown each move; whoever comes later looks again by a button. A few more may be, who come at once."""
PART = 100
"""So many are shown it in one transaction; a job goes on."""
EVERY = 3.0
"""Seconds between two jobs that show the same match."""
SIGNS = 6
"""So many signs may be given, each counted for itself."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who is shown a match, or was, and what their chat prefers."""

    person: int
    is_live: bool
    known: Preferences


@dataclass(frozen=True, slots=True)
class Seen:
    """What is kept of somebody at a match: whether they are shown each move, and the sign that they have given."""

    is_live: bool
    sign: str
    is_full: bool
    """Whether as many are shown each move as there may be."""


class Watching(Rows):
    """Those who watch matches, as they are stored."""

    def begin(self, match: str, strength: float) -> None:
        """Others may watch that match from now on."""
        self.write("begin_crowd", game_id=match, strength=strength)

    def end(self, match: str) -> None:
        """The match is over: it is no top game any more, and takes no signs."""
        self.write("drop_crowd", game_id=match)

    async def strongest(self, person: int, most: int) -> tuple[str, ...]:
        """The matches that run and may be watched, the person's own left out; the strongest first, at most so many."""
        return tuple([row["game_id"] for row in await self.rows("strongest", person_id=person, most=most)])

    async def applause(self, match: str) -> tuple[int, ...]:
        """How often each sign was given; empty: none was."""
        row = await self.row("applause", game_id=match)
        counts = tuple(row[f"sign_{place}"] or 0 for place in range(SIGNS))
        return counts if any(counts) else ()

    def cheer(self, match: str, place: int) -> None:
        """One more has given the sign of that place."""
        self.write("cheer", game_id=match, place=place)

    async def seen(self, match: str, person: int) -> Seen:
        """What is kept of the person at that match."""
        row = await self.row("watcher", game_id=match, person_id=person, most=LIVE)
        return Seen(bool(row["is_live"]), row["sign"] or "", row["live"] >= LIVE)

    def keep(self, match: str, person: int, *, is_live: bool, sign: str) -> None:
        """Keep it."""
        self.write("keep_watcher", game_id=match, person_id=person, is_live=int(is_live), sign=sign)

    def watch_no_other(self, match: str, person: int) -> None:
        """The person is shown the moves of no other match any more; of none at all where it is empty."""
        self.write("watch_no_other", game_id=match, person_id=person)

    def drop(self, match: str, person: int) -> None:
        """Forget that the person has watched that match."""
        self.write("drop_watcher", game_id=match, person_id=person)

    async def part(self, match: str, after: int, *, with_others: bool) -> tuple[Watcher, ...]:
        """The next of those who are shown each move, by their ids; `with_others`: then of all of whom a row is kept."""
        key = {"game_id": match, "least": 0 if with_others else 1, "after": after, "most": PART}
        return tuple([_watcher(row) for row in await self.rows("watchers", **key)])


def _watcher(row: Any) -> Watcher:
    return Watcher(row["person_id"], bool(row["is_live"]), preferences_read(row))
