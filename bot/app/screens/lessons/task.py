"""The screen of a task: the position, the question, the answers to tap; once it is answered, why."""

from dataclasses import dataclass

from bot.app.model.open_lesson import Round
from bot.app.model.stages import USUAL, stage_of
from bot.app.reply_text import reply_in
from bot.app.screen import Button, Row, Screen, in_pairs, primary
from bot.app.screens.feedback import feedback_in
from bot.app.screens.keypad import in_rows
from bot.app.screens.lessons.buttons import NEXT, back, leads, learn
from bot.app.screens.lessons.reasons import reason_texts
from bot.app.screens.remark import remark_lines
from bot.app.screens.turns import turn_line
from bot.app.screens.variant import form_of
from bot.app.texts import NOTHING, Html, Texts
from bot.game.lessons.questions import Shape, choices_of, is_right, question_of
from bot.game.lessons.task import Task

FOUND = "✓"
SHORT = (Shape.NUMBER, Shape.PLACE, Shape.SYMBOL)
"""Answers of one character: all of them stand on a row."""
WIDEST = 5


@dataclass(frozen=True, slots=True)
class Seen:
    """How somebody sees a task."""

    texts: Texts
    style: str
    round: Round = Round.STAGE
    found: tuple[str, ...] = ()
    """Right answers that were given already."""
    note: Html = NOTHING
    """What was wrong with a text that could not be read."""


def asked(task: Task, seen: Seen) -> Screen:
    """The task with its answers to tap."""
    found = [Html(f"{FOUND} {', '.join(seen.found)}")] if seen.found else []
    lines = [*_position(task, seen), *_joined(found), *_joined(remark_lines(seen.note))]
    return Screen(Html("\n\n".join(lines)), (*_answers(task, seen), (back(seen.texts),)))


def answered(task: Task, answer: str, seen: Seen) -> Screen:
    """The task with the answer, and why it is right or wrong."""
    verdict = "learn.right" if is_right(task, answer) else "learn.wrong"
    given = seen.texts.html(verdict, answer=label(task, answer, seen))
    why = reason_texts(question_of(task).why(task, answer), seen.style, seen.texts)
    go_on = primary(learn("button.next", NEXT, seen.texts))
    lines = [*_position(task, seen), given, "\n".join(why)]
    return Screen(Html("\n\n".join(lines)), ((back(seen.texts), go_on),))


def label(task: Task, answer: str, seen: Seen) -> str:
    """An answer as it stands on its button."""
    match question_of(task).shape:
        case Shape.REPLY:
            reply = reply_in(answer)
            return answer if reply is None else feedback_in(seen.style, reply, seen.texts)
        case Shape.VERDICT:
            return seen.texts.plain(f"learn.{answer}")
        case _:
            return answer


def _position(task: Task, seen: Seen) -> list[Html]:
    """The heading, the idea of the stage above its first task, the turns, the question."""
    texts, stage = seen.texts, stage_of(task)
    title, number = texts.html(f"stage.{stage.name}"), stage.tasks.index(task) + 1
    is_again = seen.round is Round.AGAIN
    heads = [Html(f"🔁 {title}" if is_again else f"🎓 {title} · {number}/{len(stage.tasks)}")]
    heads += [texts.html(f"idea.{stage.name}")] * (number == 1)
    form = [form_of(task.variant, texts)] * (task.variant.name != USUAL)
    turns = [
        turn_line(at, task.variant.show(guess), feedback_in(seen.style, reply, texts))
        for at, (guess, reply) in enumerate(task.history, 1)
    ]
    return [*heads, *_joined([*form, *turns]), _question(task, texts)]


def _question(task: Task, texts: Texts) -> Html:
    question, last = question_of(task), task.history[-1:]
    return texts.html(
        f"task.{question.name}",
        about=texts.listed([Html(symbol) for symbol in task.about]) if question.name == "among" else task.about,
        secret=task.secret,
        guess=task.variant.show(last[0][0]) if last else "",
        count=question.wants(task),
    )


def _answers(task: Task, seen: Seen) -> tuple[Row, ...]:
    """The answers as buttons; a right one that was given already is marked."""
    keys = [_key(task, at, choice, seen) for at, choice in enumerate(choices_of(task))]
    shape = question_of(task).shape
    if shape in SHORT:
        return in_rows(keys, WIDEST)
    return in_pairs(tuple(keys))


def _key(task: Task, at: int, choice: str, seen: Seen) -> Button:
    mark = f"{FOUND} " if choice in seen.found else ""
    return leads(f"{mark}{label(task, choice, seen)}", f"{task.name}-{at}")


def _joined(lines: list[Html]) -> list[Html]:
    return [Html("\n".join(lines))] if lines else []
