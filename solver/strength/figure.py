"""A figure: the guesses that a strategy needs at a variant, the method, and hashes of both."""

import json
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from math import sqrt
from typing import Any


class Method(Enum):
    """How a figure was found."""

    PROVEN = "proven"
    """A stored tree was walked over every secret, and no play takes fewer guesses in all (see solver/optima.py)."""
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
    there was no randomness. `variant` and `play` are the hashes of what was measured (see fingerprint.py).
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
