"""Candidates grouped by how many symbols they take from each set of symbols with the same history.

After 0123=0B1C and 4561=0B1C a code has either 1 and three of 789, or one of 023, one of 456 and two of 789.
"""

from dataclasses import dataclass

import numpy as np

from solver.feedback import History, InconsistentHistory
from solver.tables import all_codes, candidates
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class SetCount:
    """A set of symbols that stood in the same guesses, and how many places of the code hold one of them."""

    symbols: Code
    taken: int


@dataclass(frozen=True, slots=True)
class Case:
    """The number of candidates with these counts; sets that they take nothing from are left out."""

    count: int
    sets: tuple[SetCount, ...]


def cases(variant: Variant, history: History) -> tuple[Case, ...]:
    """The candidates grouped by their counts, the largest group first.

    Sets come in the order of their first symbols; of equally large cases the one that takes more of the earlier sets
    comes first. Raises InconsistentHistory if no candidate is left.
    """
    left = candidates(variant, history)
    if not len(left):
        raise InconsistentHistory
    sets = symbols_by_past(variant, history)
    set_of = np.zeros(len(variant.alphabet), np.int64)
    for number, symbols in enumerate(sets):
        set_of[list(symbols)] = number
    places = np.sort(set_of[all_codes(variant)[left]], axis=1)
    scale = len(sets) ** np.arange(variant.length)[::-1]
    _, first, counts = np.unique(places @ scale, return_index=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return tuple(_case(sets, places[first[row]].tolist(), int(counts[row])) for row in order)


def symbols_by_past(variant: Variant, history: History) -> tuple[Code, ...]:
    """The symbols partitioned into sets that stood equally often in every guess, in order of their first symbols."""
    sets: dict[tuple[int, ...], list[int]] = {}
    for symbol in range(len(variant.alphabet)):
        past = tuple(guess.count(symbol) for guess, _ in history)
        sets.setdefault(past, []).append(symbol)
    return tuple(map(tuple, sets.values()))


def _case(sets: tuple[Code, ...], places: list[int], count: int) -> Case:
    return Case(count, tuple(SetCount(sets[number], places.count(number)) for number in sorted(set(places))))
