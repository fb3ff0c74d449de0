"""What the players should hear of a move."""

from dataclasses import dataclass

from bot.game.model import Outcome, Turn


@dataclass(frozen=True, slots=True)
class SecretsReady:
    """Every secret is kept; play begins."""


@dataclass(frozen=True, slots=True)
class GuessAnswered:
    """A guess got its feedback."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has come to its end."""

    outcome: Outcome


Event = SecretsReady | GuessAnswered | GameOver
