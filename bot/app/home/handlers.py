"""Home: what whoever reads would do next. Whatever else is to stand there is an entry of `FIRST` or `PLACES` here."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.app.buttons import Feature, OnMenu
from bot.app.daily.model import DailyTries, Try
from bot.app.home import screens
from bot.app.intents import Command
from bot.app.kind import Kind, Request, Section, alone, shows, without_argument
from bot.app.preferences import screens as settings
from bot.app.routing import games_of
from bot.app.screen import Answer, Button, Row, primary, rows
from bot.app.screens.entries import ListedGame
from bot.app.texts import Texts


async def show_home(request: Request) -> Answer:
    """Show home; in a group, how to begin there."""
    if request.chat.is_group:
        return request.show_menu(settings.group_greeting(request.texts))
    reader = await _load_reader(request)
    first = _offered(FIRST, reader, request.texts)[:1]
    below = ([each for each in _offered(row, reader, request.texts) if each not in first] for row in PLACES)
    others = len(reader.games) - (reader.next_game is not None)
    shown = rows(map(primary, first), *below)
    return request.show_menu(screens.home(request.person.name, shown, others, request.texts))


# What home looks at, and what it offers to whoever reads.


@dataclass(frozen=True, slots=True)
class Reader:
    """What is known of whoever reads: all that home looks at."""

    games: tuple[ListedGame, ...]
    """Their running games: the one that they look at first, then the latest first."""
    day: int
    """Today's code; 0 while that is switched off."""
    attempt: Try | None
    """Their try at it."""
    is_newcomer: bool
    """Whether the bot still explains replies to them: their one try at a day is not to be their first game."""

    @property
    def next_game(self) -> ListedGame | None:
        """The game to go on with: one in which somebody waits for them, else a board of their own."""
        waiting = [entry for entry in self.games if entry.waits]
        return next((entry for entry in waiting if entry.rival), next(iter(waiting), None))

    @property
    def has_day_to_do(self) -> bool:
        """Whether today's code waits for them."""
        return not self.is_newcomer and (self.attempt is None or self.attempt.ended_at is None)


async def _load_reader(request: Request) -> Reader:
    latest_first = (await games_of(request))[::-1]
    games = sorted(latest_first, key=lambda game: game.id != request.focus)
    kinds: list[Kind[Any]] = [request.kinds.kind_of(game) for game in games]
    entries = tuple(
        kind.entry_of(game, request.person.id, request.texts) for kind, game in zip(kinds, games, strict=True)
    )
    day = 0 if Feature.DAILY in request.access.off else request.world.today
    attempt = await request.work.of(DailyTries).attempt(day, request.person.id) if day else None
    return Reader(entries, day, attempt, request.preferences.is_newcomer)


Offer = Callable[[Reader, Texts], Button | None]
"""A button of home; None: there is nothing of the kind for whoever reads."""


def _offered(offers: tuple[Offer, ...], reader: Reader, texts: Texts) -> Row:
    return tuple(filter(None, (offer(reader, texts) for offer in offers)))


def _go_on(reader: Reader, texts: Texts) -> Button | None:
    return None if reader.next_game is None else screens.back_to(reader.next_game, texts)


def _day_to_do(reader: Reader, texts: Texts) -> Button | None:
    """Today's code, until they have done it."""
    return _day(reader, texts) if reader.has_day_to_do else None


def _day(reader: Reader, texts: Texts) -> Button | None:
    """Today's code, with what it has come to; not beside the button that goes on with it."""
    if reader.attempt is not None and reader.next_game is not None and reader.next_game.game == reader.attempt.game_id:
        return None
    return screens.daily(reader.day, reader.attempt, texts) if reader.day else None


def _play_beside(reader: Reader, texts: Texts) -> Button | None:
    """Another game, where none is on: else it is found among those with the bot."""
    return screens.leads(OnMenu.PLAY, texts) if reader.next_game is None else None


def _leads(verb: OnMenu) -> Offer:
    """The offer that is always there, and leads to that menu."""
    return lambda _reader, texts: screens.leads(verb, texts)


FIRST: tuple[Offer, ...] = (_go_on, _day_to_do, _leads(OnMenu.PLAY))
"""The first of these that there is stands above all others, and is the primary button."""
PLACES: tuple[tuple[Offer, ...], ...] = (
    (_play_beside, _day),
    (_leads(OnMenu.AGAINST), _leads(OnMenu.PEOPLE)),
    (_leads(OnMenu.PUZZLE), _leads(OnMenu.MORE)),
)
"""The rows below it, without what stands there. Home has six buttons at most."""


# The section.

HOME = Section(
    commands={Command.MENU: without_argument(show_home)},
    buttons={
        OnMenu.AGAINST: alone(shows(lambda request: screens.against(request.texts))),
        OnMenu.PEOPLE: alone(shows(lambda request: screens.people(request.texts))),
        OnMenu.MORE: alone(shows(lambda request: screens.more(request.texts))),
    },
)
