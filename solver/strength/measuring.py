"""Measures the strength of strategies: which figures to measure, whether one is still valid, and a new one."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

import numpy as np

from solver.evaluate import Evaluation, Progress, evaluate
from solver.optimal import Optimal
from solver.strategies import STRATEGIES, named_strategy
from solver.strength.figure import Figure, Method
from solver.strength.figures import BEST, Key, variant_of_shape
from solver.strength.fingerprint import play_hash, variant_hash
from solver.tables import Numbers, all_secrets
from solver.tree import TREES
from solver.variant import VARIANTS, UnknownVariant, Variant
from solver.verify import verify

MOST_BY_CHANCE = 40_000
"""A randomised strategy plays every game anew; with more secrets than this, SAMPLE of them are played."""
SAMPLE = 10_000
FEWEST_BY_CHANCE = 3_000
"""A randomised strategy plays all secrets as often as so many games take: of few secrets one round tells too little."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The number of secrets to play (None: the default), and the random seed."""

    secrets: int | None = None
    seed: int = 1


def keys_to_measure(
    known: Iterable[Key], variants: Iterable[Variant] = (), strategies: Iterable[str] = ()
) -> list[Key]:
    """The keys of the figures to measure, those of small variants first.

    They are of the given variants and strategies. Without variants: of all that ship, and of best play wherever a tree
    ships. Without strategies: of best play and of those that have some figure already.
    """
    names = list(strategies) or sorted({strategy for _, strategy in known} | {BEST})
    chosen = list(variants)
    keys = {(variant.shape, name) for variant in chosen or VARIANTS.values() for name in names}
    if not chosen and BEST in names:
        keys |= {(file.name.partition(".")[0], BEST) for file in TREES.glob("*.mean.tree")}
    return sorted(keys, key=lambda key: (variant_of_shape(key[0]).size, key))


def can_be_measured(key: Key) -> bool:
    """Whether variant and strategy still exist."""
    shape, strategy = key
    try:
        variant_of_shape(shape)
    except UnknownVariant:
        return False
    return strategy in STRATEGIES


def is_current(figure: Figure) -> bool:
    """Whether the hashes of variant and strategy are still those of the figure."""
    variant = variant_of_shape(figure.shape)
    return (figure.variant, figure.play) == (variant_hash(variant), play_hash(variant, figure.strategy))


def is_enough(figure: Figure, effort: Effort) -> bool:
    """Whether at least as many secrets were played as are asked for."""
    total = len(all_secrets(variant_of_shape(figure.shape)))
    return figure.secrets >= min(effort.secrets or 0, total)


def measure(key: Key, effort: Effort, progress: Progress | None = None) -> Figure:
    """The figure for a shape and a strategy, by the best method that the effort allows. Raises EndlessGame."""
    shape, strategy = key
    variant = variant_of_shape(shape)
    method, evaluation, seed = _by_tree(variant, strategy) or _by_playing(variant, strategy, effort, progress)
    return Figure(
        shape, strategy, method, evaluation.histogram, seed, variant_hash(variant), play_hash(variant, strategy)
    )


Found = tuple[Method, Evaluation, int | None]


def _by_tree(variant: Variant, strategy: str) -> Found | None:
    """The figure by walking the stored tree that the strategy follows; None if it follows none."""
    player = named_strategy(strategy, variant, random.Random())  # noqa: S311 -- it throws none
    if not isinstance(player, Optimal) or player.tree is None:
        return None
    verified = verify(player.tree)
    is_proven = verified.proven and verified.objective == "mean"
    return Method.PROVEN if is_proven else Method.TREE, verified.evaluation, None


def _by_playing(variant: Variant, strategy: str, effort: Effort, progress: Progress | None) -> Found:
    secrets = _drawn_secrets(variant, strategy, effort)
    player = named_strategy(strategy, variant, random.Random(effort.seed))  # noqa: S311 -- play, not secrets
    if secrets is not None:
        return Method.SAMPLE, evaluate(variant, player, secrets, progress=progress), effort.seed
    if not STRATEGIES[strategy].by_chance:
        return Method.ALL, evaluate(variant, player, progress=progress), None
    histogram = Counter[int]()
    for _ in range(max(1, ceil(FEWEST_BY_CHANCE / len(all_secrets(variant))))):
        histogram.update(evaluate(variant, player, progress=progress).histogram)
    return Method.ALL, Evaluation(dict(sorted(histogram.items()))), effort.seed


def _drawn_secrets(variant: Variant, strategy: str, effort: Effort) -> Numbers | None:
    """The secrets to play, as rows of all_codes; None for all."""
    secrets = all_secrets(variant)
    is_dear = STRATEGIES[strategy].by_chance and len(secrets) > MOST_BY_CHANCE
    count = effort.secrets or (SAMPLE if is_dear else len(secrets))
    if count >= len(secrets):
        return None
    return np.sort(random.Random(effort.seed).sample(secrets.tolist(), count))  # noqa: S311
