"""Trees are the best there are: by trying everything where that can be done, by what others have proven beyond."""

import pytest

from solver.building.objectives import OBJECTIVES
from solver.tree import OBJECTIVES as STORED
from solver.variant import variant_named
from solver.verify import verify
from tests.distribution import costly_but
from tests.solver.building.conftest import Built
from tests.solver.building.plainly import least_total, shortest

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
