"""A game as the rules see it: what has been decided so far, and nothing that can be derived."""

from dataclasses import dataclass
from enum import Enum
from typing import NewType

from bot.game.modes import Mode
from solver.feedback import Feedback, History
from solver.variant import Code, Variant

Seat = NewType("Seat", int)
"""A place at the game, counted from 0. A group that plays together shares one."""


class Phase(Enum):
    """Where a game stands."""

    PLAYING = "playing"
    OVER = "over"


class Termination(Enum):
    """How a game came to its end."""

    SOLVED = "solved"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Turn:
    """A guess and the feedback it got."""

    seat: Seat
    guess: Code
    feedback: Feedback


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended, and who broke the code, if anybody did."""

    termination: Termination
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Game:
    """Everything decided so far. What can be derived is not stored."""

    variant: Variant
    mode: Mode
    secret: Code | None
    """What is to be broken; None where the looker may not see it."""
    turns: tuple[Turn, ...] = ()
    forfeit: Seat | None = None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it is played."""
        if self.forfeit is not None:
            return Outcome(Termination.RESIGNED, None)
        if self.turns and self.turns[-1].feedback.bulls == self.variant.length:
            return Outcome(Termination.SOLVED, self.turns[-1].seat)
        return None

    @property
    def phase(self) -> Phase:
        """Whether a move may still be made."""
        return Phase.PLAYING if self.outcome is None else Phase.OVER

    @property
    def history(self) -> History:
        """What a code breaker knows: every guess with its feedback, in order."""
        return tuple((turn.guess, turn.feedback) for turn in self.turns)
