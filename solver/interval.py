"""The number game: the numbers that remain after questions, the best question, and how many are needed.

Only the ends of intervals are stored, so an interval may be of any size.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import Self

from solver.characters import legible, with_whole_numbers

LONGEST_TEXT = 1000
LONGEST_NUMBER = 1000

BELOW, AT, ABOVE = -1, 0, 1


class EmptyInterval(ValueError):
    """A range whose low end lies above its high end."""


class InconsistentAnswer(ValueError):
    """No number fits all the answers: some answer is wrong."""


class NotRemaining(ValueError):
    """A number that is not among those that remain."""


class Flaw(Enum):
    """Why a text is not a question."""

    FORM = "not one of >N, <N, =N, >=N, <=N"
    NUMBER = "not a whole number"


class InvalidQuestion(ValueError):
    """A text that is not a question. `text` is what is to blame: all of it, or what stands for the number."""

    def __init__(self, flaw: Flaw, text: str) -> None:
        super().__init__(flaw, text)
        self.flaw = flaw
        self.text = text

    def __str__(self) -> str:
        return f"{self.flaw.value}: {self.text!r}"


class Relation(Enum):
    """The relation that a question asks about."""

    GREATER = ">"
    LESS = "<"
    EQUAL = "="
    AT_LEAST = ">="
    AT_MOST = "<="

    @property
    def sides(self) -> frozenset[int]:
        """The positions relative to the question's number that a yes allows: BELOW, AT or ABOVE."""
        return SIDES[self]


SIDES = {
    Relation.GREATER: frozenset({ABOVE}),
    Relation.LESS: frozenset({BELOW}),
    Relation.EQUAL: frozenset({AT}),
    Relation.AT_LEAST: frozenset({AT, ABOVE}),
    Relation.AT_MOST: frozenset({BELOW, AT}),
}
SIGNS = {relation.value: relation for relation in Relation}
SIGNS |= dict.fromkeys(("=>", "≥", "≧", "⩾"), Relation.AT_LEAST)
SIGNS |= dict.fromkeys(("=<", "≤", "≦", "⩽"), Relation.AT_MOST)
FORM = re.compile(r"(>=|<=|=>|=<|[>=<≥≧⩾≤≦⩽])\s*(.*?)\s*\??", re.DOTALL)
NUMBER = re.compile(r"[+-]?\s*(?:\d+|\d{1,3}(?: \d{3})+)")


@dataclass(frozen=True, slots=True)
class Question:
    """Whether the number sought is greater than, less than, … `number`."""

    relation: Relation
    number: int

    def __str__(self) -> str:
        return f"{self.relation.value}{self.number}"

    def answer_for(self, sought: int) -> bool:
        """The true answer if `sought` is the number sought."""
        return (sought > self.number) - (sought < self.number) in self.relation.sides


def parse_question(text: str) -> Question:
    """The question somebody means by `text`, in any script's digits and full width too. Raises InvalidQuestion.

    The thousands of its number may stand apart: `>10 000`, `>1,000`.
    """
    if len(text) > LONGEST_TEXT:
        raise InvalidQuestion(Flaw.FORM, text[:LONGEST_TEXT])
    form = FORM.fullmatch(unicodedata.normalize("NFKC", legible(text)).strip())
    if form is None:
        raise InvalidQuestion(Flaw.FORM, text)
    number = form[2].replace("\N{MINUS SIGN}", "-")
    if not NUMBER.fullmatch(number):
        number = with_whole_numbers(number)
    if len(number) > LONGEST_NUMBER or not NUMBER.fullmatch(number):
        raise InvalidQuestion(Flaw.NUMBER, form[2])
    return Question(SIGNS[form[1]], int("".join(number.split())))


@dataclass(frozen=True, slots=True)
class Interval:
    """The whole numbers from `low` to `high`, both included. Raises EmptyInterval if there are none."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise EmptyInterval(f"no number lies from {self.low} to {self.high}")

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return self.high - self.low + 1

    def parts(self, number: int) -> dict[int, Self]:
        """The parts below, at and above `number` that are not empty."""
        ends = {
            BELOW: (self.low, min(self.high, number - 1)),
            AT: (max(self.low, number), min(self.high, number)),
            ABOVE: (max(self.low, number + 1), self.high),
        }
        return {side: type(self)(low, high) for side, (low, high) in ends.items() if low <= high}


@dataclass(frozen=True, slots=True)
class Remaining:
    """The numbers that may still be the one sought: intervals in order, with a gap between any two."""

    intervals: tuple[Interval, ...]

    @property
    def size(self) -> int:
        """How many numbers remain."""
        return sum(interval.size for interval in self.intervals)

    @property
    def questions_needed(self) -> int:
        """The least number of questions that always leaves one number: ceil(log2 size)."""
        return (self.size - 1).bit_length()

    @property
    def best_question(self) -> Question:
        """The question that halves the remaining numbers, of which there are at least two.

        Of the forms that halve equally well it is always `>m`, where m is the middle number or the lower of the two
        middle ones: one sign is quick to read, and of 1 to 100 people ask ">50" themselves.
        """
        if self.size == 1:
            raise ValueError(f"only {self.intervals[0].low} remains: there is nothing to ask")
        return Question(Relation.GREATER, self.middle)

    @property
    def middle(self) -> int:
        """The number in the middle, or the lower of the two there."""
        smaller = (self.size - 1) // 2
        before = accumulate((interval.size for interval in self.intervals), initial=0)
        lows = zip(before, self.intervals, strict=False)
        return next(low.low + smaller - skipped for skipped, low in lows if smaller < skipped + low.size)

    def __contains__(self, number: int) -> bool:
        """Whether `number` may be the one sought."""
        return any(interval.low <= number <= interval.high for interval in self.intervals)

    def after(self, question: Question, *, answer: bool) -> "Remaining":
        """What remains after the answer. Raises InconsistentAnswer if nothing does."""
        kept = [
            part
            for interval in self.intervals
            for side, part in interval.parts(question.number).items()
            if (side in question.relation.sides) == answer
        ]
        if not kept:
            raise InconsistentAnswer(f"no number is left if {question} is answered {'yes' if answer else 'no'}")
        return Remaining(_merged_intervals(kept))

    def path_to(self, number: int) -> tuple[tuple[Question, bool], ...]:
        """The best questions and their answers until `number` alone remains. Raises NotRemaining."""
        if number not in self:
            raise NotRemaining(f"{number} is not among the numbers that remain")
        left, path = self, []
        while left.size > 1:
            question = left.best_question
            answer = question.answer_for(number)
            path.append((question, answer))
            left = left.after(question, answer=answer)
        return tuple(path)


def between(low: int, high: int) -> Remaining:
    """What remains before the first question. Raises EmptyInterval if low > high."""
    return Remaining((Interval(low, high),))


def questions_needed(low: int, high: int) -> int:
    """The least number of questions that always suffices; naming the number afterwards is not counted."""
    return between(low, high).questions_needed


def is_master(questions_asked: int, low: int, high: int) -> bool:
    """Whether so many questions are no more than the best play may need."""
    return questions_asked <= questions_needed(low, high)


def _merged_intervals(intervals: list[Interval]) -> tuple[Interval, ...]:
    """The same numbers with no two intervals touching."""
    joined = intervals[:1]
    for interval in intervals[1:]:
        if interval.low == joined[-1].high + 1:
            joined[-1] = Interval(joined[-1].low, interval.high)
        else:
            joined.append(interval)
    return tuple(joined)
