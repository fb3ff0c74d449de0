import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.feedback import Feedback, History, InconsistentHistory, feedback_for, is_consistent
from solver.knowledge import FEW, Chance, knowledge
from solver.variant import VARIANTS, Code, Variant
from tests.distribution import examples
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history

SMALL = st.sampled_from([MINI, PEGS, VARIANTS["three"], VARIANTS["words-en-4"], VARIANTS["mastermind"]])


@st.composite
def true_histories(draw: st.DrawFn) -> tuple[Variant, History]:
    variant = draw(SMALL)
    secret = draw(st.sampled_from(list(variant.secrets())))
    guesses = draw(st.lists(codes(variant), max_size=5))
    return variant, tuple((guess, feedback_for(guess, secret)) for guess in guesses)


def one_by_one(variant: Variant, turns: History) -> list[Code]:
    return [code for code in variant.secrets() if is_consistent(code, turns)]


@given(true_histories())
@settings(max_examples=examples(60), deadline=None)
def test_the_grid_is_what_a_count_one_by_one_comes_to(played: tuple[Variant, History]) -> None:
    variant, turns = played
    left, known = one_by_one(variant, turns), knowledge(variant, turns)
    symbols = range(len(variant.alphabet))
    assert known.candidates == len(left)
    assert known.anywhere == tuple(sum(symbol in code for code in left) for symbol in symbols)
    assert known.places == tuple(
        tuple(sum(code[place] == symbol for code in left) for symbol in symbols) for place in range(variant.length)
    )
    assert known.codes == (tuple(left) if len(left) <= FEW else ())


def test_what_is_certain_possible_and_impossible_at_a_place() -> None:
    known = knowledge(CLASSIC, history("0123=2B0C 0145=0B0C"))
    chances = {symbol: known.at(2, symbol) for symbol in range(10)}
    assert chances == {2: Chance.CERTAIN} | {symbol: Chance.IMPOSSIBLE for symbol in range(10) if symbol != 2}
    assert [known.of(symbol) for symbol in (0, 2, 6)] == [Chance.IMPOSSIBLE, Chance.CERTAIN, Chance.POSSIBLE]


def test_a_history_that_contradicts_itself_implies_nothing() -> None:
    with pytest.raises(InconsistentHistory):
        knowledge(MINI, (((0, 1, 2, 3), Feedback(4, 0)), ((0, 1, 2, 4), Feedback(4, 0))))
