import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.feedback import feedback_for
from solver.isomorphism import Isomorphism
from solver.parts import part_sizes
from solver.position import position_after
from solver.symmetry import different_questions, orbit, orbit_sizes
from solver.tables import all_codes
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history

# Symmetry.
SMALL = [MINI, PEGS, variant_named("3x5"), variant_named("2x6"), variant_named("3x3r"), variant_named("1x4")]


def test_as_many_questions_differ_as_known() -> None:
    for name, *asked, count in [
        ("classic", 1),
        ("classic", "0123", 20),
        ("classic", "9876", 20),
        ("classic", "0123", "4567", 180),
        ("six", "012345", 62),
        ("mastermind", 5),
        ("colours", 7),
        ("7x7", "0123456", 15),
        ("4x20", "0123", 20),
    ]:
        variant = variant_named(str(name))
        assert len(different_questions(variant, tuple(variant.parse(str(guess)) for guess in asked))) == count


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


# Isomorphism.
REPEATS = variant_named("4x6r")


def like(
    theirs: str, ours: str, variant: Variant = CLASSIC, places: tuple[int, ...] | None = None
) -> Isomorphism | None:
    """The isomorphism, if there is one, of two lines of guesses."""
    found: Isomorphism | None = Isomorphism(places or tuple(range(variant.length)), (None,) * len(variant.alphabet))
    for one, other in zip(theirs.split(), ours.split(), strict=True):
        found = found and found.with_turn(variant.parse(one), variant.parse(other))
    return found


def renamed(code: Code, names: list[int], places: list[int]) -> Code:
    return tuple(names[code[place]] for place in places)


def inverse(order: list[int]) -> list[int]:
    return [order.index(place) for place in range(len(order))]


def test_lines_are_alike_if_symbols_come_again_in_the_same_places() -> None:
    for theirs, ours in {
        "9876": "0123",
        "9876 5432": "0123 4567",
        "9876 9876": "0123 0123",
        "9876 9875": "0123 0124",
        "9876 6789": "0123 3210",
    }.items():
        assert like(theirs, ours)
    for theirs, ours in {"9876 9875": "0123 0132", "9876 8765": "0123 1230", "9876 5432": "0123 0456"}.items():
        assert like(theirs, ours) is None


def test_a_symbol_has_one_name_and_a_name_one_symbol_and_places_may_stand_in_another_order() -> None:
    assert like("1122", "0011", REPEATS)
    assert like("1123", "0011", REPEATS) is like("1122", "0012", REPEATS) is None
    assert like("1032 4065", "0123 0456", places=(1, 0, 3, 2))
    assert like("1032 4065", "0123 0456") is None


@given(data=st.data())
@pytest.mark.parametrize("variant", [CLASSIC, REPEATS], ids=lambda variant: variant.name)
def test_a_renamed_line_is_alike_and_says_the_same(variant: Variant, data: st.DataObject) -> None:
    names = data.draw(st.permutations(range(len(variant.alphabet))))
    places = data.draw(st.permutations(range(variant.length)))
    ours = data.draw(st.lists(codes(variant), max_size=4))
    isomorphism: Isomorphism | None = Isomorphism(tuple(inverse(places)), (None,) * len(variant.alphabet))
    for guess in ours:
        assert isomorphism
        isomorphism = isomorphism.with_turn(renamed(guess, names, places), guess)
    assert isomorphism
    further = data.draw(codes(variant))
    theirs = isomorphism.preimage(further)
    assert [feedback_for(theirs, renamed(guess, names, places)) for guess in ours] == [
        feedback_for(further, guess) for guess in ours
    ]
    assert isomorphism.with_turn(theirs, further) is not None
    asked = set(itertools.chain.from_iterable(ours))
    if asked.issuperset(further):
        assert theirs == renamed(further, names, places)
