"""A seek: somebody looks for a rival in the lobby."""

from dataclasses import dataclass

from bot.app.terms import Terms
from bot.game.pairing import Seeker


@dataclass(frozen=True, slots=True)
class Seek:
    """Who looks since when, on which terms, and what counts for pairing as it was when they began."""

    person: int
    name: str
    terms: Terms
    rating: float
    deviation: float
    completion: float
    since: float
    last_rival: int = 0
    """0: none."""

    @property
    def id(self) -> str:
        """Tells this seek from any other, also of the same person."""
        return f"{self.person}:{self.since!r}"

    @property
    def seeker(self) -> Seeker:
        """The seek as the rules of pairing see it."""
        return Seeker(
            self.person,
            self.terms,
            self.rating,
            self.deviation,
            self.completion,
            self.since,
            self.last_rival or None,
        )


def person_of(seek_id: str) -> int:
    """Whose seek it is."""
    return int(seek_id.partition(":")[0])
