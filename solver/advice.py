"""The data of a hint. Arguments and results can be pickled, so that it may be computed in another process."""

from dataclasses import dataclass

from solver.analysis import information_at
from solver.feedback import History
from solver.optimal import Optimal
from solver.position import position_after
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Advice:
    """The number of candidates, and the best guess with its information.

    `bits` is the expected information; `expected` and `worst` count the candidates left on average and at worst;
    `parts` counts the possible replies; `exact` says that every other guess was compared.
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
    """The best guess after `history`, with its information. Raises InconsistentHistory if no candidate is left."""
    position = position_after(variant, tuple(dict.fromkeys(history)))  # repeated turns add no information
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
