"""What the hashes of a figure notice, and what they do not mind."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from solver.humanlike import Forgetful
from solver.strategies import CASUAL_OVERLOOKS, STRATEGIES, Entry
from solver.strategy import Strategy
from solver.strength.fingerprint import play_hash, variant_hash
from solver.variant import VARIANTS, Variant, variant_named
from solver.words import words_to_guess

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
