"""Word lists (no letter repeats): every word may be guessed, the common ones may be secrets."""

from functools import lru_cache
from pathlib import Path

WORDS = Path(__file__).parent / "data" / "words"
COMMON = " *"


@lru_cache
def words_to_guess(name: str) -> dict[str, bool]:
    """Every word of the list, in the order of its alphabet, and whether it may be a secret."""
    lines = (WORDS / f"{name}.txt").read_text("utf-8").splitlines()
    return {line.removesuffix(COMMON): line.endswith(COMMON) for line in lines}


@lru_cache
def possible_words(name: str) -> tuple[str, ...]:
    """The words that may be secrets, in the same order."""
    return tuple(word for word, common in words_to_guess(name).items() if common)
