import re
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.feedback import Feedback, History, InconsistentHistory, feedback_for, is_consistent, possible_feedback
from solver.knowledge import FEW, Chance, knowledge
from solver.parts import part_sizes
from solver.position import Position, position_after
from solver.replies import split
from solver.tables import all_codes, as_code, as_rows, candidates, feedback_ids, reply_key, reply_keys
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.distribution import examples
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history

# Feedback.
CLASSIC_COUNTS = (
    "0B0C:360 0B1C:1440 0B2C:1260 0B3C:264 0B4C:9 1B0C:480 1B1C:720 1B2C:216 1B3C:8 "
    "2B0C:180 2B1C:72 2B2C:6 3B0C:24 4B0C:1"
)


def test_feedback_reads_as_in_the_rules_and_a_repeated_symbol_counts_as_often_as_it_stands_in_both() -> None:
    for variant, pairs in {
        CLASSIC: "0123-0123=4B0C 0123-3210=0B4C 0123-4567=0B0C 0123-0145=2B0C",
        PEGS: "AAB-ABB=2B0C AAB-BCA=0B2C AAA-ABC=1B0C",
    }.items():
        for guess, secret, reply in (re.split("[-=]", pair) for pair in pairs.split()):
            assert str(feedback_for(variant.parse(guess), variant.parse(secret))) == reply


def test_every_reply_comes_as_often_as_known() -> None:
    counts = Counter(feedback_for((0, 1, 2, 3), secret) for secret in CLASSIC.codes())
    parts = ((reply, len(part)) for reply, part in split(position_after(CLASSIC), (0, 1, 2, 3)))
    for found in (sorted(counts.items()), parts):
        assert " ".join(f"{feedback}:{count}" for feedback, count in found) == CLASSIC_COUNTS
    known = [count for _, count in sorted(counts.items())]
    ids = feedback_ids(CLASSIC, all_codes(CLASSIC), all_codes(CLASSIC))
    assert np.bincount(ids.ravel()).tolist() == [5040 * count for count in known]
    sizes = part_sizes(CLASSIC, np.arange(CLASSIC.size), np.arange(CLASSIC.size))
    assert np.unique(sizes, axis=0).tolist() == [known]


