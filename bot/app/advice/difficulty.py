"""How many guesses the best known play needs, as docs/trees.md and `python -m solver simulate` have it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difficulty:
    """Guesses that the best known play needs; `proven`: nothing can do better on average."""

    mean: float
    most: int
    proven: bool = False


BEST_PLAY = {
    # By the stored trees; classic is Tanaka's 26274 guesses over 5040 secrets (1996).
    "4x10": Difficulty(5.2131, 7, proven=True),
    "4x9": Difficulty(4.9319, 7, proven=True),
    "3x10": Difficulty(4.9653, 7, proven=True),
    "3x9": Difficulty(4.6369, 6, proven=True),
    "4x5": Difficulty(3.8500, 5, proven=True),
    "4x6": Difficulty(4.0167, 5, proven=True),
    "4x7": Difficulty(4.3321, 6, proven=True),
    "4x8": Difficulty(4.6530, 6, proven=True),
    "4x6r": Difficulty(4.3403, 6, proven=True),
    "4x7r": Difficulty(4.6764, 6, proven=True),
    "4x10r": Difficulty(5.5738, 8),
    "4x12": Difficulty(5.7715, 9),
    "5x10": Difficulty(5.6878, 8),
    "5x8r": Difficulty(5.4571, 8),
    "6x10": Difficulty(6.3242, 9),
    # By the strategy `optimal`, which searches where there is no tree, against every secret.
    "words-en-4": Difficulty(4.5183, 7),
    "words-en-5": Difficulty(3.9908, 6),
    "words-uk-4": Difficulty(4.3714, 6),
    "words-uk-5": Difficulty(4.0649, 6),
    "words-ru-4": Difficulty(4.3726, 6),
    "words-ru-5": Difficulty(3.9969, 6),
}
"""By shape: variants of one shape are one game."""
