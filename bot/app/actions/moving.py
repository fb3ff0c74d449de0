"""A group becomes a supergroup: another chat, with all that the group had; its messages stay behind.

Telegram says so in either chat, and to whoever writes to the old one: whichever comes first moves everything, once.
"""

from dataclasses import dataclass, replace

from bot.app.actions import challenges
from bot.app.actions.boards import slot_of, table_screen
from bot.app.messages import Chat
from bot.app.model.number import NumberTable
from bot.app.model.table import Table
from bot.app.ports import Job, Place, Preferences, Work, World
from bot.app.screen import Screen
from bot.app.screens.solo.board import View
from bot.app.screens.solo.number import NumberView, number_board


async def move(group: Chat, to: int, work: Work, world: World) -> None:
    """Move all that the group has, unless that has been done, and show there what is on."""
    if await work.moved_to(group.id) is not None:
        return
    games = await _games_in(group.id, work)
    work.rename(group, to)
    known = replace(await work.preferences(group.id), greeted=True, reachable=True)
    work.prefer(Chat(to), known)
    await _show(games, to, known, work, world)
    await challenges.move(group, to, work, world)


async def show_moved(job: Job, work: Work, world: World) -> None:
    """A letter has found out, and all that is kept has been moved: show it in the supergroup."""
    group = Chat(int(job.table))
    to = await work.moved_to(group.id)
    if to is None:
        return
    games = await _games_in(to, work)
    if games.table is not None:
        work.save(games.table)  # whoever guesses meanwhile begins again, lest an older board come after theirs
    if games.number is not None:
        work.numbers.save(games.number)
    await _show(games, to, await work.preferences(to), work, world)
    await challenges.move(group, to, work, world)


@dataclass(frozen=True, slots=True)
class _Games:
    """What is on in a group, besides matches, which their players have in private."""

    table: Table | None
    number: NumberTable | None


async def _games_in(group: int, work: Work) -> _Games:
    on = await work.matches.glance(group)
    return _Games(
        None if on.table is None else await work.table(on.table),
        None if on.number is None else await work.numbers.load(on.number),
    )


async def _show(games: _Games, to: int, known: Preferences, work: Work, world: World) -> None:
    """Show the boards of what is on. Raises ThinkFirst."""
    if (table := games.table) is not None:
        view = View(known.texts, known.style, world.username, has_inline=world.has_inline)
        await _show_once(replace(table.chat, id=to), slot_of(table), await table_screen(table, view, work, world), work)
    if (number := games.number) is not None:
        screen = number_board(number, NumberView(known.texts))
        await _show_once(replace(number.chat, id=to), number.slot, screen, work)


async def _show_once(chat: Chat, slot: str, screen: Screen, work: Work) -> None:
    """As a new message, unless it stands there already, or is on its way."""
    shown = await work.shown(chat, slot)
    if shown.message is None and not shown.pending:
        work.show(chat, slot, screen, Place.BOTTOM)
