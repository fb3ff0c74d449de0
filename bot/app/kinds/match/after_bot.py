"""What may follow a match against the bot."""

from dataclasses import replace
from typing import assert_never

from bot.app.code_text import code_in
from bot.app.follow import BreakAlone
from bot.app.intents import Command, Order
from bot.app.kinds.match.actor import Actor
from bot.app.kinds.match.model import HELD, Match, stands_in
from bot.app.kinds.outcome import Outcome, strip_buttons
from bot.app.model.levels import LEVELS, next_level
from bot.app.request import Request
from bot.app.verbs import OnPartner
from solver.variant import InvalidCode

ABOUT_ITS_NUMBER = {OnPartner.PLAY_ON, OnPartner.TELL}
"""What may be wished only as long as the bot, which has won, keeps its number hidden."""


async def press_after_bot(verb: OnPartner, actor: Actor) -> Outcome[Match]:
    """Carry out a press on what may follow."""
    match = actor.match
    if not match.level:
        return strip_buttons(match, actor.request)
    if (match.number == HELD) != (verb in ABOUT_ITS_NUMBER):
        return actor.stale_press()
    match verb:
        case OnPartner.PLAY_ON:
            return Outcome(match, changed=False, shows=False, follows=BreakAlone(match.id))
        case OnPartner.TELL:
            return Outcome(replace(match, number=""))
        case OnPartner.NEXT:
            level = (next_level(match.level) or LEVELS[match.level]).name
            order = Order(Command.MATCH, f"{level} {match.game.variant.name}")
            return Outcome(match, changed=False, shows=False, follows=order)
        case _:
            assert_never(verb)


async def type_after(text: str, game: Match, request: Request) -> Outcome[Match] | None:
    """Go on with a code that was typed below a match that the bot has won; None if the text is no such thing."""
    if game.number != HELD or not stands_in(game, request.chat.id, request.person.id):
        return None
    try:
        code = code_in(text, game.game.variant, request.texts.language)
    except InvalidCode:
        return None
    return Outcome(game, changed=False, shows=False, follows=BreakAlone(game.id, code))
