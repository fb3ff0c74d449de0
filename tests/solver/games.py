"""What the solver's tests share: codes at random, histories in short, tables in a line; and small trees."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache

import numpy as np
from hypothesis import strategies as st

from solver.candidates import Position, position_after, split
from solver.feedback import Feedback, History, all_codes, as_code, feedback_for, possible_feedback
from solver.information import part_sizes
from solver.tree import STORED_FROM, Branch, Tree, branch_of
from solver.variant import VARIANTS, Code, Variant, variant_named

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
    return st.sampled_from(list(variant.secrets())) if variant.words else codes(variant)


def history(turns: str, variant: Variant = CLASSIC) -> History:
    """`0123=0B1C 4561=0B1C` as a history."""
    return tuple((variant.parse(guess), Feedback(int(reply[0]), int(reply[2]))) for guess, reply in pairs(turns))


def truly(secret: Code, guesses: Iterable[Code]) -> History:
    return tuple((guess, feedback_for(guess, secret)) for guess in guesses)


def true_histories(variant: Variant, most: int = 4, least: int = 0) -> st.SearchStrategy[History]:
    return st.builds(truly, secrets_of(variant), st.lists(codes(variant), min_size=least, max_size=most))


def pairs(text: str) -> list[tuple[str, str]]:
    """`typed=code other=code`, each with its half behind the last `=`."""
    halves = (pair.rpartition("=") for pair in text.split())
    return [(left, right) for left, _, right in halves]


# Small trees that grow in a moment, good but not the best; and whoever plays by a tree.
GROWN = ["2x4", "3x6", "3x4r", "4x6", "4x6r"]


class Following:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def next_guess(self, position: Position) -> Code:
        guess = self._tree.guess_after(position)
        assert guess is not None
        return guess


def with_one(tree: Tree, column: str, node: int, value: int) -> Tree:
    numbers = getattr(tree.nodes, column).copy()
    numbers[node] = value
    return replace(tree, nodes=replace(tree.nodes, **{column: numbers}))


@lru_cache
def grown(name: str, objective: str = "mean") -> Tree:
    """A tree whose every guess is a candidate with the most parts."""
    variant = variant_named(name)
    return Tree(variant, objective, proven=False, nodes=_branch(position_after(variant)))


def _branch(position: Position) -> Branch:
    variant, left = position.variant, position.left
    row = int(left[np.argmax((part_sizes(variant, left, left) > 0).sum(axis=1))])
    guess = as_code(all_codes(variant)[row])
    parts = {
        possible_feedback(variant).index(feedback): Position(variant, (*position.history, (guess, feedback)), part)
        for feedback, part in split(position, guess)
        if feedback.bulls < variant.length
    }
    below = {reply: _branch(part) for reply, part in parts.items() if len(part.left) >= STORED_FROM}
    return branch_of(row, len(left), [len(part.left) for part in parts.values()], below)
