import random
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import pytest

from solver.evil import hardest_reply
from solver.feedback import History
from solver.humanlike import Forgetful
from solver.optima import LONGEST
from solver.optimal import Optimal
from solver.position import position_after
from solver.strategies import CASUAL_OVERLOOKS, STRATEGIES, Entry
from solver.strategy import Strategy
from solver.strength.figures import best_play, forced_within
from solver.strength.fingerprint import play_hash, variant_hash
from solver.tree import stored_tree
from solver.variant import VARIANTS, Variant, variant_named
from solver.verify import verify
from solver.words import words_to_guess


# What an adversary that keeps no secret can be forced within.
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


# What the hashes of a figure notice, and what they do not mind.
CLASSIC, MINI, WORDS = VARIANTS["classic"], VARIANTS["mini"], VARIANTS["words-en-4"]


@pytest.mark.parametrize("other", ["4x9", "3x10", "4x10r", "words-en-4"])
def test_another_game_is_another_variant(other: str) -> None:
    assert variant_hash(variant_named(other)) != variant_hash(CLASSIC)


def test_the_same_game_under_other_signs_is_the_same_variant() -> None:
    assert variant_hash(replace(CLASSIC, name="letters", alphabet="ABCDEFGHIJ", shown="abcdefghij")) == variant_hash(
        CLASSIC
    )


@pytest.mark.parametrize("change", [{"wolf": False}, {"zzzz": True}])
def test_a_word_that_comes_or_is_no_secret_any_more_makes_another_variant(
    change: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, words = variant_hash(WORDS), words_to_guess(WORDS.words)
    monkeypatch.setattr("solver.strength.fingerprint.words_to_guess", lambda _: {**words, **change})
    assert variant_hash(WORDS) != before


def plays(make: Callable[[Variant, random.Random], Strategy], monkeypatch: pytest.MonkeyPatch) -> str:
    """The hash of `casual` if it were made so."""
    monkeypatch.setitem(STRATEGIES, "casual", Entry("", make, by_chance=True))
    return play_hash(MINI, "casual")


def test_a_strategy_that_forgets_a_little_more_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    before = play_hash(MINI, "casual")
    assert plays(lambda variant, dice: Forgetful(variant, dice, CASUAL_OVERLOOKS), monkeypatch) == before
    assert plays(lambda variant, dice: Forgetful(variant, dice, CASUAL_OVERLOOKS + 1e-6), monkeypatch) != before


def test_other_guesses_make_another_strategy() -> None:
    hashes = {play_hash(MINI, name) for name in ("beginner", "sieve", "random", "casual", "club", "entropy", "optimal")}
    assert len(hashes) == 7


def test_another_tree_makes_another_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    before = play_hash(MINI, "optimal")
    monkeypatch.setattr("solver.strength.fingerprint.digests", lambda: {"4x5.mean.tree": "another"})
    assert play_hash(MINI, "optimal") != before
