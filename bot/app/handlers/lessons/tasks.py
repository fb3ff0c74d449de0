"""The tasks of the lessons: asked, answered by a press or a text, and asked again once they are due."""

from collections.abc import Iterable
from dataclasses import replace

from bot.app.model.learning import Learner
from bot.app.model.open_lesson import LESSON, OpenLesson, Round, open_lesson
from bot.app.model.stages import TASKS, Stage, stage_of
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens.lessons import list as lists
from bot.app.screens.lessons import task as screens
from bot.app.texts import NOTHING, Html
from bot.game.lessons.questions import choices_of, is_right, question_of
from bot.game.lessons.task import Task


def due_tasks(learner: Learner, request: Request) -> list[Task]:
    """What is to be repeated now, what waits longest first; tasks that are no more are left out."""
    return [TASKS[name] for name in learner.due(request.world.now()) if name in TASKS]


async def begin_stage(stage: Stage, request: Request) -> Answer:
    """Ask the first task of the stage that was not right yet; once all were, all of them again."""
    learner = await request.work.learners.of(request.person.id)
    left = [task for task in stage.tasks if task.name not in learner.right]
    _ask(OpenLesson(Round.STAGE, left[0].name) if left else OpenLesson(Round.WHOLE, stage.tasks[0].name), request)
    return Answer()


async def begin_again(request: Request) -> Answer:
    """Ask what has been due for longest; where nothing is, say so."""
    due = due_tasks(await request.work.learners.of(request.person.id), request)
    if due:
        _ask(OpenLesson(Round.AGAIN, due[0].name), request)
    else:
        request.show_menu(lists.all_repeated(request.texts))
    return Answer()


async def go_on(request: Request) -> Answer:
    """Ask what comes after the task that was answered, or show what the stage has come to."""
    lesson = await read_open(request)
    if lesson is not None and lesson.task in TASKS and not lesson.is_answered:
        return Answer()  # pressed twice: the next one is asked already
    if lesson is None or lesson.task not in TASKS or lesson.round is Round.AGAIN:
        return await begin_again(request)
    stage, learner = stage_of(TASKS[lesson.task]), await request.work.learners.of(request.person.id)
    following = stage.tasks[stage.tasks.index(TASKS[lesson.task]) + 1 :]
    known = frozenset[str]() if lesson.round is Round.WHOLE else learner.right
    left = [task.name for task in following if task.name not in known]
    if left:
        _ask(OpenLesson(lesson.round, left[0]), request)
    else:
        request.show_menu(lists.stage_done(stage, learner, request.texts))
    return Answer()


async def press_answer(task: Task, choice: int, request: Request) -> Answer:
    """Answer the task with one of its choices."""
    lesson = await read_open(request) or OpenLesson(Round.STAGE, task.name)
    choices = choices_of(task)
    if choice >= len(choices):
        return Answer(request.texts.plain("toast.old-button"))
    if lesson.task != task.name or lesson.is_answered:
        return Answer()  # pressed twice
    return await give((choices[choice],), lesson, request)


async def give(answers: Iterable[str], lesson: OpenLesson, request: Request) -> Answer:
    """Judge the answers one after the other: the first wrong one ends the task, and so does the last right one."""
    task = TASKS[lesson.task]
    for answer in answers:
        if not is_right(task, answer):
            return await _finish(answer, lesson, request, is_right=False)
        lesson = replace(lesson, given=tuple(dict.fromkeys((*lesson.given, answer))))
        if len(lesson.given) == question_of(task).wants(task):
            return await _finish(answer, lesson, request, is_right=True)
    _ask(lesson, request)
    return Answer()


def ask_again(lesson: OpenLesson, note: Html, request: Request) -> Answer:
    """Ask the same, and say what was wrong with a text."""
    _ask(lesson, request, note)
    return Answer()


async def read_open(request: Request) -> OpenLesson | None:
    """What is being asked; None: nothing that is known."""
    return open_lesson(await request.work.prompts.read(LESSON, request.person.id))


async def _finish(answer: str, lesson: OpenLesson, request: Request, *, is_right: bool) -> Answer:
    task, learner = TASKS[lesson.task], await request.work.learners.of(request.person.id)
    request.work.learners.keep(learner.after_answer(task.name, is_right=is_right, now=request.world.now()))
    _keep(replace(lesson, is_answered=True), request)
    request.show_menu(screens.answered(task, answer, _seen(lesson, request)))
    return Answer()


def _ask(lesson: OpenLesson, request: Request, note: Html = NOTHING) -> None:
    _keep(lesson, request)
    request.show_menu(screens.asked(TASKS[lesson.task], _seen(lesson, request, note)), asks=True)


def _keep(lesson: OpenLesson, request: Request) -> None:
    request.work.prompts.keep(LESSON, request.person.id, lesson.written)


def _seen(lesson: OpenLesson, request: Request, note: Html = NOTHING) -> screens.Seen:
    return screens.Seen(request.texts, request.preferences.style, lesson.round, lesson.given, note)
