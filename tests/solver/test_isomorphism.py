import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.feedback import feedback_for
from solver.isomorphism import Isomorphism
from solver.variant import Code, Variant, variant_named
from tests.solver.games import CLASSIC, codes

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


@pytest.mark.parametrize(
    ("theirs", "ours", "are"),
    [
        ("9876", "0123", True),
        ("9876 5432", "0123 4567", True),
        ("9876 9876", "0123 0123", True),
        ("9876 9875", "0123 0124", True),
        ("9876 9875", "0123 0132", False),
        ("9876 8765", "0123 1230", False),
        ("9876 6789", "0123 3210", True),
        ("9876 5432", "0123 0456", False),
    ],
)
def test_lines_are_alike_if_symbols_come_again_in_the_same_places(theirs: str, ours: str, are: bool) -> None:  # noqa: FBT001
    assert (like(theirs, ours) is not None) == are


@pytest.mark.parametrize(
    ("theirs", "ours", "are"), [("1122", "0011", True), ("1123", "0011", False), ("1122", "0012", False)]
)
def test_a_symbol_has_one_name_and_a_name_one_symbol(theirs: str, ours: str, are: bool) -> None:  # noqa: FBT001
    assert (like(theirs, ours, REPEATS) is not None) == are


def test_places_may_stand_in_another_order() -> None:
    swapped = (1, 0, 3, 2)
    assert like("1032 4065", "0123 0456", places=swapped) is not None
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
