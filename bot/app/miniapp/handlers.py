"""What the Mini App's page asks of the bot: which game somebody looks at there, and what may be pressed on it.

A press there is a press: it goes through the worker, with callback data that the view gave. What is asked for besides
the game, such as reviews and menus, is shown in the chat.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from bot.app.buttons import Feature, GamePress, GameVerb, MenuPress, OnBoard, OnMenu, button_data, press_from
from bot.app.daily.model import DailyTries
from bot.app.kind import OLD, Kind, Request
from bot.app.kinds.alone.daily import begin, player_of
from bot.app.kinds.table import RULE
from bot.app.miniapp.screens import Json, Refusal, View, view_written, words_in
from bot.app.model.game import Header
from bot.app.routing import look_of
from bot.app.screen import Button, Row, Screen
from bot.app.texts import NOTHING

BEGINNINGS = frozenset({OnMenu.DAILY, OnMenu.NEW, OnMenu.PLAY})
"""What may be begun on the page: today's code, and a game like the last, or the one that is on."""
ON_TILES = frozenset(
    {OnBoard.DIGIT, OnBoard.ERASE, OnBoard.SUBMIT, OnBoard.KEYPAD, OnBoard.NOTES, OnBoard.PROOF, OnBoard.MORE}
)
"""What needs no button beside the tiles of a running game: keys do it, or the link of its fingerprint."""


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
    """The game to show, and whether it is still to be begun. Raises Refusal for one that they do not see.

    Without a wish the one in focus; else today's code until it is done; else the latest that is on.
    """
    if wanted:
        game = await _seen(wanted, request)
        if game is None:
            raise Refusal("none", request.texts.plain(OLD))
        begun = [other for other in request.games if other.opened_at >= (game.ended_at or game.opened_at)]
        return (begun[-1] if game.is_over and begun else game), False
    in_focus = await _seen(request.focus or "", request)
    if in_focus is not None and not in_focus.is_over:
        return in_focus, False
    attempt = await request.work.of(DailyTries).attempt(request.world.today, request.person.id)
    todays = None if attempt is None else await _seen(attempt.game_id, request)
    if todays is None:
        return begin(request.world.today, await player_of(request), request), True
    return (request.games[-1] if todays.is_over and request.games else todays), False


async def _seen(wanted: str, request: Request) -> Header | None:
    """The game of that id, if the person sees it in their private chat."""
    game = await request.work.games.load(wanted, Header) if wanted else None
    is_theirs = game is not None and request.kinds.kind_of(game).stands_in(game, request.chat.id, request.person.id)
    return game if is_theirs else None


async def _view(game: Header, request: Request, *, begins: bool) -> View:
    kind: Kind[Any] = request.kinds.kind_of(game)
    viewer = look_of(request)
    tiles = await kind.tiles_of(game, viewer, request.work)
    screen = await kind.screen_of(game, viewer, request.work) if tiles is None else Screen(NOTHING, tiles.rows)
    hidden = ON_TILES if tiles is not None and not game.is_over else frozenset[Any]()
    rows = (tuple(button for button in row if _may_stand(button, game, kind, hidden)) for row in screen.rows)
    screen = Screen(screen.html, () if begins else _closed_up(row for row in rows if row))
    if begins and tiles is not None:
        tiles = replace(tiles, guess="", note="")
    return View(
        version=f"day {request.world.today}" if begins else f"{game.id}.{game.revision}",
        game="" if begins else game.id,
        screen=screen,
        tiles=tiles,
        begins=button_data(MenuPress(OnMenu.DAILY)) if begins else "",
        may_write=request.preferences.reachable,
    )


def _closed_up(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows, where two that follow one another with a button each are one."""
    found: list[Row] = []
    for row in rows:
        beside = found.pop() if found and len(row) == len(found[-1]) == 1 else ()
        found.append((*beside, *row))
    return tuple(found)


def _may_stand(button: Button, game: Header, kind: Kind[Any], hidden: Collection[GameVerb]) -> bool:
    """Whether the button means something on the page."""
    if button.data is None:
        return button.app is None
    press = press_from(button.data)
    if not isinstance(press, GamePress):
        return may_be_pressed(button.data)
    rule = kind.rules.get(press.verb, RULE)
    return press.game == game.id and rule.slot == "game" and press.verb not in hidden
