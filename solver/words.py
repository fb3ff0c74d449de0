"""Word lists: every word may be guessed, the common ones may be secrets.

A list named `en-5` has no word in which a letter repeats. `en-5-repeats` is the same with those words as well; its file
has only them, so no word is kept twice.
"""

import string
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

WORDS = Path(__file__).parent / "data" / "words"
COMMON = " *"
REPEATS = "-repeats"
WORD_ALPHABETS = {
    "en": string.ascii_lowercase,
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюя",
}


@lru_cache
def words_to_guess(name: str) -> dict[str, bool]:
    """Every word of the list, in the order of its alphabet, and whether it may be a secret."""
    lines = _lines(name)
    if name.endswith(REPEATS):
        lines = [*lines, *_lines(name.removesuffix(REPEATS))]
    words = {line.removesuffix(COMMON): line.endswith(COMMON) for line in lines}
    return {word: words[word] for word in sorted(words, key=in_order_of(name.partition("-")[0]))}


def load_all_words() -> None:
    """Read every list, each of which is otherwise read on first use."""
    for file in WORDS.glob("*-[45]*.txt"):
        words_to_guess(file.stem)


@lru_cache
def possible_words(name: str) -> tuple[str, ...]:
    """The words that may be secrets, in the same order."""
    return tuple(word for word, common in words_to_guess(name).items() if common)


def in_order_of(language: str) -> Callable[[str], list[int]]:
    """The key that sorts words by the language's alphabet."""
    letters = WORD_ALPHABETS[language]
    return lambda word: [*map(letters.index, word)]


def _lines(name: str) -> list[str]:
    return (WORDS / f"{name}.txt").read_text("utf-8").splitlines()
