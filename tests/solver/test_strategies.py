import random
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver.comparison import comparison_within
from solver.costs import cheapness
from solver.evaluate import ByChance, EndlessGame, Evaluation, PlayoutTurn, evaluate, playout
from solver.feedback import Feedback, History, InconsistentHistory, feedback_for
from solver.humanlike import Beginner, FirstCandidate, Forgetful, RandomCandidate
from solver.lookahead import lookahead_guess
from solver.optimal import Choice, Optimal
from solver.position import Position, position_after
from solver.strategies import STRATEGIES, UnknownStrategy, named_strategy
from solver.tables import all_codes, as_code
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.solver.games import CLASSIC, MINI, codes, history

# Strategies.
SMALL = [variant_named(name) for name in ("mini", "3x5", "2x4r", "3x3r", "2x10", "4x6", "1x9", "words-uk-4")]


def played_out(name: str, variant: Variant, seed: int = 1) -> dict[int, int]:
    return evaluate(variant, named_strategy(name, variant, random.Random(seed))).histogram


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
def test_every_strategy_breaks_every_secret_and_equal_dice_make_equal_games(name: str, variant: Variant) -> None:
    histogram = played_out(name, variant)
    assert sum(histogram.values()) == len(list(variant.secrets()))
    assert histogram == played_out(name, variant)


def test_those_who_throw_dice_play_differently_each_time() -> None:
    throwing = [name for name in STRATEGIES if isinstance(named_strategy(name, CLASSIC, random.Random(1)), ByChance)]
    assert throwing == [name for name, entry in STRATEGIES.items() if entry.by_chance] != []
    assert all(played_out(name, SMALL[0], 1) != played_out(name, SMALL[0], 2) for name in throwing)


@pytest.mark.parametrize("known", ["minimax 27139 7", "expected 26551 7", "parts 26751 8", "entropy 26424 8"])
def test_looking_one_guess_ahead_takes_as_many_guesses_as_is_known(known: str) -> None:
    name, total, most = known.split()
    evaluation = evaluate(CLASSIC, named_strategy(name, CLASSIC, random.Random(1)))
    assert (evaluation.secrets, evaluation.total, evaluation.max) == (5040, int(total), int(most))


def test_a_wrong_name_is_answered_with_the_right_ones_in_one_line() -> None:
    with pytest.raises(
        UnknownStrategy, match=r"^no strategy is called 'nobody': learner, beginner, sieve, random, [^\n]*$"
    ):
        named_strategy("nobody", CLASSIC, random.Random(1))


# Evaluate.
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


def test_no_secrets_take_no_guesses_and_a_rare_word_is_no_secret() -> None:
    evaluation = evaluate(MINI, FirstCandidate(MINI), np.array([], np.intp))
    assert (evaluation.secrets, evaluation.total, evaluation.histogram) == (0, 0, {})
    words = VARIANTS["words-en-4"]
    rare = next(word for word in words.codes() if word not in set(words.secrets()))
    with pytest.raises(InconsistentHistory):
        playout(words, FirstCandidate(words), rare)


def test_a_game_is_told_turn_by_turn_and_no_turn_leaves_more_than_the_one_before() -> None:
    assert playout(MINI, FirstCandidate(MINI), MINI.parse("2143")) == (
        PlayoutTurn(MINI.parse("1234"), Feedback(0, 4), 9),
        PlayoutTurn(MINI.parse("2143"), Feedback(4, 0), 1),
    )
    game = playout(CLASSIC, FirstCandidate(CLASSIC), CLASSIC.parse("9876"))
    left = [turn.candidates_after for turn in game]
    assert (game[-1].guess, game[-1].feedback, left[-1]) == ((9, 8, 7, 6), Feedback(4, 0), 1)
    assert left == sorted(left, reverse=True)


def test_progress_begins_early_grows_and_ends_with_all() -> None:
    heard: list[tuple[int, int]] = []
    for strategy in (FirstCandidate(MINI), RandomCandidate(MINI, random.Random(1))):
        heard.clear()
        evaluate(MINI, strategy, progress=lambda *figures: heard.append(figures))
        assert (heard[0], heard[-1]) == ((1, 120), (120, 120))
        assert [done for done, _ in heard] == sorted(done for done, _ in heard)


def test_a_strategy_that_does_not_get_on_is_found_out() -> None:
    for strategy in (Stubborn((0, 1, 2, 3)), StubbornByChance((0, 1, 2, 3), random.Random(1))):
        with pytest.raises(EndlessGame):
            evaluate(MINI, strategy)
        with pytest.raises(EndlessGame):
            playout(MINI, strategy, (3, 2, 1, 0))


# Humanlike.
NONZERO = VARIANTS["nonzero"]
FIVE = variant_named("3x5")
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


