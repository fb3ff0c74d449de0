"""Presses on the board on which the bot breaks a person's secret."""

from dataclasses import replace

from bot.app.buttons import GamePress, GameVerb
from bot.app.kinds.beginning import play
from bot.app.kinds.keeper.ending import ask_to_end, end_with, reopen
from bot.app.kinds.keeper.model import Keeper, is_keeper
from bot.app.kinds.keeper.replies import believe, choose_turn, go_on, press_reply
from bot.app.kinds.kind import Rule
from bot.app.kinds.outcome import Outcome, unchanged
from bot.app.model.header import Header
from bot.app.model.options import GameOptions
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.verbs import OnBoard, OnThink

OF_ANYBODY = {OnBoard.KEEP, OnThink.STOP, OnBoard.AGAIN, OnThink.SWAP}
"""What others in a group may press as well: if whoever keeps the secret has left, two of them end the game together."""
RULES: dict[GameVerb, Rule] = {
    OnThink.REPLY: Rule(bound=True),
    OnThink.BELIEVE: Rule(),
    OnThink.FIX: Rule(),
    OnThink.BACK: Rule(),
    OnThink.THOUGHTS: Rule(),
    OnThink.STOP: Rule(),
    OnThink.NEVER_MIND: Rule(),
    OnThink.UNTOLD: Rule(),
    OnThink.REOPEN: Rule(over=True, bound=True),
    OnThink.SWAP: Rule(over=True),
    OnBoard.AGAIN: Rule(on=False, over=True),
    OnBoard.RESIGN: Rule(bound=True),
    OnBoard.KEEP: Rule(),
}


async def press_button(press: GamePress, game: Keeper, request: Request) -> Outcome[Header]:
    """Carry out a press, by whoever keeps the secret."""
    if not is_keeper(game, request) and press.verb not in OF_ANYBODY:
        return unchanged(game, Answer(request.texts.plain("alert.not-the-keeper"), alert=True))
    match press.verb:
        case OnThink.REPLY | OnThink.BELIEVE | OnThink.FIX | OnThink.BACK | OnThink.NEVER_MIND as verb:
            return await _reply(verb, press.argument, game, request)
        case OnThink.THOUGHTS:
            breaker = game.breaker
            return Outcome(replace(game, breaker=replace(breaker, thinks_aloud=not breaker.thinks_aloud)))
        case OnThink.STOP | OnBoard.RESIGN:
            return await ask_to_end(game, request)
        case OnThink.UNTOLD:
            return end_with(None, game, request)
        case OnThink.REOPEN:
            return reopen(game, request)
        case OnBoard.AGAIN | OnThink.SWAP:
            swapped = GameOptions(variant=game.game.variant.name)
            return await play(game.options if press.verb is OnBoard.AGAIN else swapped, request)
        case _:
            return Outcome(replace(game, asks_to_resign=False, resigning=()))


async def _reply(verb: OnThink, argument: str, game: Keeper, request: Request) -> Outcome[Keeper]:
    """Carry out a press that gives or corrects replies, or leaves that be."""
    match verb:
        case OnThink.REPLY:
            return await press_reply(argument, game, request)
        case OnThink.BELIEVE:
            return believe(argument, game, request)
        case OnThink.FIX:
            return choose_turn(argument, game, request)
        case _:
            return await go_on(game, request)
