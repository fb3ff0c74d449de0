"""A match from both sides: as it was played, and as it is stored."""

from dataclasses import dataclass

from faults.judging.match_rows import StoredMatch
from faults.judging.match_rules import result
from faults.players.match_model import COMPUTER, PlayedMatch

KEPT_NOT = "-"


@dataclass(frozen=True, slots=True)
class Sides:
    """A match as it was played and as it is stored."""

    played: PlayedMatch
    stored: StoredMatch

    def __str__(self) -> str:
        return f"{self.stored.mode} {self.stored.id} of {self.played.people}"

    @property
    def guessed(self) -> list[tuple[int, bool]]:
        """By whom each guess was, and whether it was the secret."""
        return [(by, guess == self.stored.secret_for(by)) for by, guess in self.stored.turns]

    @property
    def held(self) -> str:
        """The word that the bot, which has won, does not tell; empty if it tells all."""
        (loser,) = [person for person in self.stored.people if person != COMPUTER] if self.stored.number else [None]
        return "" if loser is None else self.stored.secret_for(loser)

    @property
    def winner(self) -> int | None:
        """Who has won, by the rules; None if nobody has."""
        ending = self.played.ending
        if ending is not None and ending.gave_away:
            return next(person for person in self.played.people if person != ending.person)
        broken = result(self.stored.mode, self.played.people, self.guessed)
        return broken.winner if broken is not None else None
