"""Tasks of lessons: a position, and one question about it."""

from dataclasses import dataclass
from functools import lru_cache

from solver.feedback import Feedback, History, feedback_for, is_consistent
from solver.knowledge import Knowledge, knowledge
from solver.position import Position, fitting_codes, position_after
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Task:
    """A question about what is known after some guesses. What is right is never written: the solver computes it."""

    name: str
    """The stage and the number in it, such as `zero-2`; it never becomes another task's."""
    question: str
    """The name of an entry of QUESTIONS."""
    variant: Variant
    history: History
    about: str = ""
    """The code, the symbol or the symbols that the question is about; empty where it is about the whole position."""
    secret: str = ""
    """The secret, where the question shows it."""
    choices: tuple[str, ...] = ()
    """The answers on buttons."""

    @property
    def code(self) -> Code:
        """The code that the question is about."""
        return self.variant.parse(self.about)

    @property
    def symbol(self) -> int:
        """The symbol that the question is about."""
        return self.variant.alphabet.index(self.about)


@lru_cache(maxsize=64)
def position_of(task: Task) -> Position:
    """The position with its candidates."""
    return position_after(task.variant, task.history)


@lru_cache(maxsize=64)
def known_in(task: Task) -> Knowledge:
    """What the history says of each symbol."""
    return knowledge(task.variant, task.history)


@lru_cache(maxsize=64)
def left_in(task: Task) -> tuple[Code, ...]:
    """The candidates, in code order."""
    return tuple(map(tuple, fitting_codes(task.variant, task.history).tolist()))


def true_reply(task: Task) -> Feedback:
    """The reply of the secret that is shown to the code that the question is about."""
    return feedback_for(task.code, task.variant.parse(task.secret))


def objection(task: Task, code: Code) -> tuple[Code, Feedback] | None:
    """The first turn that says that the code is not the secret; None if it may be."""
    return next((turn for turn in task.history if not is_consistent(code, (turn,))), None)
