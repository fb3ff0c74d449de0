"""Presses, each to those who know what it is about."""

from typing import assert_never

from bot.app.actions.reviews import ELSEWHERE
from bot.app.buttons import (
    AdminPress,
    CardPress,
    ChallengePress,
    ContestPress,
    GamePress,
    LobbyPress,
    MenuPress,
    PickPress,
    Press,
)
from bot.app.handlers import contests, menus
from bot.app.handlers.daily_cards import ON_CARD
from bot.app.handlers.duels import card_games, challenges, lobby
from bot.app.handlers.games_on import slot_of_question
from bot.app.handlers.operators import panel
from bot.app.handlers.picking import pick
from bot.app.handlers.puzzles.giving import PUZZLES
from bot.app.ports import Answer
from bot.app.request import MENU, Request
from bot.app.routing.pressing import press_game
from bot.app.verbs import OnMenu


async def press_button(press: Press, request: Request) -> Answer:
    """A press on one of our buttons."""
    match press:
        case MenuPress():
            if not _is_on_card(press) and not await request.is_current(_slot_of(press, request)):
                return request.strip_buttons("toast.old-button")
            return await menus.press_menu(press, request)
        case GamePress():
            return await press_game(press, request)
        case CardPress():
            return await card_games.press(press, request)
        case PickPress():
            return await pick(press, request)
        case LobbyPress():
            return await lobby.press_lobby(press, request)
        case ChallengePress():
            return await challenges.press_challenge(press, request)
        case ContestPress():
            return await contests.press_button(press, request)
        case AdminPress():
            return await panel.press(press, request)
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
