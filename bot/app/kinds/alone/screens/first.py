"""What the board of a game alone says to a newcomer besides the game."""

from bot.app.kinds.alone.model import Alone
from bot.app.model.options import GameOptions
from bot.app.screens.first import legend_lines, meaning_line
from bot.app.screens.variant import example_of
from bot.app.texts import Html, Texts


def is_first(game: Alone) -> bool:
    """Whether it is the board that greets a newcomer, who has not guessed yet."""
    is_plain = game.target is None and game.daily is None and game.options == GameOptions()
    return game.explains and not game.game.turns and is_plain


def first_lines(game: Alone, texts: Texts) -> list[Html]:
    """All that a newcomer needs for the first guess."""
    variant = game.game.variant
    begin = texts.html("first.begin", example=variant.show(example_of(variant)))
    return [begin, legend_lines(variant, texts)]


def meaning(game: Alone, texts: Texts) -> list[Html]:
    """What the last reply means, as one of somebody's first; nothing for those who have had some."""
    if not game.explains or game.is_over or not game.game.turns:
        return []
    last = game.game.turns[-1]
    return [meaning_line(last.guess, last.feedback, game.game.variant, texts)]
