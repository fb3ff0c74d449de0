import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.analysis import information
from solver.feedback import InconsistentHistory, feedback_for
from solver.greedy import METRICS
from solver.optimal import Optimal
from solver.position import position_after
from solver.strategies import UnknownStrategy
from solver.suggest import suggest
from solver.variant import VARIANTS, Variant
from tests.distribution import examples
from tests.solver.games import CLASSIC, MINI, codes, history

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


@pytest.mark.parametrize(("metric", "figure"), [("minimax", "worst"), ("expected", "expected"), ("parts", "parts")])
def test_the_order_is_the_strategy_s_own(metric: str, figure: str) -> None:
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


def test_the_sieve_goes_on_with_the_next_candidates() -> None:
    turns = history("0123=0B1C 4561=0B1C")
    found = suggest(CLASSIC, turns, "sieve", 3)
    first = position_after(CLASSIC, turns).left[:3]
    every = list(CLASSIC.codes())
    assert [suggestion.guess for suggestion in found.suggestions] == [every[row] for row in first]


def test_the_optimal_player_s_guess_comes_first() -> None:
    turns = history("9876=0B1C 1234=1B0C")
    found = suggest(CLASSIC, turns, top=4)
    assert found.suggestions[0].guess == Optimal(CLASSIC).next_guess(position_after(CLASSIC, turns))
    assert suggest(CLASSIC, turns, top=4) == found


@pytest.mark.parametrize(
    ("variant", "turns", "exact"),
    [
        (SIX, "", True),
        (SIX, "987654=1B2C", True),
        (SIX, "012345=1B2C 678012=1B2C", False),
        (REPEATS, "1122=1B0C", True),
    ],
    ids=["first", "second", "third", "repeats"],
)
def test_it_says_whether_every_guess_was_compared(variant: Variant, turns: str, *, exact: bool) -> None:
    assert suggest(variant, history(turns, variant), "entropy").exact == exact


def test_contradictions_and_unknown_strategies_are_refused() -> None:
    with pytest.raises(InconsistentHistory):
        suggest(CLASSIC, history("0123=4B0C 4567=4B0C"))
    with pytest.raises(UnknownStrategy):
        suggest(CLASSIC, (), "guesswork")
