"""Whoever guesses: strategies, players like people, optimal play, the bot's adviser, partner and adversary."""

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from math import sqrt
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solver.candidates import Position, position_after
from solver.comparison import cheapness, comparison_within
from solver.evaluate import (
    ByChance,
    EndlessGame,
    Evaluation,
    PlayoutTurn,
    Strategy,
    evaluate,
    hardest_reply,
    playout,
    trail,
)
from solver.feedback import (
    Feedback,
    History,
    InconsistentHistory,
    all_codes,
    as_code,
    feedback_for,
    is_consistent,
    possible_feedback,
)
from solver.optimal import Choice, Optimal, lookahead_guess
from solver.review import review
from solver.strategies import (
    STRATEGIES,
    Beginner,
    FirstCandidate,
    Forgetful,
    RandomCandidate,
    Relabelled,
    UnknownStrategy,
    named_strategy,
    partners_guess,
    relabelled,
)
from solver.suggest import advise, suggest
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.distribution import costly_but, examples
from tests.solver.games import CLASSIC, MINI, PEGS, Following, codes, grown, history, true_histories, truly

# Strategies.
SMALL = [variant_named(name) for name in ("mini", "3x5", "2x4r", "3x3r", "2x10", "4x6", "1x9", "words-uk-4")]
SIX, THREE, WORDS = (VARIANTS[name] for name in ("six", "three", "words-en-4"))
ROWS = st.lists(st.integers(0, MINI.size - 1), min_size=1, max_size=20, unique=True)
FIRST = FirstCandidate(MINI)
FIVE = variant_named("3x5")
SEEDS = st.integers(0, 2**32)
UNREAD = {"mini": (462, 1.0), "three": (3575, 1.01), "mastermind": (5625, 1.01), "4x6": (1446, 1.01)}
GAMES = 150


def player(name: str, variant: Variant = CLASSIC, seed: int = 1) -> Strategy:
    return named_strategy(name, variant, random.Random(seed))


def guesses_of(variant: Variant, strategy: Strategy, secret: Code) -> list[Code]:
    return [turn.guess for turn in playout(variant, strategy, secret)]


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
def test_every_strategy_breaks_every_secret_and_equal_dice_make_equal_games(name: str, variant: Variant) -> None:
    histogram = evaluate(variant, player(name, variant)).histogram
    assert sum(histogram.values()) == len(list(variant.secrets()))
    assert histogram == evaluate(variant, player(name, variant)).histogram


def test_those_who_throw_dice_play_differently_each_time_and_wrong_names_are_answered_with_the_right_ones() -> None:
    throwing = [name for name in STRATEGIES if isinstance(player(name), ByChance)]
    assert throwing == [name for name, entry in STRATEGIES.items() if entry.by_chance] != []
    for name in throwing:
        once, again = (evaluate(MINI, player(name, MINI, seed)).histogram for seed in (1, 2))
        assert once != again
    named = r"^no strategy is called 'nobody': learner, beginner, sieve, random, [^\n]*$"
    with pytest.raises(UnknownStrategy, match=named):
        player("nobody")
    with pytest.raises(UnknownStrategy):
        suggest(CLASSIC, (), "guesswork")


# Evaluate.
@dataclass(frozen=True, slots=True)
class Stubborn:
    guess: Code

    def next_guess(self, _: Position) -> Code:
        return self.guess


@dataclass(frozen=True, slots=True)
class StubbornByChance(Stubborn):
    dice: random.Random


def games_by(strategy: Strategy, rows: list[int]) -> list[int]:
    return [len(playout(MINI, strategy, as_code(all_codes(MINI)[row]))) for row in rows]


@given(ROWS, st.integers())
def test_all_take_what_game_by_game_would_by_chance_too_and_others_the_rest(rows: list[int], seed: int) -> None:
    games, some = games_by(FIRST, rows), evaluate(MINI, FIRST, np.array(rows))
    assert some == Evaluation({n: games.count(n) for n in sorted(games)})
    assert (some.secrets, some.total, some.max) == (len(rows), sum(games), max(games))
    assert [*some.histogram] == sorted({*games})
    others = evaluate(MINI, FIRST, np.setdiff1d(np.arange(MINI.size), rows))
    assert some.total + others.total == evaluate(MINI, FIRST).total
    strategy = RandomCandidate(MINI, random.Random(seed))
    assert isinstance(strategy, ByChance)
    games = games_by(strategy, sorted(rows))
    again = evaluate(MINI, RandomCandidate(MINI, random.Random(seed)), np.array(rows))
    assert (again.secrets, again.total, again.max) == (len(rows), sum(games), max(games))


