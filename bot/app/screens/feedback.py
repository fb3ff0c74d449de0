"""Styles of feedback. A new style is one entry."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from bot.app.texts import Html, Texts
from solver.feedback import Feedback

NBSP = "\u00a0"
EXAMPLE = Feedback(1, 2)


def _emoji(feedback: Feedback, _texts: Texts) -> str:
    return f"{feedback.bulls}🐂{NBSP}{feedback.cows}🐄"


def _letters(feedback: Feedback, texts: Texts) -> str:
    bulls, cows = texts.plain("style.bulls-letter"), texts.plain("style.cows-letter")
    return f"{feedback.bulls}{bulls}{NBSP}{feedback.cows}{cows}"


def _words(feedback: Feedback, texts: Texts) -> str:
    bulls, cows = texts.counted("count.bulls", feedback.bulls), texts.counted("count.cows", feedback.cows)
    return f"{bulls}, {cows}".replace(" ", NBSP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """A style of feedback, with the places where it fits."""

    name: str
    write: Callable[[Feedback, Texts], str]
    example: Feedback = EXAMPLE
    """The feedback that the settings show as an example."""
    is_long: bool = False
    """Whether it is too long amid text, so that NARROW is used there."""
    longest_code: float = 0
    """The longest code whose replies fit on keys in this style; beyond it NARROW is used."""
    keys_in_row: int = 0
    """Keys on a row: more would be cut off on a narrow phone."""


STYLES = {
    style.name: style
    for style in (
        Style(name="emoji", write=_emoji, longest_code=4, keys_in_row=4),
        Style(name="letters", write=_letters, longest_code=math.inf, keys_in_row=6),
        Style(name="words", write=_words, is_long=True),
    )
}
"""By name, in the order of the settings."""
DEFAULT_STYLE = "emoji"
NARROW = "letters"
"""The style that fits everywhere."""


def narrow_style(style: str) -> str:
    """The style for narrow places."""
    return NARROW if STYLES[style].is_long else style


def key_style(style: str, length: int) -> Style:
    """The style of replies on keys, for codes of that length."""
    return STYLES[style] if length <= STYLES[style].longest_code else STYLES[NARROW]


def feedback_in(style: str, feedback: Feedback, texts: Texts) -> Html:
    """The feedback in that style."""
    return Html(STYLES[style].write(feedback, texts))
