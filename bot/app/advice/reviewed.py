"""A game looked at afterwards, beside perfect play."""

from dataclasses import dataclass

from bot.app.thinking import Recall
from solver.evaluate import Played
from solver.feedback import History
from solver.prospects import perfect_mean
from solver.review import GameEnded, Review, last_turn, perfect_path
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The guesses judged; where the secret is known, the path of perfect play to it as well."""

    variant: Variant
    history: History
    review: Review
    secret: Code | None
    path: tuple[Played, ...] = ()


def review_in_parts(variant: Variant, history: History, recall: Recall) -> Review:
    """What `solver.review.review_of` says, a thought a turn, so that others who want to know something wait less.

    Raises ThinkFirst; and InconsistentHistory or GameEnded for what is no game.
    """
    if any(reply.bulls == variant.length for _, reply in history[:-1]):
        raise GameEnded("a guess stands behind the one that broke the secret")
    turns = tuple(recall(last_turn, variant, history[:count]) for count in range(1, len(history) + 1))
    return Review(turns, recall(perfect_mean, variant))


def reviewed(variant: Variant, history: History, secret: Code | None, recall: Recall) -> Reviewed:
    """The review of a game. Raises ThinkFirst; and InconsistentHistory or GameEnded for what is no game."""
    told = review_in_parts(variant, history, recall)
    path = () if secret is None else recall(perfect_path, variant, secret)
    return Reviewed(variant, history, told, secret, path)
