"""The coach's words on a guess."""

from bot.app.screens.review_guesses import guess_html, verdict_text
from bot.app.screens.why import why
from bot.app.texts import Html, Texts
from solver.review import Turn
from solver.variant import Variant


def lesson_lines(turn: Turn, variant: Variant, texts: Texts) -> list[Html]:
    """What the guess left, how good it was and why, in the words of a review."""
    left = texts.counted("coach.left", turn.after, before=texts.whole(turn.before))
    verdict = verdict_text(turn.verdict, texts)
    if turn.flaw is None:
        return [left, verdict]
    best = guess_html(turn.best, variant, texts)
    return [left, texts.html("coach.better", verdict=verdict, why=why(turn.flaw, variant, texts), guess=best)]
