"""Strategy `beginner`: finds the symbols of the secret first, then their order."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from solver.position import Position
from solver.replies import keys_of_secrets
from solver.tables import Numbers, all_codes, all_secrets, as_code
from solver.variant import Code, Variant

Totals = tuple[tuple[Code, int], ...]
"""Guesses, each with the number of its symbols that are in the secret (bulls + cows)."""


@dataclass(frozen=True, slots=True)
class Beginner:
    """Guesses 1111, 2222, … or, where no symbol may repeat, 1234, 2345, … and adds up bulls and cows.

    Once that tells the symbols of the secret, it guesses the first candidate in code order. Of words it guesses the
    first one with the right letters so far, wherever they stand.
    """

    variant: Variant

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        totals = tuple((guess, sum(feedback)) for guess, feedback in position.history)
        return _probe(self.variant, totals) or as_code(all_codes(self.variant)[position.left[0]])


@lru_cache(maxsize=1024)
def _probe(variant: Variant, totals: Totals) -> Code | None:
    """The next guess for finding symbols; None once they are known or another guess was made."""
    asked = {guess for guess, _ in totals}
    if not variant.words and not asked < set(_probes(variant)):
        return None
    rows = _right_symbols(variant, totals)
    if _same_symbols(variant, rows):
        return None
    codes = all_codes(variant)
    probes = (as_code(codes[row]) for row in rows) if variant.words else _probes(variant)
    return next(code for code in probes if code not in asked)


@lru_cache
def _probes(variant: Variant) -> tuple[Code, ...]:
    """With repeats 1111, 2222, …; without, a window over the symbols in order that wraps around at the end."""
    # People begin with 1, not with 0.
    counted = sorted(range(len(variant.alphabet)), key=lambda symbol: (variant.alphabet[symbol] == "0", symbol))
    windows = (tuple((counted[start:] + counted)[: variant.length]) for start in range(len(counted)))
    return tuple((window[0],) * variant.length if variant.repeats else window for window in windows)


def _right_symbols(variant: Variant, totals: Totals) -> Numbers:
    """The secrets whose bulls + cows with each guess are as replied, as rows of all_codes."""
    secrets = all_secrets(variant)
    fits = np.ones(len(secrets), np.bool_)
    for guess, total in totals:
        fits &= keys_of_secrets(variant, guess) % (variant.length + 1) == total
    return secrets[fits]


def _same_symbols(variant: Variant, rows: Numbers) -> bool:
    # The first and the last usually differ, which saves comparing all of them.
    for some in (rows[[0, -1]], rows):
        symbols = np.sort(all_codes(variant)[some], axis=1)
        if (symbols != symbols[0]).any():
            return False
    return True