def test_no_secrets_take_no_guesses_rare_words_are_none_and_who_does_not_get_on_is_found_out() -> None:
    found = evaluate(MINI, FIRST, np.array([], np.intp))
    assert (found.secrets, found.total, found.histogram) == (0, 0, {})
    rare = next(word for word in WORDS.codes() if word not in set(WORDS.secrets()))
    with pytest.raises(InconsistentHistory):
        playout(WORDS, FirstCandidate(WORDS), rare)
    for strategy in (Stubborn((0, 1, 2, 3)), StubbornByChance((0, 1, 2, 3), random.Random(1))):
        with pytest.raises(EndlessGame):
            evaluate(MINI, strategy)
        with pytest.raises(EndlessGame):
            playout(MINI, strategy, (3, 2, 1, 0))


def test_a_game_is_told_turn_by_turn_and_progress_from_early_on_to_all() -> None:
    assert playout(MINI, FIRST, MINI.parse("2143")) == (
        PlayoutTurn(MINI.parse("1234"), Feedback(0, 4), 9),
        PlayoutTurn(MINI.parse("2143"), Feedback(4, 0), 1),
    )
    game = playout(CLASSIC, FirstCandidate(CLASSIC), CLASSIC.parse("9876"))
    left = [turn.candidates_after for turn in game]
    assert (game[-1].guess, game[-1].feedback, left[-1]) == ((9, 8, 7, 6), Feedback(4, 0), 1)
    assert left == sorted(left, reverse=True)
    for strategy in (FIRST, RandomCandidate(MINI, random.Random(1))):
        heard: list[tuple[int, int]] = []
        evaluate(MINI, strategy, progress=lambda *figures: heard.append(figures))  # noqa: B023
        assert (heard[0], heard[-1]) == ((1, 120), (120, 120))
        assert [done for done, _ in heard] == sorted(done for done, _ in heard)


# Players like people.
@given(true_histories(MINI, 2), SEEDS)
def test_the_sieve_takes_the_first_candidate_and_random_any(turns: History, seed: int) -> None:
    assume(all(reply.bulls < 4 for _, reply in turns))
    position = position_after(MINI, turns)
    fitting = [code for code in MINI.codes() if is_consistent(code, turns)]
    assert FIRST.next_guess(position) == fitting[0]
    assert RandomCandidate(MINI, random.Random(seed)).next_guess(position) in fitting


def test_a_random_candidate_is_any_with_equal_chance_and_what_is_overlooked_drawn_anew_at_every_guess() -> None:
    position = position_after(MINI, truly((1, 0, 3, 2), [(0, 1, 2, 3)]))
    strategy = RandomCandidate(MINI, random.Random(5))
    drawn = Counter(strategy.next_guess(position) for _ in range(900))
    assert len(drawn) == len(position.left) == 9
    assert 70 < min(drawn.values()) <= max(drawn.values()) < 130
    forgetful = Forgetful(MINI, random.Random(5), 0.5)
    candidates = {as_code(all_codes(MINI)[row]) for row in position.left}
    assert 180 < sum(forgetful.next_guess(position) in candidates for _ in range(400)) < 250


@given(codes(MINI), codes(FIVE), SEEDS)
def test_who_overlooks_nothing_fits_all_and_who_overlooks_all_asks_anew(secret: Code, other: Code, seed: int) -> None:
    guesses = guesses_of(MINI, Forgetful(MINI, random.Random(seed), 0), secret)
    assert all(is_consistent(guess, truly(secret, guesses[:turn])) for turn, guess in enumerate(guesses))
    asked = guesses_of(FIVE, Forgetful(FIVE, random.Random(seed), 1), other)
    assert len(set(asked)) == len(asked)


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
    position = position_after(CLASSIC, truly((5, 0, 3, 9), [(0, 1, 2, 3), (4, 5, 6, 7)]))
    strategy = Beginner(CLASSIC, random.Random(5), 0.56)
    fits = [feedback_for((0, 1, 2, 3), strategy.next_guess(position)) == position.history[0][1] for _ in range(200)]
    assert 60 < sum(fits) < 180
    assert len({player("beginner", seed=seed).next_guess(position_after(CLASSIC)) for seed in range(20)}) > 15


# Optimal play.
class Unread(Optimal):
    def choice(self, position: Position) -> Choice:
        return self.choice_off_tree(position)


