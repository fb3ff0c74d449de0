import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.feedback import feedback_for
from solver.parts import part_sizes
from solver.position import position_after
from solver.symmetry import different_questions, orbit, orbit_sizes
from solver.tables import all_codes
from solver.variant import VARIANTS, Variant, variant_named
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history

SMALL = [MINI, PEGS, variant_named("3x5"), variant_named("2x6"), variant_named("3x3r"), variant_named("1x4")]


@pytest.mark.parametrize(
    ("name", "asked", "count"),
    [
        ("classic", "", 1),
        ("classic", "0123", 20),
        ("classic", "9876", 20),
        ("classic", "0123 4567", 180),
        ("six", "012345", 62),
        ("mastermind", "", 5),
        ("colours", "", 7),
        ("7x7", "0123456", 15),
        ("4x20", "0123", 20),
    ],
)
def test_as_many_questions_differ_as_known(name: str, asked: str, count: int) -> None:
    variant = variant_named(name)
    assert len(different_questions(variant, tuple(map(variant.parse, asked.split())))) == count


@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
@given(data=st.data())
def test_orbits_hold_every_guess_once_and_all_of_an_orbit_divide_alike(variant: Variant, data: st.DataObject) -> None:
    secret, guesses = data.draw(codes(variant)), data.draw(st.lists(codes(variant), max_size=3))
    asked = tuple(guesses)
    questions = different_questions(variant, asked)
    orbits = [orbit(variant, asked, int(question)) for question in questions]
    assert sorted(np.concatenate(orbits).tolist()) == list(range(variant.size))
    assert [int(members[0]) for members in orbits] == questions.tolist()
    assert orbit(variant, asked, int(orbits[0][-1])).tolist() == orbits[0].tolist()
    assert [len(members) for members in orbits] == orbit_sizes(variant, asked, questions).tolist()
    left = position_after(variant, tuple((guess, feedback_for(guess, secret)) for guess in asked)).left
    sizes = part_sizes(variant, np.arange(variant.size), left)
    for members in orbits:
        assert (sizes[members] == sizes[members[0]]).all()
        assert len(set(np.isin(members, left).tolist())) == 1


@pytest.mark.parametrize("turns", ["0123=0B1C", "0123=1B1C 4567=0B2C", "9081=0B2C 1234=0B0C"])
def test_the_different_questions_of_the_classic_game_divide_in_every_way_that_there_is(turns: str) -> None:
    asked = tuple(guess for guess, _ in history(turns))
    left = position_after(CLASSIC, history(turns)).left
    questions = different_questions(CLASSIC, asked)
    every = part_sizes(CLASSIC, np.arange(CLASSIC.size), left)
    expanded = np.repeat(every[questions], orbit_sizes(CLASSIC, asked, questions), axis=0)
    assert sorted(map(tuple, expanded.tolist())) == sorted(map(tuple, every.tolist()))


def test_every_word_is_a_question_of_its_own() -> None:
    words = VARIANTS["words-en-4"]
    asked = (tuple(all_codes(words)[7].tolist()),)
    assert len(different_questions(words, asked)) == words.size
    assert orbit(words, asked, 3).tolist() == [3]
    assert orbit_sizes(words, asked, np.arange(5)).tolist() == [1] * 5
