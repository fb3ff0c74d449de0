"""What a hint says. Pure, and its arguments and results can be pickled: it may run in a process of its own."""

from solver.analysis import information
from solver.feedback import History, InconsistentHistory
from solver.greedy import Greedy
from solver.openings import Advice, Opening, stored_opening
from solver.position import position_after
from solver.symmetry import canonical_renaming
from solver.variant import Variant

__all__ = ["Advice", "advise", "thought_out"]


def advise(variant: Variant, history: History) -> Advice:
    """The guess to make after `history`. Raises InconsistentHistory if no candidate is left."""
    turns = tuple(dict.fromkeys(history))  # asking twice tells nothing new
    opening = stored_opening(variant)
    if opening and not turns:
        return opening.first
    if opening and len(turns) == 1:
        return _second(variant, opening, turns)
    return thought_out(variant, turns)


def thought_out(variant: Variant, history: History) -> Advice:
    """The advice, computed: the most informative of all codes, a candidate if there is one among the best."""
    best = information(variant, Greedy(variant).next_guess(position_after(variant, history)), history)
    return Advice(
        candidates=sum(reply.count for reply in best.replies),
        guess=best.guess,
        bits=best.bits,
        worst=best.worst,
        consistent=best.consistent,
    )


def _second(variant: Variant, opening: Opening, history: History) -> Advice:
    renaming = canonical_renaming(variant, history[0][0])
    (first, feedback), *_ = renaming.of_history(history)
    if first != opening.first.guess:
        return thought_out(variant, history)
    if feedback not in opening.second:
        raise InconsistentHistory
    stored = opening.second[feedback]
    return Advice(stored.candidates, renaming.back(stored.guess), stored.bits, stored.worst, stored.consistent)
