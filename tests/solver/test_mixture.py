"""Mixtures of trees: no secret costs more than the value of the game, by what is played and not by what files say."""

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from solver.evaluate import playout
from solver.feedback import Feedback, all_codes, as_code, feedback_for
from solver.mixture import Mixture, mixture_for, worth, write_mixture
from solver.strategies import Relabelled, named_strategy, partners_guess
from solver.tree import TREES, Tree, stored_tree
from solver.variant import Code, variant_named
from tests.solver.games import truly

PEGS = variant_named("mastermind")
SHIPPED = {"4x6r": Fraction(5600, 1290), "4x7r": Fraction(11196, 2394)}
"""The value of each game whose mixture ships."""
DISTINCT = ("2x10", "3x9", "3x10", "4x5", "4x6", "4x7", "4x8", "4x9", "4x10", "4x11")


def mixture_of(name: str) -> Mixture:
    found = mixture_for(variant_named(name))
    assert found
    return found


def taken_by(tree: Tree) -> dict[Code, int]:
    """How many guesses the tree takes for each secret, found out by nothing but replies."""
    taken: dict[Code, int] = {}

    def play(node: int | None, left: list[Code], turn: int) -> None:
        guess = left[0] if node is None else as_code(all_codes(tree.variant)[tree.nodes.guess[node]])
        parts: dict[Feedback, list[Code]] = {}
        for secret in left:
            parts.setdefault(feedback_for(guess, secret), []).append(secret)
        for reply, part in parts.items():
            if part == [guess]:
                taken[guess] = turn
            else:
                play(None if node is None else tree.child(node, reply), part, turn + 1)

    play(0, list(tree.variant.secrets()), 1)
    return taken


def mean_by_kind(mixture: Mixture) -> dict[tuple[int, ...], Fraction]:
    """By how often the symbols of a secret stand in it: the mean of guesses over such secrets, trees and labels."""
    sums, secrets = Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    for tree, weight in zip(mixture.trees, mixture.weights, strict=True):
        for secret, guesses in taken_by(tree).items():
            kind = tuple(sorted(Counter(secret).values()))
            sums[kind] += guesses * weight
            secrets[kind] += weight
    return {kind: Fraction(sums[kind], secrets[kind]) for kind in sums}


@pytest.mark.parametrize("name", SHIPPED)
def test_played_against_every_secret_no_kind_costs_more_than_the_value(name: str) -> None:
    mixture, value = mixture_of(name), SHIPPED[name]
    means, found = mean_by_kind(mixture), worth(mixture)
    assert max(means.values()) == value == found.upper == found.lower
    assert sorted(means.values()) == sorted(found.means.values())
    assert found.proven
    assert sum(len(taken_by(tree)) for tree in mixture.trees) == len(mixture.trees) * mixture.variant.size


@pytest.mark.parametrize("name", DISTINCT)
def test_where_symbols_are_distinct_the_proven_tree_alone_is_worth_its_mean(name: str) -> None:
    mixture, tree = mixture_of(name), stored_tree(variant_named(name))
    assert tree
    assert mixture.trees == (tree,)
    found = worth(mixture)
    assert (found.proven, found.upper) == (True, Fraction(tree.total, tree.variant.size))


@pytest.mark.parametrize("name", ["4x12", "5x8r", "words-en-4", "3x4"])
def test_there_is_no_mixture_where_none_ships_and_no_tree_is_proven(name: str) -> None:
    assert mixture_for(variant_named(name)) is None


@pytest.mark.parametrize("name", SHIPPED)
def test_written_again_its_files_are_those_that_ship(name: str, tmp_path: Path) -> None:
    write_mixture(mixture_of(name), tmp_path)
    written = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert written == {file.name: file.read_bytes() for file in TREES.glob(f"{name}.value*")}


# How a game draws its tree.
def tree_of(seed: str) -> Tree:
    strategy = named_strategy("optimal", PEGS, random.Random(1), random.Random(seed))
    assert isinstance(strategy, Relabelled)
    tree = strategy.strategy.tree  # type: ignore[attr-defined]
    assert isinstance(tree, Tree)
    return tree


def test_labels_draw_a_tree_as_often_as_it_weighs() -> None:
    mixture, games = mixture_of(PEGS.name), 3000
    drawn = Counter(mixture.trees.index(tree_of(f"game {number}")) for number in range(games))
    for number, weight in enumerate(mixture.weights):
        share = weight / sum(mixture.weights)
        assert abs(drawn[number] / games - share) < 4 * (share * (1 - share) / games) ** 0.5


def test_a_game_replays_from_its_seed_and_without_one_the_tree_of_the_mean_is_followed() -> None:
    secret = (3, 5, 3, 0)
    for seed in ("one game", "another", "a third"):
        strategy, guesses = named_strategy("optimal", PEGS, random.Random(1), random.Random(seed)), list[Code]()
        while secret not in guesses:
            guesses.append(partners_guess(PEGS, truly(secret, guesses), "optimal", seed))
        played = [turn.guess for turn in playout(PEGS, strategy, secret)]
        assert guesses == played
    plain = named_strategy("optimal", PEGS, random.Random(1))
    assert plain.tree is stored_tree(PEGS, "mean")  # type: ignore[attr-defined]
    longest = named_strategy("optimal:max", PEGS, random.Random(1), random.Random("a game"))
    assert longest.strategy.tree is stored_tree(PEGS, "max")  # type: ignore[attr-defined]
