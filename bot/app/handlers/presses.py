"""Presses, each to those who know what it is about."""

from typing import assert_never

from bot.app.buttons import (
    BoardPress,
    CardPress,
    ChallengePress,
    ContestPress,
    GamePress,
    LobbyPress,
    MatchPress,
    MenuPress,
    NumberPress,
    Press,
)
from bot.app.handlers import boards, front, menus
from bot.app.handlers.desk import MENU, Desk
from bot.app.handlers.duels import card_play, challenges, lobby, matches
from bot.app.handlers.games_on import WHICH
from bot.app.handlers.solo import contests, number
from bot.app.ports import Answer
from bot.app.verbs import OnMenu


async def pressed(press: Press, desk: Desk) -> Answer:
    """A press on one of our buttons."""
    match press:
        case MenuPress():
            if not await desk.is_current(WHICH if press.verb is OnMenu.WHICH else MENU):
                return desk.stripped("toast.old-button")
            return await menus.pressed(press, desk)
        case BoardPress():
            return await boards.pressed(press, desk)
        case NumberPress():
            return await number.pressed(press, desk)
        case MatchPress():
            return await matches.pressed(press, desk)
        case CardPress():
            return await card_play.pressed(press, desk)
        case GamePress():
            return await front.pressed(press, desk)
        case LobbyPress():
            return await lobby.pressed(press, desk)
        case ChallengePress():
            return await challenges.pressed(press, desk)
        case ContestPress():
            return await contests.pressed(press, desk)
        case _:
            assert_never(press)
