"""The board of a game against the bot as a chat sees it, with what has to be thought about for it."""

from dataclasses import replace

from bot.app.actions.fair_play import is_refused
from bot.app.advice.hints import told
from bot.app.advice.lesson import lesson
from bot.app.model.breaker import BREAKER, RESTING, Breaker, Thoughts, thoughts
from bot.app.model.table import Table
from bot.app.model.wish import Help
from bot.app.ports import Work, World
from bot.app.screen import Screen
from bot.app.screens.solo.board import View, board
from bot.app.screens.solo.think import think_board
from bot.app.screens.together.company import company_board
from bot.game.model import Phase, Seat
from solver.evil import trail


def slot_of(table: Table) -> str:
    """The slot of a table's board."""
    return f"table:{table.id}"


async def table_screen(table: Table, view: View, work: Work, world: World, *, is_alone: bool = False) -> Screen:
    """The table's board for whoever looks at it so. Raises ThinkFirst.

    `is_alone`: whoever began it is known to play with nobody else.
    """
    view = _informed(view, table, world)
    if table.company is not None:
        return company_board(table, table.company, view)
    if table.breaker is not None:
        thoughts = await thoughts_on(table, table.breaker, work, world, is_alone=is_alone)
        return think_board(table, table.breaker, thoughts, view)
    return board(table, view)


async def thoughts_on(table: Table, breaker: Breaker, work: Work, world: World, *, is_alone: bool = False) -> Thoughts:
    """What the bot thinks of the person's secret: nothing while that would help them elsewhere. Raises ThinkFirst.

    Whoever began the game tells the replies, whoever else looks at it.
    """
    game = table.game
    may_help = game.phase is Phase.PLAYING and not is_alone
    if may_help and await is_refused(game.variant, game.history_of(BREAKER), table.starter, work):
        return RESTING
    return thoughts(game, breaker, world.recall)


def _informed(view: View, table: Table, world: World) -> View:
    """The view with what has to be thought about first. Raises ThinkFirst."""
    game, recall = table.game, world.recall
    history = game.history_of(Seat(0))
    is_on = game.phase is Phase.PLAYING
    if is_on:
        view = replace(view, told=told(game.variant, history, table.hint, recall))
    if table.help is Help.COACHED and table.breaker is None and history and is_on:
        view = replace(view, lesson=lesson(game.variant, history, recall))
    if game.mode.name == "evil" and not is_on:
        view = replace(view, trail=recall(trail, game.variant, history))
    return view
