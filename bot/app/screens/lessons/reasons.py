"""Why an answer is right or wrong, in words."""

from bot.app.screens.feedback import feedback_in
from bot.app.texts import Html, Texts
from bot.game.lessons.reasons import Reason, Reasons, Value
from solver.feedback import Feedback

WHOLE_FROM = 10
"""From so many codes on, an average is told without decimals."""


def reason_texts(reasons: Reasons, style: str, texts: Texts) -> list[Html]:
    """A line for each reason."""
    return [_line(reason, style, texts) for reason in reasons]


def _line(reason: Reason, style: str, texts: Texts) -> Html:
    values = {name: _shown(value, style, texts) for name, value in reason.values.items()}
    if isinstance(places := reason.values.get("places"), tuple):
        return texts.counted(f"told.{reason.key}", len(places), **values)  # in place 3, in places 1, 2
    return texts.html(f"told.{reason.key}", **values)


def _shown(value: Value, style: str, texts: Texts) -> object:
    if isinstance(value, Feedback):
        return feedback_in(style, value, texts)
    if isinstance(value, float):
        return texts.whole(round(value)) if value >= WHOLE_FROM else texts.decimal(value, "0.#")
    return value if isinstance(value, str | int) else ", ".join(value)
