"""Hints as text: the only place where their lines are made."""

from bot.app.advice.hints import HintResult
from bot.app.model.hint import Asked, Hint, Page
from bot.app.screen import folded_lines
from bot.app.screens.feedback import feedback_in
from bot.app.screens.hint_cases import case_lines
from bot.app.screens.hint_grid import grid_lines
from bot.app.screens.hint_reason import reason_lines
from bot.app.screens.variant import beside, typed_example
from bot.app.texts import NOTHING, Html, Texts
from solver.advice import Advice
from solver.feedback import feedback_for
from solver.variant import Variant


def hint_lines(result: HintResult, variant: Variant, style: str, texts: Texts, taken: int = 0) -> list[Html]:
    """The lines of the hints that stand on the board: the newest, and the older ones in a folded quote below it.

    While the menu is open also how to ask for more, and how many hints were `taken`.
    """
    if not result.hint.is_shown:
        return []
    asked, known = result.hint.asked, result.knowledge
    codes = Html(" ".join(f"<code>{variant.show(code)}</code>" for code in known.codes))
    fits = "board.hint-words" if variant.words else "board.hint-count"
    sections = {
        None: _guess_lines(result, variant, style, texts),
        Asked.COUNT: [texts.counted(fits, known.candidates)],
        Asked.PLACES: grid_lines(known, variant, result.history, texts) if Asked.PLACES in asked else [],
        Asked.CASES: case_lines(result.cases, variant, result.history, texts) if result.cases else [],
        Asked.LIST: [texts.html("hint.list", codes=codes)] if Asked.LIST in asked and codes else [],
        Asked.GUESS: _advice(result, variant, texts),
    }
    newest = sections.pop(_newest(result.hint), [])
    older = [line for lines in sections.values() for line in lines]
    menu = [NOTHING, *_menu(taken, variant, texts)] if result.hint.page is Page.HINTS else []
    return [*newest, *([folded_lines(older)] if older else []), *menu]


def _newest(hint: Hint) -> Asked | None:
    """The last hint that was asked for; None: the rating of their own guess."""
    if hint.wondered_last or not hint.asked:
        return None
    newest = [what for what in hint.asked if what is not Asked.TABLE][-1:] or [Asked.COUNT]
    return Asked.GUESS if newest[0] is Asked.WHY else newest[0]


def advice_lines(advice: Advice, variant: Variant, texts: Texts) -> list[Html]:
    """A good guess, and how many codes it will leave."""
    guess = Html(f"<code>{variant.show(advice.guess)}</code>{beside(advice.guess, variant, texts)}")
    if advice.candidates == 1:
        return [texts.html("board.hint-certain", guess=guess)]
    if advice.worst == 1:
        lines = [texts.html("board.hint-decides", guess=guess)]
    else:
        left = texts.whole(max(1, round(advice.expected)))
        lines = [texts.html("board.hint-guess", guess=guess, left=left, count=texts.whole(advice.candidates))]
    if not advice.consistent:
        lines.append(texts.html("board.hint-cannot-win"))
    return lines


def _advice(result: HintResult, variant: Variant, texts: Texts) -> list[Html]:
    if result.advice is None:
        return []
    reason = reason_lines(result.advice, variant, result.history, texts) if Asked.WHY in result.hint.asked else []
    return [*advice_lines(result.advice, variant, texts), *reason]


def _menu(taken: int, variant: Variant, texts: Texts) -> list[Html]:
    return [texts.html("hint.taken", count=taken, example=typed_example(variant, texts))]


def _guess_lines(result: HintResult, variant: Variant, style: str, texts: Texts) -> list[Html]:
    """The lines about a guess of their own: whether it is consistent, or the reply against it; its information."""
    if result.wondered is None:
        return []
    guess, at = variant.show(result.wondered.guess), result.objection
    lines = [texts.html("hint.may-be" if at is None else "hint.cannot-be", guess=guess)]
    if at is not None:
        asked, reply = result.history[at]
        other = feedback_in(style, feedback_for(asked, result.wondered.guess), texts)
        shown = feedback_in(style, reply, texts)
        lines.append(texts.html("hint.objection", guess=variant.show(asked), other=other, reply=shown))
    left, worst = texts.whole(max(1, round(result.wondered.expected))), texts.whole(result.wondered.worst)
    candidates = texts.whole(result.knowledge.candidates)
    return [*lines, texts.html("hint.would-leave", left=left, worst=worst, count=candidates)]
