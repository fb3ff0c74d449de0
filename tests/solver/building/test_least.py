"""Single sets of candidates, at any guess, under any price: the search says what trying everything says."""

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
from solver.variant import variant_named
from tests.solver.building.plainly import Plainly

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
