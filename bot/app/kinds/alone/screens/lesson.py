"""The coach's words on a guess."""

from bot.app.advice.lesson import Lesson
from bot.app.screens.review import verdict_text
from bot.app.screens.variant import code_html
from bot.app.texts import Html, Texts
from solver.review import Verdict
from solver.variant import Variant


def lesson_lines(lesson: Lesson, variant: Variant, texts: Texts) -> list[Html]:
    """What the guess brought, and how good it was, in the words of a review."""
    turn = lesson.turn
    brought, expected = (texts.decimal(bits) for bits in (turn.bits, turn.bits_expected))
    lines = [texts.counted("coach.brought", turn.after, bits=brought, expected=expected)]
    verdict = verdict_text(turn.verdict, texts)
    if turn.verdict in {Verdict.BEST, Verdict.GOOD}:
        return [*lines, verdict]
    best = code_html(turn.best, variant, texts)
    better = texts.html("coach.better", guess=best, bits=texts.decimal(lesson.best_bits))
    return [*lines, Html(f"{verdict} · {better}")]
