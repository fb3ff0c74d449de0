"""How many guesses the bot needs at each level, as `python -m solver simulate VARIANT --strategy … --seed 1` has it."""

from bot.app.advice.difficulty import BEST_PLAY
from bot.app.model.levels import LEVELS, STRONGEST
from solver.variant import Variant

MEANS = {
    "4x10": (7.5204, 7.2185, 6.0861, 5.5603),
    "4x9": (7.1875, 6.7688, 5.7652, 5.2017),
    "3x10": (7.2292, 6.6375, 5.7153, 5.2667),
    "4x5": (4.5333, 4.9667, 4.3500, 3.9750),
    "4x10r": (11.3044, 8.1084, 6.8894, 6.1740),
    "4x6r": (7.6636, 6.0934, 5.1721, 4.6420),
    "4x12": (8.8569, 8.0054, 6.8186, 6.2477),
    "4x8": (8.1780, 6.2923, 5.4089, 4.9030),
    "words-en-4": (6.6950, 6.6872, 5.6976, 5.3024),
    "words-en-5": (6.1638, 5.8152, 5.0118, 4.6186),
    "words-uk-4": (6.4728, 6.4529, 5.5743, 5.0833),
    "words-uk-5": (6.0919, 5.9432, 5.0486, 4.7797),
    "words-ru-4": (6.5782, 6.7452, 5.6801, 5.1107),
    "words-ru-5": (6.0522, 5.8326, 5.0369, 4.6790),
    # Some of them by secrets drawn at random: club with 5x10, club and casual with 5x8r, all with 6x10.
    "5x10": (10.6375, 7.9938, 6.69, 5.9947),
    "5x8r": (10.5443, 7.85, 6.59, 5.8593),
    "6x10": (8.23, 9.06, 7.53, 6.71),
}
"""By shape: at each level from the weakest, but for the strongest, which is the best play known."""


def mean_of(level: str, variant: Variant) -> float | None:
    """Guesses on average, over all secrets; None where that was never measured."""
    if level == STRONGEST:
        best = BEST_PLAY.get(variant.shape)
        return best.mean if best else None
    means = MEANS.get(variant.shape)
    return means[list(LEVELS).index(level)] if means else None
