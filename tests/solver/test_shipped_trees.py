"""The trees that ship: which there are, and how each plays against every secret."""

import hashlib
from functools import lru_cache

import pytest

from solver.evaluate import Evaluation
from solver.position import position_after
from solver.tree import TREES, Tree, digests, stored_tree
from solver.variant import variant_named
from solver.verify import Verified, verify

PROVEN = {
    "2x10.mean": (451, 7),
    "3x9.mean": (2337, 6),
    "3x10.mean": (3575, 7),
    "4x5.mean": (462, 5),
    "4x6.mean": (1446, 5),
    "4x7.mean": (3639, 6),
    "4x8.mean": (7817, 6),
    "4x9.mean": (14914, 7),
    "4x10.mean": (26274, 7),
    "4x6r.mean": (5625, 6),
    "4x7r.mean": (11228, 6),
    "4x6r.max": (5626, 5),
}
"""Total and longest game."""
CLASSIC = {1: 1, 2: 7, 3: 63, 4: 718, 5: 2396, 6: 1767, 7: 88}
BEATEN = {"4x10r.mean": 55857, "4x12.mean": 68983, "5x10.mean": 173016, "5x8r.mean": 179797}
"""The best totals that others have shown: ours are lower."""
FIRST = {"6x10.mean", "4x10.sevens"}
SHIPPED = {*PROVEN, *BEATEN, *FIRST}


def shipped(name: str) -> Tree:
    shape, objective = name.split(".")
    tree = stored_tree(variant_named(shape), objective)
    assert tree, f"{name} does not ship"
    return tree


@lru_cache
def verified(name: str) -> Verified:
    return verify(shipped(name))


def evaluation(name: str) -> Evaluation:
    return verified(name).evaluation


def test_all_trees_that_should_ship_do_and_no_other_with_hashes_of_their_files_in_a_few_megabytes() -> None:
    assert {file.stem for file in TREES.glob("*.tree")} == SHIPPED
    assert set(digests()) == {f"{name}.tree" for name in SHIPPED}
    assert digests() == {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in TREES.glob("*.tree")}
    assert sum(file.stat().st_size for file in TREES.iterdir()) < 3_000_000


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_every_secret_is_broken_as_the_tree_says_and_what_is_to_come_is_known_before_the_first_guess(name: str) -> None:
    tree = shipped(name)
    assert evaluation(name).secrets == tree.variant.size
    assert evaluation(name).total == tree.total
    assert f"{tree.variant.shape}.{tree.objective}" == name
    tree = shipped(name)
    start = position_after(tree.variant)
    assert tree.guess_after(start) in set(tree.variant.codes())
    assert tree.cost_after(start) == tree.total


@pytest.mark.parametrize("name", PROVEN)
def test_what_is_proven_is_met(name: str) -> None:
    assert (evaluation(name).total, evaluation(name).max) == PROVEN[name]
    assert verified(name).optimum == evaluation(name).total
    assert verified(name).proven


@pytest.mark.parametrize("name", BEATEN)
def test_what_others_have_shown_is_beaten(name: str) -> None:
    assert evaluation(name).total < BEATEN[name]
    assert not verified(name).proven
    assert not shipped(name).proven


def test_classic_takes_as_many_guesses_as_its_tree_took_when_it_was_built() -> None:
    assert evaluation("4x10.mean").histogram == CLASSIC
    assert f"{evaluation('4x10.mean').mean:.4f}" == "5.2131"


def test_classic_can_be_played_with_fifty_sevens() -> None:
    few = evaluation("4x10.sevens")
    assert (few.max, few.histogram[7]) == (7, 50)
    assert few.total <= 26484
