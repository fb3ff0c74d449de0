"""Guesses that were judged, as lines of text."""

from bot.app.advice.reviewed import Reviewed
from bot.app.screens.feedback import feedback_in
from bot.app.screens.turns import turn_line
from bot.app.screens.variant import beside
from bot.app.screens.view import View
from bot.app.screens.why import why
from bot.app.texts import Html, Texts
from solver.review import Turn, Verdict
from solver.variant import Code, Variant

MARKS = {Verdict.BEST: "✅", Verdict.GOOD: "👍", Verdict.INACCURACY: "⚠️", Verdict.MISTAKE: "❗"}


def verdict_text(verdict: Verdict, texts: Texts) -> Html:
    """The verdict as a mark and a word."""
    return Html(f"{MARKS[verdict]} {texts.html(f'reviewed.{verdict}')}")


def guess_html(code: Code, variant: Variant, texts: Texts) -> Html:
    """A guess, with the letters of colours behind it for people who cannot tell them apart."""
    return Html(f"<code>{variant.show(code)}</code>{beside(code, variant, texts)}")


def judged_lines(number: int, game: Reviewed, view: View, figures: Html | None = None) -> Html:
    """The guess of that number with its reply; below, how good it was, what it cost and why, and what was best.

    `figures`: what stands behind the reply.
    """
    turn = game.review.turns[number - 1]
    answer = Html(f"{feedback_in(view.style, turn.reply, view.texts)}{beside(turn.guess, game.variant, view.texts)}")
    line = turn_line(number, game.variant.show(turn.guess), answer)
    shown = line if figures is None else Html(f"{line} · {figures}")
    return Html(f"{shown}\n{_judgement(turn, game.variant, view.texts)}")


def _judgement(turn: Turn, variant: Variant, texts: Texts) -> Html:
    verdict = verdict_text(turn.verdict, texts)
    if turn.verdict is Verdict.BEST:
        return verdict
    lost, best = texts.decimal(turn.turns_lost), guess_html(turn.best, variant, texts)
    if turn.flaw is None:
        return texts.html("review.nearly", verdict=verdict, lost=lost, guess=best)
    return texts.html("review.cost", verdict=verdict, lost=lost, why=why(turn.flaw, variant, texts), guess=best)
