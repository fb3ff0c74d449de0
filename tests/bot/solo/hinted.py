"""Boards with the hints that their tables have asked for, thought about at once."""

from bot.app.advice import hint_result
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.alone.screens import Details
from tests.bot.looks import COMPUTE


def with_hints(game: Alone) -> Details:
    return Details(hints=hint_result(game.game.variant, game.game.history_of(ALL), game.hint, COMPUTE))
