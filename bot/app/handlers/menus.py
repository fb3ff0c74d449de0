"""What each button of a menu does, and presses to those who know what they are about.

A new button is a verb in `bot/app/buttons.py` and its function in `BUTTONS` here.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import assert_never

from bot.app.buttons import (
    AdminPress,
    CardPress,
    ChallengePress,
    ContestPress,
    GamePress,
    LobbyPress,
    MenuPress,
    OnMenu,
    PickPress,
    Press,
)
from bot.app.chats.handlers import come_home, settings_refused
from bot.app.contests import handlers as contests
from bot.app.daily import handlers as daily
from bot.app.daily.handlers import ON_CARD
from bot.app.duels import arranging
from bot.app.duels import handlers as duels
from bot.app.friends import handlers as friends
from bot.app.games import handlers as games_on
from bot.app.games.handlers import slot_of_question
from bot.app.handlers.commands import obey, settings_for
from bot.app.handlers.typing import pick
from bot.app.home import handlers as home
from bot.app.intents import Command
from bot.app.kind import MENU, Request
from bot.app.kinds.table import go_on, last_options, play
from bot.app.lessons import handlers as lessons
from bot.app.lobby import handlers as lobby
from bot.app.model.modes import on_cards
from bot.app.operators import handlers as operators
from bot.app.privacy import handlers as privacy
from bot.app.puzzles import handlers as puzzles
from bot.app.puzzles.handlers import PUZZLES
from bot.app.ratings.handlers import best
from bot.app.review import handlers as review
from bot.app.review.actions import ELSEWHERE
from bot.app.routing import carry_out, press_game
from bot.app.screen import Answer
from bot.app.screens.board import STYLES
from bot.app.settings import handlers as settings_handlers
from bot.app.settings import screens as settings_screens
from bot.app.stats import handlers as stats
from bot.app.texts import LANGUAGES
from bot.app.together import handlers as together
from bot.app.variants import handlers as variants

# What each button of a menu does. A new button is a verb in `bot/app/buttons.py` and its function in `BUTTONS` here.

Action = Callable[[MenuPress, Request], Awaitable[Answer]]
"""Carries out a press on a menu."""


async def press_menu(press: MenuPress, request: Request) -> Answer:
    """Carry out a press on a menu."""
    return await BUTTONS[press.verb](press, request)


def _like_command(command: Command) -> Action:
    """The action that does what the command does."""
    return lambda _press, request: obey(command, "", request)


def _alone(action: Callable[[Request], Awaitable[Answer]]) -> Action:
    """The action, whatever the button says besides its verb."""
    return lambda _press, request: action(request)


def _with_argument(action: Callable[[str, Request], Awaitable[Answer]]) -> Action:
    """The action, given the argument of the button."""
    return lambda press, request: action(press.argument, request)


async def _go_on(request: Request) -> Answer:
    return await carry_out(await go_on(request), request)


async def _begin_new(mode: str, request: Request) -> Answer:
    """A new game in that mode, like the last one in it, whatever else is on."""
    if mode not in on_cards():
        return request.strip_buttons("toast.old-button")
    return await carry_out(await play(await last_options(mode, request), request), request)


async def _show_lobby(request: Request) -> Answer:
    return await lobby.show(replace(request, as_new_message=True))


async def _choose_variant(press: MenuPress, request: Request) -> Answer:
    return await variants.press(press.verb, press.argument, request)


async def _choose_language(press: MenuPress, request: Request) -> Answer:
    """Keep the language, and show the page again on which it was chosen."""
    if press.argument not in LANGUAGES:
        return Answer(request.texts.plain("toast.old-button"))
    if (refused := await settings_refused(request)) is not None:
        return refused
    request = request.prefers(replace(request.preferences, language=press.argument))
    request.work.list_commands(request.chat, press.argument)
    alone = press.verb is OnMenu.LANGUAGE_ALONE
    request.show_menu(settings_screens.languages(request.texts) if alone else settings_for(request))
    return await _show_saved(request)


async def _choose_style(press: MenuPress, request: Request) -> Answer:
    """Keep the style, and show the settings again."""
    if press.argument not in STYLES:
        return Answer(request.texts.plain("toast.old-button"))
    if (refused := await settings_refused(request)) is not None:
        return refused
    request = request.prefers(replace(request.preferences, style=press.argument))
    request.show_menu(settings_for(request))
    return await _show_saved(request)


async def _show_saved(request: Request) -> Answer:
    """Show the running games again, as is preferred now."""
    await games_on.refresh(request)
    return Answer(request.texts.plain("settings.saved"))


BUTTONS: dict[OnMenu, Action] = {
    OnMenu.PLAY: _alone(_go_on),
    OnMenu.RULES: _like_command(Command.RULES),
    OnMenu.HELP: lambda press, request: obey(Command.HELP, press.argument, request),
    OnMenu.SETTINGS: _like_command(Command.SETTINGS),
    OnMenu.START: _alone(come_home),
    OnMenu.PROFILE: _like_command(Command.PROFILE),
    OnMenu.NUMBER: _like_command(Command.NUMBER),
    OnMenu.NEW: _with_argument(_begin_new),
    OnMenu.AGAINST: _alone(home.show_against),
    OnMenu.PEOPLE: _alone(home.show_people),
    OnMenu.MORE: _alone(home.show_more),
    OnMenu.LANGUAGE: _choose_language,
    OnMenu.LANGUAGE_ALONE: _choose_language,
    OnMenu.STYLE: _choose_style,
    OnMenu.RINGS: _with_argument(settings_handlers.switch),
    OnMenu.QUIET: _with_argument(settings_handlers.choose_quiet),
    OnMenu.HOUR: _with_argument(settings_handlers.set_clock),
    OnMenu.TOP: lambda press, request: best(request, press.argument),
    OnMenu.STATS: _with_argument(stats.show),
    OnMenu.FORMER: _with_argument(stats.press),
    OnMenu.SET: _with_argument(contests.press_set),
    OnMenu.FRIENDS: _with_argument(friends.press),
    OnMenu.CHALLENGE: _with_argument(friends.challenge),
    OnMenu.GAMES: lambda press, request: games_on.list_games(request, press.argument),
    OnMenu.BLOCKED: lambda press, request: settings_handlers.show(request, press.argument),
    OnMenu.PRIVACY: _with_argument(privacy.press),
    OnMenu.FORGET: _with_argument(privacy.forget),
    OnMenu.DAILY: _with_argument(daily.press),
    OnMenu.LEARN: _with_argument(lessons.press),
    OnMenu.PUZZLE: _with_argument(puzzles.press),
    OnMenu.UNBLOCK: _with_argument(settings_handlers.unblock),
    OnMenu.WHICH: lambda press, request: games_on.turn_page(request, press.argument),
    OnMenu.HALL: _alone(_show_lobby),
    OnMenu.ADVICE: _alone(review.advise_in_position),
    OnMenu.REVIEW: _alone(review.review_position),
    OnMenu.GUESSES: _alone(review.all_guesses),
    OnMenu.PLAY_ON: _alone(review.play_on),
    OnMenu.HOTSEAT: _with_argument(together.press_hotseat),
    OnMenu.PARTY: _with_argument(together.press_party),
    OnMenu.LEVELS: _with_argument(arranging.press_level),
    OnMenu.DUEL: arranging.press_menu,
    OnMenu.MODE: arranging.press_menu,
    OnMenu.VARIANT: arranging.press_menu,
    OnMenu.FAMILY: arranging.press_menu,
    OnMenu.CLOCK: arranging.press_menu,
    OnMenu.RATED: arranging.press_menu,
    OnMenu.INVITE: arranging.press_menu,
    OnMenu.VARIANTS: _choose_variant,
    OnMenu.CARD: _choose_variant,
    OnMenu.SOLO: _choose_variant,
    OnMenu.COACHED: _choose_variant,
    OnMenu.BLIND: _choose_variant,
    OnMenu.THINK: _choose_variant,
    OnMenu.EVIL: _choose_variant,
    OnMenu.TWO: _choose_variant,
    OnMenu.BEGIN: _choose_variant,
}


# Presses, each to those who know what it is about.


async def press_button(press: Press, request: Request) -> Answer:
    """A press on one of our buttons."""
    match press:
        case MenuPress():
            if not _is_on_card(press) and not await request.is_current(_slot_of(press, request)):
                return request.strip_buttons("toast.old-button")
            return await press_menu(press, request)
        case GamePress():
            return await press_game(press, request)
        case CardPress():
            return await duels.press(press, request)
        case PickPress():
            return await pick(press, request)
        case LobbyPress():
            return await lobby.press_lobby(press, request)
        case ChallengePress():
            return await arranging.press_challenge(press, request)
        case ContestPress():
            return await contests.press_button(press, request)
        case AdminPress():
            return await operators.press(press, request)
        case _:
            assert_never(press)


def _slot_of(press: MenuPress, request: Request) -> str:
    """The slot of the screen on which the button stands."""
    match press.verb:
        case OnMenu.WHICH:
            return slot_of_question(request)
        case OnMenu.GUESSES:
            return ELSEWHERE
        case OnMenu.PUZZLE if press.argument:
            return PUZZLES
        case _:
            return MENU


def _is_on_card(press: MenuPress) -> bool:
    """Whether it is a press on a day's card, which has a slot of its own and is looked after there."""
    return press.verb is OnMenu.DAILY and ON_CARD.fullmatch(press.argument) is not None
