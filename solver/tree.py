"""Decision trees: the guess and cost after a history, the file format, verification, and known optima."""

import hashlib
import itertools
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.candidates import Position, position_after, split
from solver.evaluate import Evaluation
from solver.feedback import Feedback, History, all_codes, as_code, is_consistent, possible_feedback
from solver.variant import MOST_CODES, Code, Variant, variant_named

OBJECTIVES = ("mean", "max", "rarest", "sevens", "worst")
TREES = Path(__file__).parent / "data" / "trees"
STORED_FROM = 3
"""With one or two candidates left the first one is guessed, so smaller nodes are not stored."""
LEAF_COSTS = (0, 1, 3)
COLUMNS = (("guess", "<u4"), ("reply", "u1"), ("size", "<u4"), ("cost", "<u4"))


class DamagedTree(ValueError):
    """A stored tree is inconsistent; the message says how."""


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """A subtree: its nodes in preorder, as columns.

    Of each the guess (row of all_codes), the reply that led there (its index in possible_feedback), the number of nodes
    from it downwards, itself included, and how many further guesses all its candidates cost together.
    """

    guess: NDArray[np.uint32]
    reply: NDArray[np.uint8]
    size: NDArray[np.uint32]
    cost: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.guess)

    def children(self, node: int) -> Iterator[int]:
        """The nodes one turn later."""
        child, end = node + 1, node + int(self.size[node])
        while child < end:
            yield child
            child += int(self.size[child])


def branch_of(guess: int, members: int, part_sizes: Iterable[int], below: Mapping[int, Branch]) -> Branch:
    """The branch of a node and its children by reply. Of parts below STORED_FROM only the cost is stored."""
    cost = members + sum(LEAF_COSTS[size] for size in part_sizes if size < STORED_FROM)
    cost += sum(int(branch.cost[0]) for branch in below.values())
    size = 1 + sum(map(len, below.values()))
    head = Branch(
        np.array([guess], np.uint32), np.zeros(1, np.uint8), np.array([size], np.uint32), np.array([cost], np.uint32)
    )
    branches = [head, *(_branch_after(reply, below[reply]) for reply in sorted(below))]
    return Branch(*(np.concatenate([getattr(branch, name) for branch in branches]) for name, _ in COLUMNS))


def _branch_after(reply: int, branch: Branch) -> Branch:
    replies = branch.reply.copy()
    replies[0] = reply
    return Branch(branch.guess, replies, branch.size, branch.cost)


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A decision tree of a variant. `proven` says that the search which built it was exhaustive."""

    variant: Variant
    objective: str
    proven: bool
    nodes: Branch

    @property
    def total(self) -> int:
        """The total of guesses over all secrets."""
        return int(self.nodes.cost[0])

    def guess_after(self, position: Position) -> Code | None:
        """The guess of the tree if the history is isomorphic to one of its paths; None otherwise."""
        if not (followed := self._node_after(position.history)):
            return None
        node, isomorphism = followed
        if len(position.left) < STORED_FROM:
            return as_code(all_codes(self.variant)[position.left[0]])
        return None if node is None else isomorphism.preimage(self._guess(node))

    def cost_after(self, position: Position) -> int | None:
        """The cost to go if the tree is followed; None if the history is on none of its paths."""
        if not (followed := self._node_after(position.history)):
            return None
        node, _ = followed
        if len(position.left) < STORED_FROM:
            return LEAF_COSTS[len(position.left)]
        return None if node is None else int(self.nodes.cost[node])

    def _guess(self, node: int) -> Code:
        return as_code(all_codes(self.variant)[self.nodes.guess[node]])

    def _node_after(self, history: History) -> "tuple[int | None, Isomorphism] | None":
        """The node after the history (None below the last stored one), and the isomorphism to its path."""
        names: tuple[int | None, ...] = (None,) * len(self.variant.alphabet)
        as_it_stands, *reordered = (
            Isomorphism(places, names) for places in itertools.permutations(range(self.variant.length))
        )
        return self._matched_node([as_it_stands], history) or self._matched_node(reordered, history)

    def _matched_node(self, alike: "list[Isomorphism]", history: History) -> "tuple[int | None, Isomorphism] | None":
        node: int | None = 0
        for turn, (guess, feedback) in enumerate(history):
            if node is None:  # two candidates were left: one was guessed, the other remains
                last = turn == len(history) - 1 and is_consistent(guess, history[:turn])
                return (None, alike[0]) if last else None
            planned = self._guess(node)
            alike = [more for isomorphism in alike if (more := isomorphism.with_turn(guess, planned))]
            if not alike:
                return None
            node = self.child(node, feedback)
        return node, alike[0]

    def child(self, node: int, feedback: Feedback) -> int | None:
        """The child after a reply; None where so few candidates are left that it is not stored."""
        replies = possible_feedback(self.variant)
        wanted = replies.index(feedback) if feedback in replies else len(replies)
        return next((child for child in self.nodes.children(node) if self.nodes.reply[child] == wanted), None)


def as_bytes(tree: Tree) -> bytes:
    """The content of a tree's file: one line of JSON, then the columns, compressed."""
    return _head(tree) + b"\n" + packed_nodes(tree.nodes)


