"""Why an answer to a puzzle is right or wrong, as keys of texts with what they speak of; and what a hint gives away."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.game.puzzles.puzzle import Puzzle, average_left, objection, parts
from solver.feedback import Feedback, feedback_for, is_consistent
from solver.variant import Code

Value = Code | float | int | Feedback | tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence: what its key in `because.…` ends with, and what stands in it."""

    key: str
    values: Mapping[str, Value]


Reasons = tuple[Reason, ...]


def because(key: str, **values: Value) -> Reason:
    """That reason."""
    return Reason(key, values)


def reasons_for(puzzle: Puzzle, answer: Code | None) -> Reasons:
    """Why that answer is right or wrong. None: somebody has given up."""
    return _REASONS[puzzle.kind](puzzle, answer)


def hint_of(puzzle: Puzzle, given: frozenset[Code]) -> Reasons:
    """What a hint gives away: of answers to tap why a wrong one is wrong, else the first symbol of a right one."""
    wrong = [code for code in puzzle.choices if code not in puzzle.right and code not in given]
    if not wrong:
        return (because("begins", symbol=_example(puzzle)[:1], count=len(puzzle.right)),)
    worst = max(wrong, key=lambda code: average_left(puzzle.left, code))
    return (_leaves(puzzle, worst),) if puzzle.kind == "fewest" else _against(puzzle, wrong[0])


def _of_only(puzzle: Puzzle, _answer: Code | None) -> Reasons:
    """The right code, and of each other the reply that it contradicts."""
    [right] = puzzle.right
    others = (reason for code in puzzle.choices if code != right for reason in _against(puzzle, code))
    return (because("fits", code=right), *others)


def _of_left(puzzle: Puzzle, answer: Code | None) -> Reasons:
    """The reply that a wrong code contradicts, and all that are left."""
    wrong = () if answer is None else _against(puzzle, answer)
    return (*wrong, because("left", codes=puzzle.left))


def _of_fewest(puzzle: Puzzle, _answer: Code | None) -> Reasons:
    """How many codes each choice leaves, the best first; where that cannot be the secret, that it tells more."""
    ranked = sorted(puzzle.choices, key=lambda code: average_left(puzzle.left, code))
    lines = [_leaves(puzzle, code) for code in ranked]
    if not is_consistent(ranked[0], puzzle.history):
        lines.append(because("cannot-win", guess=ranked[0]))
    return tuple(lines)


def _of_apart(puzzle: Puzzle, answer: Code | None) -> Reasons:
    """Which codes a wrong guess does not tell apart, and one that does; of a right one, that it tells all apart."""
    count = len(puzzle.right)
    if answer in puzzle.right:
        return (because("apart", guess=answer), because("so-many", count=count))
    shown = because("instead", guess=_example(puzzle), count=count)
    if answer is None:
        return (shown,)
    reply, together = max(parts(puzzle.left, answer).items(), key=lambda part: len(part[1]))
    return (because("together", guess=answer, codes=tuple(together), reply=reply), shown)


def _example(puzzle: Puzzle) -> Code:
    """A right answer; one that can be the secret, where there is such a one."""
    return min(puzzle.right.intersection(puzzle.left) or puzzle.right)


def _against(puzzle: Puzzle, code: Code) -> Reasons:
    """The first reply that the code contradicts, if it contradicts one."""
    against = objection(code, puzzle.history)
    if against is None:
        return ()
    guess, reply = against
    return (because("objection", code=code, guess=guess, other=feedback_for(guess, code), reply=reply),)


def _leaves(puzzle: Puzzle, guess: Code) -> Reason:
    return because("leaves", guess=guess, left=average_left(puzzle.left, guess))


_REASONS: Mapping[str, Callable[[Puzzle, Code | None], Reasons]] = {
    "only": _of_only,
    "left": _of_left,
    "fewest": _of_fewest,
    "apart": _of_apart,
}
