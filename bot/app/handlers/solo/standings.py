"""How a contest stands, told to those who may know: who has finished, and whose game it is all about."""

from bot.app.actions import contests
from bot.app.actions.contests import SHOWN, slot_of
from bot.app.handlers.desk import Desk
from bot.app.messages import Chat
from bot.app.model.contest import Entry, Standings
from bot.app.model.table import Table
from bot.app.ports import Place
from bot.app.screens.solo.contest import Sight, news, sharing
from bot.app.texts import NOTHING

LOUD = 20
"""So many friends who finish are told to whoever invited them by a new message; the others in place."""


async def finished(table: Table, desk: Desk) -> Standings | None:
    """The person's game is over: where it belongs to a contest, those who may know hear how that stands now."""
    standings = await contests.finished(table, desk.person, desk.work)
    if standings is not None:
        await tell(standings, desk, contests.entry_of(table, desk.person))
    return standings


async def tell(standings: Standings, desk: Desk, entry: Entry) -> None:
    """Somebody has begun or finished. Only whoever invited them hears a sound, and only when they finish."""
    contest = standings.contest
    owner, *others = contest.insiders[:SHOWN]
    is_loud = entry.game is not None and contest.ended <= LOUD
    await _show(standings, owner, desk, Place.BOTTOM if is_loud else Place.HERE, entry if is_loud else None)
    for other in others:
        await _show(standings, other, desk, Place.HERE)
    for table_id in await desk.work.contests.latest(contest.token, SHOWN):
        table = await desk.work.table(table_id) if table_id != entry.table else None
        if table is not None:
            await desk.update_board(table, standings)


async def show_sharing(standings: Standings, desk: Desk) -> None:
    """Let somebody who knows the secret see the link, at the bottom."""
    sight = Sight(desk.texts, desk.preferences.style, desk.world.username, desk.world.has_inline)
    screen = sharing(standings, desk.person.id, sight)
    desk.work.show(Chat(desk.person.id), slot_of(standings.contest.token), screen, Place.BOTTOM)


async def _show(standings: Standings, person: int, desk: Desk, place: Place, ended: Entry | None = None) -> None:
    """Let somebody who knows the secret see how it stands; in place only where they look at it."""
    chat, slot = Chat(person), slot_of(standings.contest.token)
    if place is Place.HERE and (await desk.work.shown(chat, slot)).message is None:
        return
    known = await desk.work.preferences(person)
    texts = known.texts
    sight = Sight(texts, known.style, desk.world.username, desk.world.has_inline)
    told = NOTHING if ended is None else news(ended, texts)
    desk.work.show(chat, slot, sharing(standings, person, sight, told), place, for_many=ended is None)
