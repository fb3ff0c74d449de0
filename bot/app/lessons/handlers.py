"""`/learn`: the list of lessons, the first lesson, their tasks, and what is typed while one is open."""

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

from bot.app.buttons import OnMenu
from bot.app.intents import Command
from bot.app.kind import MENU, Request, Section, without_argument
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
    stage_of,
)
from bot.app.lessons.screens import AGAIN, FIRST, GUESS, NEXT, SKIP, first_lesson
from bot.app.links import LEARN
from bot.app.messages import Said
from bot.app.model.game import Header
from bot.app.model.prompts import Prompts
from bot.app.reading import Reading, answers_in, code_in
from bot.app.routing import is_untouched
from bot.app.screen import Answer
from bot.app.screens.board import invalid_code
from bot.app.texts import NOTHING, Html
from bot.game.lessons import SECRET, VARIANT, Task, choices_of, is_right, next_guess, question_of
from solver.variant import InvalidCode


async def show(request: Request) -> Answer:
    """The first lesson for whoever has none behind them, else the list; a group is sent to the private chat."""
    if request.chat.is_group:
        request.show_menu(lists.only_in_private(request.world.username, request.texts))
        return Answer()
    learner = await request.work.of(Learners).of(request.person.id)
    return await (show_list(request) if learner.has_begun else begin(request))


async def show_list(request: Request) -> Answer:
    """The list of all stages."""
    learner = await request.work.of(Learners).of(request.person.id)
    due = due_tasks(learner, request)
    request.show_menu(lists.stages(learner, len(due), request.texts))
    return Answer()


ANSWER = re.compile(r"(?P<task>[a-z]+-\d{1,4})-(?P<choice>\d)")
"""What a button says that answers a task: which of its choices."""
AFTER = re.compile(rf"{GUESS}-(?P<guesses>\d)")
"""What the button of the first lesson says: after how many guesses it stood there."""


async def press(about: str, request: Request) -> Answer:
    """Carry out a press on a button of the lessons; what it is about may be forged."""
    if request.chat.is_group:
        return await show(request)
    if about in ABOUT:
        return await ABOUT[about](request)
    if about in STAGES:
        return await begin_stage(STAGES[about], request)
    if (answer := ANSWER.fullmatch(about)) and answer["task"] in TASKS:
        return await press_answer(TASKS[answer["task"]], int(answer["choice"]), request)
    if guess := AFTER.fullmatch(about):
        return await press_guess(int(guess["guesses"]), request)
    return Answer(request.texts.plain("toast.old-button"))


async def _skip(request: Request) -> Answer:
    await leave(request)
    return await show_list(request)


# The first lesson: whatever is guessed gets its reply, and an explanation.


async def begin(request: Request) -> Answer:
    """Begin it."""
    _show((), request)
    return Answer()


async def press_guess(guesses: int, request: Request) -> Answer:
    """Make the guess that it asks for. A button that stood there after fewer or more guesses was pressed twice."""
    lesson = open_lesson(await request.work.of(Prompts).read(LESSON, request.person.id)) or OpenLesson(Round.FIRST)
    if lesson.round is not Round.FIRST or len(lesson.given) != guesses or lesson.is_answered:
        return Answer()
    return await _guess(next_guess(lesson.given), lesson.given, request)


async def type_guess(text: str, given: tuple[str, ...], request: Request) -> Answer:
    """Make a guess that was typed, or say why it is none."""
    try:
        code = code_in(text, VARIANT, request.texts.language)
    except InvalidCode as error:
        _show(given, request, invalid_code(error, VARIANT, request.texts))
        return Answer()
    return await _guess(VARIANT.format(code), given, request)


MOST = 12
"""Guesses that are kept; whoever makes more loses the first ones from sight."""


async def _guess(guess: str, given: tuple[str, ...], request: Request) -> Answer:
    given = (*(other for other in given if other != guess), guess)[-MOST:]
    _show(given, request)
    if guess == VARIANT.format(SECRET):
        await leave(request)
    return Answer()


async def leave(request: Request) -> None:
    """It is behind them: from now on `/learn` is the list."""
    learner = await request.work.of(Learners).of(request.person.id)
    if not learner.knows_replies:
        request.work.of(Learners).keep(replace(learner, knows_replies=True))


def _show(given: tuple[str, ...], request: Request, note: Html = NOTHING) -> None:
    is_over = VARIANT.format(SECRET) in given
    lesson = OpenLesson(Round.FIRST, given=given, is_answered=is_over)
    request.work.of(Prompts).keep(LESSON, request.person.id, lesson.written)
    request.show_menu(first_lesson(given, request.preferences.style, request.texts, note), asks=not is_over)


