"""Screens of the lessons: the list, the first lesson, tasks, and why an answer is right or wrong."""

from bot.app.buttons import MenuPress, OnMenu
from bot.app.lessons.model import STAGES, TASKS, Learner, OpenLesson, Round, Stage, stage_after, stage_of
from bot.app.reading import reply_in
from bot.app.screen import Button, Row, Screen, back, button, choice, go, grid, lines, page, primary, rows
from bot.app.screens import quiz
from bot.app.screens.board import code_html, feedback_in, legend_lines, remark_lines
from bot.app.screens.common import Viewer
from bot.app.screens.keypad import in_rows
from bot.app.screens.quiz import Quiz, Shows, found_line, reason_lines, turns_of
from bot.app.texts import Html, Texts
from bot.game.lessons import (
    SECRET,
    VARIANT,
    Shape,
    Task,
    choices_of,
    is_right,
    next_guess,
    question_of,
    reply_to,
    symbol_by_symbol,
)
from solver.variant import Variant

# The list of the lessons, and what stands at the end of a round.


def stages(learner: Learner, due: int, ahead: Stage | None, texts: Texts) -> Screen:
    """All stages, how far each has come, how much waits to be repeated now, and with which to go on."""
    again = primary(leads(str(texts.counted("learn.repeat", due)), AGAIN)) if due else None
    waiting = texts.counted("learn.due", due) if due else None
    first = go(texts, "button.first-lesson", OnMenu.LEARN, FIRST)
    every = [leads(_label(stage, learner, texts), stage.name) for stage in STAGES.values()]
    if ahead is not None and not due:
        at = list(STAGES).index(ahead.name)
        every[at] = primary(every[at])
    return Screen(
        page(texts.html("learn.title"), texts.html("learn.about"), waiting),
        rows(again, first, *every, back(texts, OnMenu.MORE)),
    )


def stage_done(stage: Stage, learner: Learner, texts: Texts) -> Screen:
    """How many tasks of the stage were right, and the next stage."""
    title, right, count = texts.html(f"stage.{stage.name}"), learner.right_in(stage), len(stage.tasks)
    told = [Html(f"🏁 {title}\n{texts.html('learn.result', right=right, count=count)}")]
    buttons = [_leads_on(stage_after(stage, learner), texts)]
    if right < count:
        told.append(texts.html("learn.waits"))
        buttons.append(go(texts, "button.missed", OnMenu.LEARN, stage.name))
    return Screen(page(*told), rows(*buttons, to_list(texts)))


def all_repeated(ahead: Stage | None, texts: Texts) -> Screen:
    """Nothing waits now."""
    return Screen(texts.html("learn.repeated"), rows(_leads_on(ahead, texts), to_list(texts)))


def _leads_on(ahead: Stage | None, texts: Texts) -> Button:
    """To the stage with which to go on; once all are done, to puzzles."""
    if ahead is None:
        return primary(go(texts, "menu.puzzle", OnMenu.PUZZLE))
    return primary(go(texts, f"stage.{ahead.name}", OnMenu.LEARN, ahead.name))


def _label(stage: Stage, learner: Learner, texts: Texts) -> str:
    title = texts.plain(f"stage.{stage.name}")
    if learner.has_done(stage):
        return f"✓ {title}"
    has_begun = any(task.name in learner.right or task.name in learner.missed for task in stage.tasks)
    return f"{title} · {learner.right_in(stage)}/{len(stage.tasks)}" if has_begun else title


# The first lesson: the secret is shown, and each reply is explained digit by digit.

SHOWN = 6
"""The latest guesses that are shown."""


def first_lesson(given: tuple[str, ...], ahead: Stage | None, viewer: Viewer) -> Screen:
    """The lesson after these guesses. `ahead`: the stage that its end offers."""
    texts, secret = viewer.texts, VARIANT.show(SECRET)
    turns = tuple((code, reply_to(code)) for code in map(VARIANT.parse, given))
    told = [texts.html("learn.first-secret", secret=secret)]
    if given:
        why = reason_lines(symbol_by_symbol(given[-1], secret), _shows(VARIANT, texts), viewer)
        told += [lines(*turns_of(VARIANT, turns, viewer)[-SHOWN:]), lines(*why)]
    else:
        told.append(legend_lines(VARIANT, texts))
    if secret in given:
        play = go(texts, "menu.play", OnMenu.PLAY)
        return Screen(
            page(*told, texts.html("learn.first-found")), rows(_leads_on(ahead, texts), (to_list(texts), play))
        )
    if given:
        told.append(texts.html("learn.first-puzzle", reply=feedback_in(viewer.style, turns[-1][1], texts)))
    guess = next_guess(given)
    told.append(texts.html("learn.first-guess", guess=guess))
    tapped = primary(leads(guess, f"{GUESS}-{len(given)}"))
    skip = go(texts, "button.skip-lesson", OnMenu.LEARN, SKIP)
    return Screen(page(*told, remark_lines(viewer.note)), rows(tapped, skip))


