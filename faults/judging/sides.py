"""A match as played and as stored."""

from dataclasses import dataclass

from faults.judging.match_rows import StoredMatch
from faults.judging.match_rules import result
from faults.players.match_model import COMPUTER, PlayedMatch

KEPT_NOT = "-"


@dataclass(frozen=True, slots=True)
class Sides:
    """A match as its players know it, and as it is stored."""

    played: PlayedMatch
    stored: StoredMatch

    def __str__(self) -> str:
        return f"{self.stored.mode} {self.stored.id} of {self.played.people}"

    @property
    def guessed(self) -> list[tuple[int, bool]]:
        """Each guess's player, and whether it was the secret."""
        return [(by, guess == self.stored.secret_for(by)) for by, guess in self.stored.turns]

    @property
    def held(self) -> str:
        """The bot's secret that it has not shown after winning; empty if it has."""
        (loser,) = [person for person in self.stored.people if person != COMPUTER] if self.stored.number else [None]
        return "" if loser is None else self.stored.secret_for(loser)

    @property
    def winner(self) -> int | None:
        """The winner by the rules; None if nobody won."""
        ending = self.played.ending
        if ending is not None and ending.gave_away:
            return next(person for person in self.played.people if person != ending.person)
        broken = result(self.stored.mode, self.played.people, self.guessed)
        return broken.winner if broken is not None else None
