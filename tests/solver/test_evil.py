from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.evil import hardest_reply, trail
from solver.feedback import Feedback, History, feedback_for, is_consistent, possible_feedback
from solver.position import position_after
from solver.variant import VARIANTS, Code, variant_named
from tests.distribution import costly_but
from tests.solver.games import codes

MINI = VARIANTS["mini"]
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


def test_it_gives_in_only_where_nothing_else_is_left() -> None:
    history: History = ()
    while len(position_after(MINI, history).left) > 1:
        guess = next(code for code in MINI.codes() if is_consistent(code, history))
        reply = hardest_reply(MINI, history, guess)
        assert reply.bulls < MINI.length
        history = (*history, (guess, reply))
    last = next(code for code in MINI.codes() if is_consistent(code, history))
    assert hardest_reply(MINI, history, last) == Feedback(4, 0)


def test_the_trail_counts_what_each_reply_left() -> None:
    history = ((1, 2, 3, 4), Feedback(0, 4)), ((2, 1, 4, 3), Feedback(4, 0))
    found = trail(MINI, history)
    counts = [sum(is_consistent(code, history[:turns]) for code in MINI.codes()) for turns in range(3)]
    assert found.left == tuple(counts)
    assert is_consistent(found.example, history)


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_answers_in_every_variant(variant: str) -> None:
    guess = next(VARIANTS[variant].codes())
    assert hardest_reply(VARIANTS[variant], (), guess).bulls < VARIANTS[variant].length


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
