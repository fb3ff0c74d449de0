"""`/learn`: the list of lessons in private, and a press on any of their buttons."""

import re
from collections.abc import Awaitable, Callable

from bot.app.handlers.lessons import first, tasks
from bot.app.model.stages import STAGES, TASKS
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens.lessons import list as screens
from bot.app.screens.lessons.buttons import AGAIN, FIRST, GUESS, NEXT, SKIP

ANSWER = re.compile(r"(?P<task>[a-z]+-\d+)-(?P<choice>\d)")
"""What a button says that answers a task: which of its choices."""
AFTER = re.compile(rf"{GUESS}-(?P<guesses>\d)")
"""What the button of the first lesson says: after how many guesses it stood there."""


async def show(request: Request) -> Answer:
    """The first lesson for whoever has none behind them, else the list; a group is sent to the private chat."""
    if request.chat.is_group:
        request.show_menu(screens.only_in_private(request.world.username, request.texts))
        return Answer()
    learner = await request.work.learners.of(request.person.id)
    return await (show_list(request) if learner.has_begun else first.begin(request))


async def show_list(request: Request) -> Answer:
    """The list of all stages."""
    learner = await request.work.learners.of(request.person.id)
    due = tasks.due_tasks(learner, request)
    request.show_menu(screens.stages(learner, len(due), request.texts))
    return Answer()


async def press(about: str, request: Request) -> Answer:
    """Carry out a press on a button of the lessons; what it is about may be forged."""
    if request.chat.is_group:
        return await show(request)
    if about in ABOUT:
        return await ABOUT[about](request)
    if about in STAGES:
        return await tasks.begin_stage(STAGES[about], request)
    if (answer := ANSWER.fullmatch(about)) and answer["task"] in TASKS:
        return await tasks.press_answer(TASKS[answer["task"]], int(answer["choice"]), request)
    if guess := AFTER.fullmatch(about):
        return await first.press_guess(int(guess["guesses"]), request)
    return Answer(request.texts.plain("toast.old-button"))


async def _skip(request: Request) -> Answer:
    await first.leave(request)
    return await show_list(request)


ABOUT: dict[str, Callable[[Request], Awaitable[Answer]]] = {
    "": show,
    FIRST: first.begin,
    SKIP: _skip,
    AGAIN: tasks.begin_again,
    NEXT: tasks.go_on,
}
"""What a button is about besides stages, answers and guesses."""
