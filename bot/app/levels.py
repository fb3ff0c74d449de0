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
    by_chance: bool = False
    """Whether it throws dice, so that it plays otherwise in another game."""


LEVELS = {
    level.name: level
    for level in (
        Level("beginner", "beginner"),
        Level("casual", "casual", by_chance=True),
        Level("club", "club", by_chance=True),
        Level("expert", "sieve"),
        Level("perfect", "optimal"),
    )
}
"""From the weakest to the strongest."""
STRONGEST = "perfect"


def guess_of(level: Level, variant: Variant, history: History, seed: str, recall: Recall) -> Code:
    """What the bot guesses after `history` at that level; `seed` is the game's. Raises ThinkFirst."""
    return recall(partners_guess, variant, history, level.strategy, seed if level.by_chance else "")
