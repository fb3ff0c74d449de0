"""What the coach says of a guess, once it is answered."""

from dataclasses import dataclass

from bot.app.thinking import Recall
from solver.analysis import information
from solver.feedback import History
from solver.review import Turn, last_turn
from solver.variant import Variant


@dataclass(frozen=True, slots=True)
class Lesson:
    """The guess as a review has it, and the bits that the best question there promised."""

    turn: Turn
    best_bits: float


def lesson(variant: Variant, history: History, recall: Recall) -> Lesson:
    """About the last turn of the history. Raises ThinkFirst."""
    turn = recall(last_turn, variant, history)
    return Lesson(turn, recall(information, variant, turn.best, tuple(dict.fromkeys(history[:-1]))).bits)
