"""What game with the bot somebody wants: which codes, who keeps the secret, how much help."""

from dataclasses import dataclass, replace
from enum import Enum

from bot.app.levels import LEVELS, STRONGEST
from bot.app.texts import shortened
from solver.variant import UnknownVariant, Variant, variant_named


class Help(Enum):
    """How much the bot tells besides the feedback. A new degree is one entry."""

    BLIND = "blind"
    NORMAL = "normal"
    COACHED = "coached"


ALSO = {
    "digits": "classic", "цифри": "classic", "цифры": "classic",
    "colors": "colours", "кольори": "colours", "цвета": "colours",
    "малюнки": "pictures", "картинки": "pictures",
    "signs": "cipher", "знаки": "cipher",
    "words": "words-en-5", "слова": "words-uk-5",
    "лихий": "evil", "злой": "evil",
    "наосліп": "blind", "вслепую": "blind",
    "тренер": "coached", "coach": "coached",
    "новачок": "beginner", "новичок": "beginner",
    "любитель": "casual", "клуб": "club",
    "експерт": "expert", "эксперт": "expert",
    "досконалий": "perfect", "безупречный": "perfect",
}  # fmt: skip
"""What people may say instead."""


class UnknownWish(ValueError):
    """A word that wishes nothing we know."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = shortened(word)


@dataclass(frozen=True, slots=True)
class Wish:
    """A game with the bot, all by name. `level` is the bot's own, where it guesses."""

    mode: str = "solo"
    variant: str = "classic"
    help: Help = Help.NORMAL
    level: str = STRONGEST

    @property
    def the_variant(self) -> Variant:
        """The variant itself."""
        return variant_named(self.variant)

    @property
    def written(self) -> str:
        """The wish as text: `solo classic normal perfect`."""
        return f"{self.mode} {self.variant} {self.help.value} {self.level}"

    def but(self, words: str) -> "Wish":
        """The same but for what `words` say otherwise, such as `5x8r coached`. Raises UnknownWish."""
        wish = self
        for word in words.lower().split():
            wish = wish._with(word)
        return wish

    def _with(self, said: str) -> "Wish":
        word = ALSO.get(said, said)
        if word == "evil" and self.mode == "solo":
            return replace(self, mode="evil")
        if word in LEVELS:
            return replace(self, level=word)
        if word in {degree.value for degree in Help}:
            return replace(self, help=Help(word))
        try:
            return replace(self, variant=variant_named(word).name)
        except UnknownVariant:
            raise UnknownWish(said) from None


def wish_read(text: str) -> Wish:
    """The wish that was written so."""
    mode, variant, degree, level = text.split(" ")
    return Wish(mode, variant, Help(degree), level)