def _head(tree: Tree) -> bytes:
    head = {"shape": tree.variant.shape, "objective": tree.objective, "proven": tree.proven, "nodes": len(tree.nodes)}
    return json.dumps(head).encode()


def from_bytes(stored: bytes, variant: Variant | None = None) -> Tree:
    """The tree in a file's content; `variant` is one of its shape, by default that of its name. Raises DamagedTree."""
    try:
        line, compressed = stored.split(b"\n", 1)
        head = json.loads(line)
        nodes = unpacked_nodes(compressed)
        found = variant or variant_named(head["shape"])
        tree = Tree(found, str(head["objective"]), bool(head["proven"]), nodes)
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise DamagedTree(f"this is no decision tree, or a damaged one: {error}") from error
    if tree.objective not in OBJECTIVES or line != _head(tree):
        raise DamagedTree("this is no decision tree, or a damaged one: its first line is not what one has")
    return tree


def tree_file(shape: str, objective: str) -> Path:
    """The path of a tree that ships."""
    return TREES / f"{shape}.{objective}.tree"


def digests() -> dict[str, str]:
    """The recorded SHA-256 of the files that ship, by name."""
    index = TREES / "sha256.json"
    stored: dict[str, str] = json.loads(index.read_text("utf-8")) if index.exists() else {}
    return stored


@lru_cache
def stored_tree(variant: Variant, objective: str = "mean") -> Tree | None:
    """The tree that ships for the variant, or None. Raises DamagedTree if its file has another hash than recorded."""
    stored = shipped(tree_file(variant.shape, objective))
    return None if stored is None or variant.words else from_bytes(stored, variant)


def shipped(file: Path) -> bytes | None:
    """The content of a file that ships, or None. Raises DamagedTree if it has another hash than recorded."""
    if not file.exists():
        return None
    stored = file.read_bytes()
    if digests().get(file.name) != hashlib.sha256(stored).hexdigest():
        raise DamagedTree(f"{file.name} is not the file that was shipped")
    return stored


def packed_nodes(branch: Branch) -> bytes:
    """The columns of the nodes, compressed by zlib."""
    return zlib.compress(b"".join(getattr(branch, name).astype(kind).tobytes() for name, kind in COLUMNS), 9)


def unpacked_nodes(compressed: bytes) -> Branch:
    """The nodes of compressed columns. Raises ValueError or zlib.error."""
    widths = [np.dtype(kind).itemsize for _, kind in COLUMNS]
    most = MOST_CODES * sum(widths)
    reader = zlib.decompressobj()
    data = reader.decompress(compressed, most)
    if not reader.eof or reader.unused_data:
        raise ValueError("it was cut, or is larger than any tree")
    nodes, rest = divmod(len(data), sum(widths))
    if rest:
        raise ValueError(f"{rest} bytes are left over")
    ends = list(itertools.accumulate(width * nodes for width in widths))
    pieces = (data[start:end] for start, end in itertools.pairwise([0, *ends]))
    return Branch(*(np.frombuffer(piece, kind) for piece, (_, kind) in zip(pieces, COLUMNS, strict=True)))


# Verification of a tree: it is walked over every secret, and its costs are counted again.


@dataclass(frozen=True, slots=True)
class Verified:
    """The evaluation of a tree, the known optimum or None, and whether its search was exhaustive."""

    evaluation: Evaluation
    optimum: int | None
    objective: str = "mean"
    nothing_left_out: bool = False

    @property
    def proven(self) -> bool:
        """Whether it reaches the known optimum."""
        return self.optimum == (self.evaluation.max if self.objective == "worst" else self.evaluation.total)


