"""Mixtures of trees: drawn by lot and relabelled, they cost a secret, whichever it is, no more than the game's value.

A relabelling takes a code to every code of its pattern, and to no other. So a tree that is relabelled at random costs
a secret the mean of its pattern. Where symbols are distinct there is one pattern, and the best tree is all it takes.
Where they may repeat, trees of equal worth that favour different patterns are mixed.
"""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from solver.symmetry import patterns, rows_of_patterns
from solver.tree import TREES, DamagedTree, Tree, as_bytes, from_bytes, guesses_by_secret, shipped, stored_tree
from solver.variant import Variant


@dataclass(frozen=True, slots=True)
class LeastTotal:
    """The least total of guesses for the secrets of these patterns: if the maker draws one of them, no play needs less.

    It is what an exhaustive search found (`build`, every guess tried).
    """

    patterns: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True, eq=False)
class Mixture:
    """Trees of a variant, how often each is drawn, and the lower bound which says that no mixture is better."""

    variant: Variant
    trees: tuple[Tree, ...]
    weights: tuple[int, ...]
    least: LeastTotal

    def drawn(self, dice: random.Random) -> Tree:
        """One of the trees, each as likely as it weighs."""
        return dice.choices(self.trees, self.weights)[0]


def mixture_for(variant: Variant) -> Mixture | None:
    """The mixture that ships; without repeats the proven tree alone. None if there is neither. Raises DamagedTree."""
    if variant.repeats or variant.words:
        return stored_mixture(variant)
    tree = stored_tree(variant)
    return Mixture(variant, (tree,), (1,), LeastTotal(patterns(variant), tree.total)) if tree and tree.proven else None


# What a mixture is worth: every tree is walked over every secret.


@dataclass(frozen=True, slots=True)
class Worth:
    """By pattern the number of codes, and the mean of guesses; and what the code maker can enforce at least."""

    codes: Mapping[str, int]
    means: Mapping[str, Fraction]
    lower: Fraction

    @property
    def upper(self) -> Fraction:
        """The mean that no secret exceeds."""
        return max(self.means.values())

    @property
    def proven(self) -> bool:
        """Whether the bounds meet: then they are the value of the game."""
        return self.lower == self.upper


def worth(mixture: Mixture) -> Worth:
    """What the mixture is worth. Raises DamagedTree if a tree misses a secret."""
    every = {name: rows_of_patterns(mixture.variant, (name,)) for name in patterns(mixture.variant)}
    codes = {name: len(rows) for name, rows in every.items()}
    taken = [guesses_by_secret(tree) for tree in mixture.trees]
    means = {
        name: mixed_mean([int(each[rows].sum()) for each in taken], mixture.weights, len(rows))
        for name, rows in every.items()
    }
    return Worth(codes, means, Fraction(mixture.least.total, sum(codes[name] for name in mixture.least.patterns)))


def mixed_mean(totals: Sequence[int], weights: Sequence[int], codes: int) -> Fraction:
    """The mean of guesses over so many codes, by the totals that they take in each tree."""
    return Fraction(sum(map(int.__mul__, totals, weights)), sum(weights) * codes)


# In files: the weights of the trees by their files, which stand beside, and the lower bound.


def mixture_file(shape: str, folder: Path = TREES) -> Path:
    """The path of a mixture, of one that ships unless a folder is named."""
    return folder / f"{shape}.value.json"


@lru_cache
def stored_mixture(variant: Variant) -> Mixture | None:
    """The mixture that ships for the variant, or None. Raises DamagedTree if a file has another hash than recorded."""
    stored = shipped(mixture_file(variant.shape))
    if stored is None or variant.words:
        return None
    read = json.loads(stored)
    trees = tuple(_tree(TREES / name, variant) for name in read["trees"])
    return Mixture(variant, trees, tuple(read["trees"].values()), LeastTotal(tuple(read["patterns"]), read["total"]))


def write_mixture(mixture: Mixture, folder: Path) -> None:
    """Write the files of a mixture into a folder."""
    shape = mixture.variant.shape
    trees = {f"{shape}.value-{number}.tree": tree for number, tree in enumerate(mixture.trees, start=1)}
    for name, tree in trees.items():
        (folder / name).write_bytes(as_bytes(tree))
    content = {
        "patterns": mixture.least.patterns,
        "total": mixture.least.total,
        "trees": dict(zip(trees, mixture.weights, strict=True)),
    }
    mixture_file(shape, folder).write_text(json.dumps(content, indent=2) + "\n", "utf-8")


def _tree(file: Path, variant: Variant) -> Tree:
    if (stored := shipped(file)) is None:
        raise DamagedTree(f"{file.name} is missing")
    return from_bytes(stored, variant)
