"""A turn of guessing a number: a question or a guess, with its answer."""

from dataclasses import dataclass

from solver.interval import Question, Relation

ANSWERS = {"yes": True, "no": False}
DIRECTIONS = {"higher": Relation.GREATER, "lower": Relation.LESS}
"""The answers to a guess that misses, by where the number lies."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and its answer.

    A guess is a turn too, with the question to which its answer says yes: 50 is `>50` if the number is higher.
    """

    question: Question
    answer: bool
    is_guess: bool = False

    @property
    def asked(self) -> str:
        """What was asked: `>50`; of a guess the number."""
        return str(self.question.number if self.is_guess else self.question)

    @property
    def said(self) -> str:
        """The answer: a key of ANSWERS or DIRECTIONS."""
        if self.is_guess and self.question.relation is not Relation.EQUAL:
            return next(said for said, relation in DIRECTIONS.items() if relation is self.question.relation)
        return next(said for said, answer in ANSWERS.items() if answer == self.answer)


def guess_at(number: int, secret: int) -> Turn:
    """The guess with its answer."""
    relations = (Relation.EQUAL, *DIRECTIONS.values())
    right = next(relation for relation in relations if Question(relation, number).answer_for(secret))
    return Turn(Question(right, number), answer=True, is_guess=True)


def reversed_turn(turn: Turn) -> Turn:
    """The turn with the other answer; of a guess it is only known that the number does not lie there."""
    return Turn(turn.question, not turn.answer)
