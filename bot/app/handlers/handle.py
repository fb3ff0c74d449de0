"""What each intent does. One function a family of intents; here is the list of them all."""

from dataclasses import replace
from typing import assert_never

from bot.app import intents
from bot.app.actions.fair_play import Refused, refuse
from bot.app.chats import handlers as chats
from bot.app.duels import arranging
from bot.app.handlers import menus, typing
from bot.app.handlers.commands import obey
from bot.app.handlers.typing import refusal, type_text
from bot.app.inline import handlers as inline
from bot.app.intents import BreakAlone, FindRival, Follow
from bot.app.kind import Request
from bot.app.lessons.handlers import answer_lesson
from bot.app.lobby import handlers as lobby
from bot.app.screen import Answer


async def handle(intent: intents.Intent, request: Request) -> Answer:
    """Do what was wished, and what follows; what is returned is the answer to the press, if it was one."""
    if (refused := await refusal(intent, request)) is not None:
        return refused
    try:
        answer = await _carry_out(intent, request)
    except Refused as helped:
        return refuse(helped, request)
    if answer.follows is None:
        return answer
    after = await _follow(answer.follows, replace(request, as_new_message=True))
    return after if after.text or after.url else replace(answer, follows=None)


async def _follow(follow: Follow, request: Request) -> Answer:
    """Do what a game has asked for beyond itself."""
    match follow:
        case intents.Order(command, argument):
            return await refusal(follow, request) or await obey(command, argument, request)
        case FindRival(terms):
            return await lobby.look_for_rival(terms, request)
        case BreakAlone(match_id, code):
            return await arranging.break_alone(match_id, code, request)
        case _:
            assert_never(follow)


async def _carry_out(intent: intents.Intent, request: Request) -> Answer:
    match intent:
        case intents.Order(command, argument):
            return await obey(command, argument, request)
        case intents.Typed(text):
            order = await typing.order_typed(text, request)
            if order is not None:
                return await refusal(order, request) or await obey(order.command, order.argument, request)
            return await answer_lesson(text, request) or await type_text(text, request)
        case intents.Tap(press):
            return await menus.press_button(press, request)
        case intents.OldButton():
            return await typing.old_button(request)
        case intents.Unplayable(what, word):
            return await typing.answer_unplayable(what, word, request)
        case intents.TooFast():
            return await typing.too_fast(request)
        case intents.Choice(card):
            return await inline.note_sent(card, request)
        case intents.Arrival() | intents.Departure() | intents.Parting() | intents.Closing() | intents.Move():
            return await chats.handle_change(intent, request)
        case intents.Nothing() | intents.Ask():
            return Answer()
        case _:
            assert_never(intent)
