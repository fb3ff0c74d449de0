"""What the same buttons do on every board: the keypad and the proof are unfolded, the game is ended."""

from dataclasses import replace
from typing import TypeVar

from bot.app.kinds.kind import GivesUp
from bot.app.kinds.outcome import Outcome, strip_buttons
from bot.app.kinds.vote import ask_first, vote
from bot.app.model.board import BoardGame
from bot.app.request import Request
from bot.app.screens.end_buttons import EndPage
from bot.app.verbs import OnBoard

B = TypeVar("B", bound=BoardGame)


async def press_board(verb: OnBoard, game: B, give_up: GivesUp[B], request: Request) -> Outcome[B]:
    """Carry out a press on such a button. `give_up`: how games of this kind are given up."""
    match verb:
        case OnBoard.KEYPAD:
            return Outcome(replace(game, keypad=True))
        case OnBoard.PROOF:
            return Outcome(replace(game, proof=not game.proof), page=EndPage.REVIEW)
        case OnBoard.KEEP:
            return Outcome(_kept(game))
        case OnBoard.RESIGN:
            return await ask_to_resign(game, give_up, request)
        case OnBoard.GIVE_UP:
            return await resign(game, give_up, request)
        case _:
            return strip_buttons(game, request)


async def ask_to_resign(game: B, give_up: GivesUp[B], request: Request) -> Outcome[B]:
    """A slip of the finger must not end a game. Where two must agree, or nothing has been asked, it does not."""
    return ask_first(game, request, has_begun=bool(game.game.turns)) or await resign(game, give_up, request)


async def resign_by_command(game: B, give_up: GivesUp[B], request: Request) -> Outcome[B]:
    """Give the game up, if those who must agree do: once a guess was made it is asked first, and then agreed to."""
    if game.asks_to_resign:
        return await resign(game, give_up, request)
    return await ask_to_resign(game, give_up, request)


async def keep(game: B, request: Request) -> Outcome[B] | None:  # noqa: ARG001  whoever says so
    """The game goes on, if the board asks whether to give it up."""
    return Outcome(_kept(game)) if game.asks_to_resign else None


def _kept(game: B) -> B:
    return replace(game, asks_to_resign=False, resigning=())


async def resign(game: B, give_up: GivesUp[B], request: Request) -> Outcome[B]:
    """Give the game up, if those who must agree do."""
    return vote(game, request) or await give_up(game, request)
