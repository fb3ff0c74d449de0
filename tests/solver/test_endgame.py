from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.endgame import endgame
from solver.feedback import feedback_for
from solver.position import Position, position_after
from solver.variant import Code, Variant, variant_named
from tests.distribution import costly_but
from tests.solver.games import MINI, PEGS, codes

SMALL = [MINI, PEGS, variant_named("3x5"), variant_named("2x6"), variant_named("4x5"), variant_named("3x4r")]


@lru_cache(maxsize=1 << 16)
def fewest(variant: Variant, secrets: frozenset[Code]) -> int:
    """The fewest guesses for these secrets by the plain definition, trying every guess."""
    if len(secrets) == 1:
        return 1
    return min(after(variant, secrets, guess) for guess in variant.codes())


def after(variant: Variant, secrets: frozenset[Code], guess: Code) -> int:
    parts: dict[object, set[Code]] = {}
    for secret in secrets - {guess}:
        parts.setdefault(feedback_for(guess, secret), set()).add(secret)
    if guess not in secrets and len(parts) == 1:
        return 1000
    return len(secrets) + sum(fewest(variant, frozenset(part)) for part in parts.values())


def few_candidates(data: st.DataObject, variant: Variant, most: int) -> Position:
    secret, guesses = data.draw(codes(variant)), data.draw(st.lists(codes(variant), min_size=1, max_size=3))
    position = position_after(variant, tuple((guess, feedback_for(guess, secret)) for guess in guesses))
    return Position(variant, position.history, position.left[:most])


@pytest.mark.parametrize(
    "variant",
    costly_but([each for each in SMALL if each.name not in {"mini", "4x5"}], SMALL),
    ids=lambda variant: variant.name,
)
@given(data=st.data())
def test_the_ending_is_the_best_that_trying_everything_finds(variant: Variant, data: st.DataObject) -> None:
    position = few_candidates(data, variant, 7)
    found = endgame(position)
    everything = [tuple(code) for code in variant.codes()]
    secrets = frozenset(everything[row] for row in position.left)
    assert found is not None
    assert found.total == fewest(variant, secrets) == after(variant, secrets, found.guess)
