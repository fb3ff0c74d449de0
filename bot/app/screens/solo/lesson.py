"""The coach's words on a guess."""

from bot.app.advice.lesson import Lesson
from bot.app.screens.variant import shown
from bot.app.texts import Html, Texts
from solver.variant import Variant


def lesson_lines(lesson: Lesson, variant: Variant, texts: Texts) -> list[Html]:
    """What the guess brought, and whether a better question was there."""
    turn = lesson.turn
    brought, expected = (texts.decimal(bits) for bits in (turn.bits, turn.bits_expected))
    lines = [texts.counted("coach.brought", turn.after, bits=brought, expected=expected)]
    if lesson.was_best:
        return [*lines, texts.html("coach.best")]
    best = shown(turn.best, variant, texts)
    return [*lines, texts.html("coach.better", guess=best, bits=texts.decimal(lesson.best_bits))]
