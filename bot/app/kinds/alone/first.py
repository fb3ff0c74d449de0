"""Somebody's first board, and their first replies, which are explained."""

from dataclasses import replace

from bot.app.kinds.alone.model import Alone
from bot.app.kinds.beginning import play
from bot.app.kinds.outcome import Outcome
from bot.app.model.header import Header
from bot.app.model.options import GameOptions
from bot.app.request import Request


async def begin_first(request: Request) -> Outcome[Header]:
    """The classic game, whose board says all that a newcomer needs; the same one again until they guess."""
    outcome = await play(GameOptions(), request)
    game = outcome.game
    if not isinstance(game, Alone) or game.explains:
        return outcome
    return replace(outcome, game=replace(game, explains=True), changed=True)


def reply_explained(game: Alone, request: Request) -> Alone:
    """The game after a reply, which is explained if it is one of the first ones that the person has ever had here.

    Where the bot keeps no secret, no reply says anything of one.
    """
    left = request.preferences.unexplained or 0
    if request.chat.is_group or not left or not game.game.mode.has_secret:
        return replace(game, explains=False)
    request.prefers(replace(request.preferences, unexplained=left - 1))
    return replace(game, explains=True)
