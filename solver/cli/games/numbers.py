"""Numbers and answers of the number game as text."""

from collections.abc import Iterable

from solver.cli.layout import quantity
from solver.interval import Question, Remaining


def ranges(left: Remaining) -> str:
    """The numbers that remain, such as `1 to 49, 51 to 100 (99 numbers)`."""
    spans = (
        f"{interval.low} to {interval.high}" if interval.size > 1 else str(interval.low) for interval in left.intervals
    )
    return f"{', '.join(spans)} ({quantity(left.size, 'number')})"


def answer_list(path: Iterable[tuple[Question, bool]]) -> str:
    """The questions so far, a line each."""
    lines = [
        f"{number:4}. {question}  {'yes' if answer else 'no'}" for number, (question, answer) in enumerate(path, 1)
    ]
    return "\n".join(lines) or "No questions yet."


def path_in_words(path: Iterable[tuple[Question, bool]]) -> str:
    """Questions and answers in one line, such as `>50 no, >25 yes`."""
    return ", ".join(f"{question} {'yes' if answer else 'no'}" for question, answer in path)
