"""`/stats`: a person's own figures, and their former games."""

from bot.app.actions.fair_play import opened
from bot.app.advice import MOST_TURNS
from bot.app.buttons import Numbered, OnMenu
from bot.app.intents import Command
from bot.app.kind import Request, Section, without_argument
from bot.app.kinds.alone.kind import begin_after
from bot.app.model.game import PlayedGame
from bot.app.model.options import GameOptions
from bot.app.reading import whole_number
from bot.app.review.handlers import review_text, review_turns
from bot.app.routing import carry_out
from bot.app.screen import Answer, Place
from bot.app.screens.common import page_of
from bot.app.stats import screens as stats_screens
from bot.app.stats.actions import COUNT, count_on, keep, ledger_of, seen_of
from bot.app.stats.model import ALL, COSTLIEST, DAILY, Ledger, Ledgers, ended_of
from bot.app.stats.screens import AGAIN, GAME, REVIEW, Former, achievements_screen, former_screen, formers_screen
from bot.game.fair_play import Told
from bot.game.model import Game, Seat
from bot.game.notation import game_at

ON_A_PAGE = 8


async def show_stats(address: str, request: Request) -> Answer:
    """Show the figures of four digits, or those behind a button."""
    if request.chat.is_group:
        return request.show_menu(stats_screens.in_group_screen(request.texts, request.world.username))
    ledger = await _ledger(request)
    tabs, key = stats_screens.tabs_of(ledger), stats_screens.key_at(address, ledger)
    is_page = address.startswith(stats_screens.PLACE) and whole_number(address[1:]) is not None
    if address == stats_screens.ACHIEVED:
        seen = await seen_of(ledger, request.texts.language, request.work)
        screen = achievements_screen(seen, request.texts)
    elif key is not None:
        page = page_of(len(tabs), str(tabs.index(key) // ON_A_PAGE), ON_A_PAGE)
        screen = stats_screens.stats_screen(key, ledger, page, request.texts)
    elif address.startswith(stats_screens.PICTURE) and tabs:
        return _send_picture(address.removeprefix(stats_screens.PICTURE), ledger, request)
    elif is_page or not address:
        page = page_of(len(tabs), address[1:], ON_A_PAGE)
        screen = stats_screens.stats_screen(next(iter(tabs), ALL), ledger, page, request.texts)
    else:
        request.old_button()
    return request.show_menu(screen)


SLOT = "stats"
"""The slot of the picture."""


def _send_picture(address: str, ledger: Ledger, request: Request) -> Answer:
    """Send the picture of the games behind the address; older buttons for all games have none."""
    key = request.found(stats_screens.key_at(address, ledger) if address else ALL)
    request.needs(ledger.of(key).games)
    screen = stats_screens.picture_screen(key, ledger, request.texts)
    return request.show_menu(screen, Place.BOTTOM, slot=SLOT)


async def _ledger(request: Request) -> Ledger:
    """The person's ledger; what was counted for it now is kept."""
    known = await request.work.of(Ledgers).of(request.person.id)
    ledger = await ledger_of(request.person.id, request.work)
    return ledger if known.done is None else await keep(ledger, request.work, request.world)


# Former games alone: the list of them, and what can be done with one.

LARGEST = 10**18
"""No game's number is larger."""


async def press_stats(address: str, request: Request) -> Answer:
    """Carry out a press: the list, the list from a number on, or a letter with the number of a game."""
    request.needs(not request.chat.is_group)
    up_to = whole_number(address, LARGEST)
    if not address or up_to is not None:
        return await _list(up_to, request)
    about = request.found(Numbered.read(address, LARGEST))
    act, former = request.found(ACTIONS.get(about.letter)), request.found(await _former(about.number, request))
    return await act(former, request)


LOOKED_AT = 64
"""So many lines are read for a page; among them are games that are not alone."""


async def _list(up_to: int | None, request: Request) -> Answer:
    """Show the last games alone, or those up to the number behind the button."""
    bound = {} if up_to is None else {"up_to": up_to}
    lines = await request.work.games.played_by(request.person.id, LOOKED_AT, **bound)
    alone = [Former(number, played) for number, played in lines if _is_told(played, request)]
    shown = alone[:ON_A_PAGE]
    last = shown[-1].number if len(alone) > ON_A_PAGE else lines[-1][0] if len(lines) == LOOKED_AT else 0
    return request.show_menu(formers_screen(shown, last - 1, request.texts, is_first=up_to is None))


async def _show(former: Former, request: Request) -> Answer:
    """Show it, with what can be done with it."""
    return request.show_menu(former_screen(former, request.preferences.style, request.world.username, request.texts))


async def _review(former: Former, request: Request) -> Answer:
    """Review it, from its line: its board may have gone."""
    return await review_turns(Told(former.game.variant, former.history[:MOST_TURNS]), request)


async def _try_again(former: Former, request: Request) -> Answer:
    """Play on from before the guess that cost most, for practice; from the beginning, where that is not known."""
    cost = int(former.played.gist.facts.get(COSTLIEST, 0))
    options = GameOptions(former.game.mode.name, former.game.variant.name)
    found = await opened(Told(former.game.variant, former.history[: max(0, cost - 1)]), request)
    return await carry_out(begin_after(options, found, request, request.texts.html("note.retried")), request)


ACTIONS = {GAME: _show, REVIEW: _review, AGAIN: _try_again}
"""By letter."""


async def _former(number: int, request: Request) -> Former | None:
    """The person's own game alone of that number."""
    found = await request.work.games.played_by(request.person.id, 1, up_to=number)
    if not found or found[0][0] != number or not _is_told(found[0][1], request):
        return None
    return Former(*found[0])


def _is_told(played: PlayedGame, request: Request) -> bool:
    """Whether it is a game alone, and hides nothing from them: the code of an open day only whoever has broken it."""
    ended, day = ended_of(played), int(played.gist.facts.get(DAILY, 0))
    if ended is None or played.kind != "alone":
        return False
    return ended.solved or day == 0 or not request.world.daily.calendar.is_open(day, request.world.now())


async def review(text: str, request: Request) -> Answer:
    """Review the game that was told; in private without one, the last that the person has ended."""
    if text or request.chat.is_group:
        return await review_text(text, request)
    for _, played in await request.work.games.played_by(request.person.id, LOOKED_AT):
        game, seat = _seat_of(played, request)
        if game is not None and (history := game.history_of(seat)):
            return await review_turns(Told(game.variant, history[:MOST_TURNS]), request)
    return await review_text(text, request)


def _seat_of(played: PlayedGame, request: Request) -> tuple[Game | None, Seat]:
    """The game, and where the person sat who broke a code there; None for a game that is not to be looked at."""
    people = played.gist.people
    if played.kind == "match" and request.person.id in people:
        return game_at(played.gist.line), Seat(people.index(request.person.id))
    return (game_at(played.gist.line) if _is_told(played, request) else None), Seat(0)


# The section.

STATS = Section(
    commands={Command.REVIEW: review, Command.STATS: without_argument(lambda request: show_stats("", request))},
    buttons={OnMenu.STATS: show_stats, OnMenu.FORMER: press_stats},
    jobs={COUNT: count_on},
)
