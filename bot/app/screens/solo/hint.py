"""Hints in words: the one place where their lines are made."""

from bot.app.advice.hints import Told
from bot.app.model.table import Asked, Hint, Page
from bot.app.screens.feedback import feedback_in
from bot.app.screens.solo.hint_cases import case_lines
from bot.app.screens.solo.hint_grid import grid_lines
from bot.app.screens.solo.hint_reason import reason_lines
from bot.app.screens.variant import beside, typed_example
from bot.app.texts import NOTHING, Html, Texts
from solver.advice import Advice
from solver.feedback import feedback_for
from solver.variant import Variant


def hint_lines(told: Told, variant: Variant, style: str, texts: Texts, taken: int = 0) -> list[Html]:
    """All that was asked for, what was asked last at the end.

    While the menu is open also how to ask for more, and how many hints were `taken`.
    """
    asked, known = told.hint.asked, told.knowledge
    codes = Html(" ".join(f"<code>{variant.show(code)}</code>" for code in known.codes))
    sections = {
        None: _wondered(told, variant, style, texts),
        Asked.PLACES: grid_lines(known, variant, told.history, texts) if Asked.PLACES in asked else [],
        Asked.CASES: case_lines(told.cases, variant, told.history, texts) if told.cases else [],
        Asked.LIST: [texts.html("hint.list", codes=codes)] if Asked.LIST in asked and codes else [],
        Asked.GUESS: _advice(told, variant, texts),
    }
    newest = sections.pop(_newest(told.hint), [])
    menu = _menu(taken, variant, texts) if told.hint.page is Page.HINTS else []
    found = [line for lines in (*sections.values(), newest, menu) if lines for line in (NOTHING, *lines)]
    fits = "board.hint-words" if variant.words else "board.hint-count"
    return [texts.counted(fits, known.candidates), *found]


def _newest(hint: Hint) -> Asked | None:
    """Under which heading stands what was asked last; None: it was a guess of their own."""
    if hint.wondered_last or not hint.asked:
        return None
    return Asked.GUESS if hint.asked[-1] is Asked.WHY else hint.asked[-1]


def advice_lines(advice: Advice, variant: Variant, texts: Texts) -> list[Html]:
    """A good guess, and what it brings."""
    guess = Html(f"<code>{variant.show(advice.guess)}</code>{beside(advice.guess, variant, texts)}")
    if advice.candidates == 1:
        return [texts.html("board.hint-certain", guess=guess)]
    lines = [texts.html("board.hint-guess", guess=guess, bits=texts.decimal(advice.bits))]
    if advice.worst == 1:
        lines.append(texts.html("board.hint-decides"))
    else:
        lines.append(texts.counted("board.hint-splits", advice.candidates, worst=advice.worst))
    if not advice.consistent:
        lines.append(texts.html("board.hint-cannot-win"))
    return lines


def _advice(told: Told, variant: Variant, texts: Texts) -> list[Html]:
    if told.advice is None:
        return []
    reason = reason_lines(told.advice, variant, told.history, texts) if Asked.WHY in told.hint.asked else []
    return [*advice_lines(told.advice, variant, texts), *reason]


def _menu(taken: int, variant: Variant, texts: Texts) -> list[Html]:
    return [texts.html("hint.taken", count=taken, example=typed_example(variant, texts))]


def _wondered(told: Told, variant: Variant, style: str, texts: Texts) -> list[Html]:
    """Whether a guess of their own may be right, or which reply speaks against it; and what it would bring."""
    if told.wondered is None:
        return []
    guess, at = variant.show(told.wondered.guess), told.objection
    lines = [texts.html("hint.may-be" if at is None else "hint.cannot-be", guess=guess)]
    if at is not None:
        asked, reply = told.history[at]
        other = feedback_in(style, feedback_for(asked, told.wondered.guess), texts)
        shown = feedback_in(style, reply, texts)
        lines.append(texts.html("hint.objection", guess=variant.show(asked), other=other, reply=shown))
    bits, worst = texts.decimal(told.wondered.bits), told.wondered.worst
    return [*lines, texts.counted("hint.would-bring", worst, bits=bits)]
