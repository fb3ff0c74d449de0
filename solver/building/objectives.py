"""Objectives of a build, as the cost of each guess by its number."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

DEPTHS = 16
"""No game takes more guesses."""
HEAVY = 10_000_000
"""More than all guesses for all secrets together."""
SEVENTH = 7

Steps = NDArray[np.int64]
"""By guess number: the cost of that guess for each secret that is still unknown."""


def mean(_most: int) -> Steps:
    """Every guess costs the same."""
    return np.ones(DEPTHS + 1, np.int64)


def shortest(most: int) -> Steps:
    """A secret that needs more than `most` guesses costs more than all the rest."""
    steps = mean(most)
    steps[most + 1] += HEAVY
    return steps


def sevens(_most: int) -> Steps:
    """A secret that needs a seventh guess does, and one that needs an eighth does so twice."""
    steps = mean(0)
    steps[SEVENTH:] += HEAVY
    return steps


OBJECTIVES: dict[str, Callable[[int], Steps]] = {"mean": mean, "max": shortest, "sevens": sevens}


def estimates(steps: Steps, lower: NDArray[np.int64]) -> NDArray[np.float64]:
    """By guess number and set size: the estimated cost of a set, for ordering guesses.

    A set of n costs about n * (1.16 + 0.455 ln n) guesses, small ones somewhat more: fitted to trees of six variants,
    which differ little. The objective's extra costs are added as far as they cannot be avoided.
    """
    sizes = np.arange(lower.shape[1])
    plain = sizes * (1.16 + 0.455 * np.log(np.maximum(sizes, 1)))
    plain[:9] = [0, 1, 3, 5.2, 7.5, 9.9, 12.1, 14.5, 16.9][: len(plain)]
    unavoidable = lower // HEAVY
    if steps[SEVENTH] > 1:
        unavoidable = np.maximum(unavoidable, _sevens_to_come(sizes))
    return plain + unavoidable * HEAVY


def _sevens_to_come(sizes: NDArray[np.intp]) -> NDArray[np.float64]:
    """By guess number and set size: the estimated number of members that need a seventh guess."""
    expected = np.zeros((DEPTHS + 1, len(sizes)))
    for number, safe in enumerate((1000, 600, 180, 60, 8, 1), start=1):
        expected[number] = np.maximum(0, sizes - safe) * (1.0 if number > 5 else 0.5 ** (6 - number))  # noqa: PLR2004
    return expected
