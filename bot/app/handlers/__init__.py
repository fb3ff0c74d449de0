"""What each intent does. One function a family of intents; here is the list of them all."""

from typing import assert_never

from bot.app import intents as wish
from bot.app.handlers import chats, front, menus, presses, talk
from bot.app.handlers.desk import Desk
from bot.app.handlers.duels import inline
from bot.app.ports import Answer


async def handle(intent: wish.Intent, desk: Desk) -> Answer:
    """Do what was wished; what is returned is the answer to the press, if it was one."""
    match intent:
        case wish.Order(command, argument):
            return await menus.obey(command, argument, desk)
        case wish.Typed(text):
            return await front.typed(text, desk)
        case wish.Tap(press):
            return await presses.pressed(press, desk)
        case wish.OldButton():
            return await talk.old_button(desk)
        case wish.Unplayable(what):
            return await talk.unplayable(what, desk)
        case wish.TooFast():
            return await talk.too_fast(desk)
        case wish.Choice(card):
            return await inline.chosen(card, desk)
        case wish.Arrival():
            return await chats.arrived(desk)
        case wish.Departure():
            return await chats.departed(desk)
        case wish.Move(to):
            return await chats.moved(to, desk)
        case wish.Nothing() | wish.Ask():
            return Answer()
        case _:
            assert_never(intent)
