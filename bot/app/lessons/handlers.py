"""`/learn`: the list of lessons, the first lesson, their tasks, and what is typed while one is open."""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from bot.app.buttons import OnMenu
from bot.app.intents import Command
from bot.app.kind import MENU, Request, Section, Unread, without_argument
from bot.app.lessons import screens as lists
from bot.app.lessons.model import (
    LESSON,
    STAGES,
    TASKS,
    Learner,
    Learners,
    OpenLesson,
    Round,
    Stage,
    open_lesson,
    stage_after,
    stage_of,
)
from bot.app.lessons.screens import AGAIN, FIRST, GUESS, NEXT, SKIP, first_lesson
from bot.app.links import LEARN
from bot.app.model.game import Header
from bot.app.model.prompts import Prompts
from bot.app.reading import Reading, answers_in
from bot.app.routing import is_asked, is_move, look_of
from bot.app.screen import Answer
from bot.app.screens.board import invalid_code
from bot.app.texts import NOTHING, Html
from bot.game.lessons import SECRET, VARIANT, Task, choices_of, is_right, next_guess, question_of
from solver.variant import Fault, InvalidCode


async def resume(request: Request) -> Answer:
    """Go on where it stopped, inside a lesson or at its end; if nowhere, or something is due, as `show_lessons`."""
    lesson, learner = await read_open(request), await _learner(request)
    if lesson is None or request.chat.is_group or (lesson.is_answered and due_tasks(learner, request)):
        return await show_lessons(request)
    if (ahead := _ahead(lesson, learner, request)) is None:
        return await (show_lessons if lesson.round is Round.FIRST else go_on)(request)
    return _show_first(ahead, request) if ahead.round is Round.FIRST else _ask(ahead, request)


async def show_lessons(request: Request) -> Answer:
    """The first lesson for whoever has none behind them, else the list; a group is sent to the private chat."""
    if request.chat.is_group:
        return request.only_in_private("learn.in-private", "menu.learn", LEARN)
    learner = await _learner(request)
    return await _show_list(learner, request) if learner.has_begun else await begin_first(request)


async def _show_list(learner: Learner, request: Request) -> Answer:
    lesson, due = await read_open(request), len(due_tasks(learner, request))
    latest = stage_of(TASKS[lesson.task]) if lesson is not None and lesson.task else None
    ahead = latest if latest is not None and not learner.has_done(latest) else stage_after(latest, learner)
    return request.show_menu(lists.stages(learner, due, ahead, request.texts))


def _ahead(lesson: OpenLesson | None, learner: Learner, request: Request) -> OpenLesson | None:
    """What is asked still, else what comes next in its round; None: the round is over, or none is kept."""
    if lesson is None or not lesson.is_answered:
        return lesson
    if lesson.round is Round.AGAIN:
        return next((OpenLesson(Round.AGAIN, name) for name in due_tasks(learner, request)), None)
    if lesson.round is Round.FIRST:
        kind = Round.WHOLE if lesson.task in learner.right else Round.STAGE
        return OpenLesson(kind, lesson.task) if lesson.task else None
    tasks = stage_of(TASKS[lesson.task]).tasks
    known = frozenset[str]() if lesson.round is Round.WHOLE else learner.right
    following = tasks[tasks.index(TASKS[lesson.task]) + 1 :]
    return next((OpenLesson(lesson.round, task.name) for task in following if task.name not in known), None)


async def _learner(request: Request) -> Learner:
    return await request.work.of(Learners).of(request.person.id)


ANSWER = re.compile(r"(?P<task>[a-z]+-\d{1,4})-(?P<choice>\d)")
"""What a button says that answers a task: which of its choices."""
AFTER = re.compile(rf"{GUESS}-(?P<guesses>\d)")
"""What the button of the first lesson says: after how many guesses it stood there."""


