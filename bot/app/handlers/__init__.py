"""What each intent does. One function a family of intents; here is the list of them all."""

from dataclasses import replace
from typing import assert_never

from bot.app import intents as wish
from bot.app.follow import BreakAlone, FindRival, Follow
from bot.app.handlers import chats, presses, talk
from bot.app.handlers.commands import obey
from bot.app.handlers.duels import inline, lobby, partner
from bot.app.handlers.typing import typed
from bot.app.ports import Answer
from bot.app.request import Request


async def handle(intent: wish.Intent, request: Request) -> Answer:
    """Do what was wished, and what follows; what is returned is the answer to the press, if it was one."""
    answer = await _carry_out(intent, request)
    if answer.follows is None:
        return answer
    after = await _follow(answer.follows, replace(request, anew=True))
    return after if after.text or after.url else replace(answer, follows=None)


async def _follow(follow: Follow, request: Request) -> Answer:
    """Do what a game has asked for beyond itself."""
    match follow:
        case wish.Order(command, argument):
            return await obey(command, argument, request)
        case FindRival(terms):
            return await lobby.look(terms, request)
        case BreakAlone(match_id, code):
            return await partner.break_alone(match_id, code, request)
        case _:
            assert_never(follow)


async def _carry_out(intent: wish.Intent, request: Request) -> Answer:
    match intent:
        case wish.Order(command, argument):
            return await obey(command, argument, request)
        case wish.Typed(text):
            return await typed(text, request)
        case wish.Tap(press):
            return await presses.pressed(press, request)
        case wish.OldButton():
            return await talk.old_button(request)
        case wish.Unplayable(what):
            return await talk.unplayable(what, request)
        case wish.TooFast():
            return await talk.too_fast(request)
        case wish.Choice(card):
            return await inline.chosen(card, request)
        case wish.Arrival():
            return await chats.arrived(request)
        case wish.Departure():
            return await chats.departed(request)
        case wish.Move(to):
            return await chats.moved(to, request)
        case wish.Nothing() | wish.Ask():
            return Answer()
        case _:
            assert_never(intent)
