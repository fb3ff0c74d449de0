"""Games that differ only in the names of their symbols are one game."""

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.feedback import History
from solver.tables import Numbers, Rows, all_codes
from solver.variant import Code, Variant

NO_NAME = 255


@dataclass(frozen=True, slots=True)
class Renaming:
    """New names for symbols: symbol s is called `names[s]`."""

    names: tuple[int, ...]

    def of(self, code: Code) -> Code:
        """The code under the new names."""
        return tuple(self.names[symbol] for symbol in code)

    def of_history(self, history: History) -> History:
        """The history under the new names; its feedback is the same."""
        return tuple((self.of(guess), feedback) for guess, feedback in history)

    def back(self, code: Code) -> Code:
        """The code under the old names."""
        return tuple(self.names.index(symbol) for symbol in code)


def canonical_renaming(variant: Variant, first: Code) -> Renaming:
    """Names by first appearance in `first`: any four different symbols become 0123."""
    order = list(dict.fromkeys((*first, *range(len(variant.alphabet)))))
    return Renaming(tuple(order.index(symbol) for symbol in range(len(variant.alphabet))))


def different_questions(variant: Variant, asked: tuple[Code, ...]) -> Numbers:
    """The guesses that are worth trying after the guesses `asked`, as row numbers of all_codes: one of each orbit.

    Guesses that a renaming of symbols and a reordering of places turn into each other, leaving every guess asked as it
    was, divide the candidates alike, whatever the replies were. After 0123 there are 20 in the classic game.
    """
    codes = all_codes(variant)
    if variant.words:
        return np.arange(len(codes))
    left = np.arange(len(codes))
    for places in itertools.permutations(range(variant.length)):
        if (names := _names_kept(variant, asked, places)) is not None:
            images = _first_named(names, codes[left][:, list(places)])
            left = left[_keys(variant, images) >= _keys(variant, codes[left])]
    return left


def _names_kept(variant: Variant, asked: tuple[Code, ...], places: tuple[int, ...]) -> list[int | None] | None:
    """The renaming that undoes the reordering for all guesses asked; None for symbols that are free to be renamed."""
    names: list[int | None] = [None] * len(variant.alphabet)
    for guess in asked:
        for place, symbol in zip(places, guess, strict=True):
            if names[guess[place]] not in {None, symbol}:
                return None
            names[guess[place]] = symbol
    kept = [name for name in names if name is not None]
    return names if len(set(kept)) == len(kept) else None


def _first_named(names: list[int | None], rows: Rows) -> Rows:
    """The rows renamed; free symbols get the free names in order of appearance, which makes the smallest code."""
    free = np.array([name for name in range(len(names)) if name not in names] + [0] * rows.shape[1], np.uint8)
    table = np.array([NO_NAME if name is None else name for name in names], np.uint8)
    images = table[rows]
    given = np.zeros(len(rows), np.intp)
    for place in range(rows.shape[1]):
        nameless = images[:, place] == NO_NAME
        new = free[given]
        again = rows == rows[:, place : place + 1]
        images = np.where(again & nameless[:, None], new[:, None], images)
        given += nameless
    return images


def _keys(variant: Variant, rows: Rows) -> NDArray[np.int64]:
    """The codes as numbers that stand in code order."""
    worth = len(variant.alphabet) ** np.arange(variant.length - 1, -1, -1, dtype=np.int64)
    keys: NDArray[np.int64] = rows @ worth
    return keys
