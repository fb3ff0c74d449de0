"""The strength of strategies: the figures that ship, in solver/data/strength.jsonl, and how they are measured."""

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import Enum
from functools import lru_cache
from math import ceil, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from solver.evaluate import Evaluation, Progress, Strategy, evaluate, playout
from solver.feedback import Numbers, all_codes, all_secrets, as_code
from solver.optimal import Optimal
from solver.strategies import STRATEGIES, named_strategy
from solver.tree import OPTIMA, TREES, digests, tree_file, verify
from solver.variant import VARIANTS, UnknownVariant, Variant, variant_named
from solver.words import words_to_guess


class Method(Enum):
    """How a figure was found."""

    PROVEN = "proven"
    """A stored tree was walked over every secret, and no play takes fewer guesses in all (see solver/tree.py)."""
    TREE = "tree"
    """A stored tree was walked over every secret."""
    ALL = "all secrets"
    """The strategy played every secret, as often as every other."""
    SAMPLE = "sample"
    """The strategy played secrets that were drawn at random."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The guesses that a strategy needs at variants of one shape.

    `histogram`: the number of games by the number of guesses. `seed` drew the sample and seeded the strategy; None if
    there was no randomness. `variant` and `play` are the hashes of what was measured (see variant_hash, play_hash).
    """

    shape: str
    strategy: str
    method: Method
    histogram: dict[int, int]
    seed: int | None
    variant: str
    play: str

    @property
    def secrets(self) -> int:
        """How many games were played, each with a secret."""
        return sum(self.histogram.values())

    @property
    def mean(self) -> float:
        """Guesses a secret on average."""
        return sum(guesses * secrets for guesses, secrets in self.histogram.items()) / self.secrets

    @property
    def error(self) -> float:
        """The standard error of the mean, in guesses: 0 if there was no randomness."""
        if self.seed is None or self.secrets == 1:
            return 0.0
        squares = sum(secrets * (guesses - self.mean) ** 2 for guesses, secrets in self.histogram.items())
        return sqrt(squares / (self.secrets - 1) / self.secrets)

    @property
    def most(self) -> int:
        """The most guesses that a secret took; of a sample, that a secret of the sample took."""
        return max(self.histogram)

    @property
    def proven(self) -> bool:
        """Whether no strategy has a lower mean."""
        return self.method is Method.PROVEN


def figure_json(figure: Figure) -> dict[str, Any]:
    """The figure as a JSON object. `secrets`, `mean`, `error` and `most` are for readers: they follow from the rest."""
    return {
        "shape": figure.shape,
        "strategy": figure.strategy,
        "method": figure.method.value,
        "secrets": figure.secrets,
        "mean": round(figure.mean, 4),
        "error": round(figure.error, 4),
        "most": figure.most,
        "seed": figure.seed,
        "histogram": {str(guesses): secrets for guesses, secrets in sorted(figure.histogram.items())},
        "variant": figure.variant,
        "play": figure.play,
    }


def line_of(figure: Figure) -> str:
    """The figure as a line of the data file."""
    return json.dumps(figure_json(figure))


def figure_in(line: str) -> Figure:
    """The figure of a line. Raises ValueError or KeyError if it is none."""
    found = json.loads(line)
    return Figure(
        found["shape"],
        found["strategy"],
        Method(found["method"]),
        Counter({int(guesses): secrets for guesses, secrets in found["histogram"].items()}),
        found["seed"],
        found["variant"],
        found["play"],
    )


# The figures that ship, a line for each shape of a variant and strategy.

FILE = Path(__file__).parent / "data" / "strength.jsonl"
BEST = "optimal"
"""The strategy that plays best."""

Key = tuple[str, str]
"""A shape and the name of a strategy."""


def figure_of(variant: Variant, strategy: str) -> Figure | None:
    """The figure of the strategy at the variant; None if it was never measured."""
    return _shipped().get((variant.shape, strategy))


def best_play(variant: Variant) -> Figure | None:
    """The figure of the best play known at the variant; None if it was never measured."""
    return figure_of(variant, BEST)


def forced_within(variant: Variant) -> int | None:
    """The guesses with which an adversary that keeps no secret can always be forced; None if no play was measured.

    Play that breaks every secret within so many guesses does so whatever the replies are, as long as they are true.
    """
    best = best_play(variant)
    return None if best is None else min(best.most, OPTIMA.get((variant.shape, "worst"), best.most))


def figures_in(file: Path) -> dict[Key, Figure]:
    """The figures of a file; none if there is no such file. Raises ValueError or KeyError for malformed lines."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return {(figure.shape, figure.strategy): figure for figure in map(figure_in, lines)}


def write_figures(figures: Iterable[Figure], file: Path) -> None:
    """Write the figures, sorted, and replace the file atomically."""
    ordered = sorted(figures, key=lambda figure: (figure.shape, figure.strategy))
    written = file.with_suffix(".new")
    written.write_text("".join(f"{line_of(figure)}\n" for figure in ordered), "utf-8")
    written.replace(file)


def variant_of_shape(shape: str) -> Variant:
    """The variant that figures of a shape are measured with: the first that ships, else that of the name `LxN`.

    Raises UnknownVariant.
    """
    return next((variant for variant in VARIANTS.values() if variant.shape == shape), None) or variant_named(shape)


@lru_cache(maxsize=1)
def _shipped() -> dict[Key, Figure]:
    return figures_in(FILE)


# Measuring: which figures to measure, whether one is still valid, and a new one.

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


# Hashes of a variant and of how a strategy plays it: a figure is valid as long as both stay the same.
#
# A strategy is identified by its behaviour, not its source: its numbers (such as how often a reply is overlooked), the
# stored tree that it follows, and every guess of some games. So the code may be rewritten, but not play differently.

GAMES = 8
"""The number of secrets, drawn by SEED, that are played for the hash of a strategy."""
SEED = 20
DIGITS = 16


def variant_hash(variant: Variant) -> str:
    """The hash of the game: length, number of symbols, repeats and words, not how symbols look."""
    words = list(words_to_guess(variant.words).items()) if variant.words else []
    return _hash([variant.length, len(variant.alphabet), variant.repeats, words])


def play_hash(variant: Variant, strategy: str) -> str:
    """The hash of how the strategy of that name plays the variant. Raises UnknownStrategy."""
    player = named_strategy(strategy, variant, random.Random(SEED))  # noqa: S311 -- play, not secrets
    return _hash([_numbers(player), _tree_digest(player), _games(variant, player)])


def _numbers(player: Strategy) -> list[Any]:
    """The parameters of the strategy: its fields that are numbers or texts."""
    values = [getattr(player, field.name) for field in fields(player)]  # type: ignore[arg-type]  # they all are data
    return [value for value in values if isinstance(value, (int, float, str))]


def _tree_digest(player: Strategy) -> str:
    tree = player.tree if isinstance(player, Optimal) else None
    return "" if tree is None else digests()[tree_file(tree.variant.shape, tree.objective).name]


def _games(variant: Variant, player: Strategy) -> list[Any]:
    secrets = all_secrets(variant).tolist()
    drawn = random.Random(SEED).sample(secrets, min(GAMES, len(secrets)))  # noqa: S311
    codes = all_codes(variant)
    return [[turn.guess for turn in playout(variant, player, as_code(codes[row]))] for row in drawn]


def _hash(content: list[Any]) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:DIGITS]
