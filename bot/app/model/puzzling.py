"""What somebody has come to with puzzles, and the one that they have open; the ratings of puzzles that were tried."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Protocol

from bot.app.model.catalogue import CATALOGUE, Listed
from bot.game.rating import START, Rating


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """A puzzle that somebody is trying.

    `about`: its number in the catalogue; of one that a game came to, its kind and the payload of the position, with an
    underscore between. Links to it say the same.
    """

    about: str
    found: tuple[str, ...] = ()
    """Right answers that were given already, where it takes several."""
    is_rated: bool = False
    """Whether the answer will count: it is in the catalogue, tried for the first time, and without a hint so far."""
    is_hinted: bool = False
    played_at: float = 0.0
    """When the game was begun that came to it; 0: it is not from a game of theirs."""

    @property
    def listed(self) -> Listed | None:
        """Its place in the catalogue, if it has one."""
        return CATALOGUE.numbered(int(self.about)) if self.about.isdecimal() else None

    @property
    def kind(self) -> str:
        """Of one that a game came to, its kind."""
        return self.about.partition("_")[0]

    @property
    def payload(self) -> str:
        """Of one that a game came to, its position, as links to positions write it."""
        return self.about.partition("_")[2]

    @property
    def tag(self) -> str:
        """What its buttons call it."""
        return self.about if self.about.isdecimal() else f"x{sha256(self.about.encode()).hexdigest()[:8]}"


@dataclass(frozen=True, slots=True)
class Puzzler:
    """Somebody who tries puzzles. `tried`: the numbers of those that they have begun to answer, as bits."""

    person: int
    rating: Rating = START
    rated_at: float | None = None
    tried: int = 0
    right: int = 0
    """So many rated answers were right."""
    rated: int = 0
    """So many answers were rated."""
    open: OpenPuzzle | None = None
    looked_back: float = 0.0
    """Games of theirs that were begun up to then have been looked at for mistakes."""
    revision: int = 0

    def has_tried(self, number: int) -> bool:
        """Whether they have begun to answer that puzzle, or taken a hint there."""
        return bool(self.tried >> number & 1)

    def with_tried(self, number: int) -> "Puzzler":
        """The same, once they have."""
        return replace(self, tried=self.tried | 1 << number)


@dataclass(frozen=True, slots=True)
class TriedPuzzle:
    """The rating of a puzzle of the catalogue. `revision` 0: nobody has tried it."""

    number: int
    rating: Rating
    revision: int = 0


class Puzzles(Protocol):
    """Stored puzzlers, and ratings of puzzles."""

    async def puzzler(self, person: int) -> Puzzler:
        """What the person has come to; at the beginning, where nothing is stored."""

    def keep_puzzler(self, puzzler: Puzzler) -> None:
        """Keep it. The work begins again if another has kept it since it was read."""

    async def rated(self, listed: Sequence[Listed]) -> tuple[TriedPuzzle, ...]:
        """Their ratings, in this order: the first ones, where nobody has tried them."""

    def keep_rating(self, puzzle: TriedPuzzle) -> None:
        """Keep it. The work begins again if another has kept it since it was read."""
