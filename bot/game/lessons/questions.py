"""The kinds of questions. A new one is an entry of QUESTIONS, and its text `ask.…`, `told.…` for its reasons."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from bot.game.lessons import judging, reasons
from bot.game.lessons.reasons import Reasons
from bot.game.lessons.task import Task, left_in


class Shape(Enum):
    """What an answer is, and how it is written in data and on buttons."""

    REPLY = "reply"
    """`1B2C`."""
    NUMBER = "number"
    """A number of symbols."""
    SYMBOL = "symbol"
    PLACE = "place"
    """From 1."""
    VERDICT = "verdict"
    """`yes` or `no`."""
    CODE = "code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A kind of question."""

    name: str
    shape: Shape
    is_right: Callable[[Task, str], bool]
    why: Callable[[Task, str], Reasons]
    """Why an answer is right or wrong."""
    choices: Callable[[Task], tuple[str, ...]] = lambda task: task.choices
    """The answers on buttons."""
    takes_others: bool = True
    """Whether an answer that is on no button may be typed."""
    wants: Callable[[Task], int] = lambda _task: 1
    """How many right answers it takes."""


QUESTIONS = {
    question.name: question
    for question in (
        Question(name="reply", shape=Shape.REPLY, is_right=judging.is_true_reply, why=reasons.of_reply),
        Question(
            name="hits",
            shape=Shape.NUMBER,
            is_right=judging.is_number_of_hits,
            why=reasons.of_hits,
            choices=lambda task: tuple(map(str, range(task.variant.length + 1))),
        ),
        Question(name="out", shape=Shape.SYMBOL, is_right=judging.is_out, why=reasons.of_out),
        Question(name="sure", shape=Shape.SYMBOL, is_right=judging.is_sure, why=reasons.of_sure),
        Question(
            name="among",
            shape=Shape.NUMBER,
            is_right=judging.is_number_among,
            why=reasons.of_number_among,
            choices=lambda task: tuple(map(str, range(len(task.about) + 1))),
        ),
        Question(
            name="place",
            shape=Shape.PLACE,
            is_right=judging.can_stand,
            why=reasons.of_place,
            choices=lambda task: tuple(str(at + 1) for at in range(task.variant.length)),
        ),
        Question(
            name="fits",
            shape=Shape.VERDICT,
            is_right=judging.is_verdict,
            why=reasons.of_verdict,
            choices=lambda _task: (judging.YES, judging.NO),
        ),
        Question(
            name="left",
            shape=Shape.CODE,
            is_right=judging.is_left,
            why=reasons.of_left,
            wants=lambda task: len(left_in(task)),
        ),
        Question(name="ending", shape=Shape.CODE, is_right=judging.ends_soonest, why=reasons.of_ending),
        Question(
            name="better",
            shape=Shape.CODE,
            is_right=judging.leaves_fewest,
            why=reasons.of_leaving,
            takes_others=False,
        ),
    )
}


def question_of(task: Task) -> Question:
    """The kind of the task's question."""
    return QUESTIONS[task.question]


def choices_of(task: Task) -> tuple[str, ...]:
    """The answers on its buttons."""
    return question_of(task).choices(task)


def is_right(task: Task, answer: str) -> bool:
    """Whether the answer is right: as good as the best."""
    return question_of(task).is_right(task, answer)
