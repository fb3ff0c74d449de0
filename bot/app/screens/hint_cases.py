"""The candidates as text: how many symbols they take from where."""

from bot.app.screens.first import number_in_words
from bot.app.texts import Html, Texts
from solver.cases import Case, SetCount
from solver.feedback import History
from solver.variant import Variant

MOST = 6
"""The cases that are listed; rarer ones are counted together."""
LONG = 8
"""From so many untried symbols on, they are only called new."""


def case_lines(cases: tuple[Case, ...], variant: Variant, history: History, texts: Texts) -> list[Html]:
    """The largest cases, a line each, and the count of the others."""
    asked = {symbol for guess, _ in history for symbol in guess}
    lines = [texts.html("hint.cases")]
    lines += [Html(f"{_what(case, variant, asked, texts)}: {case.count}") for case in cases[:MOST]]
    if rarer := cases[MOST:]:
        lines.append(texts.counted("hint.rarer", len(rarer), codes=sum(case.count for case in rarer)))
    return lines


def _what(case: Case, variant: Variant, asked: set[int], texts: Texts) -> Html:
    """The case as text. A single symbol comes first, since `three of 0, 1 and 2` could be misread."""
    sets = sorted(case.sets, key=lambda taken: len(taken.symbols) > 1)
    return texts.listed([_placed_text(taken, variant, asked, texts) for taken in sets])


def _placed_text(taken: SetCount, variant: Variant, asked: set[int], texts: Texts) -> Html:
    """`1`, or `three of 7, 8, 9`, or `two new ones`."""
    symbols = ", ".join(variant.show((symbol,)) for symbol in taken.symbols)
    if len(taken.symbols) == 1:
        return Html(symbols if taken.taken == 1 else f"{symbols} ×{taken.taken}")
    number = number_in_words(taken.taken, variant, texts)
    if len(taken.symbols) > LONG and not asked & set(taken.symbols):
        return texts.html("hint.new-ones", number=number)
    return texts.html("hint.some-of", number=number, symbols=symbols)
