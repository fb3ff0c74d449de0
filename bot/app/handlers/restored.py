"""Tells a chat with running games that a backup was restored, and shows them as they stand now."""

from dataclasses import replace

from bot.app.kinds.match.unreachable import show_games
from bot.app.kinds.outcome import Look
from bot.app.messages import Chat
from bot.app.ports import Job, Place, Work
from bot.app.request import KindsOfGames, slot_of
from bot.app.screen import Screen
from bot.app.screens.moment import LONG, shown_moment
from bot.app.texts import Html, Texts
from bot.app.world import World

SLOT = "restored"


async def tell(kinds: KindsOfGames, job: Job, work: Work, world: World) -> None:
    """The job: its subject is the chat, its turn the moment. Whoever cannot be reached is not told."""
    chat = Chat(int(job.subject))
    known = await work.preferences(chat.id)
    if not known.reachable:
        return
    work.show(chat, SLOT, Screen(_told(known.texts, job.turn), is_silent=True), Place.BOTTOM)
    look = Look(known.texts, known.style, world.username, world.has_inline, world.recall)
    for game in await work.games.running_in(chat.id):
        work.games.hold(game)  # a guess that comes meanwhile begins again: no older board is shown after its own
        person = None if chat.is_group else chat.id
        screen = await kinds.kind_of(game).screen_of(game, replace(look, person=person), work)
        work.show(game.chat or chat, slot_of(game.id), replace(screen, is_silent=True), Place.BOTTOM)
    if not chat.is_group:
        await show_games(chat.id, work, world)


def _told(texts: Texts, moment: int) -> Html:
    return texts.html("note.restored", when=shown_moment(moment, LONG))