def test_a_random_candidate_is_any_with_equal_chance_and_what_is_overlooked_drawn_anew_at_every_guess() -> None:
    position = position_after(MINI, history_of((1, 0, 3, 2), [(0, 1, 2, 3)]))
    strategy = RandomCandidate(MINI, random.Random(5))
    drawn = [strategy.next_guess(position) for _ in range(900)]
    assert len(set(drawn)) == len(position.left) == 9
    assert all(70 < drawn.count(code) < 130 for code in set(drawn))
    forgetful = Forgetful(MINI, random.Random(5), 0.5)
    candidates = {as_code(all_codes(MINI)[row]) for row in position.left}
    minded = [forgetful.next_guess(position) in candidates for _ in range(400)]
    assert 180 < sum(minded) < 250


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


@given(codes(FIVE), SEEDS)
def test_who_overlooks_everything_still_asks_nothing_twice(secret: Code, seed: int) -> None:
    guesses = [turn.guess for turn in playout(FIVE, Forgetful(FIVE, random.Random(seed), 1), secret)]
    assert len(set(guesses)) == len(guesses)


@pytest.mark.parametrize("variant", [CLASSIC, VARIANTS["mastermind"], VARIANTS["words-en-4"]], ids=lambda one: one.name)
@pytest.mark.parametrize("level", ["learner", "beginner"])
def test_a_beginner_never_guesses_what_a_reply_of_nothing_ruled_out(level: str, variant: Variant) -> None:
    secrets = list(variant.secrets())
    for seed in range(60):
        dice, out = random.Random(seed), set[int]()
        for turn in playout(variant, named_strategy(level, variant, dice), dice.choice(secrets)):
            assert not out.intersection(turn.guess)
            out |= set() if any(turn.feedback) else set(turn.guess)


def test_a_beginner_begins_with_any_code_and_forgets_now_and_then_what_an_older_reply_said() -> None:
    position = position_after(CLASSIC, history_of((5, 0, 3, 9), [(0, 1, 2, 3), (4, 5, 6, 7)]))
    strategy = Beginner(CLASSIC, random.Random(5), 0.56)
    fits = [feedback_for((0, 1, 2, 3), strategy.next_guess(position)) == position.history[0][1] for _ in range(200)]
    assert 60 < sum(fits) < 180
    first = {
        named_strategy("beginner", CLASSIC, random.Random(seed)).next_guess(position_after(CLASSIC))
        for seed in range(20)
    }
    assert len(first) > 15


# Optimal.
MASTERMIND, SIX = VARIANTS["mastermind"], VARIANTS["six"]


class Unread(Optimal):
    """The optimal player without his book."""

    def choice(self, position: Position) -> Choice:
        return self.choice_off_tree(position)


@pytest.mark.costly
@pytest.mark.parametrize(
    ("variant", "optimum", "share"),
    [(MINI, 462, 1.0), (VARIANTS["three"], 3575, 1.01), (MASTERMIND, 5625, 1.01), (variant_named("4x6"), 1446, 1.01)],
    ids=lambda value: getattr(value, "name", None),
)
def test_even_without_a_tree_it_comes_close_to_the_optimum(variant: Variant, optimum: int, share: float) -> None:
    found = evaluate(variant, Unread(variant))
    assert optimum <= found.total <= optimum * share
    assert found.secrets == variant.size


def test_few_candidates_are_played_perfectly_and_what_could_not_be_compared_is_not_called_exact() -> None:
    position = position_after(CLASSIC, history("6275=0B1C 6935=0B2C 6381=1B1C 9341=2B0C"))
    assert Unread(CLASSIC).choice(position).exact
    assert Unread(CLASSIC).next_guess(position) in {as_code(row) for row in all_codes(CLASSIC)[position.left]}
    turns = history("012345=1B2C 678012=1B2C", SIX)
    first = Unread(SIX).choice(position_after(SIX, turns))
    assert not first.exact
    assert Unread(SIX).choice(position_after(SIX, turns)) == first
    position = position_after(CLASSIC, history("0123=0B1C 4561=0B1C"))
    comparison = comparison_within(position, cheapness(CLASSIC))
    assert lookahead_guess(comparison, budget=0.0) == comparison.best()
    assert lookahead_guess(comparison, budget=0.05) in comparison.ranked(64)


def test_words_are_guessed_from_the_wide_list_and_all_common_ones_broken() -> None:
    words = VARIANTS["words-en-4"]
    found = evaluate(words, Optimal(words))
    assert found.secrets == len(tuple(words.secrets())) < words.size
    assert found.max <= 7
    assert np.isclose(found.mean, 4.4, atol=0.3)


def test_without_a_tree_of_its_own_an_objective_plays_the_tree_of_the_mean() -> None:
    three = VARIANTS["three"]
    for objective in ("max", "sevens"):
        evaluation = evaluate(three, Optimal(three, objective))
        assert (evaluation.total, evaluation.max) == (3575, 7)
