"""Options of a game with the bot: variant, mode, degree of help, level."""

import re
from dataclasses import dataclass, replace
from enum import Enum

from bot.app.language import vocabulary
from bot.app.model.levels import LEVELS, STRONGEST
from bot.app.model.modes import PLAIN, chosen_instead
from bot.app.texts import short_text
from solver.variant import UnknownVariant, Variant, variant_named


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
    return GameOptions(mode, variant, Help(degree), level)
