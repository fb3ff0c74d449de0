import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from solver.feedback import Feedback, feedback_for, possible_feedback
from solver.position import Position, position_after
from solver.replies import split
from solver.tables import all_codes, as_code, candidates, reply_key, reply_keys
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.solver.games import CLASSIC, MINI, PEGS

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


def test_the_parts_of_0123_are_the_known_ones() -> None:
    sizes = " ".join(f"{reply}:{len(part)}" for reply, part in split(position_after(CLASSIC), (0, 1, 2, 3)))
    assert sizes == (
        "0B0C:360 0B1C:1440 0B2C:1260 0B3C:264 0B4C:9 1B0C:480 1B1C:720 "
        "1B2C:216 1B3C:8 2B0C:180 2B1C:72 2B2C:6 3B0C:24 4B0C:1"
    )
