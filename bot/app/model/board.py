"""Games on a board: one message in one chat, which everybody there sees."""

from dataclasses import dataclass, replace
from typing import Self

from bot.app.messages import Chat
from bot.app.model.header import Header
from bot.game.ending import given_up
from bot.game.model import Game
from solver.variant import Code


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatGame(Header):
    """A game with one board in one chat. Everybody there may vote to end it."""

    chat: Chat
    proof: bool = False
    """Whether the proof of fair play is unfolded."""
    resigning: tuple[int, ...] = ()
    """Who, besides the starter, wants to end it."""
    asks_to_resign: bool = False
    """Whether the board asks if the game is to be given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardGame(ChatGame):
    """What all games about codes have whose one board stands in a chat."""

    game: Game
    keypad: bool = True
    """Whether the keypad is unfolded, where codes are tapped."""
    guessed_by: tuple[str, ...] = ()
    """The name of whoever made each guess, in the order of the turns."""
    asked_again: Code | None = None
    """The code that was pointed out as asked before; sent once more, it counts."""

    def given_up_at(self, now: float) -> Self:
        """The running game once it is over, given up at that time as its rules say."""
        return replace(self, game=given_up(self.game), ended_at=now, asks_to_resign=False, proof=False)
