"""Ulam's game: the fewest questions that name the secret although one reply may be wrong."""

from functools import cache

import pytest

from solver.building.ulam import fewest_questions, suffices
from solver.feedback import feedback_for
from solver.variant import VARIANTS, Code, variant_named

FEWEST = {"4x6": 6, "three": 8}
"""Each proven by our own search."""


def by_hand(name: str) -> int:
    """The fewest questions, from the rules: by the wrong replies that each code would need, every guess being tried."""
    codes = tuple(variant_named(name).codes())

    @cache
    def enough(needed: frozenset[tuple[Code, int]], left: int) -> bool:
        if len(needed) <= 1:
            return True
        return left > 0 and any(all(enough(then, left - 1) for then in replied(needed, guess)) for guess in codes)

    def replied(needed: frozenset[tuple[Code, int]], guess: Code) -> set[frozenset[tuple[Code, int]]]:
        replies = {feedback_for(guess, code) for code in codes}
        after = ({(code, wrong + (feedback_for(guess, code) != said)) for code, wrong in needed} for said in replies)
        return {frozenset(each for each in then if each[1] <= 1) for then in after}

    return next(left for left in range(20) if enough(frozenset((code, 0) for code in codes), left))


@pytest.mark.parametrize("name", ["1x2", "1x3", "1x4", "2x2", "2x3", "3x3", "2x2r"])
def test_the_fewest_questions_are_those_that_trying_everything_finds(name: str) -> None:
    assert fewest_questions(variant_named(name)) == by_hand(name)


@pytest.mark.costly
@pytest.mark.parametrize("name", FEWEST)
def test_the_fewest_questions_of_larger_games_are_those_on_the_page(name: str) -> None:
    assert fewest_questions(variant_named(name)) == FEWEST[name]


def test_the_most_promising_guess_alone_leads_to_the_secret_but_not_with_fewer_questions_than_it_takes() -> None:
    assert [suffices(variant_named("2x4"), questions, 1) for questions in (3, 12)] == [False, True]


def test_six_questions_do_not_suffice_in_the_classic_game() -> None:
    assert not suffices(VARIANTS["classic"], 6)


@pytest.mark.costly
def test_eight_questions_suffice_in_the_classic_game() -> None:
    """Seven do not: see docs/trees.md."""
    assert suffices(VARIANTS["classic"], 8, width=6)
