import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.evil import hardest_reply, trail
from solver.feedback import Feedback, History, is_consistent, possible_feedback
from solver.position import position_after
from solver.variant import VARIANTS, Code
from tests.solver.games import codes

MINI = VARIANTS["mini"]


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
