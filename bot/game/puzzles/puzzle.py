"""A puzzle: a position with a question, and the answers that the solver has proven to be right."""

from dataclasses import dataclass

from solver.feedback import Feedback, History, feedback_for
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of the kind of that name."""

    kind: str
    variant: Variant
    history: History
    left: tuple[Code, ...]
    """Every candidate."""
    choices: tuple[Code, ...]
    """The answers to tap, in this order; none: any code is an answer."""
    right: frozenset[Code]
    """The right answers, all of them."""


def parts(left: tuple[Code, ...], guess: Code) -> dict[Feedback, list[Code]]:
    """The candidates by the replies that they give to the guess."""
    found: dict[Feedback, list[Code]] = {}
    for code in left:
        found.setdefault(feedback_for(guess, code), []).append(code)
    return found


def average_left(left: tuple[Code, ...], guess: Code) -> float:
    """How many candidates the guess leaves on average."""
    return sum(len(part) ** 2 for part in parts(left, guess).values()) / len(left)


def objection(code: Code, history: History) -> tuple[Code, Feedback] | None:
    """The first turn that the code contradicts; None: it can be the secret."""
    return next(((guess, reply) for guess, reply in history if feedback_for(guess, code) != reply), None)
