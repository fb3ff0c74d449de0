"""The coach's judgement of a guess, after its reply."""

from dataclasses import dataclass

from bot.app.thinking import Recall
from solver.analysis import information
from solver.feedback import History
from solver.review import Turn, last_turn
from solver.variant import Variant


@dataclass(frozen=True, slots=True)
class Lesson:
    """The turn as in a review, and the expected bits of the best question at that point."""

    turn: Turn
    best_bits: float


def lesson(variant: Variant, history: History, recall: Recall) -> Lesson:
    """The lesson about the last turn of the history. Raises NeedsThought."""
    turn = recall(last_turn, variant, history)
    return Lesson(turn, recall(information, variant, turn.best, tuple(dict.fromkeys(history[:-1]))).bits)
