"""The turns that stand on a board."""

import re

TURN = re.compile(
    r"^(?P<number>\d+)\. (?P<guess>\d{4})\u00a0\u00a0(?P<bulls>\d)\u2060?🐂\u00a0(?P<cows>\d)\u2060?🐄", re.MULTILINE
)
"""Older releases did not keep a number on one line with its picture."""


def key(bulls: int, cows: int) -> str:
    """What stands on the key for that reply."""
    return f"{bulls}\u2060🐂\u2060{cows}\u2060🐄"


def turns_on(text: str) -> list[tuple[int, str, int, int]]:
    """The turns that a board shows: number, guess, bulls, cows."""
    return [(int(turn["number"]), turn["guess"], int(turn["bulls"]), int(turn["cows"])) for turn in TURN.finditer(text)]