# The tasks of the lessons: asked, answered by a press or a text, and asked again once they are due.


def due_tasks(learner: Learner, request: Request) -> list[Task]:
    """What is to be repeated now, what waits longest first; tasks that are no more are left out."""
    return [TASKS[name] for name in learner.due(request.world.now()) if name in TASKS]


async def begin_stage(stage: Stage, request: Request) -> Answer:
    """Ask the first task of the stage that was not right yet; once all were, all of them again."""
    learner = await request.work.of(Learners).of(request.person.id)
    left = [task for task in stage.tasks if task.name not in learner.right]
    _ask(OpenLesson(Round.STAGE, left[0].name) if left else OpenLesson(Round.WHOLE, stage.tasks[0].name), request)
    return Answer()


async def begin_again(request: Request) -> Answer:
    """Ask what has been due for longest; where nothing is, say so."""
    due = due_tasks(await request.work.of(Learners).of(request.person.id), request)
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
    stage, learner = stage_of(TASKS[lesson.task]), await request.work.of(Learners).of(request.person.id)
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
    return open_lesson(await request.work.of(Prompts).read(LESSON, request.person.id))


async def _finish(answer: str, lesson: OpenLesson, request: Request, *, is_right: bool) -> Answer:
    task, learner = TASKS[lesson.task], await request.work.of(Learners).of(request.person.id)
    request.work.of(Learners).keep(learner.after_answer(task.name, is_right=is_right, now=request.world.now()))
    _keep(replace(lesson, is_answered=True), request)
    request.show_menu(lists.answered(task, answer, _seen(lesson, request)))
    return Answer()


def _ask(lesson: OpenLesson, request: Request, note: Html = NOTHING) -> None:
    _keep(lesson, request)
    request.show_menu(lists.asked(TASKS[lesson.task], _seen(lesson, request, note)), asks=True)


def _keep(lesson: OpenLesson, request: Request) -> None:
    request.work.of(Prompts).keep(LESSON, request.person.id, lesson.written)


def _seen(lesson: OpenLesson, request: Request, note: Html = NOTHING) -> lists.Seen:
    return lists.Seen(request.texts, request.preferences.style, lesson.round, lesson.given, note)


# A text that is typed while a lesson is open.


async def answer_lesson(text: str, request: Request) -> Answer | None:
    """Take the text for the lesson that is open; None: none is, or the text is for something else."""
    if not request.menu_asks or not await _is_for_menu(request):
        return None
    lesson = await read_open(request)
    if lesson is None or lesson.is_answered:
        return None
    if lesson.round is Round.FIRST:
        return None if _is_for_game(text, request) else await type_guess(text, lesson.given, request)
    return await _answer_task(text, lesson, request) if lesson.task in TASKS else None


async def _answer_task(text: str, lesson: OpenLesson, request: Request) -> Answer | None:
    task = TASKS[lesson.task]
    if answers := answers_in(text, task, request.texts.language):
        return await give(answers, lesson, request)
    if _is_for_game(text, request):
        return None
    return ask_again(lesson, request.texts.html("learn.unread"), request)


def _is_for_game(text: str, request: Request) -> bool:
    """Whether a text that answers nothing here may be for a game: talk, a question, a guess that is to be weighed.

    A board on which nothing was done, such as a newcomer's first one, takes nothing.
    """
    typed = Reading(text, request.texts.language)
    if typed.looks_like_guess and typed.weighed is None:
        return False
    return request.has_seats or any(not is_untouched(game, request) for game in request.games)


async def _is_for_menu(request: Request) -> bool:
    """Whether the message is no reply to a screen of something else."""
    said = request.incoming
    if not isinstance(said, Said) or said.answers is None or not said.to_bot:
        return True
    return await request.work.slot_at(request.chat, said.answers) in {None, MENU}


# Buttons by what they are about; all that they lead to stands above.

ABOUT: dict[str, Callable[[Request], Awaitable[Answer]]] = {
    "": show,
    FIRST: begin,
    SKIP: _skip,
    AGAIN: begin_again,
    NEXT: go_on,
}
"""What a button is about besides stages, answers and guesses."""


# The section.


async def _read(typed: Reading, _games: tuple[Header, ...], request: Request) -> Answer | None:
    return await answer_lesson(typed.text, request)


async def _open(payload: str, request: Request) -> bool:
    if payload != LEARN:
        return False
    await show(request)
    return True


LESSONS = Section(
    name="lessons",
    commands={Command.LEARN: without_argument(show)},
    buttons={OnMenu.LEARN: press},
    reads=_read,
    opens=_open,
)
