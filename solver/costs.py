"""Estimated cost to go by the number of candidates: the further guesses that all n candidates take together.

For few candidates the mean hardly depends on the game, as long as there are plenty of symbols: MEANS were taken over
all positions in games of `entropy` at classic, repeats, colours and six. Beyond, every further guess divides the
candidates by about the 0.75th power of the number of possible replies. Against the stored trees the error is within a
tenth of a guess for most games of four places and more, up to 0.35 too much for colours, and up to 0.4 too little for
three places. Guesses are only ranked by it, so that an error common to all of them does no harm.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.feedback import possible_feedback
from solver.metrics import Metric, Scores, total_worth
from solver.parts import Sizes
from solver.variant import Variant

MEANS = (
    (1, 1.00), (2, 1.50), (3, 1.73), (4, 1.86), (5, 1.94), (6, 2.01), (7, 2.05), (8, 2.09), (9, 2.16), (10, 2.20),
    (12, 2.27), (14, 2.36), (16, 2.41), (20, 2.52), (24, 2.63), (28, 2.69), (32, 2.75), (40, 2.85), (50, 2.95),
    (64, 3.03),
)  # fmt: skip
"""So many candidates, and how many guesses each of them takes on average."""
DIVIDING = 0.75


def costs(variant: Variant, most: int) -> NDArray[np.float64]:
    """The estimated number of further guesses over all candidates, for 0, 1, … `most` candidates."""
    return _costs(variant, 1 << most.bit_length())[: most + 1]


@lru_cache
def _costs(variant: Variant, size: int) -> NDArray[np.float64]:
    sizes, means = np.array(MEANS).T
    counts = np.arange(size)
    some = np.maximum(counts, 1)
    beyond = np.log(np.maximum(some / sizes[-1], 1)) / (DIVIDING * np.log(len(possible_feedback(variant))))
    estimated: NDArray[np.float64] = counts * (np.interp(np.log(some), np.log(sizes), means) + beyond)
    return estimated


@lru_cache(maxsize=512)
def least_costs(variant: Variant, candidates: int) -> NDArray[np.float64]:
    """The least that so many candidates may cost by `costs` in 0, 1, … parts, whatever the sizes of these.

    A line that lies nowhere above the costs of a part bounds them: k parts of n candidates in all cost at least
    k * start + n * slope. This is the highest of such bounds.
    """
    sizes, worth = np.arange(1, candidates + 1), costs(variant, candidates)[1:]
    slopes = np.append(np.diff(worth), worth[0])
    starts = (worth - slopes[:, None] * sizes).min(axis=1)
    parts = np.arange(len(possible_feedback(variant)) + 1)[:, None]
    least: NDArray[np.float64] = (parts * starts + candidates * slopes).max(axis=1)
    return least


def cheapness(variant: Variant) -> Metric:
    """The metric that minimises the estimated cost to go."""
    solved = len(possible_feedback(variant)) - 1

    def cheap(sizes: Sizes) -> Scores:
        # A right guess costs nothing more, though the estimate has one guess for a part of one candidate.
        scores: Scores = sizes[:, solved] - total_worth(sizes, costs(variant, int(sizes[0].sum())))
        return scores

    return cheap
