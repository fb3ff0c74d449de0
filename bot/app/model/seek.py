"""A seek: somebody looks for a rival in the lobby."""

from dataclasses import dataclass
from typing import Protocol

from bot.app.model.record import Player
from bot.app.model.terms import Terms
from bot.game.pairing import Seeker
from bot.game.rating import START, Rating


@dataclass(frozen=True, slots=True)
class Seek:
    """Who looks since when, on which terms, and what was known of them when they began."""

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
    """It is a challenge to everybody: whoever likes may take it, however strong they are."""

    @property
    def id(self) -> str:
        """Tells this seek from any other, also of the same person."""
        return f"{self.person}:{self.since!r}"

    @property
    def player(self) -> Player:
        """What was known of them but for their rating."""
        return Player(self.person, self.name, None, self.finished, self.walked_out, self.last_rival)

    @property
    def strength(self) -> Rating:
        """The rating, and how uncertain it is."""
        return Rating(self.rating, self.deviation, START.volatility)

    @property
    def seeker(self) -> Seeker:
        """The seek as the rules of pairing see it."""
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
    """Whose seek it is."""
    return int(seek_id.partition(":")[0])


class Lobby(Protocol):
    """Who looks for a rival."""

    async def seek_of(self, person: int) -> Seek | None:
        """The person's seek, if they look for a rival."""

    async def rivals(self, seek: Seek) -> tuple[Seek, ...]:
        """The closest in rating of those who want the same, whom neither the last game nor a block parts from them.

        Nobody who plays as much as they may is among them.
        """

    async def listed(self, person: int, most: int, *, is_open: bool) -> tuple[Seek, ...]:
        """Of the challenges to everybody, or of all other seeks, the oldest that they may see and can be met."""

    async def waiting(self, most: int) -> int:
        """How many look for a rival; counted up to `most`."""

    def begin(self, seek: Seek) -> None:
        """From now on the person looks, and no longer as they did before."""

    def claim(self, seek: Seek) -> None:
        """The person looks no more. The work begins again if somebody else has claimed the seek meanwhile."""
