"""The review of a game, beside perfect play."""

from dataclasses import dataclass

from solver.evaluate import PlayoutTurn
from solver.feedback import History
from solver.review import Review, perfect_path, review_of
from solver.variant import Code, Variant

MOST_TURNS = 60
"""The most turns of a told game; of longer stored games the first are reviewed. The cost grows with every turn."""


class TooLongGame(ValueError):
    """A told game has more than MOST_TURNS turns."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The judged guesses and, if the secret is known, the path of perfect play to it."""

    variant: Variant
    history: History
    review: Review
    secret: Code | None
    path: tuple[PlayoutTurn, ...] = ()


def game_review(variant: Variant, history: History, secret: Code | None) -> Reviewed:
    """The review of a game, as one computation for `recall`. Raises InconsistentHistory or GameEnded."""
    path = () if secret is None else perfect_path(variant, secret)
    return Reviewed(variant, history, review_of(variant, history), secret, path)
