"""Why an answer to a puzzle is right or wrong, in words."""

from bot.app.screens.feedback import feedback_in
from bot.app.screens.variant import code_html
from bot.app.texts import Html, Texts
from bot.game.puzzles.reasons import Reason, Reasons, Value
from solver.feedback import Feedback
from solver.variant import Variant

WHOLE_FROM = 10
"""From so many codes on, an average is told without decimals."""


def reason_lines(reasons: Reasons, variant: Variant, style: str, texts: Texts) -> list[Html]:
    """A line for each reason."""
    return [_line(reason, variant, style, texts) for reason in reasons]


def code_shown(code: tuple[int, ...], variant: Variant, texts: Texts) -> Html:
    """A code amid a text."""
    return Html(f"<code>{code_html(code, variant, texts)}</code>")


def _line(reason: Reason, variant: Variant, style: str, texts: Texts) -> Html:
    values = {name: _shown(value, variant, style, texts) for name, value in reason.values.items()}
    return texts.html(f"because.{reason.key}", **values)


def _shown(value: Value, variant: Variant, style: str, texts: Texts) -> object:
    if isinstance(value, Feedback):
        return feedback_in(style, value, texts)
    if isinstance(value, float):
        return texts.whole(round(value)) if value >= WHOLE_FROM else texts.decimal(value, "0.#")
    if isinstance(value, int):
        return texts.whole(value)
    codes = [code for code in value if isinstance(code, tuple)]
    if codes:
        return Html(", ".join(code_shown(code, variant, texts) for code in codes))
    return code_shown(tuple(symbol for symbol in value if isinstance(symbol, int)), variant, texts)
