"""A seek: somebody looks for a rival in the lobby."""

from dataclasses import dataclass

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
