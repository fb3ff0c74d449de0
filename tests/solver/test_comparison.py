"""Guesses compared: what each tells, in a table and in a spectrum; what is suggested; and several secrets at once."""

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import comparison as comparing
from solver.candidates import Position, cases, knowledge, position_after
from solver.comparison import Comparison, cheapest_within, cheapness, comparison_of, comparison_within, distinct_guesses
from solver.evaluate import evaluate
from solver.feedback import History, InconsistentHistory, all_codes, as_code, candidates, is_consistent
from solver.information import METRICS, Metric, entropy, information, part_sizes, spectrum
from solver.optimal import Optimal
from solver.strategies import Greedy
from solver.suggest import Together, advise, advise_together, review_together, suggest, weigh_together
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.distribution import examples
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history, secrets_of, true_histories, truly

# Comparison.
SMALL = [CLASSIC, MINI, PEGS, variant_named("3x6r"), variant_named("2x9"), VARIANTS["cipher"], VARIANTS["mastermind"]]
LARGE = [variant_named(name) for name in ("six", "five", "colours", "repeats", "pictures", "4x20", "7x5r", "3x36r")]
SIX, REPEATS, WORDS = VARIANTS["six"], VARIANTS["repeats"], VARIANTS["words-en-4"]
TWO = "0123=0B1C 4561=0B1C"


def positions(variant: Variant) -> st.SearchStrategy[Position]:
    return true_histories(variant).map(lambda turns: position_after(variant, turns))


def every_guess(position: Position, metric: Metric = entropy) -> Comparison:
    return comparison_of(position, metric, np.arange(position.variant.size), exact=True)


@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
@given(data=st.data())
def test_guesses_left_out_divide_like_those_kept_and_change_no_choice(variant: Variant, data: st.DataObject) -> None:
    position = data.draw(positions(variant))
    for metric in (*METRICS.values(), cheapness(variant)):
        found = comparison_within(position, metric)
        assert (found.exact, found.best()) == (True, every_guess(position, metric).best())
    cheapest = cheapest_within(position, comparing.BUDGET)
    assert (cheapest.best(), cheapest.scores.max()) == (found.best(), pytest.approx(found.scores.max(), abs=1e-9))
    every, kept = np.arange(variant.size), distinct_guesses(position)
    sizes = [{*map(tuple, part_sizes(variant, guesses, position.left).tolist())} for guesses in (every, kept)]
    assert sizes[0] == sizes[1]


@given(position=positions(CLASSIC), top=st.integers(1, 40))
def test_the_ranking_is_by_score_then_candidates_then_code_order(position: Position, top: int) -> None:
    comparison, left = every_guess(position), set(position.left.tolist())
    scores = comparison.scores.round(9).tolist()
    ranked = sorted(range(CLASSIC.size), key=lambda row: (-scores[row], row not in left, row))
    assert (comparison.ranked(top).tolist(), comparison.best()) == (ranked[:top], ranked[0])


