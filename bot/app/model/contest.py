"""A contest: friends break the secret of a game that is over, each in their own time, and see who did best."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.game.model import Game, Seat


@dataclass(frozen=True, slots=True)
class Target:
    """What a game is measured by: somebody's own game with the same secret."""

    token: str
    """The contest's."""
    name: str
    guesses: int
    solved: bool
    """False: they gave up after so many guesses."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One go at the secret."""

    person: int
    name: str
    table: str
    began_at: float
    ended_at: float | None = None
    game: Game | None = None
    """None while it is played."""
    hints: int = 0

    @property
    def seconds(self) -> float:
        """How long it took."""
        return max(0.0, (self.ended_at or self.began_at) - self.began_at)

    @property
    def has_solved(self) -> bool:
        """Whether they broke the secret."""
        return self.game is not None and self.game.has_solved(Seat(0))

    @property
    def guesses(self) -> int:
        """How many it took."""
        return len(self.game.turns) if self.game else 0


@dataclass(frozen=True, slots=True)
class Contest:
    """Somebody's finished game, for friends to do better."""

    token: str
    """128 random bits; whoever holds it may take part."""
    first: Entry
    """The game that it is all about."""
    salt: str
    """Of that game's secret, and so of everybody's: all see the same fingerprint."""
    insiders: tuple[int, ...]
    """Who has seen the secret without an entry of their own; the first of them is told how it goes."""
    begun: int = 0
    ended: int = 0
    """How many friends have begun, and how many of these have finished."""
    revision: int = field(default=0, compare=False)
    """How often it had been saved when we read it."""

    @property
    def game(self) -> Game:
        """The game that it is all about."""
        if self.first.game is None:
            raise ValueError("a contest is about a game that is over")
        return self.first.game

    @property
    def target(self) -> Target:
        """What a friend has to do better."""
        return Target(self.token, self.first.name, self.first.guesses, self.first.has_solved)

    @property
    def is_settled(self) -> bool:
        """Whether all who have begun have finished: then nobody can learn anything from what others guessed."""
        return self.begun == self.ended


@dataclass(frozen=True, slots=True)
class Standings:
    """A contest as it stands."""

    contest: Contest
    best: tuple[Entry, ...]
    """Some of those that are over, with that of whoever looks; the best first."""
    playing: tuple[Entry, ...]
    """Some that are not."""

    def with_entry(self, entry: Entry) -> "Standings":
        """The same with this one among them."""
        best = tuple(other for other in self.best if other.table != entry.table)
        playing = tuple(other for other in self.playing if other.table != entry.table)
        if entry.game is None:
            return replace(self, best=best, playing=(*playing, entry))
        return replace(self, best=ranked((*best, entry)), playing=playing)


def ranked(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The best first: fewer guesses, then less time; whoever gave up comes after those who did not."""
    return tuple(sorted(entries, key=lambda entry: (not entry.has_solved, entry.guesses, entry.seconds)))


class Contests(Protocol):
    """The contests, and who takes part."""

    async def load(self, token: str) -> Contest | None:
        """The contest of that token."""

    async def about(self, table: str) -> Contest | None:
        """The contest that this game has led to."""

    async def entry(self, token: str, person: int) -> Entry | None:
        """The person's go."""

    async def standings(self, contest: Contest, most: int) -> Standings:
        """How it stands, with so many of the best and of those who still play."""

    async def latest(self, token: str, most: int) -> tuple[str, ...]:
        """The tables of so many who have finished, the latest first."""

    def save(self, contest: Contest) -> None:
        """Keep the contest. The work begins again if somebody else has saved it meanwhile."""

    def enter(self, contest: Contest, entry: Entry) -> None:
        """Keep somebody's go; the contest is to be saved with it."""
