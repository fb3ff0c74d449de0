"""Secrets that nothing else looks like, so that one in a log or a wrong chat is found: made-up words of seven letters.

Seven is as long as a code of the solver may be; no word that is read, and no hexadecimal number, is one of these.
"""

import os
import random
import string
from pathlib import Path

from solver import words
from solver.variant import VARIANTS, Variant

SEED = 1596
COUNT, LENGTH = 300, 7
FILE = "long"
LONG = Variant("classic", string.ascii_lowercase, LENGTH, words=FILE)


def made_up(count: int = COUNT) -> tuple[str, ...]:
    """The words, in the order of the alphabet. No letter stands in one twice."""
    chance = random.Random(SEED)
    return tuple(sorted("".join(chance.sample(string.ascii_lowercase, LENGTH)) for _ in range(count)))


WORDS = made_up()
EXAMPLE = WORDS[0]
"""What the bot names wherever it shows what a code looks like, whatever the secret is."""


def play_with_long_secrets(folder: Path) -> None:
    """From now on a classic game has a word for its secret; any of the words may be."""
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f"{FILE}.{os.getpid()}.new"
    unfinished.write_text("".join(f"{word}{words.COMMON}\n" for word in WORDS), "utf-8")
    unfinished.rename(folder / f"{FILE}.txt")  # replicas and thinkers may be at it
    words.WORDS = folder
    VARIANTS[LONG.name] = LONG


def feedback(guess: str, secret: str) -> tuple[int, int]:
    """Bulls and cows, counted without the bot's help."""
    bulls = sum(ours == theirs for ours, theirs in zip(guess, secret, strict=True))
    return bulls, len(set(guess) & set(secret)) - bulls
