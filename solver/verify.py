"""Verification of a tree: it is walked over every secret, and its costs are counted again."""

from collections import Counter
from dataclasses import dataclass

from solver.evaluate import Evaluation
from solver.optima import OPTIMA
from solver.position import Position, position_after
from solver.replies import split
from solver.tables import all_codes, as_code
from solver.tree import STORED_FROM, Branch, DamagedTree, Tree


@dataclass(frozen=True, slots=True)
class Verified:
    """The evaluation of a tree, the known optimum or None, and whether its search was exhaustive."""

    evaluation: Evaluation
    optimum: int | None
    objective: str = "mean"
    nothing_left_out: bool = False

    @property
    def proven(self) -> bool:
        """Whether the total is the known optimum."""
        return self.optimum == self.evaluation.total


def verify(tree: Tree) -> Verified:
    """The evaluation over every secret. Raises DamagedTree if a secret is missed or a stored cost is wrong."""
    _refuse_unnested(tree.nodes)
    histogram: Counter[int] = Counter()
    cost = _walk(tree, 0, position_after(tree.variant), histogram)
    evaluation = Evaluation(dict(sorted(histogram.items())))
    if not cost == tree.total == evaluation.total or evaluation.secrets != len(position_after(tree.variant).left):
        raise DamagedTree(f"its secrets take {evaluation.total} guesses, not {tree.total}")
    optimum = OPTIMA.get((tree.variant.shape, tree.objective))
    return Verified(evaluation, optimum, tree.objective, nothing_left_out=tree.proven)


def _refuse_unnested(nodes: Branch) -> None:
    """Every node's branch must end within that of its parent; otherwise walking it might never end."""
    if not len(nodes) or nodes.size[0] != len(nodes):
        raise DamagedTree(f"it has {len(nodes)} nodes, but not all in one branch")
    ends: list[int] = []
    for node, size in enumerate(nodes.size.tolist()):
        while ends and ends[-1] == node:
            ends.pop()
        if not size or (ends and node + size > ends[-1]):
            raise DamagedTree(f"node {node} ends outside of its branch")
        ends.append(node + size)


def _walk(tree: Tree, node: int, position: Position, histogram: Counter[int]) -> int:
    """The total cost of the position's candidates; each is counted in the histogram by its number of guesses."""
    number = len(position.history) + 1
    if tree.nodes.guess[node] >= tree.variant.size:
        raise DamagedTree(f"node {node} guesses what is no code")
    guess = as_code(all_codes(tree.variant)[tree.nodes.guess[node]])
    cost = len(position.left)
    for feedback, part in split(position, guess):
        after = Position(tree.variant, (*position.history, (guess, feedback)), part)
        if len(part) == len(position.left):
            raise DamagedTree(f"node {node} asks what is known already")
        if feedback.bulls == tree.variant.length:
            histogram[number] += 1
        elif len(part) < STORED_FROM:
            histogram.update(range(number + 1, number + 1 + len(part)))
            cost += sum(range(1, len(part) + 1))
        elif (child := tree.child(node, feedback)) is None:
            raise DamagedTree(f"node {node} does not go on after {feedback}")
        else:
            cost += _walk(tree, child, after, histogram)
    if cost != tree.nodes.cost[node]:
        raise DamagedTree(f"node {node} costs {cost}, not {tree.nodes.cost[node]}")
    return cost