async def press_lesson(about: str, request: Request) -> Answer:
    """Carry out a press on a button of the lessons; what it is about may be forged."""
    if not about or request.chat.is_group:
        return await show_lessons(request)
    if about == FIRST:
        return await begin_first(request)
    if about == SKIP:
        _keep(replace(await _first(request), is_answered=True), request)
        return await _show_list(await leave(request), request)
    if about == AGAIN:
        return await begin_again(request)
    if about == NEXT:
        return await go_on(request)
    if about in STAGES:
        return await begin_stage(STAGES[about], request)
    if (answer := ANSWER.fullmatch(about)) and answer["task"] in TASKS:
        return await press_answer(TASKS[answer["task"]], int(answer["choice"]), request)
    if guess := AFTER.fullmatch(about):
        return await press_guess(int(guess["guesses"]), request)
    return request.old_button()


# The first lesson: whatever is guessed gets its reply, and an explanation.


async def begin_first(request: Request) -> Answer:
    """Show it where it stopped; from its beginning, where it is over or was not begun."""
    return _show_first(await _first(request), request)


async def _first(request: Request) -> OpenLesson:
    """The first lesson where it stands; with the task at which a lesson was left for it."""
    lesson = await read_open(request)
    if lesson is not None and lesson.round is Round.FIRST and not lesson.is_answered:
        return lesson
    ahead = _ahead(lesson, await _learner(request), request)
    return OpenLesson(Round.FIRST, ahead.task if ahead is not None else "")


async def press_guess(guesses: int, request: Request) -> Answer:
    """Make the guess that it asks for. A button that stood there after fewer or more guesses was pressed twice."""
    lesson = await read_open(request) or OpenLesson(Round.FIRST)
    if lesson.round is not Round.FIRST or len(lesson.given) != guesses or lesson.is_answered:
        return Answer()
    return await _guess(next_guess(lesson.given), lesson, request)


MOST = 12
"""Guesses that are kept; whoever makes more loses the first ones from sight."""


async def _guess(guess: str, lesson: OpenLesson, request: Request) -> Answer:
    ahead = stage_after(None, await leave(request)) if guess == VARIANT.format(SECRET) else None
    given = (*(other for other in lesson.given if other != guess), guess)[-MOST:]
    left = stage_of(TASKS[lesson.task]) if lesson.task else None
    return _show_first(replace(lesson, given=given), request, ahead=left or ahead)


async def leave(request: Request) -> Learner:
    """It is behind them: from now on `/learn` is the list."""
    learner = await _learner(request)
    if not learner.knows_replies:
        request.work.of(Learners).keep(replace(learner, knows_replies=True))
    return learner


def _show_first(lesson: OpenLesson, request: Request, note: Html = NOTHING, ahead: Stage | None = None) -> Answer:
    is_over = VARIANT.format(SECRET) in lesson.given
    _keep(replace(lesson, is_answered=is_over), request)
    return request.show_menu(
        first_lesson(lesson.given, ahead, look_of(request, note=note)), asks="" if is_over else MENU
    )


# The tasks of the lessons: asked, answered by a press or a text, and asked again once they are due.


def due_tasks(learner: Learner, request: Request) -> list[str]:
    """What is to be repeated now, what waits longest first; tasks that are no more are left out."""
    return [name for name in learner.due(request.world.now()) if name in TASKS]


async def begin_stage(stage: Stage, request: Request) -> Answer:
    """Go on in the stage if that is open; else ask its first task that was not right yet, once all were, all again."""
    lesson, learner = await read_open(request), await _learner(request)
    right = learner.right
    is_on = lesson is not None and TASKS.get(lesson.task) in stage.tasks and lesson.round is not Round.AGAIN
    if lesson is not None and lesson.round is Round.FIRST:
        lesson = replace(lesson, is_answered=True)
    if is_on and (ahead := _ahead(lesson, learner, request)) is not None:
        return _ask(ahead, request)
    left = [task.name for task in stage.tasks if task.name not in right]
    return _ask(OpenLesson(Round.STAGE, left[0]) if left else OpenLesson(Round.WHOLE, stage.tasks[0].name), request)


async def begin_again(request: Request) -> Answer:
    """Ask what has been due for longest; where nothing is, say so."""
    learner = await _learner(request)
    if due := due_tasks(learner, request):
        return _ask(OpenLesson(Round.AGAIN, due[0]), request)
    return request.show_menu(lists.all_repeated(stage_after(None, learner), request.texts))


