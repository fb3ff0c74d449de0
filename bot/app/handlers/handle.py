"""What each intent does. One function a family of intents; here is the list of them all."""

from dataclasses import replace

from bot.app import intents
from bot.app.actions.fair_play import Refused, refuse
from bot.app.buttons import Feature, GamePress, MenuPress, OnMenu, Press
from bot.app.chats import handlers as chats
from bot.app.duels import arranging
from bot.app.features import feature_off, is_shut_out
from bot.app.games.at_hand import order_typed, what_is_meant
from bot.app.games.handlers import say_note
from bot.app.inline import handlers as inline
from bot.app.intents import BreakAlone, FindRival, Follow, Intent
from bot.app.kind import ExpiredButton, Request
from bot.app.lobby import handlers as lobby
from bot.app.reading import Reading
from bot.app.routing import games_of, press_game
from bot.app.screen import Answer, Screen


async def handle(intent: intents.Intent, request: Request) -> Answer:
    """Do what was wished, and what follows; what is returned is the answer to the press, if it was one."""
    if (refused := await refusal(intent, request)) is not None:
        return refused
    try:
        answer = await _carry_out(intent, request)
        if answer.follows is None:
            return answer
        after = await _follow(answer.follows, replace(request, as_new_message=True))
    except Refused as helped:
        return refuse(helped, request)
    except ExpiredButton as old:
        return old.answer
    return after if after.text or after.url else replace(answer, follows=None)


async def _follow(follow: Follow, request: Request) -> Answer:
    """Do what a game has asked for beyond itself."""
    match follow:
        case intents.Order():
            return await _obey(follow, request)
        case MenuPress():
            return await refusal(intents.Tap(follow), request) or await request.sections.follow(follow, request)
        case FindRival(terms):
            return await lobby.look_for_rival(terms, request)
        case BreakAlone(match_id, code):
            return await arranging.break_alone(match_id, code, request)


async def _carry_out(intent: intents.Intent, request: Request) -> Answer:
    match intent:
        case intents.Order(command, argument):
            return await request.sections.commands[command](argument, request)
        case intents.Typed(text):
            typed = Reading(text, request.texts.language)
            order = await order_typed(typed, request)
            if order is not None:
                return await _obey(order, request)
            meant = await what_is_meant(typed, request)
            return await request.sections.read(meant, await games_of(request), request) or Answer()
        case intents.Tap(press):
            return await _press(press, request)
        case intents.OldButton():
            return request.old_button()
        case intents.Unplayable(what, word):
            return await chats.answer_unplayable(what, word, request)
        case intents.TooFast():
            return await chats.too_fast(request)
        case intents.Choice(card):
            return await inline.note_sent(card, request)
        case intents.Arrival() | intents.Departure() | intents.Parting() | intents.Closing() | intents.Move():
            return await chats.handle_change(intent, request)
        case intents.Nothing() | intents.Ask():
            return Answer()


async def _obey(order: intents.Order, request: Request) -> Answer:
    """Carry out a command that a text or a game has come to, unless it is refused."""
    return await refusal(order, request) or await request.sections.commands[order.command](order.argument, request)


async def _press(press: Press, request: Request) -> Answer:
    """A press on one of our buttons, to whoever knows what it is about."""
    match press:
        case MenuPress(OnMenu() as verb, argument):
            return await request.sections.press_menu(verb, argument, request)
        case GamePress() if type(press.verb) not in request.sections.presses:
            return await press_game(press, request)
        case _:
            return await request.sections.presses[type(press.verb)](press, request)


# What is refused before anything else: everything to whoever is kept away, and what is switched off to all.


async def refusal(intent: Intent, request: Request) -> Answer | None:
    """The answer to what may not be now; None if it may. In a group whoever is kept away is not heard at all."""
    texts = request.texts
    if is_shut_out(intent, request.access, in_group=request.chat.is_group):
        if request.pressed is not None:
            return Answer(texts.plain("toast.banned"), alert=True)
        if not request.chat.is_group:
            request.show_menu(Screen(texts.html("banned.text")))
        return Answer()
    on_page = request.pressed is not None and request.pressed.on_page
    if name := Feature.APP if on_page and Feature.APP in request.access.off else feature_off(intent, request.access):
        if request.pressed is not None:
            return request.switched_off(name)
        return await say_note(texts.html("note.switched-off", feature=texts.plain(f"feature.{name}")), request)
    return None
