"""What stands on the board of a game alone besides the game."""

from dataclasses import dataclass

from bot.app.advice.hints import HintResult, hint_result
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.model.contest import Standings
from bot.app.model.options import Help
from bot.app.screens.day import Day
from bot.app.thinking import Recall
from bot.game.model import Phase
from bot.game.modes import FeedbackFrom
from solver.evil import Trail, trail
from solver.review import Turn, last_turn


@dataclass(frozen=True, slots=True)
class Details:
    """What had to be thought about or read for a board, and the notes of whoever looks at it."""

    standings: Standings | None = None
    """How the contest stands to which a game belongs that is over."""
    lesson: Turn | None = None
    """What the coach says of the last guess."""
    trail: Trail | None = None
    """What the replies of an adversary have left, once the game is over."""
    hints: HintResult | None = None
    """What the hints come to that have been asked for."""
    noted: str = ""
    """What a person in a private chat has noted."""
    day: Day | None = None
    """What the code of a day has come to, once the game about it is over."""


PLAIN = Details()


def details_of(
    game: Alone, recall: Recall, standings: Standings | None = None, noted: str = "", day: Day | None = None
) -> Details:
    """What there is besides the game as it stands. Raises NeedsThought."""
    variant, history = game.game.variant, game.game.history_of(ALL)
    if game.game.phase is Phase.PLAYING:
        coached = game.help is Help.COACHED and bool(history)
        return Details(
            hints=hint_result(variant, history, game.hint, recall),
            lesson=recall(last_turn, variant, history) if coached else None,
            noted=noted,
        )
    is_evil = game.game.mode.feedback_from is FeedbackFrom.ADVERSARY
    return Details(standings=standings, trail=recall(trail, variant, history) if is_evil else None, day=day)
