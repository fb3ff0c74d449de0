"""Former games alone: the list of them, and what can be done with one."""

from bot.app.advice.reviewed import MOST_TURNS
from bot.app.handlers.review import review_turns, why_refused
from bot.app.kinds.alone.retrying import begin_after
from bot.app.model.ledger_lines import COSTLIEST, DAILY, ended_of
from bot.app.model.options import GameOptions
from bot.app.model.played import PlayedGame
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.routing.carrying import carry_out
from bot.app.screens.former import AGAIN, GAME, REVIEW, Former, former_screen, formers_screen

ON_A_PAGE = 8
LOOKED_AT = 64
"""So many lines are read for a page; among them are games that are not alone."""
LARGEST = 18
"""Digits of a number that may be one."""


async def press(address: str, request: Request) -> Answer:
    """Carry out a press: the list, the list from a number on, or a letter with the number of a game."""
    letter, number = address[:1], address[1:]
    if request.chat.is_group or len(address) > LARGEST:
        return request.strip_buttons("toast.old-button")
    if not address or address.isdecimal():
        return await _list(address, request)
    former = await _former(number, request)
    if former is None or letter not in ACTIONS:
        return request.strip_buttons("toast.old-button")
    return await ACTIONS[letter](former, request)


async def _list(address: str, request: Request) -> Answer:
    """Show the last games alone, or those up to the number behind the button."""
    up_to = {"up_to": int(address)} if address else {}
    lines = await request.work.games.played_by(request.person.id, LOOKED_AT, **up_to)
    alone = [Former(number, played) for number, played in lines if _is_told(played, request)]
    shown = alone[:ON_A_PAGE]
    last = shown[-1].number if len(alone) > ON_A_PAGE else lines[-1][0] if len(lines) == LOOKED_AT else 0
    request.show_menu(formers_screen(shown, last - 1, request.texts, is_first=not address))
    return Answer()


async def _show(former: Former, request: Request) -> Answer:
    """Show it, with what can be done with it."""
    request.show_menu(former_screen(former, request.preferences.style, request.world.username, request.texts))
    return Answer()


async def _review(former: Former, request: Request) -> Answer:
    """Review it, from its line: its board may have gone."""
    return await review_turns(former.game.variant, former.history[:MOST_TURNS], request)


async def _try_again(former: Former, request: Request) -> Answer:
    """Play on from before the guess that cost most, for practice; from the beginning, where that is not known."""
    cost = int(former.played.gist.facts.get(COSTLIEST, 0))
    options = GameOptions(former.game.mode.name, former.game.variant.name)
    before = former.history[: max(0, cost - 1)]
    if refused := await why_refused(former.game.variant, before, request):
        return Answer(request.texts.plain(refused), alert=True)
    return await carry_out(begin_after(options, before, request, request.texts.html("note.retried")), request)


async def _former(number: str, request: Request) -> Former | None:
    """The person's own game alone of that number."""
    if not number.isdecimal():
        return None
    found = await request.work.games.played_by(request.person.id, 1, up_to=int(number))
    if not found or str(found[0][0]) != number or not _is_told(found[0][1], request):
        return None
    return Former(*found[0])


def _is_told(played: PlayedGame, request: Request) -> bool:
    """Whether it is a game alone, and not about the code of a day that is still open."""
    day = played.gist.facts.get(DAILY)
    is_open = day is not None and request.world.daily.calendar.is_open(int(day), request.world.now())
    return ended_of(played) is not None and not is_open


ACTIONS = {GAME: _show, REVIEW: _review, AGAIN: _try_again}
"""By letter."""