@given(codes(CLASSIC), codes(CLASSIC))
def test_guess_and_secret_may_change_places(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    assert feedback_for(one, other) == feedback_for(other, one)


@pytest.mark.parametrize("variant", [*VARIANTS.values(), PEGS], ids=lambda variant: variant.name)
@given(data=st.data())
def test_only_the_secret_itself_is_all_bulls(variant: Variant, data: st.DataObject) -> None:
    guess, secret = data.draw(codes(variant)), data.draw(codes(variant))
    feedback = feedback_for(guess, secret)
    assert sum(feedback) <= variant.length
    assert (feedback.bulls == variant.length) == (guess == secret)
    assert feedback_for(guess, guess) == Feedback(variant.length, 0)


@pytest.mark.parametrize(
    "variant",
    [MINI, PEGS, Variant("two", "ABC", 2), Variant("whole", "ABC", 3), Variant("one", "AB", 1)],
    ids=lambda variant: variant.name,
)
def test_possible_feedback_is_what_comes_of_all_pairs(variant: Variant) -> None:
    pairs = product(variant.codes(), repeat=2)
    assert possible_feedback(variant) == tuple(sorted({feedback_for(*pair) for pair in pairs}))


def test_a_code_is_consistent_if_it_fits_every_turn() -> None:
    turns = history("0123=0B1C 4561=0B1C")
    assert is_consistent(CLASSIC.parse("7285"), turns)
    assert not is_consistent(CLASSIC.parse("1045"), turns)
    assert is_consistent(CLASSIC.parse("1045"), ())


# Tables.
def test_rows_are_the_codes_in_order_and_cannot_be_spoilt() -> None:
    assert [as_code(row) for row in all_codes(PEGS)] == list(PEGS.codes())
    with pytest.raises(ValueError, match="read-only"):
        all_codes(MINI)[0, 0] = 9
    assert as_rows((1, 2), (3, 4)).tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("variant", [MINI, PEGS], ids=lambda variant: variant.name)
def test_feedback_in_bulk_agrees_with_its_definition(variant: Variant) -> None:
    ids = feedback_ids(variant, all_codes(variant), all_codes(variant))
    possible = possible_feedback(variant)
    assert [possible[number] for number in ids.ravel()] == [
        feedback_for(guess, secret) for guess, secret in product(variant.codes(), repeat=2)
    ]


def test_candidates_are_the_consistent_codes_and_as_many_as_known() -> None:
    for turns, count in {
        "": 5040,
        "0123=0B1C": 1440,
        "0123=0B1C 4561=0B1C": 378,
        "0123=0B1C 0123=0B1C": 1440,
        "0123=4B0C 0123=0B1C": 0,
        "0123=3B1C": 0,
    }.items():
        assert len(candidates(CLASSIC, history(turns))) == count
    turns_of_pegs = history("AAB=1B1C BAA=0B2C", PEGS)
    found = [as_code(row) for row in all_codes(PEGS)[candidates(PEGS, turns_of_pegs)]]
    assert found == [code for code in PEGS.codes() if is_consistent(code, turns_of_pegs)] != []


# Replies.
SOME = st.sampled_from([CLASSIC, MINI, PEGS, VARIANTS["mastermind"], VARIANTS["words-en-4"], variant_named("2x4r")])


@st.composite
def positions(draw: st.DrawFn) -> Position:
    variant = draw(SOME)
    every = candidates(variant, ())
    left = st.sets(st.integers(0, len(every) - 1), min_size=1, max_size=30)
    return Position(variant, (), every[sorted(draw(left))])


def guess_in(variant: Variant, draw: st.DataObject) -> Code:
    return as_code(all_codes(variant)[draw.draw(st.integers(0, variant.size - 1))])


@given(positions(), st.data())
def test_every_candidate_lies_in_the_part_of_its_reply(position: Position, data: st.DataObject) -> None:
    guess = guess_in(position.variant, data)
    wanted: dict[Feedback, list[int]] = {}
    for row in position.left.tolist():
        code = as_code(all_codes(position.variant)[row])
        wanted.setdefault(feedback_for(guess, code), []).append(row)
    assert [(reply, part.tolist()) for reply, part in split(position, guess)] == sorted(wanted.items())


@given(SOME, st.data())
def test_the_keys_of_all_codes_are_those_of_their_replies(variant: Variant, data: st.DataObject) -> None:
    guess = guess_in(variant, data)
    keys = reply_keys(variant, guess, np.arange(variant.size))
    rows = range(0, variant.size, 1 + variant.size // 50)
    assert [keys[row] for row in rows] == [
        reply_key(variant, feedback_for(guess, as_code(all_codes(variant)[row]))) for row in rows
    ]


@given(SOME)
def test_keys_stand_in_the_order_of_replies(variant: Variant) -> None:
    keys = [reply_key(variant, feedback) for feedback in possible_feedback(variant)]
    assert keys == sorted(set(keys))


# Parts.
@pytest.mark.parametrize("variant", [*VARIANTS.values(), PEGS], ids=lambda variant: variant.name)
def test_part_sizes_are_counted_feedback(variant: Variant) -> None:
    codes, replies = all_codes(variant), len(possible_feedback(variant))
    guesses = np.arange(len(codes))[:: max(1, len(codes) // 50)]
    for count in (0, 1, 63, 64, 65, 700):
        some = np.arange(len(codes))[:: max(1, len(codes) // max(1, count))][:count]
        counted = [np.bincount(row, minlength=replies) for row in feedback_ids(variant, codes[guesses], codes[some])]
        assert part_sizes(variant, guesses, some).tolist() == np.array(counted).tolist()


# Knowledge.
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
