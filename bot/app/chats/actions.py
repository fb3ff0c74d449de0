"""Moves a group that becomes a supergroup: a chat with a new id, without the old messages.

Telegram reports it in both chats, and to calls with the old id: whichever comes first moves everything, once.
"""

from dataclasses import replace

from bot.app.duels import actions as duels
from bot.app.kind import Kinds, slot_of
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.model.game import Header
from bot.app.screen import Place, Screen
from bot.app.screens.common import viewer_of
from bot.app.work import Job, Work
from bot.app.world import World


async def move(group: Chat, to: int, work: Work, world: World, kinds: Kinds) -> None:
    """Move all that is stored for the group, unless that has been done, and show its running games there."""
    if await work.moved_to(group.id) is not None:
        return
    games = await work.games.running_in(group.id)
    work.rename(group, to)
    known = replace(await work.preferences(group.id), greeted=True, reachable=True)
    work.prefer(Chat(to), known)
    await _show(games, to, known, work, world, kinds)
    await duels.move(group, to, work, world)


async def show_moved(kinds: Kinds, job: Job, work: Work, world: World) -> None:
    """Show the moved games in the supergroup, after sending has found out about the move."""
    group = Chat(int(job.subject))
    to = await work.moved_to(group.id)
    if to is None:
        return
    games = await work.games.running_in(to)
    for game in games:
        work.games.save(game)  # a concurrent guess begins again, so that no older board is shown after its own
    await _show(games, to, await work.preferences(to), work, world, kinds)
    await duels.move(group, to, work, world)


async def _show(games: tuple[Header, ...], to: int, known: Preferences, work: Work, world: World, kinds: Kinds) -> None:
    """Show the boards of the running games, and the commands in the language of the group. Raises NeedsThought."""
    if known.language is not None:
        work.list_commands(Chat(to), known.language)
    viewer = viewer_of(known, world)
    for game in games:
        if game.chat is not None:
            screen = await kinds.kind_of(game).screen_of(game, viewer, work)
            await _show_once(replace(game.chat, id=to), slot_of(game.id), screen, work)


async def _show_once(chat: Chat, slot: str, screen: Screen, work: Work) -> None:
    """Show the screen as a new message, unless it is there or in the outbox already."""
    shown = await work.slot_state(chat, slot)
    if shown.message is None and not shown.pending:
        work.show(chat, slot, screen, Place.BOTTOM)
