import numpy as np
import pytest

from solver.comparison import comparison_within
from solver.costs import cheapness
from solver.evaluate import evaluate
from solver.lookahead import lookahead_guess
from solver.optimal import Choice, Optimal
from solver.position import Position, position_after
from solver.tables import all_codes, as_code
from solver.variant import VARIANTS, Variant, variant_named
from tests.solver.games import CLASSIC, MINI, history

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


def test_looking_ahead_finds_a_better_guess_than_the_estimate_alone() -> None:
    position = position_after(CLASSIC, history("0123=0B1C 4561=0B1C"))
    comparison = comparison_within(position, cheapness(CLASSIC))
    assert lookahead_guess(comparison, budget=0.0) == comparison.best()
    assert lookahead_guess(comparison, budget=0.05) in comparison.ranked(64)


def test_few_candidates_are_played_perfectly() -> None:
    position = position_after(CLASSIC, history("6275=0B1C 6935=0B2C 6381=1B1C 9341=2B0C"))
    assert Unread(CLASSIC).choice(position).exact
    assert Unread(CLASSIC).next_guess(position) in {as_code(row) for row in all_codes(CLASSIC)[position.left]}


def test_what_could_not_be_compared_is_not_called_exact() -> None:
    turns = history("012345=1B2C 678012=1B2C", SIX)
    first = Unread(SIX).choice(position_after(SIX, turns))
    assert not first.exact
    assert Unread(SIX).choice(position_after(SIX, turns)) == first


def test_words_are_guessed_from_the_wide_list_and_all_common_ones_broken() -> None:
    words = VARIANTS["words-en-4"]
    found = evaluate(words, Optimal(words))
    assert found.secrets == len(tuple(words.secrets())) < words.size
    assert found.max <= 7
    assert np.isclose(found.mean, 4.4, atol=0.3)


@pytest.mark.parametrize("objective", ["max", "sevens"])
def test_without_a_tree_of_its_own_an_objective_plays_the_tree_of_the_mean(objective: str) -> None:
    three = VARIANTS["three"]
    evaluation = evaluate(three, Optimal(three, objective))
    assert (evaluation.total, evaluation.max) == (3575, 7)
