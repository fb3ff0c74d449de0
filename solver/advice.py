"""What a hint says. Pure, and its arguments and results can be pickled: it may run in a process of its own."""

from dataclasses import dataclass

from solver.analysis import information_at
from solver.feedback import History
from solver.optimal import Optimal
from solver.position import position_after
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Advice:
    """How many candidates there are, and the best guess with what it brings.

    `expected` and `worst` are candidates left, `parts` replies that may come; `exact`: every other guess was compared.
    """

    candidates: int
    guess: Code
    bits: float
    worst: int
    consistent: bool
    expected: float
    parts: int
    exact: bool


def advise(variant: Variant, history: History) -> Advice:
    """The guess to make after `history`. Raises InconsistentHistory if no candidate is left."""
    position = position_after(variant, tuple(dict.fromkeys(history)))  # asking twice tells nothing new
    choice = Optimal(variant).choice(position)
    best = information_at(position, choice.guess)
    return Advice(
        len(position.left),
        best.guess,
        best.bits,
        best.worst,
        best.consistent,
        best.expected,
        best.parts,
        choice.exact,
    )
