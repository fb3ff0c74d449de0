"""Options of a game with the bot: variant and its family, mode, degree of help, level.

A new family or level is one entry, a level at its place in the ladder.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from bot.app.language import vocabulary
from bot.app.model.modes import PLAIN, chosen_instead
from bot.app.texts import short_text
from bot.app.world import Recall
from solver.feedback import History
from solver.partner import partners_guess
from solver.strategies import STRATEGIES
from solver.strength.figure import Figure
from solver.strength.figures import figure_of
from solver.variant import VARIANTS, Code, UnknownVariant, Variant, variant_named

# Families of variants by kind of symbols: each is a page of the menus. A new family is one entry.


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A page of variants."""

    name: str
    label: str
    """Text key of its name."""
    rule: str
    """Text key of the rule for secrets."""
    party_letter: str
    """The letter of the page in buttons of the party menu."""
    has: Callable[[Variant], bool]
    """Whether a variant is of this kind; a later family takes precedence."""


FAMILIES = {
    family.name: family
    for family in (
        Family(name="digits", label="duel.digits", rule="choice.digits", party_letter="d", has=lambda _: True),
        Family(
            name="signs",
            label="duel.signs",
            rule="choice.signs",
            party_letter="s",
            has=lambda variant: bool(variant.shown),
        ),
        Family(
            name="words",
            label="duel.words",
            rule="choice.words",
            party_letter="w",
            has=lambda variant: bool(variant.words),
        ),
    )
}
"""By name, in the order of the menus. The first page is shown first; it has all that no other claims."""


def family_of(variant: Variant) -> Family:
    """The family of a variant: the last of those that claim it."""
    return next(family for family in reversed(FAMILIES.values()) if family.has(variant))


def variants_of(family: Family) -> tuple[str, ...]:
    """The names of its variants, in the order of VARIANTS."""
    return tuple(name for name, variant in VARIANTS.items() if family_of(variant) is family)


# Levels of the bot's play. A new level is one entry at its place in the ladder, and its words in each language.


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


# Options of a game with the bot: variant, mode, degree of help, level.


class Help(Enum):
    """Degrees of help beside the feedback. A new degree is one entry."""

    BLIND = "blind"
    NORMAL = "normal"
    COACHED = "coached"


GAME = vocabulary("game")
"""Words for variants, modes, levels and degrees of help, besides their names."""
IDLE = "idle"
"""The meaning of filler words, such as in `with a coach`."""
BY_LENGTH = {"3": "three", "4": "classic", "5": "five", "6": "six"}
SHAPES = vocabulary("shape")
SHAPE = re.compile(
    rf"(?P<length>\d{{1,3}})(?:[×*]|{SHAPES.pattern('x')})(?P<symbols>\d{{1,3}})(?P<repeats>{SHAPES.pattern('r')})?"
)
"""A custom variant such as `5x8r`, on any keyboard layout."""


class UnknownOption(ValueError):
    """A word that is no option."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = short_text(word)

    @property
    def why(self) -> str:
        """The text key of the message: an unknown word, or a variant that is too large."""
        return "note.unfit-shape" if SHAPE.fullmatch(self.word.lower()) else "note.unknown-wish"


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options by name. `level`: the bot's, where it guesses."""

    mode: str = PLAIN
    variant: str = "classic"
    help: Help = Help.NORMAL
    level: str = STRONGEST

    @property
    def the_variant(self) -> Variant:
        """The variant itself."""
        return variant_named(self.variant)

    @property
    def written(self) -> str:
        """The options as text: `solo classic normal perfect`."""
        return f"{self.mode} {self.variant} {self.help.value} {self.level}"

    def but(self, words: str, language: str = "") -> "GameOptions":
        """The options changed by `words` in that language, such as `5x8r coached`. Raises UnknownOption."""
        options = self
        for word in words.lower().split():
            options = options if GAME.meaning(word, language) == IDLE else options._with(word, language)
        return options

    def _with(self, said: str, language: str) -> "GameOptions":
        word = GAME.meaning(said, language) or said
        if (mode := chosen_instead(self.mode, word)) is not None:
            return replace(self, mode=mode)
        if word in LEVELS:
            return replace(self, level=word)
        if word in {degree.value for degree in Help}:
            return replace(self, help=Help(word))
        return replace(self, variant=variant_said(said, language).name)


def variant_said(word: str, language: str = "") -> Variant:
    """The variant that a word means in that language. Raises UnknownOption."""
    said = word.lower()
    name = GAME.meaning(said, language) or BY_LENGTH.get(said, said)
    if shape := SHAPE.fullmatch(name):
        name = f"{int(shape['length'])}x{int(shape['symbols'])}{'r' * bool(shape['repeats'])}"
    try:
        return variant_named(name)
    except UnknownVariant:
        raise UnknownOption(word) from None


def options_read(text: str) -> GameOptions:
    """The options of such a text."""
    mode, variant, degree, level = text.split(" ")
    return GameOptions(mode, variant_named(variant).name, Help(degree), level)
