import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.analysis import information, spectrum
from solver.comparison import Comparison, comparison_of, comparison_within, distinct_guesses, work_of
from solver.costs import cheapness
from solver.feedback import Feedback, InconsistentHistory, feedback_for
from solver.greedy import Greedy
from solver.metrics import METRICS, entropy
from solver.optimal import Optimal
from solver.parts import part_sizes
from solver.position import Position, position_after
from solver.strategies import UnknownStrategy
from solver.suggest import suggest
from solver.tables import all_codes, as_code, candidates
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.distribution import examples
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history

# Comparison.
SMALL = [CLASSIC, MINI, PEGS, variant_named("3x6r"), variant_named("2x9"), VARIANTS["cipher"], VARIANTS["mastermind"]]
LARGE = [variant_named(name) for name in ("six", "five", "colours", "repeats", "pictures", "4x20", "7x5r", "3x36r")]


def position_by(data: st.DataObject, variant: Variant, most: int = 4) -> Position:
    secret, guesses = data.draw(codes(variant)), data.draw(st.lists(codes(variant), max_size=most))
    return position_after(variant, tuple((guess, feedback_for(guess, secret)) for guess in guesses))


def every_guess(position: Position, metric: str = "entropy") -> Comparison:
    return comparison_of(position, METRICS[metric], np.arange(position.variant.size), exact=True)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
@given(data=st.data())
def test_leaving_out_equal_questions_changes_no_choice(metric: str, variant: Variant, data: st.DataObject) -> None:
    position = position_by(data, variant)
    found = comparison_within(position, METRICS[metric])
    assert found.exact
    assert found.best() == every_guess(position, metric).best()


@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
@given(data=st.data())
def test_guesses_left_out_divide_like_one_that_is_kept(variant: Variant, data: st.DataObject) -> None:
    position = position_by(data, variant)
    every = {tuple(row) for row in part_sizes(variant, np.arange(variant.size), position.left).tolist()}
    kept = {tuple(row) for row in part_sizes(variant, distinct_guesses(position), position.left).tolist()}
    assert kept == every


@given(data=st.data(), top=st.integers(1, 40))
def test_the_ranking_is_by_score_then_candidates_then_code_order(data: st.DataObject, top: int) -> None:
    comparison = every_guess(position_by(data, CLASSIC))
    left = set(comparison.position.left.tolist())
    scores = comparison.scores.round(9).tolist()
    ranked = sorted(range(CLASSIC.size), key=lambda row: (-scores[row], row not in left, row))
    assert comparison.ranked(top).tolist() == ranked[:top]
    assert comparison.best() == ranked[0]


