import pickle
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.advice import advise
from solver.evaluate import evaluate
from solver.evil import hardest_reply, trail
from solver.feedback import Feedback, History, InconsistentHistory, feedback_for, is_consistent, possible_feedback
from solver.partner import partners_guess
from solver.position import Position, position_after
from solver.strategies import STRATEGIES
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.distribution import costly_but, examples
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history


# Advice.
def guesses_to_win(variant: Variant, secret: Code) -> int:
    turns: History = ()
    for _ in range(20):
        guess = advise(variant, turns).guess
        turns = (*turns, (guess, feedback_for(guess, secret)))
        if guess == secret:
            break
    return len(turns)


def test_the_first_advice_is_the_known_one() -> None:
    first = advise(CLASSIC, ())
    assert (CLASSIC.format(first.guess), first.candidates, first.worst) == ("0123", 5040, 1440)
    assert round(first.bits, 4) == 2.7712


def test_any_first_guess_of_a_game_without_repeats_is_followed_as_well() -> None:
    for reply in (Feedback(0, 1), Feedback(1, 2), Feedback(3, 0)):
        advices = [advise(CLASSIC, ((CLASSIC.parse(guess), reply),)) for guess in ("0123", "9876", "3210", "5081")]
        assert len({(round(advice.bits, 9), advice.worst, advice.consistent) for advice in advices}) == 1


@given(secret=codes(CLASSIC), guesses=st.lists(codes(CLASSIC), max_size=6))
@settings(max_examples=examples(40))
def test_after_any_true_history_there_is_advice(secret: Code, guesses: list[Code]) -> None:
    turns = tuple((guess, feedback_for(guess, secret)) for guess in guesses)
    advice = advise(CLASSIC, turns)
    assert 1 <= advice.worst <= advice.candidates
    assert advice.consistent == is_consistent(advice.guess, turns)
    assert (advice.bits > 0) == (advice.candidates > 1)
    assert advise(CLASSIC, turns + turns) == advice


def test_contradictions_are_refused() -> None:
    for turns in ("0123=3B1C", "0123=4B0C 0123=0B1C", "0123=0B0C 4567=0B0C"):
        with pytest.raises(InconsistentHistory):
            advise(CLASSIC, history(turns))


class Follower:
    """Whoever does what they are told."""

    def next_guess(self, position: Position) -> Code:
        """What is advised here."""
        return advise(position.variant, position.history).guess


@pytest.mark.costly
def test_following_advice_breaks_each_of_the_5040_classic_secrets_within_seven() -> None:
    followed = evaluate(CLASSIC, Follower())
    assert (followed.secrets, followed.max, followed.total) == (5040, 7, 26274)


def test_following_advice_breaks_every_mini_secret_and_every_one_that_nobody_has_studied() -> None:
    counts = [guesses_to_win(MINI, secret) for secret in MINI.codes()]
    assert max(counts) <= 6
    assert sum(counts) <= 470
    assert {guesses_to_win(PEGS, secret) for secret in PEGS.codes()} <= set(range(1, 6))


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_advice_can_travel_between_processes(variant: Variant) -> None:
    asked = pickle.loads(pickle.dumps((variant, ())))
    assert pickle.loads(pickle.dumps(advise(*asked))) == advise(variant, ())


# Partner.


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_asked_again_it_guesses_the_same(strategy: str) -> None:
    guess = partners_guess(CLASSIC, (), strategy, "a game")
    for turns in ((), ((guess, feedback_for(guess, (9, 8, 7, 6))),)):
        assert len({partners_guess(CLASSIC, turns, strategy, "a game") for _ in range(2)}) == 1


def test_games_differ_by_their_seed() -> None:
    assert len({partners_guess(CLASSIC, (), "club", f"game {number}") for number in range(20)}) > 10


@pytest.mark.parametrize("strategy", ["beginner", "casual", "club", "sieve", "optimal"])
def test_every_game_comes_to_its_end(strategy: str) -> None:
    secret = (8, 3, 0, 5)
    history: History = ()
    while not history or history[-1][0] != secret:
        guess = partners_guess(CLASSIC, history, strategy, "a game")
        history = (*history, (guess, feedback_for(guess, secret)))
    assert len(history) <= 15


# Evil.


TURNS = 8


@given(st.lists(codes(MINI), min_size=1, max_size=8))
def test_every_reply_fits_those_before_and_none_leaves_more(guesses: list[Code]) -> None:
    history: History = ()
    for guess in guesses:
        reply = hardest_reply(MINI, history, guess)
        left = [code for code in MINI.codes() if is_consistent(code, (*history, (guess, reply)))]
        others = [
            sum(is_consistent(code, (*history, (guess, other))) for code in MINI.codes())
            for other in possible_feedback(MINI)
        ]
        assert len(left) == max(others) > 0
        history = (*history, (guess, reply))


def test_it_gives_in_only_where_nothing_else_is_left_and_the_trail_counts_what_each_reply_left() -> None:
    history: History = ()
    while len(position_after(MINI, history).left) > 1:
        guess = next(code for code in MINI.codes() if is_consistent(code, history))
        reply = hardest_reply(MINI, history, guess)
        assert reply.bulls < MINI.length
        history = (*history, (guess, reply))
    last = next(code for code in MINI.codes() if is_consistent(code, history))
    assert hardest_reply(MINI, history, last) == Feedback(4, 0)
    history = ((1, 2, 3, 4), Feedback(0, 4)), ((2, 1, 4, 3), Feedback(4, 0))
    found = trail(MINI, history)
    counts = [sum(is_consistent(code, history[:turns]) for code in MINI.codes()) for turns in range(3)]
    assert found.left == tuple(counts)
    assert is_consistent(found.example, history)


def test_it_answers_in_every_variant() -> None:
    for variant in VARIANTS.values():
        assert hardest_reply(variant, (), next(variant.codes())).bulls < variant.length


@pytest.mark.parametrize("name", costly_but({*VARIANTS, "5x8r"} - {"six"}, [*VARIANTS, "5x8r"]))
def test_in_every_variant_all_replies_fit_together_and_each_leaves_as_many_as_can_be(name: str) -> None:
    variant = variant_named(name)
    history: History = ()
    left = list(variant.secrets())
    while len(left) > 1 and len(history) < TURNS:
        guess = left[len(left) // 3]
        counts = Counter(feedback_for(guess, code) for code in left)
        most = max(counts.values())
        reply = hardest_reply(variant, history, guess)
        assert reply == min(each for each, count in counts.items() if count == most)
        history = (*history, (guess, reply))
        left = [code for code in left if feedback_for(guess, code) == reply]
    found = trail(variant, history)
    assert found.left[-1] == len(left)
    assert found.example in left
