"""Small trees that grow in a moment, good but not the best; and whoever plays by a tree."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from solver.feedback import possible_feedback
from solver.parts import part_sizes
from solver.position import Position, position_after
from solver.replies import split
from solver.tables import all_codes, as_code
from solver.tree import STORED_FROM, Branch, Tree, branch_of
from solver.variant import Code, variant_named

NAMES = ["2x4", "3x6", "3x4r", "4x6", "4x6r"]


class Following:
    """A strategy that does what a tree says."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def next_guess(self, position: Position) -> Code:
        guess = self._tree.guess_after(position)
        assert guess is not None
        return guess


def with_one(tree: Tree, column: str, node: int, value: int) -> Tree:
    """The tree with another number there."""
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
