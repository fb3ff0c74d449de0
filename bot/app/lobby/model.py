"""Seeks: people who look for a rival in the lobby."""

from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.app.model.game import MATCHES
from bot.app.model.terms import Terms, terms_read, terms_written
from bot.app.ratings.model import Player
from bot.app.rows import Rows
from bot.game.daily import DAY
from bot.game.rating import ABORTS_COUNT, START, Rating, Seeker, pause_after


@dataclass(frozen=True, slots=True)
class Seek:
    """A seek: person, terms, begin, and the person's record at that time."""

    person: int
    name: str
    terms: Terms
    rating: float
    deviation: float
    finished: int
    walked_out: int
    since: float
    last_rival: int = 0
    """0: none."""
    is_open: bool = False
    """Whether it is an open challenge, which anybody may accept, of any rating."""
    paired_from: float = 0.0
    """Until that time the lobby pairs them with nobody, for they have aborted too many matches."""
    shown: int = 0
    """What they read of their search last, as a checksum; 0: nothing yet."""
    has_met: bool = False
    """Whether they are at a match with whoever looks, or one of the two has aborted one today."""

    @property
    def id(self) -> str:
        """Identifies this seek among all, also of the same person."""
        return f"{self.person}:{self.since!r}"

    @property
    def player(self) -> Player:
        """The person's record, without the rating."""
        return Player(self.person, self.name, None, self.finished, self.walked_out, self.last_rival)

    @property
    def strength(self) -> Rating:
        """The rating, with its deviation."""
        return Rating(self.rating, self.deviation, START.volatility)

    @property
    def seeker(self) -> Seeker:
        """The seek as input of the pairing rules."""
        return Seeker(
            self.person,
            self.terms,
            self.rating,
            self.deviation,
            self.player.faith,
            self.since,
            self.last_rival or None,
            self.paired_from,
            self.has_met,
        )


def person_of(seek_id: str) -> int:
    """The person of the seek."""
    return int(seek_id.partition(":")[0])


AS_THEY_ARE = ("name", "rating", "deviation", "finished", "walked_out", "since", "last_rival", "paired_from", "shown")
"""Columns with the names and values of fields of Seek."""


class Lobby(Rows):
    """Stored seeks."""

    async def seek_of(self, person: int) -> Seek | None:
        """The person's seek; None if they do not look for a rival."""
        row = await self.row("seek", person_id=person)
        return None if row["person_id"] is None else _seek(row)

    async def rivals(self, seek: Seek, now: float) -> tuple[Seek, ...]:
        """Seeks on the same terms closest in rating, without people with a block between them.

        People who play as many games as one may are left out.
        """
        key = {"person_id": seek.person, "full": MATCHES, "since_abort": now - DAY}
        rows = await self.rows("rivals", **key, wish=terms_written(seek.terms), rating=seek.rating)
        return tuple([replace(_seek(row), has_met=bool(row["has_met"])) for row in rows])

    async def load_listed(self, person: int, most: int) -> tuple[Seek, ...]:
        """The oldest challenges to everybody and the oldest other seeks, at most so many of each.

        Those that the person may see and may accept, who has waited longest first.
        """
        rows = await self.rows("listed_seeks", person_id=person, full=MATCHES, most=most)
        return tuple([_seek(row) for row in rows])

    async def waiting(self, most: int) -> int:
        """How many people look for a rival, counted up to `most`."""
        row = await self.row("waiting_count", most=most)
        return int(row["waiting"])

    def begin(self, seek: Seek) -> None:
        """Put the seek in the place of the person's former one."""
        columns = asdict(seek) | {"wish": terms_written(seek.terms), "is_open": int(seek.is_open)}
        columns["person_id"] = columns.pop("person")
        del columns["terms"], columns["has_met"]
        self.replace("begin_seek", "person_id", **columns)

    def note_abort(self, person: int, rival: int, at: float) -> None:
        """Store that the person has aborted a match with that rival before the first guess."""
        self.write("note_abort", person_id=person, rival_id=rival, aborted_at=at)

    async def paired_from(self, person: int, now: float) -> float:
        """From when on the lobby pairs the person, for all the matches that they have aborted lately."""
        row = await self.row("aborts_since", person_id=person, since=now - ABORTS_COUNT)
        return (row["latest"] or 0.0) + pause_after(row["aborts"]) if row["aborts"] else 0.0

    def claim(self, seek: Seek) -> None:
        """Delete the seek. The work begins again if another has claimed it meanwhile."""
        self.replace("drop_seek", "person_id", person_id=seek.person, since=seek.since)


def _seek(row: Any) -> Seek:
    return Seek(
        person=row["person_id"],
        terms=terms_read(row["wish"]),
        is_open=bool(row["is_open"]),
        **{name: row[name] for name in AS_THEY_ARE},
    )
