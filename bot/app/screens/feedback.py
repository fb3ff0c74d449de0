"""How feedback is written. A new style is one entry."""

from collections.abc import Callable

from bot.app.texts import Html, Texts
from solver.feedback import Feedback

NBSP = "\u00a0"


def _emoji(feedback: Feedback, _texts: Texts) -> str:
    return f"{feedback.bulls}🐂{NBSP}{feedback.cows}🐄"


def _letters(feedback: Feedback, texts: Texts) -> str:
    bulls, cows = texts.plain("style.bulls-letter"), texts.plain("style.cows-letter")
    return f"{feedback.bulls}{bulls}{NBSP}{feedback.cows}{cows}"


def _words(feedback: Feedback, texts: Texts) -> str:
    bulls, cows = texts.counted("count.bulls", feedback.bulls), texts.counted("count.cows", feedback.cows)
    return f"{bulls}, {cows}".replace(" ", NBSP)


STYLES: dict[str, Callable[[Feedback, Texts], str]] = {"emoji": _emoji, "letters": _letters, "words": _words}
DEFAULT_STYLE = "emoji"


def feedback_in(style: str, feedback: Feedback, texts: Texts) -> Html:
    """The feedback as `style` writes it."""
    return Html(STYLES[style](feedback, texts))
