"""How a contest stands, shown to those who may know: who has finished, and whose game it is all about."""

from dataclasses import replace

from bot.app.kinds.alone.contests import SHOWN, contest_slot
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.alone.screens.board import board
from bot.app.kinds.alone.screens.contest import Sight, news, sharing
from bot.app.kinds.alone.screens.details import Details
from bot.app.messages import Chat
from bot.app.model.contest import Entry, Standings
from bot.app.model.header import LEFT
from bot.app.news import News
from bot.app.ports import Place
from bot.app.request import Request, slot_of
from bot.app.screens.view import View
from bot.app.texts import NOTHING

LOUD = 20
"""So many friends who finish are news to whoever invited them, by a new message; the others in place."""


async def show_to_others(standings: Standings, entry: Entry, request: Request) -> None:
    """Somebody has begun or finished. Only whoever invited them hears a sound, and only when they finish."""
    contest = standings.contest
    owner, *others = contest.insiders[:SHOWN]
    is_loud = entry.game is not None and contest.ended <= LOUD
    await _show(standings, owner, request, Place.BOTTOM if is_loud else Place.HERE, entry if is_loud else None)
    for other in others:
        await _show(standings, other, request, Place.HERE)
    for game_id in await request.work.contests.latest(contest.token, SHOWN):
        game = await request.work.games.load(game_id, Alone) if game_id != entry.game_id else None
        if game is not None:
            await _update_board(game, standings, request)


def show_sharing(standings: Standings, request: Request, place: Place = Place.BOTTOM) -> None:
    """Let somebody who knows the secret see the link."""
    sight = Sight(request.texts, request.preferences.style, request.world.username, request.world.has_inline)
    screen = sharing(standings, request.person.id, sight)
    request.work.show(Chat(request.person.id), contest_slot(standings.contest.token), screen, place)


async def _show(standings: Standings, person: int, request: Request, place: Place, ended: Entry | None = None) -> None:
    """Let somebody who knows the secret see how it stands; in place only where they look at it."""
    if person == LEFT:
        return
    chat, slot = Chat(person), contest_slot(standings.contest.token)
    if place is Place.HERE and (await request.work.slot_state(chat, slot)).message is None:
        return
    known = await request.work.preferences(person)
    texts = known.texts
    sight = Sight(texts, known.style, request.world.username, request.world.has_inline)
    line = NOTHING if ended is None else news(ended, texts)
    screen = replace(sharing(standings, person, sight, line), news=News.RESULTS)
    request.work.show(chat, slot, screen, place, for_many=ended is None)


async def _update_board(game: Alone, standings: Standings, request: Request) -> None:
    """Let somebody else see, where they see their own finished game, how the contest stands now."""
    known, world = await request.work.preferences(game.chat.id), request.world
    view = View(known.texts, known.style, world.username, has_inline=world.has_inline)
    screen = board(game, view, Details(standings=standings))
    request.work.show(game.chat, slot_of(game.id), screen, Place.HERE, for_many=True)