@pytest.mark.parametrize("variant", LARGE, ids=lambda variant: variant.name)
def test_however_many_codes_there_are_the_work_is_kept_within_bounds(variant: Variant) -> None:
    rows = all_codes(variant)[[1, variant.size // 2, -5, variant.size // 3]]
    guesses, secret = [as_code(row) for row in rows[:3]], as_code(rows[3])
    for asked in range(1, 4):
        turns = tuple((guess, feedback_for(guess, secret)) for guess in guesses[:asked])
        position = position_after(variant, turns)
        found = comparison_within(position, entropy, budget=0.002)
        within = work_of(variant, len(found.guesses), len(position.left)) <= 0.002 * 12_800_000_000
        assert within or len(found.guesses) == 1
        assert found.scores.max() > 0 or len(position.left) == 1
        assert comparison_within(position, entropy, budget=0.002).best() == found.best()


def test_after_any_first_guess_twenty_questions_are_compared_and_what_a_budget_finds_is_nearly_the_best() -> None:
    for guess in ("0123", "5081"):
        comparison = comparison_within(position_after(CLASSIC, ((CLASSIC.parse(guess), Feedback(0, 1)),)), entropy)
        assert len(comparison.guesses) == 20
        assert comparison.exact
    position = position_after(VARIANTS["five"], history("01234=1B1C 25860=0B2C", VARIANTS["five"]))
    hurried, best = (
        comparison_within(position, entropy, budget=0.001),
        comparison_within(position, entropy, budget=10.0),
    )
    assert (hurried.exact, best.exact) == (False, True)
    assert len(hurried.guesses) < len(best.guesses) / 10
    assert hurried.scores.max() > 0.97 * best.scores.max()


def test_letters_that_no_candidate_has_make_words_different_all_the_same() -> None:
    words = VARIANTS["words-en-4"]
    assert len(distinct_guesses(Position(words, (), position_after(words).left[:3]))) == words.size


@pytest.mark.parametrize("variant", [CLASSIC, VARIANTS["colours"]], ids=lambda variant: variant.name)
def test_fewer_and_evener_parts_are_cheaper(variant: Variant) -> None:
    sizes = np.zeros((3, len(part_sizes(variant, np.arange(1), np.arange(1))[0])), np.int64)
    sizes[0, :2] = 50, 50
    sizes[1, :4] = 25
    sizes[2, :3], sizes[2, -1] = (25, 25, 49), 1
    even, more, right = cheapness(variant)(sizes).tolist()
    assert even < right < more


# Greedy.
def total_guesses(strategy: Greedy) -> int:
    """The guesses it takes to break every secret once."""
    variant = strategy.variant
    solved = Feedback(variant.length, 0)

    def beyond(position: Position, secrets: list[Code]) -> int:
        guess = strategy.next_guess(position)
        parts: dict[Feedback, list[Code]] = {}
        for secret in secrets:
            parts.setdefault(feedback_for(guess, secret), []).append(secret)
        parts.pop(solved, None)
        return len(secrets) + sum(beyond(position.after(guess, reply), part) for reply, part in parts.items())

    return beyond(position_after(variant), list(variant.codes()))


def test_metrics_rank_by_the_sizes_of_parts() -> None:
    even, lopsided = np.array([[2, 2, 0]]), np.array([[3, 1, 0]])
    scores = {name: (metric(even)[0], metric(lopsided)[0]) for name, metric in METRICS.items()}
    assert scores["entropy"] == (1.0, pytest.approx(0.811278))
    assert scores["expected"] == (-2.0, -2.5)
    assert scores["minimax"] == (-2.0, -3.0)
    assert scores["parts"] == (2.0, 2.0)


@pytest.mark.parametrize("metric", METRICS)
def test_the_choice_is_a_best_one_a_candidate_if_possible_and_the_first_of_equals(metric: str) -> None:
    turns = history("0123=0B1C 4561=0B1C")
    codes, every = all_codes(CLASSIC), np.arange(CLASSIC.size)
    left = candidates(CLASSIC, turns)
    scores = METRICS[metric](part_sizes(CLASSIC, every, left)).round(9)
    ranked = sorted(range(len(codes)), key=lambda row: (-scores[row], row not in left, row))
    assert Greedy(CLASSIC, METRICS[metric]).next_guess(position_after(CLASSIC, turns)) == tuple(
        codes[ranked[0]].tolist()
    )


def test_the_best_third_guess_is_among_the_known_ones() -> None:
    codes, every = all_codes(CLASSIC), np.arange(CLASSIC.size)
    turns = history("0123=0B1C 4561=0B1C")
    left = candidates(CLASSIC, turns)
    bits = METRICS["entropy"](part_sizes(CLASSIC, every, left))
    best = {CLASSIC.format(tuple(codes[row].tolist())) for row in np.flatnonzero(bits > bits.max() - 1e-9)}
    assert round(float(bits.max()), 4) == 3.0008
    assert len(best) == 24
    assert "7285" in best
    assert CLASSIC.format(Greedy(CLASSIC).next_guess(position_after(CLASSIC, turns))) in best


@pytest.mark.parametrize(("variant", "optimum"), [(MINI, 462), (VARIANTS["three"], 3575)], ids=["mini", "three"])
def test_entropy_comes_close_to_the_optimum(variant: Variant, optimum: int) -> None:
    assert optimum <= total_guesses(Greedy(variant)) <= optimum * 1.02


def test_the_choice_is_a_single_candidate_and_the_obvious_guess_that_trying_all_would_find() -> None:
    assert Greedy(CLASSIC).next_guess(position_after(CLASSIC, history("9876=4B0C"))) == (9, 8, 7, 6)
    turns = history("6275=0B1C 6935=0B2C 6381=1B1C 9341=2B0C")
    left = candidates(CLASSIC, turns)
    sizes = part_sizes(CLASSIC, np.arange(CLASSIC.size), left)
    telling = [row for row in left.tolist() if sizes[row].max() == 1]
    assert len(left) == 6
    assert telling[0] != left[0]
    assert [metric(sizes)[telling[0]] == metric(sizes).max() for metric in METRICS.values()] == [True] * len(METRICS)
    assert Greedy(CLASSIC).next_guess(position_after(CLASSIC, turns)) == tuple(all_codes(CLASSIC)[telling[0]].tolist())


# Analysis.
SPECTRUM = (
    "0.000x1 0.650x6 0.811x8 0.918x9 1.899x24 2.104x72 2.258x144 2.268x72 2.365x216 2.372x48 2.530x180 2.624x360 "
    "2.664x720 2.756x360 2.766x480 2.767x720 2.774x180 2.859x1440"
)


def test_guesses_bring_the_known_bits() -> None:
    first, second = "0123=0B1C", "0123=0B1C 4561=0B1C"
    for turns, guess, *known in [
        ("", "0123", 2.7712, 1440, True),
        (first, "4561", 2.8589, 378, True),
        (first, "1045", 2.7743, 408, False),
        (second, "7482", 2.9579, 93, True),
        (second, "2784", 2.9726, 93, True),
        (second, "7285", 3.0008, 94, True),
    ]:
        table = information(CLASSIC, CLASSIC.parse(guess), history(turns))
        assert [round(table.bits, 4), table.worst, table.consistent] == known


def test_the_table_counts_every_reply() -> None:
    table = information(CLASSIC, CLASSIC.parse("4561"), history("0123=0B1C"))
    assert " ".join(f"{reply.feedback}:{reply.count}" for reply in table.replies) == (
        "0B0C:54 0B1C:378 0B2C:369 0B3C:91 0B4C:6 1B0C:126 1B1C:222 1B2C:83 1B3C:6 "
        "2B0C:57 2B1C:31 2B2C:5 3B0C:11 4B0C:1"
    )


def test_a_reply_that_cannot_come_brings_and_leaves_nothing() -> None:
    table = information(MINI, MINI.parse("5421"), history("5421=1B2C", MINI))
    (certain,) = (reply for reply in table.replies if reply.count)
    others = [reply for reply in table.replies if not reply.count]
    assert (certain.count, certain.share, certain.information) == (36, 1.0, 0.0)
    assert len(others) == 7
    assert {(reply.share, reply.left, reply.information) for reply in others} == {(0.0, None, None)}
    assert (table.bits, table.worst, table.expected, table.parts) == (0.0, 36, 36.0, 1)


def test_information_gained_and_left_add_up() -> None:
    table = information(MINI, MINI.parse("1324"), history("5421=1B2C", MINI))
    assert [reply.count for reply in table.replies] == [12, 4, 10, 3, 4, 1, 1, 1]
    bits = [(reply.left or 0.0) + (reply.information or 0.0) for reply in table.replies]
    assert bits == pytest.approx([math.log2(36)] * 8)
    assert table.expected == pytest.approx(sum(size * size for size in (12, 4, 10, 3, 4, 1, 1, 1)) / 36)
    assert table.parts == 8


def test_the_spectrum_of_second_guesses_is_the_known_one_and_one_of_first_guesses_and_of_words_counts_all() -> None:
    found = spectrum(CLASSIC, history("0123=0B1C"))
    assert " ".join(f"{bits:.3f}x{guesses}" for bits, guesses in found) == SPECTRUM
    ((bits, guesses),) = spectrum(VARIANTS["six"])
    assert (round(bits, 4), guesses) == (3.1587, 151200)
    words = VARIANTS["words-en-4"]
    assert sum(guesses for _, guesses in spectrum(words)) == words.size


@pytest.mark.parametrize("turns", ["", "0123=0B1C 4561=0B1C", "9876=1B1C 9012=0B2C 3456=1B0C"])
def test_the_spectrum_counts_every_guess_as_if_there_were_no_symmetry(turns: str) -> None:
    found = spectrum(CLASSIC, history(turns))
    left = candidates(CLASSIC, history(turns))
    every = entropy(part_sizes(CLASSIC, np.arange(CLASSIC.size), left)).round(9)
    counted = sorted(Counter(np.abs(every).tolist()).items())
    assert [guesses for _, guesses in found] == [guesses for _, guesses in counted]
    assert [bits for bits, _ in found] == pytest.approx([bits for bits, _ in counted], abs=1e-8)


# Suggest.
SIX, REPEATS = VARIANTS["six"], VARIANTS["repeats"]


@pytest.mark.parametrize("strategy", [*METRICS, "sieve", "random", "beginner", "club", "optimal"])
@given(data=st.data(), top=st.integers(1, 5))
@settings(max_examples=examples(15))
def test_figures_are_those_of_the_information_table(strategy: str, data: st.DataObject, top: int) -> None:
    secret, guesses = data.draw(codes(CLASSIC)), data.draw(st.lists(codes(CLASSIC), max_size=3))
    turns = tuple((guess, feedback_for(guess, secret)) for guess in guesses)
    found = suggest(CLASSIC, turns, strategy, top)
    assert found.candidates == len(position_after(CLASSIC, turns).left)
    assert len({suggestion.guess for suggestion in found.suggestions}) == len(found.suggestions)
    assert len(found.suggestions) == top or (strategy not in METRICS and found.candidates < top)
    for suggestion in found.suggestions:
        table = information(CLASSIC, suggestion.guess, turns)
        assert (suggestion.bits, suggestion.worst, suggestion.expected) == (table.bits, table.worst, table.expected)
        assert (suggestion.parts, suggestion.consistent) == (table.parts, table.consistent)


def test_the_best_third_guesses_are_the_known_ones() -> None:
    found = suggest(CLASSIC, history("0123=0B1C 4561=0B1C"), "entropy", 26)
    assert found.exact
    assert [round(suggestion.bits, 4) for suggestion in found.suggestions[:25]] == [3.0008] * 24 + [2.9995]
    guesses = [CLASSIC.format(suggestion.guess) for suggestion in found.suggestions]
    assert "7285" in guesses[:24]
    consistent = [suggestion.consistent for suggestion in found.suggestions[:24]]
    assert consistent == sorted(consistent, reverse=True)


def test_the_order_is_the_strategy_s_own() -> None:
    for metric, figure in {"minimax": "worst", "expected": "expected", "parts": "parts"}.items():
        found = suggest(MINI, history("5421=1B2C", MINI), metric, 120)
        values = [getattr(suggestion, figure) for suggestion in found.suggestions]
        assert len(values) == 120
        assert values == pytest.approx(sorted(values, reverse=metric == "parts"))


def test_guesses_that_are_one_question_are_all_suggested() -> None:
    found = suggest(SIX, (), "entropy", 3)
    assert [SIX.format(suggestion.guess) for suggestion in found.suggestions] == ["012345", "012346", "012347"]
    pairs = suggest(VARIANTS["colours"], (), "entropy", 30).suggestions
    assert len({suggestion.bits for suggestion in pairs}) == 1
    assert len({suggestion.guess for suggestion in pairs}) == 30


def test_the_sieve_goes_on_with_the_next_candidates_and_the_optimal_player_s_guess_comes_first() -> None:
    turns = history("0123=0B1C 4561=0B1C")
    found = suggest(CLASSIC, turns, "sieve", 3)
    first = position_after(CLASSIC, turns).left[:3]
    every = list(CLASSIC.codes())
    assert [suggestion.guess for suggestion in found.suggestions] == [every[row] for row in first]
    turns = history("9876=0B1C 1234=1B0C")
    found = suggest(CLASSIC, turns, top=4)
    assert found.suggestions[0].guess == Optimal(CLASSIC).next_guess(position_after(CLASSIC, turns))
    assert suggest(CLASSIC, turns, top=4) == found


def test_it_says_whether_every_guess_was_compared() -> None:
    for variant, turns, exact in [
        (SIX, "", True),
        (SIX, "987654=1B2C", True),
        (SIX, "012345=1B2C 678012=1B2C", False),
        (REPEATS, "1122=1B0C", True),
    ]:
        assert suggest(variant, history(turns, variant), "entropy").exact == exact


def test_contradictions_and_unknown_strategies_are_refused() -> None:
    contradiction = history("0123=4B0C 4567=4B0C")
    for ask in (suggest, spectrum, lambda variant, turns: information(variant, variant.parse("0123"), turns)):
        with pytest.raises(InconsistentHistory):
            ask(CLASSIC, contradiction)
    with pytest.raises(UnknownStrategy):
        suggest(CLASSIC, (), "guesswork")
