import random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver.evaluate import evaluate, playout
from solver.feedback import History, feedback_for
from solver.humanlike import Beginner, FirstCandidate, Forgetful, RandomCandidate
from solver.position import position_after
from solver.strategies import named_strategy
from solver.tables import all_codes, as_code
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.solver.games import CLASSIC, MINI, codes

NONZERO = VARIANTS["nonzero"]
SMALL = variant_named("3x5")
SEEDS = st.integers(0, 2**32)


def history_of(secret: Code, guesses: list[Code]) -> History:
    return tuple((guess, feedback_for(guess, secret)) for guess in guesses)


def average(name: str, variant: Variant, seeds: range, rows: np.ndarray | None = None) -> float:
    means = [evaluate(variant, named_strategy(name, variant, random.Random(seed)), rows).mean for seed in seeds]
    return sum(means) / len(means)


@given(codes(MINI), st.lists(codes(MINI), max_size=2), SEEDS)
def test_the_sieve_takes_the_first_candidate_and_random_any(secret: Code, guesses: list[Code], seed: int) -> None:
    assume(secret not in guesses)
    position = position_after(MINI, history_of(secret, guesses))
    fitting = [code for code in MINI.codes() if history_of(code, guesses) == position.history]
    assert FirstCandidate(MINI).next_guess(position) == fitting[0]
    assert RandomCandidate(MINI, random.Random(seed)).next_guess(position) in fitting


def test_a_random_candidate_is_any_with_equal_chance() -> None:
    position = position_after(MINI, history_of((1, 0, 3, 2), [(0, 1, 2, 3)]))
    strategy = RandomCandidate(MINI, random.Random(5))
    drawn = [strategy.next_guess(position) for _ in range(900)]
    assert len(set(drawn)) == len(position.left) == 9
    assert all(70 < drawn.count(code) < 130 for code in set(drawn))


@pytest.mark.costly
def test_a_random_candidate_takes_5156_guesses_on_nonzero() -> None:
    assert average("random", NONZERO, range(12)) == pytest.approx(5.156, abs=0.01)


@pytest.mark.parametrize(
    ("name", "mean"),
    [
        pytest.param("learner", 9.6, marks=pytest.mark.costly),
        pytest.param("beginner", 8.4, marks=pytest.mark.costly),
        pytest.param("casual", 7.2, marks=pytest.mark.costly),
        ("club", 6.1),
    ],
)
def test_people_play_as_badly_as_people_do(name: str, mean: float) -> None:
    every_other = np.arange(0, CLASSIC.size, 2)
    assert average(name, CLASSIC, range(1), every_other) == pytest.approx(mean, abs=0.15)


@given(codes(MINI), SEEDS)
def test_who_overlooks_nothing_guesses_what_could_be_the_secret(secret: Code, seed: int) -> None:
    guesses = [turn.guess for turn in playout(MINI, Forgetful(MINI, random.Random(seed), 0), secret)]
    asked = [guesses[:turn] for turn in range(len(guesses))]
    assert all(
        history_of(guess, before) == history_of(secret, before) for guess, before in zip(guesses, asked, strict=True)
    )


@given(codes(SMALL), SEEDS)
def test_who_overlooks_everything_still_asks_nothing_twice(secret: Code, seed: int) -> None:
    guesses = [turn.guess for turn in playout(SMALL, Forgetful(SMALL, random.Random(seed), 1), secret)]
    assert len(set(guesses)) == len(guesses)


def test_what_is_overlooked_is_drawn_anew_at_every_guess() -> None:
    position = position_after(MINI, history_of((1, 0, 3, 2), [(0, 1, 2, 3)]))
    strategy = Forgetful(MINI, random.Random(5), 0.5)
    candidates = {as_code(all_codes(MINI)[row]) for row in position.left}
    minded = [strategy.next_guess(position) in candidates for _ in range(400)]
    assert 180 < sum(minded) < 250


@pytest.mark.parametrize("variant", [CLASSIC, VARIANTS["mastermind"], VARIANTS["words-en-4"]], ids=lambda one: one.name)
@pytest.mark.parametrize("level", ["learner", "beginner"])
def test_a_beginner_never_guesses_what_a_reply_of_nothing_ruled_out(level: str, variant: Variant) -> None:
    secrets = list(variant.secrets())
    for seed in range(60):
        dice, out = random.Random(seed), set[int]()
        for turn in playout(variant, named_strategy(level, variant, dice), dice.choice(secrets)):
            assert not out.intersection(turn.guess)
            out |= set() if any(turn.feedback) else set(turn.guess)


def test_a_beginner_forgets_now_and_then_what_an_older_reply_said() -> None:
    position = position_after(CLASSIC, history_of((5, 0, 3, 9), [(0, 1, 2, 3), (4, 5, 6, 7)]))
    strategy = Beginner(CLASSIC, random.Random(5), 0.56)
    fits = [feedback_for((0, 1, 2, 3), strategy.next_guess(position)) == position.history[0][1] for _ in range(200)]
    assert 60 < sum(fits) < 180


def test_a_beginner_begins_with_any_code() -> None:
    first = {
        named_strategy("beginner", CLASSIC, random.Random(seed)).next_guess(position_after(CLASSIC))
        for seed in range(20)
    }
    assert len(first) > 15