@pytest.mark.parametrize("variant", LARGE, ids=lambda variant: variant.name)
def test_however_many_codes_there_are_the_work_is_kept_within_bounds(variant: Variant) -> None:
    *guesses, secret = map(as_code, all_codes(variant)[[1, variant.size // 2, -5, variant.size // 3]])
    for asked in range(1, 4):
        position = position_after(variant, truly(secret, guesses[:asked]))
        found = comparison_within(position, entropy, budget=0.002)
        within = comparing.work_of(variant, len(found.guesses), len(position.left)) <= 0.002 * 12_800_000_000
        assert within or len(found.guesses) == 1
        assert found.scores.max() > 0 or len(position.left) == 1
        assert comparison_within(position, entropy, budget=0.002).best() == found.best()


def test_after_any_first_guess_twenty_questions_are_compared_and_what_a_budget_finds_is_nearly_the_best() -> None:
    for turns in ("0123=0B1C", "5081=0B1C"):
        found = comparison_within(position_after(CLASSIC, history(turns)), entropy)
        assert (len(found.guesses), found.exact) == (20, True)
    position = position_after(VARIANTS["five"], history("01234=1B1C 25860=0B2C", VARIANTS["five"]))
    hurried, best = (comparison_within(position, entropy, budget=budget) for budget in (0.001, 10.0))
    assert (hurried.exact, best.exact, len(hurried.guesses) < len(best.guesses) / 10) == (False, True, True)
    assert hurried.scores.max() > 0.97 * best.scores.max()


@pytest.mark.parametrize("variant", [CLASSIC, VARIANTS["colours"]], ids=lambda variant: variant.name)
def test_fewer_and_evener_parts_are_cheaper(variant: Variant) -> None:
    sizes = np.zeros((3, len(part_sizes(variant, np.arange(1), np.arange(1))[0])), np.int64)
    sizes[0, :2], sizes[1, :4] = 50, 25
    sizes[2, :3], sizes[2, -1] = (25, 25, 49), 1
    even, more, right = cheapness(variant)(sizes).tolist()
    assert even < right < more


# The greedy player.
def test_metrics_rank_by_the_sizes_of_parts_and_letters_that_no_candidate_has_tell_words_apart() -> None:
    scores = {name: metric(np.array([[2, 2, 0], [3, 1, 0]])).tolist() for name, metric in METRICS.items()}
    known = {"expected": [-2.0, -2.5], "minimax": [-2.0, -3.0], "parts": [2.0, 2.0]}
    assert scores == {"entropy": [1.0, pytest.approx(0.811278)]} | known
    assert len(distinct_guesses(Position(WORDS, (), position_after(WORDS).left[:3]))) == WORDS.size


@pytest.mark.parametrize("metric", METRICS)
def test_the_choice_is_a_best_one_a_candidate_if_possible_and_the_first_of_equals(metric: str) -> None:
    position = position_after(CLASSIC, history(TWO))
    scores = METRICS[metric](part_sizes(CLASSIC, np.arange(CLASSIC.size), position.left)).round(9)
    best = min(range(CLASSIC.size), key=lambda row: (-scores[row], row not in position.left, row))
    assert Greedy(CLASSIC, METRICS[metric]).next_guess(position) == as_code(all_codes(CLASSIC)[best])


def test_it_comes_close_to_the_optimum_by_a_single_candidate_and_the_obvious_guess_that_trying_all_would_find() -> None:
    for name, optimum in (("mini", 462), ("three", 3575)):
        assert optimum <= evaluate(VARIANTS[name], Greedy(VARIANTS[name])).total <= optimum * 1.02
    assert Greedy(CLASSIC).next_guess(position_after(CLASSIC, history("9876=4B0C"))) == (9, 8, 7, 6)
    position = position_after(CLASSIC, history("6275=0B1C 6935=0B2C 6381=1B1C 9341=2B0C"))
    sizes = part_sizes(CLASSIC, np.arange(CLASSIC.size), position.left)
    telling = next(row for row in position.left.tolist() if sizes[row].max() == 1)
    assert (len(position.left), telling == position.left[0]) == (6, False)
    assert all(metric(sizes)[telling] == metric(sizes).max() for metric in METRICS.values())
    assert Greedy(CLASSIC).next_guess(position) == as_code(all_codes(CLASSIC)[telling])


# The table of a guess, and the spectrum of all.
KNOWN = {
    "": {"0123": (2.7712, 1440, True)},
    "0123=0B1C": {"4561": (2.8589, 378, True), "1045": (2.7743, 408, False)},
    TWO: {"7482": (2.9579, 93, True), "2784": (2.9726, 93, True), "7285": (3.0008, 94, True)},
}


@pytest.mark.parametrize("turns", KNOWN)
def test_guesses_bring_the_known_bits(turns: str) -> None:
    tables = {guess: information(CLASSIC, CLASSIC.parse(guess), history(turns)) for guess in KNOWN[turns]}
    assert {guess: (round(of.bits, 4), of.worst, of.consistent) for guess, of in tables.items()} == KNOWN[turns]


def test_information_gained_and_left_add_up_and_a_reply_that_cannot_come_brings_nothing() -> None:
    table = information(MINI, MINI.parse("5421"), history("5421=1B2C", MINI))
    (certain,) = (reply for reply in table.replies if reply.count)
    others = [(reply.share, reply.left, reply.information) for reply in table.replies if not reply.count]
    assert (certain.count, certain.share, certain.information) == (36, 1.0, 0.0)
    assert others == [(0.0, None, None)] * 7
    assert (table.bits, table.worst, table.expected, table.parts) == (0.0, 36, 36.0, 1)
    table, counts = information(MINI, MINI.parse("1324"), history("5421=1B2C", MINI)), [12, 4, 10, 3, 4, 1, 1, 1]
    assert [reply.count for reply in table.replies] == counts
    assert [reply.share for reply in table.replies] == pytest.approx([count / 36 for count in counts])
    assert [reply.left for reply in table.replies] == pytest.approx([math.log2(count) for count in counts])
    assert [reply.information for reply in table.replies] == pytest.approx([math.log2(36 / count) for count in counts])
    assert table.expected == pytest.approx(sum(size * size for size in counts) / 36)
    assert table.parts == 8


def test_a_spectrum_of_first_guesses_and_one_of_words_counts_all() -> None:
    ((bits, guesses),) = spectrum(SIX)
    assert (round(bits, 4), guesses) == (3.1587, 151200)
    assert [sum(guesses for _, guesses in spectrum(each)) for each in (WORDS, REPEATS)] == [WORDS.size, REPEATS.size]


@pytest.mark.parametrize("turns", ["", TWO, "9876=1B1C 9012=0B2C 3456=1B0C"])
def test_the_spectrum_counts_every_guess_as_if_there_were_no_symmetry(turns: str) -> None:
    left = candidates(CLASSIC, history(turns))
    every = entropy(part_sizes(CLASSIC, np.arange(CLASSIC.size), left)).round(9)
    found, known = spectrum(CLASSIC, history(turns)), sorted(Counter(np.abs(every).tolist()).items())
    assert [guesses for _, guesses in found] == [guesses for _, guesses in known]
    assert [bits for bits, _ in found] == pytest.approx([bits for bits, _ in known], abs=1e-8)


# What is suggested.
@pytest.mark.parametrize("strategy", [*METRICS, "sieve", "random", "beginner", "club", "optimal"])
@given(turns=true_histories(CLASSIC, 3), top=st.integers(1, 5))
@settings(max_examples=examples(15))
def test_figures_are_those_of_the_information_table(strategy: str, turns: History, top: int) -> None:
    found = suggest(CLASSIC, turns, strategy, top)
    assert found.candidates == len(position_after(CLASSIC, turns).left)
    assert len({suggestion.guess for suggestion in found.suggestions}) == len(found.suggestions)
    assert len(found.suggestions) == top or (strategy not in METRICS and found.candidates < top)
    for suggestion in found.suggestions:
        table = information(CLASSIC, suggestion.guess, turns)
        for figure in ("bits", "worst", "expected", "parts", "consistent"):
            assert getattr(suggestion, figure) == getattr(table, figure)


def test_the_best_third_guesses_are_the_known_ones_and_all_of_one_question_are_suggested() -> None:
    found = suggest(CLASSIC, history(TWO), "entropy", 26)
    assert found.exact
    assert [round(suggestion.bits, 4) for suggestion in found.suggestions[:25]] == [3.0008] * 24 + [2.9995]
    assert CLASSIC.parse("7285") in [suggestion.guess for suggestion in found.suggestions[:24]]
    consistent = [suggestion.consistent for suggestion in found.suggestions[:24]]
    assert consistent == sorted(consistent, reverse=True)
    assert found.suggestions[0].guess == Greedy(CLASSIC).next_guess(position_after(CLASSIC, history(TWO)))
    found = suggest(SIX, (), "entropy", 3)
    assert [SIX.format(suggestion.guess) for suggestion in found.suggestions] == ["012345", "012346", "012347"]
    pairs = suggest(VARIANTS["colours"], (), "entropy", 30).suggestions
    assert len({suggestion.bits for suggestion in pairs}) == 1
    assert len({suggestion.guess for suggestion in pairs}) == 30


@pytest.mark.parametrize(("metric", "figure"), [("minimax", "worst"), ("expected", "expected"), ("parts", "parts")])
def test_the_order_is_the_strategy_s_own(metric: str, figure: str) -> None:
    found = suggest(MINI, history("5421=1B2C", MINI), metric, 120)
    values = [getattr(suggestion, figure) for suggestion in found.suggestions]
    assert len(values) == 120
    assert values == pytest.approx(sorted(values, reverse=metric == "parts"))


def test_the_sieve_goes_on_with_the_next_candidates_and_the_optimal_player_s_guess_comes_first() -> None:
    found, position = suggest(CLASSIC, history(TWO), "sieve", 3), position_after(CLASSIC, history(TWO))
    first = [as_code(all_codes(CLASSIC)[row]) for row in position.left[:3]]
    assert [suggestion.guess for suggestion in found.suggestions] == first
    turns = history("9876=0B1C 1234=1B0C")
    found = suggest(CLASSIC, turns, top=4)
    assert found.suggestions[0].guess == Optimal(CLASSIC).next_guess(position_after(CLASSIC, turns))
    assert suggest(CLASSIC, turns, top=4) == found


def test_it_says_whether_every_guess_was_compared() -> None:
    exact = {"": True, "987654=1B2C": True, "012345=1B2C 678012=1B2C": False}
    assert {turns: suggest(SIX, history(turns, SIX), "entropy").exact for turns in exact} == exact
    assert suggest(REPEATS, history("1122=1B0C", REPEATS), "entropy").exact


@pytest.mark.parametrize("turns", ["0123=3B1C", "0123=4B0C 0123=0B1C", "0123=0B0C 4567=0B0C"])
def test_whoever_is_asked_refuses_contradictions(turns: str) -> None:
    asked: list[Any] = [advise, cases, knowledge, suggest, spectrum]
    for ask in (*asked, lambda variant, told: information(variant, (0, 1, 2, 3), told)):
        with pytest.raises(InconsistentHistory):
            ask(CLASSIC, history(turns))


# Several secrets at once: the advice, what a guess tells of all of them, and the review.
def told(secrets: list[Code], guesses: list[Code]) -> tuple[History, ...]:
    """What is known of each secret after these guesses, of one that is broken up to then."""
    made = (guesses[: guesses.index(secret) + 1] if secret in guesses else guesses for secret in secrets)
    return tuple(truly(secret, upto) for secret, upto in zip(secrets, made, strict=True))


@given(data=st.data(), variant=st.sampled_from([MINI, PEGS, variant_named("3x5")]))
@settings(max_examples=examples(25))
def test_the_advice_tells_most_of_all_or_breaks_what_is_known(data: st.DataObject, variant: Variant) -> None:
    secrets = data.draw(st.lists(secrets_of(variant), min_size=1, max_size=4))
    guesses = data.draw(st.lists(codes(variant).filter(lambda code: code not in secrets), max_size=3))
    histories = told(secrets, guesses)
    advice = advise_together(variant, histories)
    fitting = [[code for code in variant.secrets() if is_consistent(code, each)] for each in histories]
    assert advice == weigh_together(variant, advice.guess, histories)
    assert advice.candidates == tuple(map(len, fitting))
    if 1 in advice.candidates:
        assert [advice.guess] in fitting
    else:
        sums = (sum(information(variant, code, each).bits for each in histories) for code in variant.codes())
        assert advice.bits == pytest.approx(max(sums))


@given(data=st.data())
@settings(max_examples=examples(20))
def test_what_a_guess_tells_is_the_sum_over_all(data: st.DataObject) -> None:
    secrets = data.draw(st.lists(codes(CLASSIC), min_size=1, max_size=4))
    histories = told(secrets, data.draw(st.lists(codes(CLASSIC), max_size=3)))
    guess = data.draw(codes(CLASSIC))
    each = [information(CLASSIC, guess, one) for one in histories]
    found = weigh_together(CLASSIC, guess, histories)
    assert found.bits == pytest.approx(sum(one.bits for one in each))
    assert found.expected == pytest.approx(sum(one.expected for one in each))
    assert found.worst == sum(one.worst for one in each)


@pytest.mark.parametrize("name", ["classic", "five", "six", "colours", "words-uk-5", "words-en-5-repeats"])
def test_its_own_advice_breaks_all_in_a_dozen_guesses(name: str) -> None:
    variant = VARIANTS[name]
    drawn = list(variant.secrets())
    secrets, guesses = drawn[7 :: len(drawn) // 4][:4], list[Code]()
    while open_ := [secret for secret in secrets if secret not in guesses]:
        guesses.append(advise_together(variant, told(open_, guesses)).guess)
        assert len(guesses) <= 12


def test_the_work_is_bounded_and_equal_questions_have_equal_answers() -> None:
    six = VARIANTS["six"]
    histories = told([six.parse(code) for code in ("123450", "987654", "135792", "024681")], [six.parse("012345")])
    advice = advise_together(six, histories)
    assert sum(comparing.work_of(six, six.size, size) for size in advice.candidates) > comparing.work_within(
        comparing.BUDGET
    )
    assert advice.bits > sum(information(six, six.parse("678912"), one).bits for one in histories)
    one = history("0123=1B1C 4567=0B1C")
    assert advise_together(CLASSIC, (one, one)).guess == advise_together(CLASSIC, (one,)).guess


def test_the_review_follows_each_secret_until_it_is_broken() -> None:
    secrets, guesses = ([*map(CLASSIC.parse, line.split())] for line in ("0834 4567", "0123 4567 0834"))
    turns = review_together(CLASSIC, told(secrets, guesses))
    assert ([made.guess for made, _, _ in turns], turns[0][0].candidates) == (guesses, (5040, 5040))
    assert [len(made.candidates) for made, _, _ in turns] == [2, 2, 1]
    assert [after for _, _, after in turns][1:] == [(turns[2][0].candidates[0], 1), (1,)]
    for made, best, _ in turns:
        assert isinstance(best, Together)
        assert 1 in best.candidates or best.bits >= made.bits - 1e-9
