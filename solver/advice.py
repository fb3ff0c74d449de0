"""The data of a hint. Arguments and results can be pickled, so that it may be computed in another process."""

from dataclasses import dataclass

from solver.analysis import information_at
from solver.comparison import BUDGET, cheapest_of, work_of, work_within
from solver.feedback import History, is_consistent
from solver.optimal import Choice, Optimal
from solver.position import Position, position_after
from solver.tables import all_codes, as_code
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
    return _told(position, Optimal(variant).choice(position))


def advise_strictly(variant: Variant, history: History) -> Advice:
    """The same where only candidates may be guessed: one that is estimated to cost least, if the best is none."""
    position = position_after(variant, tuple(dict.fromkeys(history)))
    choice = Optimal(variant).choice(position)
    if not is_consistent(choice.guess, position.history):
        affordable = int(work_within(BUDGET) / work_of(variant, 1, len(position.left)))
        compared = position.left[: max(1, affordable)]
        row = cheapest_of(position, compared, exact=False).best()
        choice = Choice(as_code(all_codes(variant)[row]), exact=False)
    return _told(position, choice)


def _told(position: Position, choice: Choice) -> Advice:
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
