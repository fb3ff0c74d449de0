"""Contests: friends break the secret of a game that is over, each in their own time."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.game.model import Game, Seat


@dataclass(frozen=True, slots=True)
class Target:
    """The game to beat: somebody's own game with the same secret."""

    token: str
    """The contest's token."""
    name: str
    guesses: int
    solved: bool
    """False: they gave up after that many guesses."""
    hints: int = 0
    """How many hints they took."""
    no_hints: bool = False
    """Whether whoever tries has none."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A participant's game."""

    person: int
    name: str
    game_id: str
    began_at: float
    ended_at: float | None = None
    game: Game | None = None
    """None while it is played."""
    hints: int = 0

    @property
    def seconds(self) -> float:
        """The duration in seconds."""
        return max(0.0, (self.ended_at or self.began_at) - self.began_at)

    @property
    def has_solved(self) -> bool:
        """Whether they broke the secret."""
        return self.game is not None and self.game.has_solved(Seat(0))

    @property
    def guesses(self) -> int:
        """The number of guesses."""
        return len(self.game.turns) if self.game else 0


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest about somebody's finished game."""

    token: str
    """128 random bits; whoever holds it may take part."""
    first: Entry
    """The game whose secret all break."""
    salt: str
    """The salt of that game's secret, and so of everybody's: all see the same fingerprint."""
    insiders: tuple[int, ...]
    """People who have seen the secret without an entry of their own; the first of them is told the results."""
    begun: int = 0
    ended: int = 0
    """The numbers of friends who have begun, and who have finished."""
    no_hints: bool = False
    """Whether those who try have no hints."""
    revision: int = field(default=0, compare=False)
    """The number of times it was saved when it was read."""

    @property
    def game(self) -> Game:
        """The game whose secret all break."""
        if self.first.game is None:
            raise ValueError("a contest is about a game that is over")
        return self.first.game

    @property
    def target(self) -> Target:
        """The result to beat."""
        first = self.first
        return Target(self.token, first.name, first.guesses, first.has_solved, first.hints, self.no_hints)

    def is_open_to(self, person: int) -> bool:
        """Whether the person may still set its terms: whoever offered it first, until somebody has begun."""
        return not self.begun and person == self.insiders[0]

    @property
    def is_settled(self) -> bool:
        """Whether all who have begun have finished: then guesses help nobody."""
        return self.begun == self.ended


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a contest."""

    contest: Contest
    best: tuple[Entry, ...]
    """Some finished entries, with the viewer's, the best first."""
    playing: tuple[Entry, ...]
    """Some unfinished entries."""

    def with_entry(self, entry: Entry) -> "Standings":
        """The standings with this entry."""
        best = tuple(other for other in self.best if other.game_id != entry.game_id)
        playing = tuple(other for other in self.playing if other.game_id != entry.game_id)
        if entry.game is None:
            return replace(self, best=best, playing=(*playing, entry))
        return replace(self, best=ranking((*best, entry)), playing=playing)


def ranking(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries, the best first: by fewer guesses, then less time; those who gave up come last."""
    return tuple(sorted(entries, key=lambda entry: (not entry.has_solved, entry.guesses, entry.seconds)))


class Contests(Protocol):
    """Stored contests and their entries."""

    async def load(self, token: str) -> Contest | None:
        """The contest of that token."""

    async def about(self, table: str) -> Contest | None:
        """The contest with that game as its first."""

    async def entry(self, token: str, person: int) -> Entry | None:
        """The person's entry."""

    async def standings(self, contest: Contest, most: int) -> Standings:
        """The standings, with at most so many of the best and of those who still play."""

    async def latest(self, token: str, most: int) -> tuple[str, ...]:
        """The games of the people who finished last, at most so many, the latest first."""

    def save(self, contest: Contest) -> None:
        """Save the contest. The work begins again if another has saved it since it was read."""

    def enter(self, contest: Contest, entry: Entry) -> None:
        """Save an entry; the contest must be saved with it."""
