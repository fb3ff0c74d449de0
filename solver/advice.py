"""What a hint says. Pure, and its arguments and results can be pickled: it may run in a process of its own."""

from dataclasses import dataclass

from solver.analysis import information_at
from solver.feedback import History
from solver.optimal import Optimal
from solver.position import position_after
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Advice:
    """How many candidates there are, and the best guess with what it brings."""

    candidates: int
    guess: Code
    bits: float
    worst: int
    consistent: bool


def advise(variant: Variant, history: History) -> Advice:
    """The guess to make after `history`. Raises InconsistentHistory if no candidate is left."""
    position = position_after(variant, tuple(dict.fromkeys(history)))  # asking twice tells nothing new
    best = information_at(position, Optimal(variant).next_guess(position))
    return Advice(len(position.left), best.guess, best.bits, best.worst, best.consistent)
