"""What is kept of a person beyond their games: how strong they are, whether they stay, and how each game ended."""

from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.app.model.terms import Terms
from bot.game.rating import DRAW, LOSS, START, WIN, Rating, after_pause

DAY = 86_400.0
FIRST_MONDAY = 4
"""Days from the beginning of 1970, a Thursday, to the first Monday."""
MOST_A_DAY = 5
"""Rated games of the same two people within 24 hours; further ones do not count, lest points be handed over."""
TOO_OFTEN = "often"
"""Why a match was not rated, as it stands there."""
CREDIT = 4
"""Games that everybody is taken to have played to the end before their first: one mishap is no habit."""


def week_of(at: float) -> int:
    """Which week a moment belongs to; weeks begin on Monday, in universal time."""
    return int((at / DAY - FIRST_MONDAY) // 7)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who has played with others, or is about to."""

    person: int
    name: str = ""
    choice: Terms | None = None
    """The terms of their last challenge or search."""
    finished: int = 0
    """Games with others that they played to the end; who resigns has."""
    walked_out: int = 0
    """Games that they let the clock end."""
    last_rival: int = 0
    """The other in the last match of two that began; 0: none yet."""
    revision: int = field(default=0, compare=False)
    """How often it had been saved when we read it."""

    @property
    def games(self) -> int:
        """All that have ended, but for aborted ones."""
        return self.finished + self.walked_out

    @property
    def completion(self) -> float:
        """The share of their games that they played to the end."""
        return self.finished / self.games if self.games else 1.0

    @property
    def faith(self) -> float:
        """The same as pairing sees it: the first few games weigh less."""
        return (self.finished + CREDIT) / (self.games + CREDIT)


@dataclass(frozen=True, slots=True)
class Standing:
    """How strong somebody is in one family of variants, and the rated games that told so."""

    person: int
    family: str
    rating: Rating = START
    """As it was after the last game."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    played_at: float = 0.0
    week: int = 0
    """The week of the last game, and what they have won in it."""
    week_points: float = 0.0
    week_games: int = 0
    revision: int = field(default=0, compare=False)
    """How often it had been saved when we read it."""

    @property
    def games(self) -> int:
        """How many rated games there were."""
        return self.wins + self.draws + self.losses

    def rating_at(self, now: float) -> Rating:
        """The rating after the days since the last game."""
        return after_pause(self.rating, (now - self.played_at) / DAY) if self.games else self.rating

    def after(self, score: float, rating: Rating, now: float) -> "Standing":
        """The standing once a game has brought this score and this rating."""
        week = week_of(now)
        points, games = (self.week_points, self.week_games) if week == self.week else (0.0, 0)
        return replace(
            self,
            rating=rating,
            wins=self.wins + (score == WIN),
            draws=self.draws + (score == DRAW),
            losses=self.losses + (score == LOSS),
            played_at=now,
            week=week,
            week_points=points + score,
            week_games=games + 1,
        )


@dataclass(frozen=True, slots=True)
class Result:
    """How a match between two ended for one of them."""

    match: str
    person: int
    rival: int
    rival_name: str
    family: str
    is_rated: bool
    score: float
    rating: Rating
    """After the game."""
    guesses: int
    has_solved: bool
    group: int | None
    """The group that saw it, if any."""
    ended_at: float


@dataclass(frozen=True, slots=True)
class Career:
    """What all of somebody's games of one family come to. `usual`: guesses that broke a code, on average."""

    family: str
    games: int
    usual: float | None
    best: float | None
    """The highest rating after any game."""


@dataclass(frozen=True, slots=True)
class Rivalry:
    """The games of two people, as one of them sees them."""

    name: str
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a table of the best."""

    name: str
    standing: Standing


class Ratings(Protocol):
    """How strong people are, and how their games ended. A read tells what stood there before the work began."""

    async def player(self, person: int) -> Player:
        """What is known of the person; nothing of a stranger."""

    def keep_player(self, player: Player) -> None:
        """Keep what is known of them. The work begins again if somebody else has done so meanwhile."""

    async def standing(self, person: int, family: str) -> Standing:
        """How strong they are in a family; a beginner where they have played no rated game."""

    def keep_standing(self, standing: Standing) -> None:
        """Keep how strong they are. The work begins again if somebody else has done so meanwhile."""

    def add(self, result: Result) -> None:
        """Keep how a match ended for one of the two. The work begins again if that is known already."""

    async def rated_games(self, person: int, rival: int, since: float) -> int:
        """How many rated games the two have ended since then."""

    async def history(self, person: int, family: str, most: int) -> tuple[float, ...]:
        """The rating after each of so many latest rated games, in order."""

    async def careers(self, person: int, most: int) -> tuple[Career, ...]:
        """What their games come to, of so many families that they have played most often."""

    async def rivalries(self, person: int, most: int) -> tuple[Rivalry, ...]:
        """Those with whom they have played most often."""

    async def best_of_week(self, family: str, week: int, most: int) -> tuple[Ranked, ...]:
        """Who has won most in the week."""

    async def best_of_all(self, family: str, most: int) -> tuple[Ranked, ...]:
        """Whose rating is highest, of those whose rating is certain enough."""

    async def place(self, standing: Standing) -> int:
        """Which place that makes among them, counted from 1."""

    async def best_of_group(self, group: int, family: str, most: int) -> tuple[Ranked, ...]:
        """Whose rating is highest, of those whom the group has seen play."""

    async def best_of_rivals(self, person: int, family: str, most: int) -> tuple[Ranked, ...]:
        """Whose rating is highest, of the person and those who have played with them."""
