"""Boards with the hints that their tables have asked for, thought about at once."""

from bot.app.advice import hint_result
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.alone.screens import Details
from bot.app.texts import Texts
from solver.advice import Advice
from tests.bot.looks import COMPUTE


def with_hints(game: Alone) -> Details:
    """All that the hints tell."""
    return Details(hints=hint_result(game.game.variant, game.game.history_of(ALL), game.hint, COMPUTE))


def left_by(advice: Advice, texts: Texts) -> dict[str, str]:
    """What the line about a good guess says of the codes that it leaves."""
    return {"left": texts.whole(max(1, round(advice.expected))), "count": texts.whole(advice.candidates)}
