"""Contests in private chats: a game is offered to friends, who follow its link and break the same secret."""

from dataclasses import replace

from bot.app.buttons import ContestPress, OnContest
from bot.app.kind import Outcome, Request
from bot.app.kinds.alone import screens
from bot.app.kinds.alone.contest import SHOWN, contest_slot, entry_of, join
from bot.app.kinds.alone.end import show_sharing, show_to_others
from bot.app.links import CONTEST, token_in
from bot.app.model.duels import Contest, Entry
from bot.app.model.game import Header
from bot.app.routing import carry_out, show, why_no_board
from bot.app.screen import Answer, Place
from bot.app.screens.share import Card
from bot.app.screens.variants import rules


async def follow_link(token: str, request: Request) -> bool:
    """Show what the contest's link leads to: a game that begins at once; False if there is none of that token."""
    contest = await request.work.contests.load(token)
    if contest is None:
        return False
    entry = await request.work.contests.entry(token, request.person.id)
    if entry is not None:
        await _show_own(entry, contest, request)
    elif request.person.id in contest.insiders:
        show_sharing(await request.work.contests.standings(contest, SHOWN), request)
    else:
        await _begin(contest, request)
    return True


async def card_for(text: str, request: Request) -> Card | None:
    """The card of the contest for which a share button asks; None if it asks for something else."""
    token = token_in(text, CONTEST)
    contest = await request.work.contests.load(token) if token else None
    if contest is None:
        return None
    texts = request.texts
    screen = screens.card(contest, request.world.username, texts)
    return Card(text, texts.plain("button.beat"), texts.plain("contest.card"), screen)


async def press_button(press: ContestPress, request: Request) -> Answer:
    """Carry out a press on an offer to beat somebody's game, as links showed it once."""
    contest = await request.work.contests.load(press.token)
    if contest is None or not await request.is_current(contest_slot(press.token)):
        return request.strip_buttons("toast.old-button")
    if press.verb is OnContest.RULES:
        screen = rules(contest.game.variant, request.texts, request.preferences.style, in_group=False)
        request.show_menu(screen, Place.BOTTOM)
        return Answer()
    if press.verb in {OnContest.HINTS, OnContest.NO_HINTS}:
        return await _set_hints(contest, request, no_hints=press.verb is OnContest.NO_HINTS)
    entry = await request.work.contests.entry(press.token, request.person.id)
    if entry is not None:
        await _show_own(entry, contest, request)
        return request.strip_buttons("toast.old-button")
    if request.person.id in contest.insiders:
        return request.strip_buttons("toast.old-button")
    return await _begin(contest, request)


async def _set_hints(contest: Contest, request: Request, *, no_hints: bool) -> Answer:
    """Whoever offers the contest says whether those who try have hints, as long as nobody has begun."""
    if contest.begun:
        return Answer(request.texts.plain("toast.contest-begun"), alert=True)
    if not contest.is_open_to(request.person.id):
        return request.strip_buttons("toast.old-button")
    if contest.no_hints != no_hints:
        contest = replace(contest, no_hints=no_hints)
        request.work.contests.save(contest)
        show_sharing(await request.work.contests.standings(contest, SHOWN), request, Place.HERE)
    return Answer()


async def _begin(contest: Contest, request: Request) -> Answer:
    """The person breaks the secret, unless enough games are on."""
    if (refusal := why_no_board(request)) is not None:
        return refusal
    _close_offer(request)
    game, standings = await join(contest, request)
    await show_to_others(standings, entry_of(game, request.person), request)
    return await carry_out(Outcome(game, place=Place.BOTTOM), request)


def _close_offer(request: Request) -> None:
    if request.pressed is not None and request.pressed.message is not None:
        request.work.retire(request.chat, request.pressed.message, wholly=True)


async def _show_own(entry: Entry, contest: Contest, request: Request) -> None:
    """Let somebody who takes part already see their own game, or, once that is gone, how the contest stands."""
    game = await request.work.games.load(entry.game_id, Header)
    if game is not None:
        await show(game, request, place=Place.BOTTOM)
    elif entry.game is not None:
        show_sharing(await request.work.contests.standings(contest, SHOWN), request)
