"""What is said against guesses: positions by hand, and the definition for any position."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.feedback import History, is_consistent
from solver.flaws import Flaw, Why
from solver.position import position_after
from solver.review import COSTS, Turn, review, review_of
from solver.tables import all_codes
from solver.variant import Variant
from tests.distribution import examples
from tests.solver.games import CLASSIC, MINI, PEGS
from tests.solver.test_review import games


def flaw(variant: Variant, secret: str, guesses: str) -> Flaw | None:
    """What is said against the last of the guesses."""
    return review(variant, variant.parse(secret), [variant.parse(guess) for guess in guesses.split()]).turns[-1].flaw


@pytest.mark.parametrize(
    ("secret", "guesses", "found"),
    [
        ("5678", "0123", None),
        ("5678", "0123 4567", None),
        ("5678", "0123 0145", Flaw(Why.OUT, (0, 1))),
        ("5678", "0123 0123", Flaw(Why.NOTHING_NEW)),
        ("5678", "0123 3210", Flaw(Why.NOTHING_NEW)),
        ("0456", "0123 4567 0567", Flaw(Why.REFUTED, (2,))),
        ("0456", "0123 3789", Flaw(Why.REFUTED, (1,))),
    ],
)
def test_the_plainest_fact_is_said(secret: str, guesses: str, found: Flaw | None) -> None:
    assert flaw(CLASSIC, secret, guesses) == found


def test_a_guess_that_could_be_the_secret_but_leaves_more_is_told_so_in_numbers() -> None:
    found = flaw(PEGS, "ABC", "AAA")
    assert found is not None
    assert found.why is Why.TELLS_LESS
    own, best = found.values
    assert best < own


def said(turn: Turn, variant: Variant, history: History) -> None:
    """What is said of the turn is true of the position before it."""
    assert turn.flaw is not None
    left = all_codes(variant)[position_after(variant, history).left]
    has_symbol = {symbol: bool((left == symbol).any()) for symbol in turn.guess}
    out = tuple(symbol for symbol in dict.fromkeys(turn.guess) if not has_symbol[symbol])
    match turn.flaw.why:
        case Why.OUT:
            assert turn.flaw.values == out != ()
        case Why.REFUTED:
            (number,) = turn.flaw.values
            assert [is_consistent(turn.guess, (one,)) for one in history[:number]] == [True] * (number - 1) + [False]
        case Why.NOTHING_NEW:
            assert turn.before == turn.after
        case Why.TELLS_LESS | Why.SLOWER:
            assert is_consistent(turn.guess, history)


@pytest.mark.parametrize("variant", [MINI, PEGS], ids=lambda variant: variant.name)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_whatever_is_said_is_true_and_only_of_guesses_that_cost_turns(variant: Variant, data: st.DataObject) -> None:
    secret, guesses = data.draw(games(variant, 6))
    found = review(variant, secret, guesses)
    history = tuple((turn.guess, turn.reply) for turn in found.turns)
    assert found == review_of(variant, history)
    for at, turn in enumerate(found.turns):
        assert (turn.flaw is not None) == (turn.turns_lost >= COSTS and not turn.has_won)
        if turn.flaw is not None:
            said(turn, variant, history[:at])
    costs = [found.turns[number - 1].turns_lost for number in found.costliest]
    assert costs == sorted((turn.turns_lost for turn in found.turns if turn.flaw), reverse=True)
