"""A group becomes a supergroup: another chat, with all that the group had; its messages stay behind.

Telegram says so in either chat, and to whoever writes to the old one: whichever comes first moves everything, once.
"""

from dataclasses import replace

from bot.app.actions import challenges
from bot.app.kinds.outcome import Look
from bot.app.messages import Chat
from bot.app.model.header import Header
from bot.app.ports import Job, Place, Preferences, Work, World
from bot.app.request import KindsOfGames, slot_of
from bot.app.screen import Screen


async def move(group: Chat, to: int, work: Work, world: World, kinds: KindsOfGames) -> None:
    """Move all that the group has, unless that has been done, and show there what is on."""
    if await work.moved_to(group.id) is not None:
        return
    games = await work.games.running_in(group.id)
    work.rename(group, to)
    known = replace(await work.preferences(group.id), greeted=True, reachable=True)
    work.prefer(Chat(to), known)
    await _show(games, to, known, work, world, kinds)
    await challenges.move(group, to, work, world)


async def show_moved(kinds: KindsOfGames, job: Job, work: Work, world: World) -> None:
    """A letter has found out, and all that is kept has been moved: show it in the supergroup."""
    group = Chat(int(job.subject))
    to = await work.moved_to(group.id)
    if to is None:
        return
    games = await work.games.running_in(to)
    for game in games:
        work.games.save(game)  # whoever guesses meanwhile begins again, lest an older board come after theirs
    await _show(games, to, await work.preferences(to), work, world, kinds)
    await challenges.move(group, to, work, world)


async def _show(
    games: tuple[Header, ...], to: int, known: Preferences, work: Work, world: World, kinds: KindsOfGames
) -> None:
    """Show the boards of what is on. Raises ThinkFirst."""
    look = Look(known.texts, known.style, world.username, world.has_inline, world.recall)
    for game in games:
        if game.chat is not None:
            screen = await kinds.kind_of(game).shown(game, look, work)
            await _show_once(replace(game.chat, id=to), slot_of(game.id), screen, work)


async def _show_once(chat: Chat, slot: str, screen: Screen, work: Work) -> None:
    """As a new message, unless it stands there already, or is on its way."""
    shown = await work.shown(chat, slot)
    if shown.message is None and not shown.pending:
        work.show(chat, slot, screen, Place.BOTTOM)
