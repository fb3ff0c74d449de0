"""What the Mini App's page asks of the bot: which game somebody looks at there, and what may be pressed on it.

A press there is a press: it goes through the worker, with callback data that the view gave. What is asked for besides
the game, such as reviews and menus, is shown in the chat.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from bot.app.buttons import Feature, GamePress, MenuPress, OnBoard, OnMenu, button_data, press_from
from bot.app.daily.model import DailyTries
from bot.app.kind import Kind, Request
from bot.app.kinds.alone.daily import begin, player_of
from bot.app.kinds.table import RULE
from bot.app.miniapp.screens import Json, Refusal, View, view_written, words_in
from bot.app.model.game import Header
from bot.app.routing import look_of
from bot.app.screen import Button, Screen

BEGINNINGS = frozenset({OnMenu.DAILY, OnMenu.NEW, OnMenu.PLAY})
"""What may be begun on the page: today's code, and a game like the last, or the one that is on."""
KEYPAD = frozenset({OnBoard.DIGIT, OnBoard.ERASE, OnBoard.SUBMIT, OnBoard.KEYPAD})
"""What tiles have keys of their own for."""


def may_be_pressed(data: str) -> bool:
    """Whether that may be pressed on the page at all; whether it counts is decided as for every press."""
    press = press_from(data)
    return isinstance(press, GamePress) or (isinstance(press, MenuPress) and press.verb in BEGINNINGS)


async def show(wanted: str, request: Request) -> Json:
    """The view of that game, of today's code or of what else is on, as the page reads it.

    Raises Refusal and NeedsThought.
    """
    texts, access = request.texts, request.access
    if access.is_banned:
        raise Refusal("banned", texts.plain("toast.banned"))
    if Feature.APP in access.off:
        feature = texts.plain(f"feature.{Feature.APP}")
        raise Refusal("off", texts.plain("toast.switched-off", feature=feature))
    game, begins = await _game(wanted, request)
    return view_written(await _view(game, request, begins=begins), texts)


async def words(request: Request) -> dict[str, str]:
    """The page's own words, in the language of whoever looks."""
    return words_in(request.texts)


async def _game(wanted: str, request: Request) -> tuple[Header, bool]:
    """The game to show, and whether it is still to be begun. Raises Refusal for one that they do not see."""
    if wanted:
        game = await request.work.games.load(wanted, Header)
        if game is None or not request.kinds.kind_of(game).stands_in(game, request.chat.id, request.person.id):
            raise Refusal("none", request.texts.plain("toast.old-button"))
        begun = [other for other in request.games if other.opened_at >= (game.ended_at or game.opened_at)]
        return (begun[-1] if game.is_over and begun else game), False
    attempt = await request.work.of(DailyTries).attempt(request.world.today, request.person.id)
    if attempt is None:
        return begin(request.world.today, await player_of(request), request), True
    todays = await request.work.games.load(attempt.game_id, Header)
    if todays is None or (todays.is_over and request.games):
        return next((game for game in request.games if game.id == request.focus), request.games[-1]), False
    return todays, False


async def _view(game: Header, request: Request, *, begins: bool) -> View:
    kind: Kind[Any] = request.kinds.kind_of(game)
    viewer = look_of(request)
    tiles = await kind.tiles_of(game, viewer, request.work)
    screen = await kind.screen_of(game, viewer, request.work)
    shown = partial(_may_stand, game=game, kind=kind, has_tiles=tiles is not None)
    rows = (tuple(filter(shown, row)) for row in screen.rows)
    screen = Screen(screen.html, () if begins else tuple(row for row in rows if row))
    if begins and tiles is not None:
        tiles = replace(tiles, guess="", note="")
    return View(
        version=f"day.{request.world.today}" if begins else f"{game.id}.{game.revision}",
        game="" if begins else game.id,
        screen=screen,
        tiles=tiles,
        begins=button_data(MenuPress(OnMenu.DAILY)) if begins else "",
        may_write=request.preferences.reachable,
    )


def _may_stand(button: Button, *, game: Header, kind: Kind[Any], has_tiles: bool) -> bool:
    """Whether the button means something on the page."""
    if button.data is None:
        return button.app is None
    press = press_from(button.data)
    if not isinstance(press, GamePress):
        return may_be_pressed(button.data)
    rule = kind.rules.get(press.verb, RULE)
    return press.game == game.id and rule.slot == "game" and not (has_tiles and press.verb in KEYPAD)
