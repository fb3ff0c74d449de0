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
    with_repeats: str = ""
    """The strategy where symbols may repeat, if it is another: the first codes in order ask too little there."""

    def strategy_for(self, variant: Variant) -> str:
        """How it plays that variant."""
        return (self.with_repeats if variant.repeats else "") or self.strategy


LEVELS = {
    level.name: level
    for level in (
        Level("beginner", "beginner"),
        Level("casual", "casual"),
        Level("club", "club"),
        Level("expert", "sieve", with_repeats="random"),
        Level("perfect", "optimal"),
    )
}
"""From the weakest to the strongest."""
STRONGEST = "perfect"
BY_CHANCE = {"casual", "club", "random"}
"""Strategies that throw dice, so that they play otherwise in another game."""


def guess_of(level: Level, variant: Variant, history: History, seed: str, recall: Recall) -> Code:
    """What the bot guesses after `history` at that level; `seed` is the game's. Raises ThinkFirst."""
    strategy = level.strategy_for(variant)
    return recall(partners_guess, variant, history, strategy, seed if strategy in BY_CHANCE else "")


def next_level(name: str) -> Level | None:
    """The level above; None above the strongest."""
    names = list(LEVELS)
    following = names.index(name) + 1
    return LEVELS[names[following]] if following < len(names) else None