# The screen of a task: the position, the question, the answers to tap; once it is answered, why.


def asked(lesson: OpenLesson, viewer: Viewer) -> Screen:
    """The task with its answers to tap."""
    answers = _answers(TASKS[lesson.task], lesson.given, viewer)
    return quiz.asked(_quiz(lesson, viewer), (*answers, *rows(to_list(viewer.texts))), found_line(lesson.given))


def answered(lesson: OpenLesson, answer: str, viewer: Viewer) -> Screen:
    """The task with the answer, and why it is right or wrong."""
    task, texts = TASKS[lesson.task], viewer.texts
    key = "learn.right" if is_right(task, answer) else "learn.wrong"
    verdict = texts.html(key, answer=label(task, answer, viewer.style, texts))
    below = rows((to_list(texts), primary(go(texts, "button.next", OnMenu.LEARN, NEXT))))
    return quiz.answered(_quiz(lesson, viewer), below, verdict, question_of(task).why(task, answer))


def label(task: Task, answer: str, style: str, texts: Texts) -> str:
    """An answer as it stands on its button."""
    shape = question_of(task).shape
    if shape is Shape.VERDICT:
        return texts.plain(f"learn.{answer}")
    reply = reply_in(answer) if shape is Shape.REPLY else None
    return answer if reply is None else feedback_in(style, reply, texts)


def _quiz(lesson: OpenLesson, viewer: Viewer) -> Quiz:
    """With the idea of the stage above its first task."""
    task, texts = TASKS[lesson.task], viewer.texts
    stage = stage_of(task)
    title, number = texts.html(f"stage.{stage.name}"), stage.tasks.index(task) + 1
    is_again = lesson.round is Round.AGAIN
    head = Html(f"🔁 {title}" if is_again else f"🎓 {title} · {number}/{len(stage.tasks)}")
    idea = texts.html(f"idea.{stage.name}") if number == 1 else None
    return Quiz(task.variant, task.history, (head, idea), _question(task, texts), _shows(task.variant, texts), viewer)


def _shows(variant: Variant, texts: Texts) -> Shows:
    return lambda code: code_html(code, variant, texts)


def _question(task: Task, texts: Texts) -> Html:
    question, last = question_of(task), task.history[-1:]
    return texts.html(
        f"task.{question.name}",
        about=texts.listed([Html(symbol) for symbol in task.about]) if question.name == "among" else task.about,
        secret=task.secret,
        guess=task.variant.show(last[0][0]) if last else "",
        count=question.wants(task),
    )


SHORT = (Shape.NUMBER, Shape.PLACE, Shape.SYMBOL)
"""Answers of one character: all of them stand on a row."""
WIDEST = 5


def _answers(task: Task, given: tuple[str, ...], viewer: Viewer) -> tuple[Row, ...]:
    """The answers as buttons; a right one that was given already is marked."""
    keys = []
    for at, answer in enumerate(choices_of(task)):
        press = MenuPress(OnMenu.LEARN, f"{task.name}-{at}")
        keys.append(choice(label(task, answer, viewer.style, viewer.texts), press, chosen=answer in given))
    return in_rows(keys, WIDEST) if question_of(task).shape in SHORT else grid(keys)


# Buttons of the lessons: one verb, and what it is about.

FIRST, GUESS, SKIP, AGAIN, NEXT = "first", "guess", "skip", "again", "next"
"""What buttons are about besides stages and answers; the list, where they are about nothing."""


def leads(text: str, about: str) -> Button:
    """The button that leads there."""
    return button(text, MenuPress(OnMenu.LEARN, about))


def to_list(texts: Texts) -> Button:
    """The button that leads to the list."""
    return go(texts, "button.lessons", OnMenu.LEARN)
