"""Optimal play relabelled: no secret is dearer to it than another, so nobody who knows it can choose a better one."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from math import sqrt

import numpy as np
import pytest

from solver.evaluate import evaluate, playout
from solver.feedback import History, feedback_for
from solver.isomorphism import Relabelled, relabelled
from solver.optimal import Optimal
from solver.partner import partners_guess
from solver.position import Position
from solver.review import review
from solver.strategies import STRATEGIES, named_strategy
from solver.strategy import Strategy
from solver.tables import all_codes, as_code
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.distribution import costly_but
from tests.solver.games import CLASSIC
from tests.solver.growing import grown

GAMES = 150


@dataclass
class Remembering:
    """Plays as the strategy does, and thinks of each position once."""

    strategy: Strategy
    known: dict[History, Code] = field(default_factory=dict)

    def next_guess(self, position: Position) -> Code:
        if position.history not in self.known:
            self.known[position.history] = self.strategy.next_guess(position)
        return self.known[position.history]


def costs(variant: Variant, strategy: Strategy) -> list[int]:
    """The guesses that each secret takes, in code order."""
    return [evaluate(variant, strategy, np.array([row])).max for row in range(variant.size)]


def all_relabelled(variant: Variant, strategy: Strategy) -> Iterator[Strategy]:
    """The strategy under every order of places and all names of symbols."""
    remembering = Remembering(strategy)
    for places in permutations(range(variant.length)):
        for names in permutations(range(len(variant.alphabet))):
            yield Relabelled(remembering, places, names)


def shape_of(code: Code) -> list[int]:
    """How often each of its symbols stands in it: no relabelling changes that."""
    return sorted(Counter(code).values())


@pytest.mark.parametrize("name", costly_but(("2x4", "2x3r"), ["2x4", "2x3r", "3x4", "2x5", "3x3r"]))
@pytest.mark.parametrize("strategy", ["optimal", "optimal:max", "sieve"])
def test_over_all_labels_each_secret_costs_exactly_what_its_kind_costs_on_average(name: str, strategy: str) -> None:
    variant = variant_named(name)
    plain = named_strategy(strategy, variant, random.Random(1))
    secrets = [as_code(row) for row in all_codes(variant)]
    once = costs(variant, plain)
    games = [costs(variant, play) for play in all_relabelled(variant, plain)]
    for row, secret in enumerate(secrets):
        alike = [cost for cost, code in zip(once, secrets, strict=True) if shape_of(code) == shape_of(secret)]
        taken = Counter(game[row] for game in games)
        assert taken == {cost: times * len(games) // len(alike) for cost, times in Counter(alike).items()}
        if not variant.repeats:
            assert sum(taken.elements()) * len(secrets) == sum(once) * len(games)


@pytest.mark.parametrize("secret", [(0, 1, 2), (4, 0, 2), (3, 4, 1)])
def test_with_three_of_five_symbols_each_secret_costs_the_mean_of_the_tree(secret: Code) -> None:
    tree = grown("3x5")

    class Followed:
        def next_guess(self, position: Position) -> Code:
            guess = tree.guess_after(position)
            assert guess is not None
            return guess

    taken = [len(playout(tree.variant, play, secret)) for play in all_relabelled(tree.variant, Followed())]
    assert sum(taken) * tree.variant.size == tree.total * len(taken)


@pytest.mark.parametrize("secret", ["1769", "0123", "9876"])
def test_what_is_cheap_or_dear_as_it_stands_is_neither_once_it_is_relabelled(secret: str) -> None:
    code, optimal = CLASSIC.parse(secret), Optimal(CLASSIC)
    assert optimal.tree is not None
    verified = {1: 1, 2: 7, 3: 63, 4: 718, 5: 2396, 6: 1767, 7: 88}
    mean = sum(guesses * secrets for guesses, secrets in verified.items()) / CLASSIC.size
    assert mean == optimal.tree.total / CLASSIC.size
    deviation = sqrt(sum((guesses - mean) ** 2 * secrets for guesses, secrets in verified.items()) / CLASSIC.size)
    taken = Counter(
        len(playout(CLASSIC, relabelled(optimal, CLASSIC, random.Random(f"{secret} {number}")), code))
        for number in range(GAMES)
    )
    assert abs(sum(taken.elements()) / GAMES - mean) < 3 * deviation / sqrt(GAMES)
    assert set(taken) <= set(verified)
    assert len(taken) > 2


def test_one_who_knows_the_plain_tree_makes_it_need_seven() -> None:
    assert len(playout(CLASSIC, Optimal(CLASSIC), CLASSIC.parse("1769"))) == 7


@pytest.mark.parametrize("number", range(12))
def test_a_relabelled_game_is_perfect_to_whoever_reviews_it(number: int) -> None:
    secret = CLASSIC.parse("1769")
    turns = playout(CLASSIC, relabelled(Optimal(CLASSIC), CLASSIC, random.Random(number)), secret)
    assert review(CLASSIC, secret, [turn.guess for turn in turns]).accuracy == 100


def test_relabelled_it_opens_with_any_code() -> None:
    openings = Counter(partners_guess(CLASSIC, (), "optimal", str(number)) for number in range(300))
    assert len(openings) > 280
    assert {symbol for code in openings for symbol in code} == set(range(10))


def test_of_two_last_candidates_either_comes_first() -> None:
    first = set()
    for number in range(200):
        strategy = relabelled(Optimal(variant_named("1x2")), variant_named("1x2"), random.Random(number))
        first.add(playout(variant_named("1x2"), strategy, (0,))[0].guess)
    assert first == {(0,), (1,)}


@pytest.mark.parametrize("name", STRATEGIES)
def test_labels_are_for_optimal_play_alone_and_without_them_nothing_changes(name: str) -> None:
    mini = VARIANTS["mini"]
    plain, labelled = (
        [turn.guess for turn in playout(mini, named_strategy(name, mini, random.Random(3), labels), (3, 0, 2, 4))]
        for labels in (None, random.Random(5))
    )
    assert (plain != labelled) == name.startswith("optimal") == STRATEGIES[name].relabels


def test_words_stay_words() -> None:
    words = VARIANTS["words-en-4"]
    optimal = Optimal(words)
    assert relabelled(optimal, words, random.Random(1)) is optimal


def test_a_game_is_relabelled_once_whatever_turn_it_is() -> None:
    secret, labels = CLASSIC.parse("8305"), random.Random("a game")
    turns = playout(CLASSIC, named_strategy("optimal", CLASSIC, random.Random(1), labels), secret)
    history: History = ()
    for turn in turns:
        assert partners_guess(CLASSIC, history, "optimal", "a game") == turn.guess
        history = (*history, (turn.guess, feedback_for(turn.guess, secret)))
    assert partners_guess(CLASSIC, (), "optimal", "") == (0, 1, 2, 3)
