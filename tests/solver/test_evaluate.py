import random
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.evaluate import ByChance, EndlessGame, Evaluation, PlayoutTurn, evaluate, playout
from solver.feedback import Feedback, InconsistentHistory
from solver.humanlike import FirstCandidate, RandomCandidate
from solver.position import Position
from solver.tables import all_codes, as_code
from solver.variant import VARIANTS, Code
from tests.solver.games import CLASSIC, MINI

ROWS = st.lists(st.integers(0, MINI.size - 1), min_size=1, max_size=20, unique=True)


@dataclass(frozen=True, slots=True)
class Stubborn:
    """Asks one thing for ever."""

    guess: Code

    def next_guess(self, _: Position) -> Code:
        return self.guess


@dataclass(frozen=True, slots=True)
class StubbornByChance(Stubborn):
    dice: random.Random


def test_the_first_candidate_takes_28024_guesses_on_classic() -> None:
    evaluation = evaluate(CLASSIC, FirstCandidate(CLASSIC))
    assert (evaluation.secrets, evaluation.total, evaluation.max) == (5040, 28024, 9)
    assert round(evaluation.mean, 3) == 5.560
    assert evaluation.histogram == {1: 1, 2: 13, 3: 108, 4: 596, 5: 1668, 6: 1768, 7: 752, 8: 129, 9: 5}
    assert list(evaluation.histogram) == sorted(evaluation.histogram)


@given(ROWS)
def test_walking_the_tree_counts_what_game_by_game_would(rows: list[int]) -> None:
    games = [len(playout(MINI, FirstCandidate(MINI), as_code(all_codes(MINI)[row]))) for row in rows]
    assert evaluate(MINI, FirstCandidate(MINI), np.array(rows)) == Evaluation(
        {n: games.count(n) for n in sorted(games)}
    )


@given(ROWS)
def test_some_secrets_are_all_secrets_less_the_others(rows: list[int]) -> None:
    others = np.setdiff1d(np.arange(MINI.size), rows)
    total = evaluate(MINI, FirstCandidate(MINI)).total
    assert (
        evaluate(MINI, FirstCandidate(MINI), np.array(rows)).total + evaluate(MINI, FirstCandidate(MINI), others).total
        == total
    )


@given(ROWS, st.integers())
def test_by_chance_each_secret_is_a_game(rows: list[int], seed: int) -> None:
    dice = random.Random(seed)
    strategy = RandomCandidate(MINI, dice)
    assert isinstance(strategy, ByChance)
    games = [len(playout(MINI, strategy, as_code(all_codes(MINI)[row]))) for row in sorted(rows)]
    again = evaluate(MINI, RandomCandidate(MINI, random.Random(seed)), np.array(rows))
    assert (again.secrets, again.total, again.max) == (len(rows), sum(games), max(games))


def test_no_secrets_take_no_guesses() -> None:
    evaluation = evaluate(MINI, FirstCandidate(MINI), np.array([], np.intp))
    assert (evaluation.secrets, evaluation.total, evaluation.histogram) == (0, 0, {})


def test_a_game_is_told_turn_by_turn() -> None:
    assert playout(MINI, FirstCandidate(MINI), MINI.parse("2143")) == (
        PlayoutTurn(MINI.parse("1234"), Feedback(0, 4), 9),
        PlayoutTurn(MINI.parse("2143"), Feedback(4, 0), 1),
    )


def test_a_rare_word_is_no_secret() -> None:
    words = VARIANTS["words-en-4"]
    rare = next(word for word in words.codes() if word not in set(words.secrets()))
    with pytest.raises(InconsistentHistory):
        playout(words, FirstCandidate(words), rare)


def test_the_last_turn_leaves_the_secret_and_no_turn_leaves_more_than_the_one_before() -> None:
    game = playout(CLASSIC, FirstCandidate(CLASSIC), CLASSIC.parse("9876"))
    left = [turn.candidates_after for turn in game]
    assert (game[-1].guess, game[-1].feedback, left[-1]) == ((9, 8, 7, 6), Feedback(4, 0), 1)
    assert left == sorted(left, reverse=True)


@pytest.mark.parametrize("strategy", [FirstCandidate(MINI), RandomCandidate(MINI, random.Random(1))])
def test_progress_begins_early_grows_and_ends_with_all(strategy: FirstCandidate | RandomCandidate) -> None:
    heard: list[tuple[int, int]] = []
    evaluate(MINI, strategy, progress=lambda done, among: heard.append((done, among)))
    assert heard[0] == (1, 120)
    assert heard[-1] == (120, 120)
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)


@pytest.mark.parametrize("strategy", [Stubborn((0, 1, 2, 3)), StubbornByChance((0, 1, 2, 3), random.Random(1))])
def test_a_strategy_that_does_not_get_on_is_found_out(strategy: Stubborn) -> None:
    with pytest.raises(EndlessGame):
        evaluate(MINI, strategy)
    with pytest.raises(EndlessGame):
        playout(MINI, strategy, (3, 2, 1, 0))
