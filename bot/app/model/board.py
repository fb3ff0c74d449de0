"""Games on a board: one message in one chat, the same for everybody there."""

from dataclasses import dataclass, replace
from typing import Self

from bot.app.messages import Chat
from bot.app.model.header import Header
from bot.game.ending import given_up
from bot.game.model import Game, Phase, Termination
from solver.variant import Code

FEWEST_SHARED = 3
"""A game that was given up before so many guesses has nothing to show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatGame(Header):
    """A game with one board in one chat. Everybody there may vote to end it."""

    chat: Chat
    proof: bool = False
    """Whether the proof of fair play is unfolded."""
    resigning: tuple[int, ...] = ()
    """The people, besides the starter, who vote to end it."""
    asks_to_resign: bool = False
    """Whether the board asks for confirmation before the game is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardGame(ChatGame):
    """A game about codes with one board in a chat."""

    game: Game
    keypad: bool = True
    """Whether the keypad is unfolded."""
    guessed_by: tuple[str, ...] = ()
    """The name of the player of each guess, in the order of the turns."""
    asked_again: Code | None = None
    """The repeated code that was pointed out; sent once more, it counts."""
    is_practice: bool = False
    """Whether it began from a position: it is not counted."""

    @property
    def mode_name(self) -> str:
        """The name of its mode."""
        return self.game.mode.name

    @property
    def is_worth_sharing(self) -> bool:
        """Whether the game is over, was played from its beginning, and was not given up before it had well begun."""
        if self.is_practice or self.game.phase is not Phase.OVER or self.game.outcome is None:
            return False
        fewest = FEWEST_SHARED if self.game.outcome.termination is Termination.RESIGNED else 1
        return len(self.game.turns) >= fewest

    def given_up_at(self, now: float) -> Self:
        """The game, given up at that time by its rules."""
        return replace(self, game=given_up(self.game), ended_at=now, asks_to_resign=False, proof=False)
