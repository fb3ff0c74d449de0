"""Reads answers to tasks of lessons, as people type them."""

import re
from collections.abc import Callable

from bot.app.code_text import code_in
from bot.app.language import plain
from bot.app.question_text import ANSWERS
from bot.app.reply_text import reply_in
from bot.game.lessons.judging import NO, YES
from bot.game.lessons.questions import Shape, choices_of, question_of
from bot.game.lessons.task import Task
from solver.feedback import possible_feedback
from solver.variant import InvalidCode

BETWEEN = re.compile(r"[,;\s]+")
Reader = Callable[[str, Task, str], tuple[str, ...]]
"""The answers in a text for a reader of that language; none: it cannot be read."""


def answers_in(text: str, task: Task, language: str) -> tuple[str, ...]:
    """The answers in a text, as they are written in data; none: it cannot be read as an answer to this task."""
    question = question_of(task)
    found = READERS[question.shape](text, task, language)
    known = question.takes_others or set(found) <= set(choices_of(task))
    return found if known and (len(found) == 1 or question.wants(task) > 1) else ()


def _reply(text: str, task: Task, language: str) -> tuple[str, ...]:
    reply = reply_in(text, language)
    return (str(reply),) if reply in possible_feedback(task.variant) else ()


def _one_of_buttons(text: str, task: Task, _language: str) -> tuple[str, ...]:
    typed = _digit(text)
    return (typed,) if typed in choices_of(task) else ()


def _symbol(text: str, task: Task, _language: str) -> tuple[str, ...]:
    typed = _digit(text)
    return (typed,) if len(typed) == 1 and typed in task.variant.alphabet else ()


def _verdict(text: str, _task: Task, language: str) -> tuple[str, ...]:
    said = [word for word in BETWEEN.split(plain(text).rstrip("!.")) if word]
    meaning = ANSWERS.meaning(said[0], language) if said else None
    return (meaning,) if meaning in {YES, NO} else ()


def _codes(text: str, task: Task, language: str) -> tuple[str, ...]:
    """One code, or several with something between them."""
    try:
        return (task.variant.format(code_in(text, task.variant, language)),)
    except InvalidCode:
        pass
    try:
        codes = [code_in(part, task.variant, language) for part in BETWEEN.split(text.strip()) if part]
    except InvalidCode:
        return ()
    return tuple(dict.fromkeys(map(task.variant.format, codes)))


def _digit(text: str) -> str:
    typed = plain(text).strip().rstrip(".!")
    return str(int(typed)) if len(typed) == 1 and typed.isdecimal() else typed


READERS: dict[Shape, Reader] = {
    Shape.REPLY: _reply,
    Shape.NUMBER: _one_of_buttons,
    Shape.PLACE: _one_of_buttons,
    Shape.SYMBOL: _symbol,
    Shape.VERDICT: _verdict,
    Shape.CODE: _codes,
}
