from itertools import product

import numpy as np
import pytest

from solver.feedback import Feedback, feedback_for, is_consistent, possible_feedback
from solver.tables import all_codes, as_code, as_rows, candidates, feedback_ids
from solver.variant import Variant
from tests.solver.games import CLASSIC, MINI, PEGS, history


def test_rows_are_the_codes_in_order() -> None:
    assert [as_code(row) for row in all_codes(PEGS)] == list(PEGS.codes())


@pytest.mark.parametrize("variant", [MINI, PEGS], ids=lambda variant: variant.name)
def test_feedback_in_bulk_agrees_with_its_definition(variant: Variant) -> None:
    ids = feedback_ids(variant, all_codes(variant), all_codes(variant))
    possible = possible_feedback(variant)
    assert [possible[number] for number in ids.ravel()] == [
        feedback_for(guess, secret) for guess, secret in product(variant.codes(), repeat=2)
    ]


def test_all_pairs_of_the_classic_game_have_the_known_counts() -> None:
    ids = feedback_ids(CLASSIC, all_codes(CLASSIC), all_codes(CLASSIC))
    counts = [360, 1440, 1260, 264, 9, 480, 720, 216, 8, 180, 72, 6, 24, 1]
    assert np.bincount(ids.ravel()).tolist() == [5040 * count for count in counts]


@pytest.mark.parametrize(
    ("turns", "count"),
    [
        ("", 5040),
        ("0123=0B1C", 1440),
        ("0123=0B1C 4561=0B1C", 378),
        ("0123=0B1C 0123=0B1C", 1440),
        ("0123=4B0C 0123=0B1C", 0),
        ("0123=3B1C", 0),
    ],
)
def test_candidates_are_as_many_as_known(turns: str, count: int) -> None:
    assert len(candidates(CLASSIC, history(turns))) == count


def test_candidates_are_the_consistent_codes() -> None:
    turns = ((PEGS.parse("AAB"), Feedback(1, 1)), (PEGS.parse("BAA"), Feedback(0, 2)))
    found = [as_code(row) for row in all_codes(PEGS)[candidates(PEGS, turns)]]
    assert found == [code for code in PEGS.codes() if is_consistent(code, turns)]
    assert found


def test_the_rows_of_a_variant_cannot_be_spoilt() -> None:
    with pytest.raises(ValueError, match="read-only"):
        all_codes(MINI)[0, 0] = 9
    assert as_rows((1, 2), (3, 4)).tolist() == [[1, 2], [3, 4]]
