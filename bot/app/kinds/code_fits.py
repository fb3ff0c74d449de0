"""Whether a text can be meant for a game in which codes are guessed."""

from bot.app.code_text import code_in
from bot.app.intents import GUESS_LIKE, weighed_in
from bot.app.kinds.kind import Fit
from bot.app.model.board import BoardGame
from bot.app.reply_text import reply_in
from bot.app.request import Request
from solver.variant import Fault, InvalidCode


def code_fits(text: str, game: BoardGame, request: Request) -> Fit:
    """Whether a text can be a code: what has its shape, or its symbols and nearly its length."""
    if GUESS_LIKE.fullmatch(text) or weighed_in(text) is not None or reply_in(text) is not None:
        return Fit.PERHAPS
    try:
        code_in(text, game.game.variant, request.texts.language)
    except InvalidCode as error:
        return Fit.NEVER if error.fault in {Fault.UNKNOWN_SYMBOL, Fault.WRONG_LENGTH} else Fit.PERHAPS
    return Fit.PERHAPS
