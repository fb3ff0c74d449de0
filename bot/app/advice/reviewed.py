"""A game looked at afterwards, beside perfect play."""

from dataclasses import dataclass

from solver.evaluate import PlayoutTurn
from solver.feedback import History
from solver.review import Review, perfect_path, review_of
from solver.variant import Code, Variant

MOST_TURNS = 60
"""A game that is told has no more; of a longer one of ours the first are reviewed: a review costs with every turn."""


class TooLongGame(ValueError):
    """A told game of more turns than are looked at."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The guesses judged; where the secret is known, the path of perfect play to it as well."""

    variant: Variant
    history: History
    review: Review
    secret: Code | None
    path: tuple[PlayoutTurn, ...] = ()


def reviewed(variant: Variant, history: History, secret: Code | None) -> Reviewed:
    """The review of a game: one thought, to be recalled. Raises InconsistentHistory or GameEnded for what is none."""
    path = () if secret is None else perfect_path(variant, secret)
    return Reviewed(variant, history, review_of(variant, history), secret, path)
