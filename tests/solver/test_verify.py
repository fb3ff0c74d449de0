from dataclasses import replace

import numpy as np
import pytest

from solver.evaluate import evaluate
from solver.feedback import possible_feedback
from solver.position import Position
from solver.tree import Branch, DamagedTree, Tree
from solver.variant import Code, variant_named
from solver.verify import verify
from tests.solver.growing import grown

SMALL = ["1x4", "2x4", "2x2r", "3x4r", "3x6", "4x5", "4x6r"]


class Following:
    """A strategy that does what a tree says."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def next_guess(self, position: Position) -> Code:
        guess = self._tree.guess_after(position)
        assert guess is not None
        return guess


@pytest.mark.parametrize("name", SMALL)
def test_a_tree_plays_as_verified(name: str) -> None:
    tree = grown(name)
    verified = verify(tree)
    assert verified.evaluation == evaluate(tree.variant, Following(tree))
    assert verified.evaluation.total == tree.total
    assert verified.evaluation.secrets == tree.variant.size


def test_only_the_proven_total_is_proven() -> None:
    assert verify(grown("4x6")).optimum == 1446
    assert not verify(grown("4x6")).proven
    assert verify(grown("4x6", "sevens")).optimum is None
    assert verify(grown("3x6")).optimum is None
    assert not verify(grown("3x6")).proven


def changed(tree: Tree, **columns: np.ndarray) -> Tree:
    return replace(tree, nodes=replace(tree.nodes, **columns))


def with_one(tree: Tree, column: str, node: int, value: int) -> Tree:
    numbers = getattr(tree.nodes, column).copy()
    numbers[node] = value
    return changed(tree, **{column: numbers})


def without(tree: Tree, child: int) -> Tree:
    """The tree without a branch of its first guess; its costs say nothing of it."""
    nodes = tree.nodes
    size, cost = int(nodes.size[child]), int(nodes.cost[child])
    kept = np.r_[0:child, child + size : len(nodes)]
    pruned = Branch(nodes.guess[kept], nodes.reply[kept], nodes.size[kept], nodes.cost[kept])
    shorter = with_one(replace(tree, nodes=pruned), "size", 0, len(kept))
    return with_one(shorter, "cost", 0, int(nodes.cost[0]) - cost)


@pytest.mark.parametrize("name", ["4x6", "3x4r"])
def test_a_tree_that_loses_secrets_is_told(name: str) -> None:
    tree = grown(name)
    for child in tree.nodes.children(0):
        reply = possible_feedback(tree.variant)[tree.nodes.reply[child]]
        with pytest.raises(DamagedTree, match=f"node 0 does not go on after {reply}"):
            verify(without(tree, child))


@pytest.mark.parametrize("node", [0, 1, 7])
def test_a_tree_that_costs_something_else_than_it_says_is_told(node: int) -> None:
    tree = grown("4x6")
    cost = int(tree.nodes.cost[node])
    for said in (cost - 1, cost + 1, 0):
        with pytest.raises(DamagedTree, match=f"node {node} costs {cost}, not {said}"):
            verify(with_one(tree, "cost", node, said))


def test_a_tree_that_asks_what_it_knows_is_told() -> None:
    tree = grown("4x6")
    first = int(tree.nodes.guess[0])
    with pytest.raises(DamagedTree, match="node 1 asks what is known already"):
        verify(with_one(tree, "guess", 1, first))


@pytest.mark.parametrize("row", [360, 361, 2**32 - 1])
def test_a_tree_that_guesses_no_code_is_told(row: int) -> None:
    with pytest.raises(DamagedTree, match="node 2 guesses what is no code"):
        verify(with_one(grown("4x6"), "guess", 2, row))


def test_another_guess_than_the_one_that_was_built_is_told() -> None:
    tree = grown("4x6")
    guess = int(tree.nodes.guess[1])
    refused = 0
    for other in range(tree.variant.size):
        try:
            verify(with_one(tree, "guess", 1, other))
        except DamagedTree:
            refused += 1
        else:
            assert other == guess or tree.total == verify(with_one(tree, "guess", 1, other)).evaluation.total
    assert refused > tree.variant.size / 2


@pytest.mark.parametrize(("node", "size"), [(0, 0), (0, 5), (0, 10_000), (1, 0), (1, 10_000), (3, 0), (-1, 2), (-1, 0)])
def test_branches_that_do_not_lie_within_each_other_are_told(node: int, size: int) -> None:
    with pytest.raises(DamagedTree, match=r"not all in one branch|ends outside of its branch"):
        verify(with_one(grown("4x6"), "size", node, size))


def test_a_tree_without_nodes_is_told() -> None:
    nodes = grown("2x4").nodes
    none = Branch(nodes.guess[:0], nodes.reply[:0], nodes.size[:0], nodes.cost[:0])
    with pytest.raises(DamagedTree, match="it has 0 nodes"):
        verify(Tree(variant_named("2x4"), "mean", proven=True, nodes=none))


@pytest.mark.parametrize("other", ["4x5", "4x7", "4x6r", "3x6", "5x6"])
def test_the_tree_of_one_shape_is_none_of_another(other: str) -> None:
    with pytest.raises(DamagedTree):
        verify(replace(grown("4x6"), variant=variant_named(other)))


def test_the_tree_of_a_shape_is_that_of_every_variant_of_it() -> None:
    assert verify(replace(grown("4x5"), variant=variant_named("mini"))) == verify(grown("4x5"))
