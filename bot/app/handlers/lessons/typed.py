"""A text that is typed while a lesson is open."""

from bot.app.handlers.lessons import first, tasks
from bot.app.intents import GUESS_LIKE, weighed_in
from bot.app.lesson_text import answers_in
from bot.app.messages import Said
from bot.app.model.open_lesson import OpenLesson, Round
from bot.app.model.stages import TASKS
from bot.app.ports import Answer
from bot.app.request import MENU, Request
from bot.app.routing.boards import is_untouched


async def answer_lesson(text: str, request: Request) -> Answer | None:
    """Take the text for the lesson that is open; None: none is, or the text is for something else."""
    if not request.menu_asks or not await _is_for_menu(request):
        return None
    lesson = await tasks.read_open(request)
    if lesson is None or lesson.is_answered:
        return None
    if lesson.round is Round.FIRST:
        return None if _is_for_game(text, request) else await first.type_guess(text, lesson.given, request)
    return await _answer_task(text, lesson, request) if lesson.task in TASKS else None


async def _answer_task(text: str, lesson: OpenLesson, request: Request) -> Answer | None:
    task = TASKS[lesson.task]
    if answers := answers_in(text, task, request.texts.language):
        return await tasks.give(answers, lesson, request)
    if _is_for_game(text, request):
        return None
    return tasks.ask_again(lesson, request.texts.html("learn.unread"), request)


def _is_for_game(text: str, request: Request) -> bool:
    """Whether a text that answers nothing here may be for a game: talk, a question, a guess that is to be weighed.

    A board on which nothing was done, such as a newcomer's first one, takes nothing.
    """
    if GUESS_LIKE.fullmatch(text) and weighed_in(text) is None:
        return False
    return request.has_seats or any(not is_untouched(game, request) for game in request.games)


async def _is_for_menu(request: Request) -> bool:
    """Whether the message is no reply to a screen of something else."""
    said = request.incoming
    if not isinstance(said, Said) or said.answers is None or not said.to_bot:
        return True
    return await request.work.slot_at(request.chat, said.answers) in {None, MENU}
