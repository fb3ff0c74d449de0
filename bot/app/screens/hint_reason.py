"""Explains why a guess is good."""

from bot.app.texts import Html, Texts
from solver.advice import Advice
from solver.feedback import History
from solver.variant import Variant


def reason_lines(advice: Advice, variant: Variant, history: History, texts: Texts) -> list[Html]:
    """What the guess asks, whether it may be right, and how certain it is that none is better.

    There is nothing to explain about the only candidate.
    """
    if advice.candidates == 1:
        return []
    chance = [texts.html("hint.may-win", count=texts.whole(advice.candidates))] if advice.consistent else []
    return [
        texts.html("hint.why"),
        *_asks(advice, variant, history, texts),
        *chance,
        texts.html("hint.exact" if advice.exact else "hint.estimated"),
    ]


def _asks(advice: Advice, variant: Variant, history: History, texts: Texts) -> list[Html]:
    """Which of its symbols are new, which are tried at another place, and which stay where they were."""
    if not history:
        return []
    placed = list(enumerate(advice.guess))
    stood = {turn for guess, _ in history for turn in enumerate(guess)}
    asked = {symbol for _, symbol in stood}
    by_key = {
        "hint.tries": [symbol for _, symbol in placed if symbol not in asked],
        "hint.moves": [symbol for place, symbol in placed if symbol in asked and (place, symbol) not in stood],
        "hint.keeps": [symbol for place, symbol in placed if (place, symbol) in stood],
    }
    return [
        texts.html(key, symbols=" ".join(variant.show((symbol,)) for symbol in dict.fromkeys(symbols)))
        for key, symbols in by_key.items()
        if symbols
    ]
