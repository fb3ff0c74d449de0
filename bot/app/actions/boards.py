"""The board of a game against the bot as a chat sees it, with what has to be thought about for it."""

from dataclasses import replace

from bot.app.advice.hints import told
from bot.app.advice.lesson import lesson
from bot.app.model.breaker import thoughts
from bot.app.model.table import Table
from bot.app.model.wish import Help
from bot.app.ports import World
from bot.app.screen import Screen
from bot.app.screens.solo.board import View, board
from bot.app.screens.solo.think import think_board
from bot.app.screens.together.company import company_board
from bot.game.model import Phase, Seat
from solver.evil import trail


def slot_of(table: Table) -> str:
    """The slot of a table's board."""
    return f"table:{table.id}"


def table_screen(table: Table, view: View, world: World) -> Screen:
    """The table's board for whoever looks at it so. Raises ThinkFirst."""
    view = _informed(view, table, world)
    if table.company is not None:
        return company_board(table, table.company, view)
    if table.breaker is not None:
        return think_board(table, table.breaker, thoughts(table.game, table.breaker, world.recall), view)
    return board(table, view)


def _informed(view: View, table: Table, world: World) -> View:
    """The view with what has to be thought about first. Raises ThinkFirst."""
    game, recall = table.game, world.recall
    history = game.history_of(Seat(0))
    is_on = game.phase is Phase.PLAYING
    if is_on:
        view = replace(view, told=told(game.variant, history, table.hint, recall))
    if table.help is Help.COACHED and history and is_on:
        view = replace(view, lesson=lesson(game.variant, history, recall))
    if game.mode.name == "evil" and not is_on:
        view = replace(view, trail=recall(trail, game.variant, history))
    return view
