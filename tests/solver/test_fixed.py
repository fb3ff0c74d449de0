"""Sets of guesses that are all asked at once: what they tell, and how well they are found."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest

from solver.feedback import feedback_for
from solver.fixed import fixed_sets, pairs_alike
from solver.variant import Code, Variant, variant_named
from tests.solver.games import CLASSIC

NINE = "0123 9840 5369 5031 1746 2684 7058 8570 6493"
EIGHT = "5849 2536 1023 3682 6210 9704 7458 4197"


def codes(variant: Variant, guesses: str) -> tuple[Code, ...]:
    return tuple(map(variant.parse, guesses.split()))


def counted(variant: Variant, guesses: tuple[Code, ...]) -> int:
    """The pairs of secrets alike, by nothing but the definition of feedback."""
    told = Counter(tuple(feedback_for(guess, secret) for guess in guesses) for secret in variant.secrets())
    return sum(times * (times - 1) // 2 for times in told.values())


@pytest.mark.parametrize(("guesses", "pairs"), [(NINE, 0), (EIGHT, 6)])
def test_the_best_known_sets_leave_so_many_pairs_of_codes_alike(guesses: str, pairs: int) -> None:
    asked = codes(CLASSIC, guesses)
    assert counted(CLASSIC, asked) == pairs_alike(CLASSIC, asked) == pairs


@pytest.mark.parametrize(("name", "number"), [("mini", 5), ("3x6", 5), ("3x4r", 4), ("2x10", 8)])
def test_a_search_soon_finds_a_set_that_tells_all_secrets_apart(name: str, number: int) -> None:
    variant = variant_named(name)
    found = islice(fixed_sets(variant, number, np.random.default_rng(1)), 20)
    assert 0 in (counted(variant, guesses) for guesses in found)


@pytest.mark.parametrize("name", ["words-en-4", "words-uk-5"])
def test_of_words_guesses_are_found_among_all_that_may_be_asked_for_the_few_that_are_secrets(name: str) -> None:
    variant = variant_named(name)
    guesses = next(fixed_sets(variant, 6, np.random.default_rng(1)))
    assert counted(variant, guesses) == pairs_alike(variant, guesses) < len(list(variant.secrets()))
