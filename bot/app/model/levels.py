"""How strong the bot plays. A new level is one entry, and a line about it in each language."""

from dataclasses import dataclass

from bot.app.thinking import Recall
from solver.feedback import History
from solver.partner import partners_guess
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Level:
    """A strategy of the solver's, by the name under which people choose it."""

    name: str
    strategy: str
    average: float
    """Guesses on classic, over all its secrets: `python -m solver simulate classic --strategy …` (with --seed 1)."""
    by_chance: bool = False
    """Whether it throws dice, so that it plays otherwise in another game."""


LEVELS = {
    level.name: level
    for level in (
        Level("beginner", "beginner", 7.5204),
        Level("casual", "casual", 7.2185, by_chance=True),
        Level("club", "club", 6.0861, by_chance=True),
        Level("expert", "sieve", 5.5603),
        Level("perfect", "optimal", 5.2131),
    )
}
"""From the weakest to the strongest."""
STRONGEST = "perfect"


def guess_of(level: Level, variant: Variant, history: History, seed: str, recall: Recall) -> Code:
    """What the bot guesses after `history` at that level; `seed` is the game's. Raises ThinkFirst."""
    return recall(partners_guess, variant, history, level.strategy, seed if level.by_chance else "")


def next_level(name: str) -> Level | None:
    """The level above; None above the strongest."""
    names = list(LEVELS)
    following = names.index(name) + 1
    return LEVELS[names[following]] if following < len(names) else None
