"""A game looked at afterwards, beside perfect play."""

from dataclasses import dataclass

from bot.app.thinking import Recall
from solver.evaluate import Played
from solver.feedback import History
from solver.review import Review, perfect_path, review_of
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The guesses judged; where the secret is known, the path of perfect play to it as well."""

    variant: Variant
    history: History
    review: Review
    secret: Code | None
    path: tuple[Played, ...] = ()


def reviewed(variant: Variant, history: History, secret: Code | None, recall: Recall) -> Reviewed:
    """The review of a game. Raises ThinkFirst; and InconsistentHistory or GameEnded for what is no game."""
    told = recall(review_of, variant, history)
    path = () if secret is None else recall(perfect_path, variant, secret)
    return Reviewed(variant, history, told, secret, path)
