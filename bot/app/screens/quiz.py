"""What lessons and puzzles show alike: a position with a question, answers to tap, why one is right or wrong."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.app.screen import Row, Screen, page
from bot.app.screens.board import feedback_in, form_of, history_lines, remark_lines
from bot.app.screens.common import Viewer
from bot.app.texts import Html
from bot.game.quiz import Reason, Reasons, Value
from solver.feedback import Feedback, History
from solver.variant import Code, Variant

Shows = Callable[[Code], Html]
"""How a code is shown amid a text."""


@dataclass(frozen=True, slots=True)
class Quiz:
    """A position with a question, as somebody looks at it."""

    variant: Variant
    history: History
    heads: tuple[Html | None, ...]
    """What stands above the turns, a paragraph each."""
    question: Html
    shows: Shows
    viewer: Viewer


def asked(quiz: Quiz, rows: tuple[Row, ...], *told: Html | Iterable[Html] | None) -> Screen:
    """It with the answers to tap; below the question what is told of it, and what was wrong with a text."""
    return Screen(page(*_position(quiz), *told, remark_lines(quiz.viewer.note)), rows)


def answered(quiz: Quiz, rows: tuple[Row, ...], verdict: Html, reasons: Reasons, *told: Html) -> Screen:
    """It with what was answered, and why that is right or wrong."""
    return Screen(page(*_position(quiz), verdict, reason_lines(reasons, quiz.shows, quiz.viewer), *told), rows)


def _position(quiz: Quiz) -> tuple[Html | Iterable[Html] | None, ...]:
    return (*quiz.heads, turns_of(quiz.variant, quiz.history, quiz.viewer), quiz.question)


USUAL = "classic"
"""The variant whose form is not named."""


def turns_of(variant: Variant, history: History, viewer: Viewer) -> list[Html]:
    """A line for each turn, and before them the form of the codes."""
    turns = history_lines(history, variant, viewer.style, viewer.texts)
    return turns if variant.name == USUAL else [form_of(variant, viewer.texts), *turns]


def found_line(codes: Iterable[str]) -> Html:
    """The right answers that were given already, where it takes several; empty: none."""
    found = ", ".join(codes)
    return Html(found and f"✓ {found}")


# Why an answer is right or wrong, in words.


def reason_lines(reasons: Reasons, shows: Shows, viewer: Viewer) -> list[Html]:
    """A line for each reason."""
    return [_line(reason, shows, viewer) for reason in reasons]


def _line(reason: Reason, shows: Shows, viewer: Viewer) -> Html:
    values = {name: _shown(value, shows, viewer) for name, value in reason.values.items()}
    if isinstance(places := reason.values.get("places"), tuple):
        return viewer.texts.counted(reason.key, len(places), **values)  # in place 3, in places 1, 2
    return viewer.texts.html(reason.key, **values)


WHOLE_FROM = 10
"""From so many codes on, an average is told without decimals."""


def _shown(value: Value, shows: Shows, viewer: Viewer) -> object:
    if isinstance(value, Feedback):
        return feedback_in(viewer.style, value, viewer.texts)
    if isinstance(value, float):
        return viewer.texts.whole(round(value)) if value >= WHOLE_FROM else viewer.texts.decimal(value, "0.#")
    if isinstance(value, int):
        return viewer.texts.whole(value)
    if isinstance(value, str):
        return value
    listed = [each if isinstance(each, str) else shows(each) for each in value if not isinstance(each, int)]
    return Html(", ".join(listed)) if listed else shows(tuple(each for each in value if isinstance(each, int)))
