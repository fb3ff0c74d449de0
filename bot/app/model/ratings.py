"""What is stored of a person beyond their games: ratings, reliability, results, and points of parties."""

from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.app.model.terms import Terms
from bot.game.daily import DAY
from bot.game.rating import DRAW, LOSS, START, WIN, Rating, after_pause

# Points of parties in groups.


@dataclass(frozen=True, slots=True)
class Score:
    """A person's points, and in how many games."""

    person: int
    name: str
    points: int
    games: int


class Points(Protocol):
    """Stored points."""

    async def scores(self, group: int, most: int) -> tuple[Score, ...]:
        """The scores of those with most points in the group, at most `most`, the best first."""

    async def score(self, group: int, person: int) -> Score | None:
        """The person's score in the group; None if they have none."""

    def add(self, group: int, person: int, name: str, won: int) -> None:
        """Add the points of a game that ends in this work."""


# What is stored of a person beyond their games: ratings, reliability and results.

FIRST_MONDAY = 4
"""Days from the beginning of 1970, a Thursday, to the first Monday."""
MOST_A_DAY = 5
"""The most rated games of the same two people within 24 hours; further ones do not count, to prevent collusion."""
TOO_OFTEN = "often"
"""The reason for an unrated match, as stored with it."""
CREDIT = 4
"""Games that everybody is credited as played to the end, so that one lost connection at first does not matter much."""


def week_of(at: float) -> int:
    """The number of the week of that time; weeks begin on Monday, UTC."""
    return int((at / DAY - FIRST_MONDAY) // 7)


@dataclass(frozen=True, slots=True)
class Player:
    """The record of somebody who has played others, or is about to."""

    person: int
    name: str = ""
    choice: Terms | None = None
    """The terms of their last challenge or search."""
    finished: int = 0
    """Matches played to the end; resigning counts as that."""
    walked_out: int = 0
    """Matches lost on time."""
    last_rival: int = 0
    """The rival of the last match of two; 0: none yet."""
    revision: int = field(default=0, compare=False)
    """The number of times it was saved when it was read."""

    @property
    def games(self) -> int:
        """The number of matches that have ended, without aborted ones."""
        return self.finished + self.walked_out

    @property
    def completion(self) -> float:
        """The share of games played to the end."""
        return self.finished / self.games if self.games else 1.0

    @property
    def faith(self) -> float:
        """The same with CREDIT, for pairing: the first few games weigh less."""
        return (self.finished + CREDIT) / (self.games + CREDIT)


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's rating in one family of variants, with counts of rated games."""

    person: int
    family: str
    rating: Rating = START
    """The rating after the last game."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    played_at: float = 0.0
    week: int = 0
    """The week of the last game, to which points and games belong."""
    week_points: float = 0.0
    week_games: int = 0
    revision: int = field(default=0, compare=False)
    """The number of times it was saved when it was read."""

    @property
    def games(self) -> int:
        """The number of rated games."""
        return self.wins + self.draws + self.losses

    def rating_at(self, now: float) -> Rating:
        """The rating after the days since the last game."""
        return after_pause(self.rating, (now - self.played_at) / DAY) if self.games else self.rating

    def after(self, score: float, rating: Rating, now: float) -> "Standing":
        """The standing after a game with this score and new rating."""
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
    """The result of a match for one of the two."""

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
    """The group in which it was played, if any."""
    ended_at: float


@dataclass(frozen=True, slots=True)
class Career:
    """The totals of a person's games of one family. `usual`: the mean number of guesses of those that broke a code."""

    family: str
    games: int
    usual: float | None
    best: float | None
    """The highest rating after any game."""


@dataclass(frozen=True, slots=True)
class Rivalry:
    """The results of two people, from the view of one."""

    name: str
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a table of the best."""

    name: str
    standing: Standing


class Ratings(Protocol):
    """Stored ratings and results. Reads show the state before this unit of work."""

    async def player(self, person: int) -> Player:
        """The person's record; an empty one for a stranger."""

    def keep_player(self, player: Player) -> None:
        """Save the record. The work begins again if another has saved it since it was read."""

    async def standing(self, person: int, family: str) -> Standing:
        """The person's rating in a family; a new player's where they have played no rated game."""

    def keep_standing(self, standing: Standing) -> None:
        """Save the rating. The work begins again if another has saved it since it was read."""

    def add(self, result: Result) -> None:
        """Store the result of a match for one of the two. The work begins again if it is stored already."""

    async def rated_games(self, person: int, rival: int, since: float) -> int:
        """The number of rated games that the two have ended since that time."""

    async def history(self, person: int, family: str, most: int) -> tuple[float, ...]:
        """The rating after each of the latest rated games, at most so many, in order."""

    async def careers(self, person: int, most: int) -> tuple[Career, ...]:
        """The person's results in the families that they have played most often, at most so many."""

    async def rivalries(self, person: int, most: int) -> tuple[Rivalry, ...]:
        """The rivals with whom they have played most often."""

    async def rivalry(self, person: int, rival: int) -> Rivalry | None:
        """How the two have played each other, as the person sees it; None: they have not."""

    async def best_of_week(self, family: str, week: int, most: int) -> tuple[Ranked, ...]:
        """The people with most points of the week, the best first."""

    async def best_of_all(self, family: str, most: int) -> tuple[Ranked, ...]:
        """The people with the highest ratings among those that are certain enough."""

    async def place(self, standing: Standing) -> int:
        """The place of that rating among them, counted from 1."""

    async def best_of_group(self, group: int, family: str, most: int) -> tuple[Ranked, ...]:
        """The people with the highest ratings among those who have played in the group."""

    async def best_of_rivals(self, person: int, family: str, most: int) -> tuple[Ranked, ...]:
        """The people with the highest ratings among the person and their rivals."""
