"""Lets the bot play with the words of `faults.players.words`."""

import os
import string
from pathlib import Path

from faults.players.words import LENGTH, WORDS
from solver import words
from solver.variant import VARIANTS, Variant

FILE = "long"
LONG = Variant("classic", string.ascii_lowercase, LENGTH, words=FILE)


def play_with_long_secrets(folder: Path) -> None:
    """From now on a classic game has a word for its secret; any of the words may be."""
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f"{FILE}.{os.getpid()}.new"
    unfinished.write_text("".join(f"{word}{words.COMMON}\n" for word in WORDS), "utf-8")
    unfinished.rename(folder / f"{FILE}.txt")  # replicas and thinkers may be at it
    words.WORDS = folder
    VARIANTS[LONG.name] = LONG
