from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.building.arrays import NO_GUESS, Game, Memory, game_of, memory_of, workspace_of
from solver.building.least import least
from solver.building.memory import hash_of, slot_of, store
from solver.building.objectives import OBJECTIVES
from solver.tables import all_codes, as_code
from solver.tree import OBJECTIVES as STORED
from solver.variant import variant_named
from solver.verify import verify
from tests.distribution import costly_but
from tests.solver.building.conftest import Built
from tests.solver.building.plainly import Plainly, least_total, shortest

# Trees are the best there are: by trying everything where that can be done, by what others have proven beyond.
TINY = ["1x6", "2x2", "2x2r", "2x3", "2x3r", "2x4", "2x4r", "2x5", "3x3", "3x3r", "3x4"]
PROVEN = {"2x10": 451, "3x9": 2337, "3x10": 3575, "4x5": 462, "4x6": 1446, "4x7": 3639, "4x6r": 5625}


def test_every_objective_can_be_stored() -> None:
    assert tuple(OBJECTIVES) == STORED


@pytest.mark.parametrize("name", TINY)
def test_the_mean_is_the_least_there_is(name: str, built: Built) -> None:
    tree = built(name, "mean")
    assert verify(tree).evaluation.total == tree.total == least_total(variant_named(name))
    assert tree.proven


@pytest.mark.parametrize("name", costly_but([name for name in TINY if name not in {"3x3r", "3x4"}], TINY))
def test_no_game_lasts_longer_than_it_must_and_the_mean_is_the_least_that_this_leaves(name: str, built: Built) -> None:
    tree = built(name, "max")
    evaluation = verify(tree).evaluation
    assert (evaluation.max, evaluation.total) == shortest(variant_named(name))
    assert tree.proven


@pytest.mark.parametrize("name", [*TINY, "4x5", "4x6"])
def test_where_no_game_need_last_seven_guesses_fewest_sevens_is_the_best_mean(name: str, built: Built) -> None:
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
    verified = verify(built(name, "mean"))
    assert verified.evaluation.total == verified.optimum == PROVEN[name]
    assert verified.proven


# Single sets of candidates, at any guess, under any price: the search says what trying everything says.
VARIANTS = ["2x4", "3x3r", "3x4", "2x5"]
PRICES = {"mean": 0, "max": 6, "sevens": 0}
"""Objectives, and the most guesses that a game may take."""
ALL_ASKED = np.uint64((1 << 64) - 1)
UNLIMITED = 1 << 59
FROM = 4
"""Third guesses are chosen from a list that a job makes."""


@lru_cache
def game_for(name: str, objective: str) -> tuple[Game, Plainly]:
    variant = variant_named(name)
    steps = OBJECTIVES[objective](PRICES[objective])
    return game_of(variant, steps, 0), Plainly(variant, [*steps.tolist(), *[int(steps[-1])] * 20])


def searched(name: str, game: Game, memory: Memory, rows: Sequence[int], number: int, budget: int) -> int:
    workspace = workspace_of(variant_named(name), len(game.codes))
    return int(least(game, memory, workspace, np.array(rows, np.int32), number, budget, ALL_ASKED))


@st.composite
def some_candidates(draw: st.DrawFn) -> tuple[str, list[int]]:
    name = draw(st.sampled_from(VARIANTS))
    rows = st.integers(0, variant_named(name).size - 1)
    return name, sorted(draw(st.sets(rows, min_size=1, max_size=12)))


@pytest.mark.parametrize("objective", PRICES)
@pytest.mark.parametrize("room", [4, 12])
@given(some=some_candidates(), number=st.integers(FROM, 7), spare=st.integers(-3, 3))
def test_a_set_costs_what_trying_everything_says(
    objective: str, room: int, some: tuple[str, list[int]], number: int, spare: int
) -> None:
    name, rows = some
    game, every = game_for(name, objective)
    members = frozenset(as_code(all_codes(variant_named(name))[row]) for row in rows)
    cost = every.least(members, number)
    memory = memory_of(room)
    budget = int(cost) + spare
    bound = searched(name, game, memory, rows, number, budget)
    assert bound == cost if budget > cost else budget <= bound <= cost
    assert searched(name, game, memory, rows, number, UNLIMITED) == cost


def test_a_set_that_finds_no_room_takes_that_of_another() -> None:
    memory = memory_of(4)
    game, _ = game_for("3x4", "mean")
    keys = [np.uint64(hash_of(game, np.array([row], np.int32), FROM)) for row in range(24)]
    for cost, key in enumerate(keys):
        store(memory, key, cost, NO_GUESS)
        assert memory.cost[slot_of(memory, key)] == cost
    assert memory.counts[0] == np.count_nonzero(memory.key) == 16