@pytest.mark.costly
@pytest.mark.parametrize("name", UNREAD)
def test_even_without_a_tree_it_comes_close_to_the_optimum(name: str) -> None:
    variant, (optimum, share) = variant_named(name), UNREAD[name]
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
    for objective in ("max", "rarest", "sevens"):  # they have no tree of their own, and play that of the mean
        found = evaluate(THREE, Optimal(THREE, objective))
        assert (found.total, found.max) == (3575, 7)


# Optimal play relabelled: no secret is dearer to it than another, so nobody who knows it can choose a better one.
def all_relabelled(variant: Variant, strategy: Strategy) -> Iterator[Strategy]:
    known: dict[History, Code] = {}

    def next_guess(position: Position) -> Code:
        if position.history not in known:
            known[position.history] = strategy.next_guess(position)
        return known[position.history]

    remembering = SimpleNamespace(next_guess=next_guess)
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
    plain, secrets = player(strategy, variant), [as_code(row) for row in all_codes(variant)]

    def costs(play: Strategy) -> list[int]:
        return [evaluate(variant, play, np.array([row])).max for row in range(variant.size)]

    once, games = costs(plain), [costs(play) for play in all_relabelled(variant, plain)]
    for row, secret in enumerate(secrets):
        alike = [cost for cost, code in zip(once, secrets, strict=True) if shape_of(code) == shape_of(secret)]
        taken = Counter(game[row] for game in games)
        assert taken == {cost: times * len(games) // len(alike) for cost, times in Counter(alike).items()}
        if not variant.repeats:
            assert sum(taken.elements()) * len(secrets) == sum(once) * len(games)


@pytest.mark.parametrize("secret", [(0, 1, 2), (4, 0, 2), (3, 4, 1)])
def test_with_three_of_five_symbols_each_secret_costs_the_mean_of_the_tree(secret: Code) -> None:
    tree = grown("3x5")
    taken = [len(playout(FIVE, play, secret)) for play in all_relabelled(FIVE, Following(tree))]
    assert sum(taken) * FIVE.size == tree.total * len(taken)


@pytest.mark.parametrize("secret", ["1769", "0123", "9876"])
def test_what_is_cheap_or_dear_as_it_stands_is_neither_once_relabelled_yet_perfect(secret: str) -> None:
    code, optimal = CLASSIC.parse(secret), Optimal(CLASSIC)
    verified = {1: 1, 2: 7, 3: 63, 4: 718, 5: 2396, 6: 1767, 7: 88}
    mean = sum(guesses * secrets for guesses, secrets in verified.items()) / CLASSIC.size
    assert optimal.tree is not None
    assert mean == optimal.tree.total / CLASSIC.size
    deviation = sqrt(sum((guesses - mean) ** 2 * secrets for guesses, secrets in verified.items()) / CLASSIC.size)
    dice = (random.Random(f"{secret} {number}") for number in range(GAMES))
    games = [guesses_of(CLASSIC, relabelled(optimal, CLASSIC, each), code) for each in dice]
    taken = Counter(map(len, games))
    assert abs(sum(taken.elements()) / GAMES - mean) < 3 * deviation / sqrt(GAMES)
    assert set(taken) <= set(verified)
    assert len(taken) > 2
    assert {review(CLASSIC, code, guesses).accuracy for guesses in games[:6]} == {100}


def test_relabelled_it_opens_with_any_code_either_of_two_last_comes_first_and_labels_stay_for_a_game() -> None:
    openings = Counter(partners_guess(CLASSIC, (), "optimal", str(number)) for number in range(300))
    assert len(openings) > 280
    assert {symbol for code in openings for symbol in code} == set(range(10))
    two, dice = variant_named("1x2"), map(random.Random, range(200))
    assert {guesses_of(two, relabelled(Optimal(two), two, each), (0,))[0] for each in dice} == {(0,), (1,)}
    secret = CLASSIC.parse("8305")
    strategy = named_strategy("optimal", CLASSIC, random.Random(1), random.Random("a game"))
    guesses = guesses_of(CLASSIC, strategy, secret)
    for turn, guess in enumerate(guesses):
        assert partners_guess(CLASSIC, truly(secret, guesses[:turn]), "optimal", "a game") == guess
    assert partners_guess(CLASSIC, (), "optimal", "") == (0, 1, 2, 3)


@pytest.mark.parametrize("name", STRATEGIES)
def test_labels_are_for_optimal_play_of_codes_alone_and_without_them_nothing_changes(name: str) -> None:
    strategies = (named_strategy(name, MINI, random.Random(3), labels) for labels in (None, random.Random(5)))
    plain, labelled = (guesses_of(MINI, strategy, (3, 0, 2, 4)) for strategy in strategies)
    assert (plain != labelled) == name.startswith("optimal") == STRATEGIES[name].relabels
    optimal = Optimal(WORDS)
    assert relabelled(optimal, WORDS, random.Random(1)) is optimal


# Advice.
def test_the_first_advice_is_the_known_one_and_following_advice_breaks_every_secret() -> None:
    first = advise(CLASSIC, ())
    known = ("0123", 5040, 1440, 2.7712)
    assert (CLASSIC.format(first.guess), first.candidates, first.worst, round(first.bits, 4)) == known
    mini, pegs = evaluate(MINI, Follower()), evaluate(PEGS, Follower())
    assert (mini.secrets, pegs.secrets) == (MINI.size, PEGS.size)
    assert mini.max <= 6
    assert mini.total <= 470
    assert pegs.max <= 5
    for reply in (Feedback(0, 1), Feedback(1, 2), Feedback(3, 0)):  # any first guess is followed as well
        advices = [advise(CLASSIC, ((CLASSIC.parse(guess), reply),)) for guess in ("0123", "9876", "3210", "5081")]
        assert len({(round(advice.bits, 9), advice.worst, advice.consistent) for advice in advices}) == 1


@given(true_histories(CLASSIC, 6))
@settings(max_examples=examples(40))
def test_after_any_true_history_there_is_advice(turns: History) -> None:
    advice = advise(CLASSIC, turns)
    assert 1 <= advice.worst <= advice.candidates
    assert (advice.consistent, advice.bits > 0) == (is_consistent(advice.guess, turns), advice.candidates > 1)
    assert advise(CLASSIC, turns + turns) == advice


class Follower:
    def next_guess(self, position: Position) -> Code:
        return advise(position.variant, position.history).guess


@pytest.mark.costly
def test_following_advice_breaks_each_of_the_5040_classic_secrets_within_seven() -> None:
    followed = evaluate(CLASSIC, Follower())
    assert (followed.secrets, followed.max, followed.total) == (5040, 7, 26274)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_advice_can_travel_between_processes(variant: Variant) -> None:
    asked = pickle.loads(pickle.dumps((variant, ())))
    assert pickle.loads(pickle.dumps(advise(*asked))) == advise(variant, ())


# The partner.
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_asked_again_it_guesses_the_same_to_the_end_and_games_differ_by_their_seed(strategy: str) -> None:
    secret, guesses = (8, 3, 0, 5), list[Code]()
    while secret not in guesses:
        guess, again = (partners_guess(CLASSIC, truly(secret, guesses), strategy, "a game") for _ in range(2))
        assert guess == again
        guesses.append(guess)
    assert len(guesses) <= 15
    assert len({partners_guess(CLASSIC, (), "club", f"game {number}") for number in range(20)}) > 10


# The adversary, who keeps no secret.
@given(st.lists(codes(MINI), min_size=1, max_size=8))
def test_every_reply_fits_those_before_and_none_leaves_more(guesses: list[Code]) -> None:
    turns: History = ()
    for guess in guesses:
        reply = hardest_reply(MINI, turns, guess)
        ways = [((*turns, (guess, other)), other == reply) for other in possible_feedback(MINI)]
        left = [(sum(is_consistent(code, way) for code in MINI.codes()), is_its) for way, is_its in ways]
        assert max(left)[0] == next(count for count, is_its in left if is_its) > 0
        turns = (*turns, (guess, reply))


@pytest.mark.parametrize("name", costly_but({*VARIANTS, "5x8r"} - {"six"}, [*VARIANTS, "5x8r"]))
def test_in_every_variant_it_leaves_as_many_as_can_be_gives_in_to_the_last_and_the_trail_counts_them(name: str) -> None:
    variant, turns = variant_named(name), cast("History", ())
    assert hardest_reply(variant, (), next(variant.codes())).bulls < variant.length
    left = list(variant.secrets())
    counted = [len(left)]
    while not turns or turns[-1][1].bulls < variant.length:
        guess = left[len(left) // 3]
        counts = Counter(feedback_for(guess, code) for code in left)
        reply = hardest_reply(variant, turns, guess)
        assert reply == min(each for each, count in counts.items() if count == max(counts.values()))
        assert (reply.bulls < variant.length) == (len(left) > 1)
        turns = (*turns, (guess, reply))
        left = [code for code in left if feedback_for(guess, code) == reply]
        counted.append(len(left))
    found = trail(variant, turns)
    assert found.left == tuple(counted)
    assert found.example in left
