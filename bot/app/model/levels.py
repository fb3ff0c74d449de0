"""Levels of the bot's play. A new level is one entry at its place in the ladder, and its words in each language."""

from dataclasses import dataclass
from itertools import pairwise

from bot.app.thinking import Recall
from solver.feedback import History
from solver.partner import partners_guess
from solver.strategies import STRATEGIES
from solver.strength.figure import Figure
from solver.strength.figures import figure_of
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Level:
    """A level: a strategy of the solver's under a name for people."""

    name: str
    strategy: str
    with_repeats: str = ""
    """The strategy where symbols may repeat, if it differs: there the first codes in order tell too little."""

    def strategy_for(self, variant: Variant) -> str:
        """The name of its strategy for the variant."""
        return (self.with_repeats if variant.repeats else "") or self.strategy

    def throws_dice(self, variant: Variant) -> bool:
        """Whether the strategy is randomised, so that games with equal replies may differ."""
        return STRATEGIES[self.strategy_for(variant)].by_chance

    def figure_for(self, variant: Variant) -> Figure | None:
        """The figure of its strategy for the variant; None if it was never measured."""
        return figure_of(variant, self.strategy_for(variant))


LEVELS = {
    level.name: level
    for level in (
        Level("learner", "learner"),
        Level("beginner", "beginner"),
        Level("casual", "casual"),
        Level("club", "club"),
        Level("expert", "sieve", with_repeats="random"),
        Level("perfect", "optimal"),
    )
}
"""The levels from the weakest to the strongest. Everything else uses names, so a level may be inserted."""
ABOVE = dict(pairwise(LEVELS.values()))
STRONGEST = next(reversed(LEVELS))


def guess_of(level: Level, variant: Variant, history: History, seed: str, recall: Recall) -> Code:
    """The bot's guess after `history` at that level; `seed`: the game's. Raises NeedsThought."""
    dice = seed if level.throws_dice(variant) else ""
    return recall(partners_guess, variant, history, level.strategy_for(variant), dice)


def next_level(name: str) -> Level | None:
    """The next higher level; None above the strongest."""
    return ABOVE.get(LEVELS[name])
