"""Replaces the secrets by the words of `faults.players.words`."""

import importlib
import os
import string
from contextlib import suppress
from pathlib import Path

from faults.players.words import LENGTH, WORDS
from solver import words
from solver.variant import VARIANTS, Variant

FILE = "en-long"
LONG = Variant("classic", string.ascii_lowercase, LENGTH, words=FILE)


def play_with_long_secrets(folder: Path) -> None:
    """Replace the classic variant by one with these words; lessons and codes of days keep the digits they are about."""
    importlib.import_module("bot.app.daily.model")
    importlib.import_module("bot.app.lessons.model")
    importlib.import_module("bot.app.puzzles.model")
    importlib.import_module("bot.game.lessons")
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f"{FILE}.{os.getpid()}.new"
    unfinished.write_text("".join(f"{word}{words.COMMON}\n" for word in WORDS), "utf-8")
    unfinished.rename(folder / f"{FILE}.txt")  # other processes may read it at the same time
    for file in words.WORDS.glob("*.txt"):  # what people type is looked up in every list
        with suppress(FileExistsError):
            (folder / file.name).symlink_to(file)
    words.WORDS = folder
    VARIANTS[LONG.name] = LONG
