"""What an adversary that keeps no secret can be forced within."""

from typing import cast

import pytest

from solver.evil import hardest_reply
from solver.feedback import History
from solver.optima import LONGEST
from solver.optimal import Optimal
from solver.position import position_after
from solver.strength.figures import best_play, forced_within
from solver.tree import stored_tree
from solver.variant import VARIANTS, variant_named
from solver.verify import verify


@pytest.mark.parametrize(("name", "guesses"), [("classic", 7), ("mini", 5), ("three", 7), ("mastermind", 5)])
def test_it_is_the_longest_game_of_the_play_that_is_surest(name: str, guesses: int) -> None:
    assert forced_within(VARIANTS[name]) == guesses


def test_where_nothing_was_measured_nothing_is_said() -> None:
    assert forced_within(variant_named("5x6r")) is None


@pytest.mark.parametrize("shape", LONGEST)
def test_a_bound_below_that_of_the_best_mean_is_kept_by_a_tree_that_ships(shape: str) -> None:
    tree, best = stored_tree(variant_named(shape), "max"), best_play(variant_named(shape))
    assert tree is not None
    assert best is not None
    assert verify(tree).evaluation.max == LONGEST[shape] < best.most


@pytest.mark.parametrize("name", ["classic", "mini", "mastermind"])
def test_our_own_adversary_is_forced_within_it(name: str) -> None:
    variant = VARIANTS[name]
    player, so_far = Optimal(variant, "max"), cast("History", ())
    while not so_far or so_far[-1][1].bulls < variant.length:
        guess = player.next_guess(position_after(variant, so_far))
        so_far = (*so_far, (guess, hardest_reply(variant, so_far, guess)))
    assert len(so_far) <= (forced_within(variant) or 0)
