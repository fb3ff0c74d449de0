"""What is said to people who do not know the game yet: what bulls and cows are, and what their first replies mean."""

from bot.app.model.families import family_of
from bot.app.screens.variant import COLOURS
from bot.app.texts import Html, Texts
from solver.feedback import Feedback
from solver.variant import Code, Variant

NOUNS = ("digit", "letter", "colour", "sign")
"""What symbols are called: the ends of the keys that speak of them."""


def noun_of(variant: Variant) -> str:
    """Which of NOUNS its symbols are called."""
    if COLOURS in variant.shown:
        return "colour"
    return {"digits": "digit", "words": "letter"}.get(family_of(variant).name, "sign")


def legend_lines(variant: Variant, texts: Texts) -> Html:
    """What a bull is, and what a cow."""
    return texts.html(f"first.{_of('legend-', variant)}")


def meaning_line(guess: Code, reply: Feedback, variant: Variant, texts: Texts) -> Html:
    """What this reply says of the secret, in a sentence or two."""
    bulls, cows = reply.bulls, reply.cows
    if not bulls and not cows:
        return _none(guess, variant, texts)
    if cows == variant.length:
        return texts.html("first.everywhere", what=_counted(cows, variant, texts))
    if not bulls:
        return _begun(texts.counted("first.cows", cows, what=_counted(cows, variant, texts)))
    placed = _begun(texts.counted("first.bulls", bulls, what=_counted(bulls, variant, texts)))
    if not cows:
        return texts.html("first.only", placed=placed)
    return texts.counted("first.both", cows, placed=placed, more=number_in_words(cows, variant, texts))


def _none(guess: Code, variant: Variant, texts: Texts) -> Html:
    named = dict.fromkeys(guess)
    left = len(variant.alphabet) - len(named)
    symbols = Html(", ".join(variant.show((symbol,)) for symbol in named))
    what = _counted(left, variant, texts)
    return texts.counted(f"first.{_of('none-', variant)}", left, symbols=symbols, what=what)


def _counted(count: int, variant: Variant, texts: Texts) -> Html:
    """So many of its symbols: `two digits`."""
    return texts.counted(f"first.{_of('', variant)}", count, number=number_in_words(count, variant, texts))


def _of(what: str, variant: Variant) -> str:
    """The end of the key of a text in the words for its symbols."""
    return f"{what}{noun_of(variant)}"


def number_in_words(count: int, variant: Variant, texts: Texts) -> Html:
    """The number in words as they go with its symbols (in their gender); a large one in figures."""
    words = texts.plain(f"first.{_of('numbers-', variant)}").split()
    return Html(words[count - 1] if count <= len(words) else str(count))


def _begun(text: Html) -> Html:
    """The text with a capital letter."""
    return Html(f"{text[0].upper()}{text[1:]}")
