"""The mixture of trees that is built is what the code maker can enforce, compared with all trees of tiny games."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from solver.building.mixing import build_mixture
from solver.feedback import Feedback, feedback_for
from solver.mixture import Mixture, worth
from solver.variant import Code, Variant, variant_named

Costs = tuple[int, int]
"""Guesses for codes of two symbols together, and for those that have one symbol twice."""


def kind(code: Code) -> int:
    return int(code[0] == code[1])


def costs_of_all_trees(variant: Variant) -> frozenset[Costs]:
    codes = tuple(variant.codes())

    @cache
    def costs(left: tuple[Code, ...]) -> frozenset[Costs]:
        found = set[Costs]()
        for guess in codes:
            parts: dict[Feedback, list[Code]] = {}
            for secret in left:
                parts.setdefault(feedback_for(guess, secret), []).append(secret)
            if len(parts) == 1 and left != (guess,):
                continue
            below = [costs(tuple(part)) for part in parts.values() if part != [guess]]
            count = Counter(map(kind, left))
            found |= {
                (count[0] + sum(pair[0] for pair in pairs), count[1] + sum(pair[1] for pair in pairs))
                for pairs in product(*below)
            }
        return frozenset(found)

    return costs(codes)


def value_of(variant: Variant) -> Fraction:
    """The least that the dearer kind costs on average in a mixture of any two trees, which is as good as of more."""
    sizes = Counter(map(kind, variant.codes()))
    means = [(Fraction(one, sizes[0]), Fraction(other, sizes[1])) for one, other in costs_of_all_trees(variant)]
    best = min(map(max, means))
    for one, other in combinations_with_replacement(means, 2):
        apart, change = one[0] - one[1], (other[0] - other[1]) - (one[0] - one[1])
        if change and 0 <= -apart / change <= 1:
            best = min(best, one[0] + (other[0] - one[0]) * -apart / change)
    return best


def built(name: str, folder: Path) -> Mixture:
    with ThreadPoolExecutor(1) as executor:
        return build_mixture(variant_named(name), folder, executor, 1, lambda *_: None)


@pytest.mark.parametrize("name", ["2x3r", "2x4r"])
def test_its_bounds_enclose_the_value_over_all_trees_of_a_tiny_game(name: str, tmp_path: Path) -> None:
    found, value = worth(built(name, tmp_path)), value_of(variant_named(name))
    assert found.lower <= value <= found.upper
