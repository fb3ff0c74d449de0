"""Trees are the best there are: by trying everything where that can be done, by what others have proven beyond."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.building.arrays import NO_GUESS, Game, game_of, memory_of, workspace_of
from solver.building.build import build
from solver.building.job import Task
from solver.building.least import least
from solver.building.memory import hash_of, slot_of, store
from solver.building.objectives import OBJECTIVES
from solver.feedback import feedback_for
from solver.tables import all_codes, as_code
from solver.tree import OBJECTIVES as STORED
from solver.tree import Tree
from solver.variant import Code, Variant, variant_named
from solver.verify import verify
from tests.distribution import costly_but

Built = Callable[[str, str], Tree]
TINY = ["1x6", "2x2", "2x2r", "2x3", "2x3r", "2x4", "2x4r", "2x5", "3x3", "3x3r", "3x4"]
PROVEN = {"2x10": 451, "3x9": 2337, "3x10": 3575, "4x5": 462, "4x6": 1446, "4x7": 3639, "4x6r": 5625}


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The best tree of a variant for an objective."""

    @lru_cache
    def build_one(name: str, objective: str) -> Tree:
        journal = tmp_path_factory.mktemp("built") / "build.journal"
        with ThreadPoolExecutor(1) as executor:
            return build(Task(variant_named(name), objective), journal, executor, 1, lambda *_: None)

    return build_one


# By trying everything: nothing but the definition of feedback.
class Plainly:
    """A variant, and what its sets of candidates cost at least at the prices of each guess number."""

    def __init__(self, variant: Variant, steps: Sequence[float]) -> None:
        self.codes = tuple(variant.codes())
        self._steps = steps
        self.least = lru_cache(maxsize=None)(self._least)

    def _least(self, left: frozenset[Code], number: int) -> float:
        if len(left) == 1:
            return self._steps[number]
        ways = [(guess, some) for guess in self.codes if len(some := parts(left, guess)) > 1]
        beyond = (sum(self.least(part, number + 1) for part in some if part != {guess}) for guess, some in ways)
        return len(left) * self._steps[number] + min(beyond)


def parts(left: frozenset[Code], guess: Code) -> list[frozenset[Code]]:
    replies = {secret: feedback_for(guess, secret) for secret in left}
    return [frozenset(secret for secret in left if replies[secret] == reply) for reply in set(replies.values())]


def shortest(variant: Variant) -> tuple[int, float]:
    """The fewest guesses within which every game can end, and the least total if every game must."""
    for most in range(1, 20):
        every = Plainly(variant, [1] * (most + 1) + [inf] * 20)
        if (total := every.least(frozenset(every.codes), 1)) < inf:
            return most, total
    raise ValueError(variant.name)


@pytest.mark.parametrize("name", TINY)
def test_the_mean_is_the_least_there_is(name: str, built: Built) -> None:
    tree, every = built(name, "mean"), Plainly(variant_named(name), [1] * 20)
    assert verify(tree).evaluation.total == tree.total == every.least(frozenset(every.codes), 1)
    assert tree.proven


@pytest.mark.parametrize("name", costly_but([name for name in TINY if name not in {"3x3r", "3x4"}], TINY))
def test_no_game_lasts_longer_than_it_must_and_the_mean_is_the_least_that_this_leaves(name: str, built: Built) -> None:
    tree = built(name, "max")
    found = verify(tree).evaluation
    assert (found.max, found.total, tree.proven) == (*shortest(variant_named(name)), True)


@pytest.mark.parametrize("name", [*TINY, "4x5", "4x6"])
def test_where_no_game_need_last_seven_guesses_fewest_sevens_is_the_best_mean(name: str, built: Built) -> None:
    assert tuple(OBJECTIVES) == STORED
    assert built(name, "sevens").total == built(name, "mean").total
    assert verify(built(name, "sevens")).evaluation.max < 7


@pytest.mark.costly
def test_fewest_sevens_are_fewer_than_the_best_mean_has(built: Built) -> None:
    few, mean = (verify(built("3x12", objective)).evaluation for objective in ("sevens", "mean"))
    assert few.total > mean.total
    assert few.histogram[7] < mean.histogram[7]
    assert few.max == mean.max == 7


@pytest.mark.parametrize("name", costly_but(PROVEN.keys() - {"4x6r"}, PROVEN))
def test_totals_are_those_that_others_have_proven(name: str, built: Built) -> None:
    found = verify(built(name, "mean"))
    assert (found.evaluation.total, found.optimum, found.proven) == (PROVEN[name], PROVEN[name], True)


# Single sets of candidates, at any guess, under any price: the search says what trying everything says.
PRICES = {"mean": 0, "max": 6, "sevens": 0}
"""Objectives, and the most guesses that a game may take."""
ALL_ASKED = np.uint64((1 << 64) - 1)
FROM = 4
"""Third guesses are chosen from a list that a job makes."""


@lru_cache
def game_for(name: str, objective: str) -> tuple[Game, Plainly]:
    variant = variant_named(name)
    steps = OBJECTIVES[objective](PRICES[objective])
    return game_of(variant, steps, 0), Plainly(variant, [*steps.tolist(), *[int(steps[-1])] * 20])


@pytest.mark.parametrize("objective", PRICES)
@pytest.mark.parametrize("room", [4, 12])
@given(data=st.data())
def test_a_set_costs_what_trying_everything_says(objective: str, room: int, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["2x4", "3x3r", "3x4", "2x5"]))
    number, spare = data.draw(st.integers(FROM, 7)), data.draw(st.integers(-3, 3))
    variant, (game, every) = variant_named(name), game_for(name, objective)
    rows = sorted(data.draw(st.sets(st.integers(0, variant.size - 1), min_size=1, max_size=12)))
    cost = every.least(frozenset(as_code(all_codes(variant)[row]) for row in rows), number)
    memory, workspace = memory_of(room), workspace_of(variant, len(game.codes))
    asked, budget = np.array(rows, np.int32), int(cost) + spare
    bound = int(least(game, memory, workspace, asked, number, budget, ALL_ASKED))
    assert bound == cost if budget > cost else budget <= bound <= cost
    assert least(game, memory, workspace, asked, number, 1 << 59, ALL_ASKED) == cost


def test_a_set_that_finds_no_room_takes_that_of_another() -> None:
    memory = memory_of(4)
    game, _ = game_for("3x4", "mean")
    keys = [np.uint64(hash_of(game, np.array([row], np.int32), FROM)) for row in range(24)]
    for cost, key in enumerate(keys):
        store(memory, key, cost, NO_GUESS)
        assert memory.cost[slot_of(memory, key)] == cost
    assert memory.counts[0] == np.count_nonzero(memory.key) == 16
