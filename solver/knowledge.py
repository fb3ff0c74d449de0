"""What a history implies for each symbol at each place: certain, possible or impossible."""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from solver.feedback import History
from solver.position import position_after
from solver.tables import all_codes, as_code
from solver.variant import Code, Variant

FEW = 20
"""Up to so many candidates are listed one by one."""


class Chance(Enum):
    """Whether something holds in all candidates, in some, or in none."""

    CERTAIN = "certain"
    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The number of candidates, the candidates themselves if they are FEW, and counts of each symbol by place.

    `places` is by place and symbol, `anywhere` by symbol.
    """

    candidates: int
    codes: tuple[Code, ...]
    places: tuple[tuple[int, ...], ...]
    anywhere: tuple[int, ...]

    def at(self, place: int, symbol: int) -> Chance:
        """Whether the symbol stands there."""
        return self._chance(self.places[place][symbol])

    def of(self, symbol: int) -> Chance:
        """Whether the symbol stands anywhere."""
        return self._chance(self.anywhere[symbol])

    def _chance(self, count: int) -> Chance:
        if not count:
            return Chance.IMPOSSIBLE
        return Chance.CERTAIN if count == self.candidates else Chance.POSSIBLE


def knowledge(variant: Variant, history: History) -> Knowledge:
    """The counts over all candidates after `history`. Raises InconsistentHistory if no candidate is left."""
    left = position_after(variant, history).left
    rows, symbols = all_codes(variant)[left], len(variant.alphabet)
    places = tuple(tuple(np.bincount(column, minlength=symbols).tolist()) for column in rows.T)
    if variant.repeats:
        anywhere = tuple(int((rows == symbol).any(axis=1).sum()) for symbol in range(symbols))
    else:
        anywhere = tuple(map(sum, zip(*places, strict=True)))
    codes = tuple(map(as_code, rows)) if len(left) <= FEW else ()
    return Knowledge(len(left), codes, places, anywhere)
