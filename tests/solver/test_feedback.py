from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.feedback import Feedback, feedback_for, is_consistent, possible_feedback
from solver.variant import VARIANTS, Variant
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history

CLASSIC_COUNTS = (
    "0B0C:360 0B1C:1440 0B2C:1260 0B3C:264 0B4C:9 1B0C:480 1B1C:720 1B2C:216 1B3C:8 "
    "2B0C:180 2B1C:72 2B2C:6 3B0C:24 4B0C:1"
)


@pytest.mark.parametrize(
    ("guess", "secret", "reply"),
    [("0123", "0123", "4B0C"), ("0123", "3210", "0B4C"), ("0123", "4567", "0B0C"), ("0123", "0145", "2B0C")],
)
def test_feedback_reads_as_in_the_rules(guess: str, secret: str, reply: str) -> None:
    assert str(feedback_for(CLASSIC.parse(guess), CLASSIC.parse(secret))) == reply


@pytest.mark.parametrize(
    ("guess", "secret", "reply"), [("AAB", "ABB", "2B0C"), ("AAB", "BCA", "0B2C"), ("AAA", "ABC", "1B0C")]
)
def test_a_repeated_symbol_counts_as_often_as_it_stands_in_both(guess: str, secret: str, reply: str) -> None:
    assert str(feedback_for(PEGS.parse(guess), PEGS.parse(secret))) == reply


def test_every_reply_comes_as_often_as_known() -> None:
    counts = Counter(feedback_for((0, 1, 2, 3), secret) for secret in CLASSIC.codes())
    assert " ".join(f"{feedback}:{count}" for feedback, count in sorted(counts.items())) == CLASSIC_COUNTS


@given(codes(CLASSIC), codes(CLASSIC))
def test_guess_and_secret_may_change_places(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    assert feedback_for(one, other) == feedback_for(other, one)


@pytest.mark.parametrize("variant", [*VARIANTS.values(), PEGS], ids=lambda variant: variant.name)
@given(data=st.data())
def test_only_the_secret_itself_is_all_bulls(variant: Variant, data: st.DataObject) -> None:
    guess, secret = data.draw(codes(variant)), data.draw(codes(variant))
    feedback = feedback_for(guess, secret)
    assert sum(feedback) <= variant.length
    assert (feedback.bulls == variant.length) == (guess == secret)
    assert feedback_for(guess, guess) == Feedback(variant.length, 0)


@pytest.mark.parametrize(
    "variant",
    [MINI, PEGS, Variant("two", "ABC", 2), Variant("whole", "ABC", 3), Variant("one", "AB", 1)],
    ids=lambda variant: variant.name,
)
def test_possible_feedback_is_what_comes_of_all_pairs(variant: Variant) -> None:
    pairs = product(variant.codes(), repeat=2)
    assert possible_feedback(variant) == tuple(sorted({feedback_for(*pair) for pair in pairs}))


def test_a_code_is_consistent_if_it_fits_every_turn() -> None:
    turns = history("0123=0B1C 4561=0B1C")
    assert is_consistent(CLASSIC.parse("7285"), turns)
    assert not is_consistent(CLASSIC.parse("1045"), turns)
    assert is_consistent(CLASSIC.parse("1045"), ())
