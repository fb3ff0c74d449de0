"""What the solver's tests share: codes at random, and histories in short; tables in a line."""

from collections.abc import Iterable
from functools import cache

from hypothesis import strategies as st

from solver.feedback import Feedback, History, feedback_for
from solver.variant import VARIANTS, Code, Variant

CLASSIC = VARIANTS["classic"]
MINI = VARIANTS["mini"]
PEGS = Variant("pegs", alphabet="ABCD", length=3, repeats=True)
CLASSIC_COUNTS = (
    "0B0C:360 0B1C:1440 0B2C:1260 0B3C:264 0B4C:9 1B0C:480 1B1C:720 1B2C:216 1B3C:8 "
    "2B0C:180 2B1C:72 2B2C:6 3B0C:24 4B0C:1"
)
"""How often each reply comes to a first guess of the classic game."""


@cache
def codes(variant: Variant) -> st.SearchStrategy[Code]:
    """Any that may be guessed. Kept, as to spell all words takes longer than most tests do with one of them."""
    if variant.words:
        return st.sampled_from(list(variant.codes()))
    symbols = st.integers(0, len(variant.alphabet) - 1)
    return st.lists(symbols, min_size=variant.length, max_size=variant.length, unique=not variant.repeats).map(tuple)


@cache
def secrets_of(variant: Variant) -> st.SearchStrategy[Code]:
    """Any that may be the secret."""
    return st.sampled_from(list(variant.secrets())) if variant.words else codes(variant)


def history(turns: str, variant: Variant = CLASSIC) -> History:
    """`0123=0B1C 4561=0B1C` as a history."""
    return tuple((variant.parse(guess), Feedback(int(reply[0]), int(reply[2]))) for guess, reply in pairs(turns))


def truly(secret: Code, guesses: Iterable[Code]) -> History:
    """The guesses, with what the secret replies to them."""
    return tuple((guess, feedback_for(guess, secret)) for guess in guesses)


def true_histories(variant: Variant, most: int = 4, least: int = 0) -> st.SearchStrategy[History]:
    """What some secret replies to some guesses."""
    return st.builds(truly, secrets_of(variant), st.lists(codes(variant), min_size=least, max_size=most))


def pairs(text: str) -> list[tuple[str, str]]:
    """`typed=code other=code`, each with its half behind the last `=`."""
    halves = (pair.rpartition("=") for pair in text.split())
    return [(left, right) for left, _, right in halves]
