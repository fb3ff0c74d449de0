"""The first lesson: whatever is guessed gets its reply, and an explanation."""

from dataclasses import replace

from bot.app.code_text import code_in
from bot.app.model.open_lesson import LESSON, OpenLesson, Round, open_lesson
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens.invalid_code import invalid_code
from bot.app.screens.lessons.first import first_lesson
from bot.app.texts import NOTHING, Html
from bot.game.lessons.first import SECRET, VARIANT, next_guess
from solver.variant import InvalidCode

MOST = 12
"""Guesses that are kept; whoever makes more loses the first ones from sight."""


async def begin(request: Request) -> Answer:
    """Begin it."""
    _show((), request)
    return Answer()


async def press_guess(guesses: int, request: Request) -> Answer:
    """Make the guess that it asks for. A button that stood there after fewer or more guesses was pressed twice."""
    lesson = open_lesson(await request.work.prompts.read(LESSON, request.person.id)) or OpenLesson(Round.FIRST)
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


async def leave(request: Request) -> None:
    """It is behind them: from now on `/learn` is the list."""
    learner = await request.work.learners.of(request.person.id)
    if not learner.knows_replies:
        request.work.learners.keep(replace(learner, knows_replies=True))


async def _guess(guess: str, given: tuple[str, ...], request: Request) -> Answer:
    given = (*(other for other in given if other != guess), guess)[-MOST:]
    _show(given, request)
    if guess == VARIANT.format(SECRET):
        await leave(request)
    return Answer()


def _show(given: tuple[str, ...], request: Request, note: Html = NOTHING) -> None:
    is_over = VARIANT.format(SECRET) in given
    lesson = OpenLesson(Round.FIRST, given=given, is_answered=is_over)
    request.work.prompts.keep(LESSON, request.person.id, lesson.written)
    request.show_menu(first_lesson(given, request.preferences.style, request.texts, note), asks=not is_over)
