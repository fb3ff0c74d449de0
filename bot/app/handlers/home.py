"""Home: what whoever reads would do next. Whatever else is to stand there is an entry of `FIRST` or `PLACES` here."""

from collections.abc import Awaitable, Callable
from typing import Any

from bot.app.kinds.kind import Kind
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.routing.focus import games_of
from bot.app.screen import Button, Row, primary
from bot.app.screens import home as screens
from bot.app.screens import menu
from bot.app.screens.entry import Entry
from bot.app.verbs import OnMenu

Offer = Callable[[tuple[Entry, ...], Request], Awaitable[Button | None]]
"""A button of home, by the running games of whoever reads; None: there is nothing of the kind for them."""


async def show(request: Request) -> Answer:
    """Show home; in a group, how to begin there."""
    if request.chat.is_group:
        request.show_menu(menu.group_greeting(request.texts))
        return Answer()
    games = await _load_entries(request)
    first = (await _offered(FIRST, games, request))[:1]
    rows = [await _offered(row, games, request) for row in PLACES]
    others = len(games) - (_next_game(games) is not None)
    shown = (tuple(map(primary, first)), *(row for row in rows if row))
    request.show_menu(screens.home(request.person.name, shown, others, request.texts))
    return Answer()


async def show_against(request: Request) -> Answer:
    """Show the games against the bot."""
    request.show_menu(screens.against(request.texts))
    return Answer()


async def show_people(request: Request) -> Answer:
    """Show the games with people."""
    request.show_menu(screens.people(request.texts))
    return Answer()


async def show_more(request: Request) -> Answer:
    """Show what is no game."""
    request.show_menu(screens.more(request.texts))
    return Answer()


async def _offered(offers: tuple[Offer, ...], games: tuple[Entry, ...], request: Request) -> Row:
    found = [await offer(games, request) for offer in offers]
    return tuple(button for button in found if button is not None)


async def _load_entries(request: Request) -> tuple[Entry, ...]:
    """Of each running game: the one that they look at first, then the latest first."""
    latest_first = (await games_of(request))[::-1]
    games = sorted(latest_first, key=lambda game: game.id != request.focus)
    kinds: list[Kind[Any]] = [request.kinds.kind_of(game) for game in games]
    return tuple(kind.entry_of(game, request.person.id, request.texts) for kind, game in zip(kinds, games, strict=True))


def _next_game(games: tuple[Entry, ...]) -> Entry | None:
    """The game to go on with: one in which somebody waits for them, else a board of their own."""
    waiting = [entry for entry in games if entry.waits]
    return next((entry for entry in waiting if entry.rival), next(iter(waiting), None))


async def _go_on(games: tuple[Entry, ...], request: Request) -> Button | None:
    entry = _next_game(games)
    return None if entry is None else screens.back_to(entry, request.texts)


async def _play(_games: tuple[Entry, ...], request: Request) -> Button | None:
    return screens.leads(OnMenu.PLAY, request.texts)


async def _daily(_games: tuple[Entry, ...], request: Request) -> Button | None:
    """Today's code, with what it has come to."""
    number = request.world.daily.calendar.number_at(request.world.now())
    attempt = await request.work.daily.attempt(number, request.person.id)
    return screens.daily(number, attempt, request.texts)


def _leads(verb: OnMenu) -> Offer:
    """The offer that is always there, and leads to that menu."""

    async def offer(_games: tuple[Entry, ...], request: Request) -> Button | None:
        return screens.leads(verb, request.texts)

    return offer


FIRST: tuple[Offer, ...] = (_go_on, _play)
"""The first of these that there is stands above all others, and is the primary button."""
PLACES: tuple[tuple[Offer, ...], ...] = (
    (_daily,),
    (_leads(OnMenu.AGAINST), _leads(OnMenu.PEOPLE)),
    (_leads(OnMenu.PUZZLE), _leads(OnMenu.MORE)),
)
"""The rows below it. Home has six buttons at most."""