def verify(tree: Tree) -> Verified:
    """The evaluation over every secret. Raises DamagedTree if a secret is missed or a stored cost is wrong."""
    taken = guesses_by_secret(tree)
    evaluation = Evaluation(dict(sorted(Counter(taken[taken > 0].tolist()).items())))
    if tree.total != evaluation.total or evaluation.secrets != len(position_after(tree.variant).left):
        raise DamagedTree(f"its secrets take {evaluation.total} guesses, not {tree.total}")
    optimum = OPTIMA.get((tree.variant.shape, tree.objective))
    return Verified(evaluation, optimum, tree.objective, nothing_left_out=tree.proven)


def guesses_by_secret(tree: Tree) -> NDArray[np.int64]:
    """How many guesses the tree takes for each secret, by row of all_codes; 0 for codes that are none.

    Every secret is played. Raises DamagedTree if one is missed or a stored cost is wrong.
    """
    _refuse_unnested(tree.nodes)
    taken = np.zeros(tree.variant.size, np.int64)
    _walk(tree, 0, position_after(tree.variant), taken)
    return taken


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


def _walk(tree: Tree, node: int, position: Position, taken: NDArray[np.int64]) -> int:
    """The total cost of the position's candidates; of each its number of guesses goes into `taken`."""
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
            taken[part] = number
        elif len(part) < STORED_FROM:
            taken[part] = range(number + 1, number + 1 + len(part))
            cost += sum(range(1, len(part) + 1))
        elif (child := tree.child(node, feedback)) is None:
            raise DamagedTree(f"node {node} does not go on after {feedback}")
        else:
            cost += _walk(tree, child, after, taken)
    if cost != tree.nodes.cost[node]:
        raise DamagedTree(f"node {node} costs {cost}, not {tree.nodes.cost[node]}")
    return cost


# Known optima: the least total of guesses over all secrets, and by `worst` of guesses in the longest game.

OPTIMA: dict[tuple[str, str], int] = {
    # By shape and objective; each was proven again by our own search with width 0 (see solver/building).
    ("2x10", "mean"): 451,  # Chen and Lin 2004
    ("3x9", "mean"): 2337,
    ("3x10", "mean"): 3575,
    ("4x5", "mean"): 462,
    ("4x6", "mean"): 1446,
    ("4x7", "mean"): 3639,
    ("4x8", "mean"): 7817,
    ("4x9", "mean"): 14914,
    ("4x10", "mean"): 26274,  # Tanaka 1996
    ("4x10", "sevens"): 26450,  # with 50 sevens, as Slovesnov has with 26484; both least by our own search
    ("4x11", "mean"): 43537,  # by our own search alone
    ("4x11", "worst"): 7,
    ("4x12", "worst"): 8,
    ("4x6r", "mean"): 5625,  # Koyama and Lai 1993
    ("4x6r", "max"): 5626,  # Koyama and Lai 1993: no more than five guesses
    ("4x6r", "rarest"): 5627,  # with 539 fives, as Slovesnov has
    ("4x6r", "worst"): 5,  # Knuth 1977; the tree for `max` is such play
    ("4x7r", "mean"): 11228,  # Ville 2013
    ("4x8r", "mean"): 20471,
    ("4x8r", "max"): 20473,
    ("4x8r", "worst"): 6,  # the tree for `max` is such play
    ("4x9r", "mean"): 34666,  # by our own search alone
    ("4x10r", "mean"): 55632,  # by our own search alone
}


# Isomorphisms of guess sequences: a permutation of places and a renaming of symbols that maps one to the other.


@dataclass(frozen=True, slots=True)
class Isomorphism:
    """A permutation of places and a partial renaming of symbols that maps their guesses to ours."""

    places: tuple[int, ...]
    names: tuple[int | None, ...]
    """Our symbol by their symbol; None where no guess has fixed it."""

    def with_turn(self, theirs: Code, ours: Code) -> "Isomorphism | None":
        """The isomorphism extended by one more pair of guesses; None if it cannot map one to the other."""
        names = list(self.names)
        for place, name in zip(self.places, ours, strict=True):
            symbol = theirs[place]
            if names[symbol] is None and name not in names:
                names[symbol] = name
            if names[symbol] != name:
                return None
        return Isomorphism(self.places, tuple(names))

    def preimage(self, ours: Code) -> Code:
        """Their guess that is mapped to ours; symbols that are not fixed yet get the first free ones."""
        free = (symbol for symbol, name in enumerate(self.names) if name is None)
        known = {name: symbol for symbol, name in enumerate(self.names) if name is not None}
        code = [0] * len(self.places)
        for place, name in zip(self.places, ours, strict=True):
            if name not in known:
                known[name] = next(free)
            code[place] = known[name]
        return tuple(code)
