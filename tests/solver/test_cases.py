from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.cases import Case, cases, symbols_by_past
from solver.feedback import History, InconsistentHistory, feedback_for, is_consistent
from solver.tables import candidates
from solver.variant import VARIANTS, Code, Variant
from tests.distribution import examples
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history

NAMES = ("no", "one", "two", "three", "four", "five")


def noted(variant: Variant, case: Case) -> str:
    """A case as a player would write it."""
    return f"{case.count}: " + ", ".join(f"{NAMES[of.taken]} of {variant.format(of.symbols)}" for of in case.sets)


def falls_in(code: Code, case: Case) -> bool:
    """Whether the code takes from each set what the case says; the sets then make up the whole code."""
    return all(sum(symbol in of.symbols for symbol in code) == of.taken for of in case.sets)


def place_in_order(sets: tuple[Code, ...]) -> Callable[[Case], tuple[int, list[int]]]:
    """Smaller cases are smaller; of equal ones those that take less of the first sets."""

    def place(case: Case) -> tuple[int, list[int]]:
        taken = {of.symbols: of.taken for of in case.sets}
        return case.count, [taken.get(symbols, 0) for symbols in sets]

    return place


@pytest.mark.parametrize(
    ("variant", "turns", "expected"),
    [
        (CLASSIC, "", "5040: four of 0123456789"),
        (CLASSIC, "0123=0B1C 4561=0B1C", "366: one of 023, one of 456, two of 789 / 12: one of 1, three of 789"),
        (
            CLASSIC,
            "0123=0B2C 3541=0B2C",
            "240: one of 02, one of 13, one of 45, one of 6789 / 36: two of 13, two of 6789 / 8: two of 02, two of 45",
        ),
        (CLASSIC, "0123=4B0C", "1: four of 0123"),
        (CLASSIC, "9876=4B0C", "1: four of 6789"),
        (CLASSIC, "0123=0B4C 0145=0B2C", "9: two of 01, two of 23"),
        (
            PEGS,
            "ABB=1B0C",
            "8: one of B, two of CD / 4: two of A, one of CD / 4: one of A, two of CD / 1: three of A",
        ),
        (
            PEGS,
            "BCA=1B1C AAB=1B0C",
            "1: one of A, two of C / 1: one of A, one of C, one of D / 1: one of B, two of C / "
            "1: one of B, one of C, one of D",
        ),
    ],
)
def test_cases_are_those_that_players_note_and_of_equal_ones_more_of_the_first_sets_comes_first(
    variant: Variant, turns: str, expected: str
) -> None:
    assert " / ".join(noted(variant, case) for case in cases(variant, history(turns, variant))) == expected


def test_how_often_a_symbol_stood_in_a_guess_is_its_past() -> None:
    for turns in ("AAB=1B0C", "AAB=1B0C BAA=1B0C"):
        assert symbols_by_past(PEGS, history(turns, PEGS)) == ((0,), (1,), (2, 3))
    assert symbols_by_past(PEGS, history("ABC=1B0C", PEGS)) == ((0, 1, 2), (3,))
    assert symbols_by_past(PEGS, ()) == ((0, 1, 2, 3),)


def test_contradictions_are_refused() -> None:
    for turns in ("0123=3B1C", "0123=4B0C 0123=0B1C"):
        with pytest.raises(InconsistentHistory):
            cases(CLASSIC, history(turns))


@pytest.mark.parametrize("name", ["six", "colours", "words-uk-5"])
def test_before_the_first_guess_there_is_one_case(name: str) -> None:
    variant = VARIANTS[name]
    (case,) = cases(variant, ())
    assert case.count == len(candidates(variant, ()))
    assert [(of.symbols, of.taken) for of in case.sets] == [(tuple(range(len(variant.alphabet))), variant.length)]


@pytest.mark.parametrize("variant", [MINI, PEGS, VARIANTS["three"]], ids=lambda variant: variant.name)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_every_candidate_falls_in_exactly_one_case(variant: Variant, data: st.DataObject) -> None:
    secret = data.draw(codes(variant))
    guesses = data.draw(st.lists(codes(variant), max_size=4))
    turns: History = tuple((guess, feedback_for(guess, secret)) for guess in guesses)
    found = cases(variant, turns)
    left = [code for code in variant.codes() if is_consistent(code, turns)]
    fallen = Counter(number for code in left for number, case in enumerate(found) if falls_in(code, case))
    assert [fallen[number] for number in range(len(found))] == [case.count for case in found]
    assert sum(case.count for case in found) == len(left)
    assert list(found) == sorted(found, key=place_in_order(symbols_by_past(variant, turns)), reverse=True)
    assert {sum(of.taken for of in case.sets) for case in found} == {variant.length}
    assert all(of.taken > 0 and of.symbols in symbols_by_past(variant, turns) for case in found for of in case.sets)
