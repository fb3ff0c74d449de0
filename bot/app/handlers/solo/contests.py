"""Contests in private chats: a game is offered to friends, who follow its link and break the same secret."""

from typing import Literal, assert_never

from bot.app.actions import contests
from bot.app.actions.contests import SHOWN, contest_link, slot_of
from bot.app.buttons import ContestPress
from bot.app.handlers.desk import MENU, Desk
from bot.app.handlers.solo import games, standings
from bot.app.links import CONTEST, token_in
from bot.app.model.contest import Contest, Entry
from bot.app.model.table import Table
from bot.app.ports import Answer, Place
from bot.app.screens import menu
from bot.app.screens.duels.inline import Card
from bot.app.screens.solo import contest as screens
from bot.app.texts import NOTHING
from bot.app.verbs import OnContest

Deciding = Literal[OnContest.BEGIN, OnContest.INSTEAD, OnContest.STAY]
"""The buttons that answer an offer."""


async def offered(table: Table, desk: Desk) -> Answer:
    """Whoever pressed wants friends to beat this game. In a group they are led to their own chat with us."""
    if not table.may_be_beaten:
        return desk.stripped("toast.old-button")
    contest = await contests.contest_about(table, desk.person, desk.work, desk.world)
    if desk.chat.is_group:
        return Answer(url=contest_link(contest, desk.world.username))
    await standings.show_sharing(await desk.work.contests.standings(contest, SHOWN), desk)
    return Answer()


async def opened(token: str, desk: Desk) -> bool:
    """Somebody has followed a contest's link; False if there is none of that token."""
    contest = await desk.work.contests.load(token)
    if contest is None:
        return False
    entry = await desk.work.contests.entry(token, desk.person.id)
    if entry is not None:
        await _show_own(entry, desk)
    elif desk.person.id in contest.insiders:
        await standings.show_sharing(await desk.work.contests.standings(contest, SHOWN), desk)
    else:
        await _show_offer(contest, Place.BOTTOM, desk)
    return True


async def card_for(text: str, desk: Desk) -> Card | None:
    """The card of the contest for which a share button asks; None if it asks for something else."""
    token = token_in(text, CONTEST)
    contest = await desk.work.contests.load(token) if token else None
    if contest is None:
        return None
    texts = desk.texts
    screen = screens.card(contest, desk.world.username, texts)
    return Card(text, texts.plain("button.beat"), texts.plain("contest.card"), screen)


async def pressed(press: ContestPress, desk: Desk) -> Answer:
    """A press on the offer to beat somebody's game."""
    contest = await desk.work.contests.load(press.token)
    if contest is None or not await desk.is_current(slot_of(press.token)):
        return desk.stripped("toast.old-button")
    if press.verb is OnContest.RULES:
        desk.work.show(desk.chat, MENU, menu.rules(desk.texts, desk.preferences.style, in_group=False), Place.BOTTOM)
        return Answer()
    entry = await desk.work.contests.entry(press.token, desk.person.id)
    if entry is not None:
        await _show_own(entry, desk)
        return desk.stripped("toast.old-button")
    if desk.person.id in contest.insiders:
        return desk.stripped("toast.old-button")
    return await _answered(press.verb, contest, desk)


async def _answered(verb: Deciding, contest: Contest, desk: Desk) -> Answer:
    match verb:
        case OnContest.BEGIN if _has_begun(desk.table):
            await _show_offer(contest, Place.HERE, desk)
        case OnContest.BEGIN | OnContest.INSTEAD:
            await _begin(contest, desk)
        case OnContest.STAY:
            _close_offer(desk)
            await games.go_on(desk)
        case _:
            assert_never(verb)
    return Answer()


async def _begin(contest: Contest, desk: Desk) -> None:
    """The person breaks the secret; a game of theirs that was on is given up."""
    _close_offer(desk)
    if desk.table is not None:
        await games.give_up(desk.table, desk)
    is_new = await _is_new(desk)
    table, stands = await contests.joined(contest, desk.person, desk.work, desk.world)
    await standings.tell(stands, desk, contests.entry_of(table, desk.person))
    await desk.show_board(table, desk.texts.html("challenge.rules") if is_new else NOTHING, draft="", anew=True)


async def _show_offer(contest: Contest, place: Place, desk: Desk) -> None:
    screen = screens.offer(contest, desk.texts, instead=_has_begun(desk.table), is_new=await _is_new(desk))
    desk.work.show(desk.chat, slot_of(contest.token), screen, place)


async def _is_new(desk: Desk) -> bool:
    """Whether they have played neither here nor with others, and may not know how the game goes."""
    player = await desk.work.ratings.player(desk.person.id)
    return not player.games and not await games.has_played("solo", desk)


def _close_offer(desk: Desk) -> None:
    if desk.pressed is not None and desk.pressed.message is not None:
        desk.work.retire(desk.chat, desk.pressed.message, wholly=True)


async def _show_own(entry: Entry, desk: Desk) -> None:
    """Let somebody who takes part already see their own game."""
    table = await desk.work.table(entry.table)
    if table is not None:
        await desk.show_board(table, anew=True)


def _has_begun(table: Table | None) -> bool:
    return table is not None and bool(table.game.turns)
