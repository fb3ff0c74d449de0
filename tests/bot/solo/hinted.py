"""Boards with the hints that their tables have asked for, thought about at once."""

from dataclasses import replace

from bot.app.advice.hints import told
from bot.app.model.table import Table
from bot.app.screens.solo.board import View
from bot.app.thinking import recalled_by
from bot.game.model import Seat

directly = recalled_by(lambda question: question.about(*question.given))
"""Recalls by thinking."""


def informed(table: Table, view: View) -> View:
    """The view with all that the hints tell."""
    game = table.game
    return replace(view, told=told(game.variant, game.history_of(Seat(0)), table.hint, directly))
