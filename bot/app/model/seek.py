"""Seeks: people who look for a rival in the lobby."""

from dataclasses import dataclass
from typing import Protocol

from bot.app.model.record import Player
from bot.app.model.terms import Terms
from bot.game.pairing import Seeker
from bot.game.rating import START, Rating


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
        )


def person_of(seek_id: str) -> int:
    """The person of the seek."""
    return int(seek_id.partition(":")[0])


class Lobby(Protocol):
    """Stored seeks."""

    async def seek_of(self, person: int) -> Seek | None:
        """The person's seek, if they look for a rival."""

    async def rivals(self, seek: Seek) -> tuple[Seek, ...]:
        """Seeks on the same terms closest in rating, without people with a block between them.

        People who play as many games as one may are left out.
        """

    async def load_listed(self, person: int, most: int, *, is_open: bool) -> tuple[Seek, ...]:
        """The oldest challenges to everybody, or the oldest other seeks, that the person may see and may accept."""

    async def waiting(self, most: int) -> int:
        """How many people look for a rival, counted up to `most`."""

    def begin(self, seek: Seek) -> None:
        """Put the seek in the place of the person's former one."""

    def claim(self, seek: Seek) -> None:
        """Delete the seek. The work begins again if another has claimed it meanwhile."""
