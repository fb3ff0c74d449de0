import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.advice import advise
from solver.evaluate import evaluate
from solver.feedback import Feedback, History, InconsistentHistory, feedback_for, is_consistent
from solver.position import Position
from solver.variant import VARIANTS, Code, Variant
from tests.distribution import examples
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history


def guesses_to_win(variant: Variant, secret: Code) -> int:
    turns: History = ()
    for _ in range(20):
        guess = advise(variant, turns).guess
        turns = (*turns, (guess, feedback_for(guess, secret)))
        if guess == secret:
            break
    return len(turns)


def test_the_first_advice_is_the_known_one() -> None:
    first = advise(CLASSIC, ())
    assert (CLASSIC.format(first.guess), first.candidates, first.worst) == ("0123", 5040, 1440)
    assert round(first.bits, 4) == 2.7712


@pytest.mark.parametrize("reply", [Feedback(0, 1), Feedback(1, 2), Feedback(3, 0)], ids=str)
def test_any_first_guess_of_a_game_without_repeats_is_followed_as_well(reply: Feedback) -> None:
    advices = [advise(CLASSIC, ((CLASSIC.parse(guess), reply),)) for guess in ("0123", "9876", "3210", "5081")]
    assert len({(round(advice.bits, 9), advice.worst, advice.consistent) for advice in advices}) == 1


@given(secret=codes(CLASSIC), guesses=st.lists(codes(CLASSIC), max_size=6))
@settings(max_examples=examples(40))
def test_after_any_true_history_there_is_advice(secret: Code, guesses: list[Code]) -> None:
    turns = tuple((guess, feedback_for(guess, secret)) for guess in guesses)
    advice = advise(CLASSIC, turns)
    assert 1 <= advice.worst <= advice.candidates
    assert advice.consistent == is_consistent(advice.guess, turns)
    assert (advice.bits > 0) == (advice.candidates > 1)
    assert advise(CLASSIC, turns + turns) == advice


@pytest.mark.parametrize("turns", ["0123=3B1C", "0123=4B0C 0123=0B1C", "0123=0B0C 4567=0B0C"])
def test_contradictions_are_refused(turns: str) -> None:
    with pytest.raises(InconsistentHistory):
        advise(CLASSIC, history(turns))


class Follower:
    """Whoever does what they are told."""

    def next_guess(self, position: Position) -> Code:
        """What is advised here."""
        return advise(position.variant, position.history).guess


@pytest.mark.costly
def test_following_advice_breaks_each_of_the_5040_classic_secrets_within_seven() -> None:
    followed = evaluate(CLASSIC, Follower())
    assert (followed.secrets, followed.max, followed.total) == (5040, 7, 26274)


def test_following_advice_breaks_every_mini_secret() -> None:
    counts = [guesses_to_win(MINI, secret) for secret in MINI.codes()]
    assert max(counts) <= 6
    assert sum(counts) <= 470


def test_a_variant_that_nobody_has_studied_is_thought_out() -> None:
    assert {guesses_to_win(PEGS, secret) for secret in PEGS.codes()} <= set(range(1, 6))


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_advice_can_travel_between_processes(variant: Variant) -> None:
    asked = pickle.loads(pickle.dumps((variant, ())))
    assert pickle.loads(pickle.dumps(advise(*asked))) == advise(variant, ())