async def go_on(request: Request) -> Answer:
    """Ask what comes after the task that was answered, or show what the stage has come to."""
    lesson = await read_open(request)
    if lesson is not None and lesson.task and not lesson.is_answered:
        return Answer()  # pressed twice: the next one is asked already
    if lesson is None or lesson.round in {Round.FIRST, Round.AGAIN}:
        return await begin_again(request)
    stage, learner = stage_of(TASKS[lesson.task]), await _learner(request)
    if (ahead := _ahead(lesson, learner, request)) is not None:
        return _ask(ahead, request)
    return request.show_menu(lists.stage_done(stage, learner, request.texts))


async def press_answer(task: Task, at: int, request: Request) -> Answer:
    """Answer the task with one of its choices."""
    lesson = await read_open(request) or OpenLesson(Round.STAGE, task.name)
    chosen = choices_of(task)[at : at + 1]
    request.needs(chosen)
    if lesson.task != task.name or lesson.is_answered or lesson.round is Round.FIRST:
        return Answer()  # pressed twice
    return await give(chosen, lesson, request)


async def give(answers: Iterable[str], lesson: OpenLesson, request: Request) -> Answer:
    """Judge the answers one after the other: the first wrong one ends the task, and so does the last right one."""
    task = TASKS[lesson.task]
    for answer in answers:
        if not is_right(task, answer):
            return await _finish(answer, lesson, request, is_right=False)
        lesson = replace(lesson, given=tuple(dict.fromkeys((*lesson.given, answer))))
        if len(lesson.given) == question_of(task).wants(task):
            return await _finish(answer, lesson, request, is_right=True)
    return _ask(lesson, request)


async def _finish(answer: str, lesson: OpenLesson, request: Request, *, is_right: bool) -> Answer:
    learner = (await _learner(request)).after_answer(lesson.task, is_right=is_right, now=request.world.now())
    request.work.of(Learners).keep(learner)
    _keep(replace(lesson, is_answered=True), request)
    return request.show_menu(lists.answered(lesson, answer, look_of(request)))


def _ask(lesson: OpenLesson, request: Request, note: Html = NOTHING) -> Answer:
    _keep(lesson, request)
    return request.show_menu(lists.asked(lesson, look_of(request, note=note)), asks=MENU)


async def read_open(request: Request) -> OpenLesson | None:
    """What is being asked; None: nothing that is known."""
    return open_lesson(await request.work.of(Prompts).read(LESSON, request.person.id))


def _keep(lesson: OpenLesson, request: Request) -> None:
    request.work.of(Prompts).keep(LESSON, request.person.id, lesson.written)


# A text that is typed while a lesson is open.


async def read_answer(typed: Reading, games: tuple[Header, ...], request: Request) -> Answer | Unread | None:
    """Take the text for the lesson that is open; None: none is, or the text is for something else."""
    lesson = await read_open(request) if request.focus == MENU and await is_asked(MENU, request) else None
    if lesson is None or lesson.is_answered or (typed.weighed is not None and is_move(typed, games, request)):
        return None
    is_near = typed.is_play
    if lesson.round is Round.FIRST:
        try:
            code = typed.code(VARIANT)
            return await _guess(VARIANT.format(code), lesson, request)
        except InvalidCode as error:
            is_near = error.fault is not Fault.UNKNOWN_SYMBOL
            say = partial(_show_first, lesson, request, invalid_code(error, VARIANT, request.texts))
    elif answers := answers_in(typed.text, TASKS[lesson.task], typed.language):
        return await give(answers, lesson, request)
    else:
        say = partial(_ask, lesson, request, request.texts.html("learn.unread"))
    if is_move(typed, games, request):
        return None
    return say() if is_near else Unread(say)


# The section.


async def _open(payload: str, request: Request) -> bool:
    if payload != LEARN:
        return False
    await resume(request)
    return True


LESSONS = Section(
    commands={Command.LEARN: without_argument(resume)},
    buttons={OnMenu.LEARN: press_lesson},
    reads=read_answer,
    opens=_open,
)
