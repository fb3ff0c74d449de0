"""Options of a game with the bot: variant and its family, mode, degree of help, level.

A new family or level is one entry, a level at its place in the ladder. In their order: the levels; the options, and
which of them words decide; how such words are read, and what is wrong with them; the families.
"""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from itertools import pairwise

from bot.app.language import plain, vocabulary
from bot.app.model.modes import PLAIN, PLAYABLE, chosen_instead
from bot.app.texts import LANGUAGES, short_text, texts_in
from bot.app.world import Recall
from solver.characters import in_one_script
from solver.feedback import History
from solver.strategies import STRATEGIES, partners_guess
from solver.strength import Figure, figure_of
from solver.variant import VARIANTS, Code, UnknownVariant, Variant, variant_named

# Levels of the bot's play. A new level is one entry at its place in the ladder, and its words in each language.


@dataclass(frozen=True, slots=True)
class Level:
    """A level: a strategy of the solver's under a name and with a face for people."""

    name: str
    face: str
    strategy: str
    with_repeats: str = ""
    """The strategy where symbols may repeat, if it differs: there the first codes in order tell too little."""

    def strategy_for(self, variant: Variant) -> str:
        """The name of its strategy for the variant."""
        return (self.with_repeats if variant.repeats else "") or self.strategy

    def throws_dice(self, variant: Variant) -> bool:
        """Whether the strategy is randomised, so that games with equal replies may differ."""
        return STRATEGIES[self.strategy_for(variant)].by_chance

    def relabels(self, variant: Variant) -> bool:
        """Whether games are relabelled, so that no secret is dearer than others to whoever knows the level."""
        return STRATEGIES[self.strategy_for(variant)].relabels and not variant.words

    def figure_for(self, variant: Variant) -> Figure | None:
        """The figure of its strategy for the variant; None if it was never measured."""
        return figure_of(variant, self.strategy_for(variant))


LEVELS = {
    level.name: level
    for level in (
        Level("learner", "🐣", "learner"),
        Level("beginner", "🐰", "beginner"),
        Level("casual", "🐱", "casual"),
        Level("club", "🦊", "club"),
        Level("expert", "🦉", "sieve", with_repeats="random"),
        Level("perfect", "🐲", "optimal"),
    )
}
"""The levels from the weakest to the strongest. Everything else uses names, so a level may be inserted."""
ABOVE = dict(pairwise(LEVELS.values()))
STRONGEST = next(reversed(LEVELS))


def guess_of(level: Level, variant: Variant, history: History, seed: str, recall: Recall) -> Code:
    """The bot's guess after `history` at that level; `seed`: the game's, for what varies. Raises NeedsThought."""
    varies = level.throws_dice(variant) or level.relabels(variant)
    return recall(partners_guess, variant, history, level.strategy_for(variant), seed if varies else "")


def next_level(name: str) -> Level | None:
    """The next higher level; None above the strongest."""
    return ABOVE.get(LEVELS[name])


# Options of a game with the bot: variant, mode, degree of help, level.


class Help(Enum):
    """Degrees of help beside the feedback. A new degree is one entry."""

    BLIND = "blind"
    NORMAL = "normal"
    COACHED = "coached"


CLASSIC = "classic"


class Wish(Enum):
    """What an option word may decide."""

    MODE = "mode"
    LEVEL = "level"
    HELP = "help"
    VARIANT = "variant"
    LENGTH = "length"
    REPEATS = "repeats"


ANY = frozenset(Wish)
OF_VARIANT = frozenset({Wish.VARIANT, Wish.LENGTH, Wish.REPEATS})
OF_GUESSER = OF_VARIANT | {Wish.MODE, Wish.HELP}
"""What is decided where the person alone guesses."""
OF_BOT = OF_VARIANT | {Wish.LEVEL}
"""What is decided where the bot guesses."""


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options by name. `level`: the bot's, where it guesses."""

    mode: str = PLAIN
    variant: str = CLASSIC
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

    def but(self, words: str, language: str = "", takes: frozenset[Wish] = ANY) -> "GameOptions":
        """The options changed by `words` in that language, such as `5x8r coached`. Every word counts.

        `takes`: what may be decided. Raises UnknownOption.
        """
        if takes >= OF_VARIANT and (named := _by_name().get(plain(words))):
            return replace(self, variant=named)
        said: dict[Wish, _Word] = {}
        for word in _words_in(words):
            read = _read(word, self.mode, language)
            if read is None:
                continue
            if read.wish not in takes:
                raise UselessOption(word, read.wish)
            before = said.setdefault(read.wish, read)
            if before.is_general and _are_kin(before.meaning, read.meaning):
                said[read.wish] = read
            elif before.meaning != read.meaning and not (read.is_general and _are_kin(before.meaning, read.meaning)):
                raise ContraryOptions(before.word, word)
        if Wish.HELP in said and Wish.MODE in said and PLAYABLE[said[Wish.MODE].meaning].several:
            raise ContraryOptions(said[Wish.MODE].word, said[Wish.HELP].word)
        return replace(
            self,
            mode=said[Wish.MODE].meaning if Wish.MODE in said else self.mode,
            level=said[Wish.LEVEL].meaning if Wish.LEVEL in said else self.level,
            help=Help(said[Wish.HELP].meaning) if Wish.HELP in said else self.help,
            variant=_variant_of(said) if said.keys() & OF_VARIANT else self.variant,
        )


def options_read(text: str) -> GameOptions:
    """The options of such a text."""
    mode, variant, degree, level = text.split(" ")
    return GameOptions(mode, variant_named(variant).name, Help(degree), level)


# How option words are read.

GAME = vocabulary("game")
"""Words for variants, modes, levels and degrees of help, besides their names."""
IDLE = "idle"
"""The meaning of filler words, such as in `with a coach`."""
LENGTHS = vocabulary("length")
"""Words for the length of a code."""
BY_LENGTH = {"3": "three", "4": "classic", "5": "five", "6": "six"}
LENGTH_NAMED = {name: length for length, name in BY_LENGTH.items() if name != CLASSIC}
SHAPES = vocabulary("shape")
MOST_DIGITS = 3
"""Of a length, and of the number of symbols."""
X = rf"(?:[×*]|{SHAPES.pattern('x')})"
SHAPE = re.compile(rf"(?P<length>\d{{1,3}}){X}(?P<symbols>\d{{1,3}})(?P<repeats>{SHAPES.pattern('r')})?")
"""A custom variant such as `5x8r`, on any keyboard layout."""
SPACED_SHAPE = re.compile(rf"(?<=\d)(?!\s+{X}[24]\b)\s*({X})\s*(?=\d)")
"""One that is typed with spaces; but `5 x2` are two codes of five digits."""
BETWEEN_WORDS = re.compile(r"[\s,;+&/]+|(?<=^\d)-?(?=[^\W\d_]{3})|(?<=\s\d)-?(?=[^\W\d_]{3})")
"""What stands between two words: also nothing, or a hyphen, as in `5-digit`."""
AROUND_WORDS = ".!?:\"'`«»“”„()[]"


@dataclass(frozen=True, slots=True)
class _Word:
    """An option word, and what it decides."""

    wish: Wish
    word: str
    meaning: str
    is_general: bool = False
    """Whether it names a kind of symbols, of which a variant or a length says more."""


def _words_in(text: str) -> list[str]:
    text = SPACED_SHAPE.sub(r"\1", text.lower())
    return [in_one_script(word) for part in BETWEEN_WORDS.split(text) if (word := part.strip(AROUND_WORDS))]


DIGITS = VARIANTS[CLASSIC].alphabet
REPEATING = "repeats"
GENERAL = frozenset({CLASSIC, "colours", "pictures", "cipher"}) | {
    name
    for name, variant in VARIANTS.items()
    if variant.words and variant.length == 5 and not variant.repeats  # noqa: PLR2004
}
"""The variants whose words name their kind of symbols alone, such as *digits*: other words may say more."""


def _read(word: str, mode: str, language: str) -> _Word | None:
    """What the word decides; None: nothing, it only fills. Raises UnknownOption."""
    known = GAME.meaning(word, language)
    meaning = known or word
    said = meaning if meaning.isdecimal() and len(meaning) <= MOST_DIGITS else None
    length = LENGTH_NAMED.get(meaning) or LENGTHS.meaning(word, language) or said
    if meaning == IDLE:
        return None
    if (chosen := chosen_instead(mode, meaning)) is not None:
        return _Word(Wish.MODE, word, chosen)
    if meaning in {other.option for other in PLAYABLE.values() if other.option}:
        raise UselessOption(word, Wish.MODE)
    if meaning in LEVELS:
        return _Word(Wish.LEVEL, word, meaning)
    if meaning in {degree.value for degree in Help}:
        return _Word(Wish.HELP, word, meaning)
    if length is not None:
        return _Word(Wish.LENGTH, word, str(int(length)))
    if meaning == REPEATING or SHAPES.meaning(word) == "r":
        return _Word(Wish.REPEATS, word, REPEATING)
    return _Word(Wish.VARIANT, word, variant_said(word, language).name, known in GENERAL)


def _are_kin(one: str, other: str) -> bool:
    return _kin(variant_named(one)) == _kin(variant_named(other))


def _kin(variant: Variant) -> str:
    """What the variants of one kind of symbols have in common: digits, these words, these pictures."""
    if variant.words or len(variant.alphabet) > len(DIGITS):
        return variant.alphabet
    return variant.shown[:1] or DIGITS


def _variant_of(said: dict[Wish, _Word]) -> str:
    """The name of the variant that the words mean together. Raises UnknownOption."""
    base, length, repeats = (said.get(wish) for wish in (Wish.VARIANT, Wish.LENGTH, Wish.REPEATS))
    variant = variant_named(base.meaning if base else CLASSIC)
    if base is not None and not base.is_general:
        if repeats and SHAPE.fullmatch(variant.name) and not variant.repeats:
            variant = variant_said(f"{variant.name}r")
        if length and int(length.meaning) != variant.length:
            raise ContraryOptions(base.word, length.word)
        if repeats and not variant.repeats:
            raise ContraryOptions(base.word, repeats.word)
        return variant.name
    if _kin(variant) == DIGITS:
        if length and not repeats and length.meaning in BY_LENGTH:
            return BY_LENGTH[length.meaning]
        shape = f"{length.meaning if length else variant.length}x{len(DIGITS)}{'r' * bool(repeats)}"
        named = (each.name for each in VARIANTS.values() if each.shape == shape and each.alphabet == DIGITS)
        return next(named, None) or variant_said(shape).name
    kin = tuple(each for each in VARIANTS.values() if _kin(each) == _kin(variant))
    for each in (variant, *kin):
        if (each.repeats or not repeats) and (length is None or each.length == int(length.meaning)):
            return each.name
    raise NoSuchVariant(" ".join(word.word for wish, word in said.items() if wish in OF_VARIANT), kin)


@cache
def _by_name() -> dict[str, str]:
    """Every variant by the names that menus give it, in each language."""
    return {plain(texts_in(code).plain(f"variant.{name}")): name for code in reversed(LANGUAGES) for name in VARIANTS}


def variant_said(word: str, language: str = "") -> Variant:
    """The variant that a word means in that language. Raises UnknownOption."""
    said = in_one_script(word.lower())
    name = GAME.meaning(said, language) or BY_LENGTH.get(said, said)
    if shape := SHAPE.fullmatch(name):
        name = f"{int(shape['length'])}x{int(shape['symbols'])}{'r' * bool(shape['repeats'])}"
    try:
        return variant_named(name)
    except UnknownVariant:
        raise UnknownOption(word) from None


# What there is instead of what other games have, such as `quordle`, and of levels, where nobody but the reader guesses.

OTHER = vocabulary("other")
"""Words for that; the meaning is what is nearest here, as it is written behind /play, with hyphens."""
MUCH_ELSE = frozenset({"classic", "coached", "evil"})
"""The meanings of such words as are also said of other things: *impossible!*"""
FOR_LEVEL = {
    **dict.fromkeys(("learner", "beginner"), Help.COACHED.value),
    **dict.fromkeys(("casual", "club"), Help.NORMAL.value),
    **dict.fromkeys(("expert", "perfect"), "strict"),
}
LONGEST_WISH = 64
COUNT = re.compile(rf"{X}(\d{{1,3}})|(\d{{1,3}}){X}")
CODES = {1: Help.NORMAL.value} | {mode.rules.codes: mode.option for mode in PLAYABLE.values() if mode.several}
"""What begins a game of so many codes at once."""


def nearest_to(words: str, language: str = "") -> tuple[GameOptions, ...]:
    """What there is of what the words wish, or what is nearest to it, be it two; none: nothing is near.

    Nothing is near a text of more than LONGEST_WISH characters.
    """
    if len(words) > LONGEST_WISH:
        return ()
    whole = OTHER.meaning(" ".join(words.split()), language)
    said = _words_in(whole.replace("-", " ") if whole else words)
    found: list[GameOptions] = []
    if any(GAME.meaning(word, language) != IDLE for word in said):
        for either in (min, max):
            with suppress(UnknownOption):
                instead = " ".join(_instead_of(word, language, either) for word in said)
                found.append(GameOptions().but(instead, language, OF_GUESSER))
    return tuple(dict.fromkeys(found))


def _instead_of(word: str, language: str, either: Callable[[Iterable[int]], int]) -> str:
    if count := COUNT.fullmatch(word):
        away = {codes: abs(codes - int(count[1] or count[2])) for codes in CODES}
        return CODES[either(codes for codes in away if away[codes] == min(away.values()))]
    if other := OTHER.meaning(word, language):
        return other.replace("-", " ")
    return FOR_LEVEL.get(GAME.meaning(word, language) or word, word)


def names_a_game(words: str, language: str) -> bool:
    """Whether the words alone name a way to play and nothing else: `strict`, `x3`, `quordle`."""
    other = OTHER.meaning(words, language)
    mode = chosen_instead(PLAIN, GAME.meaning(words, language) or plain(words))
    return bool(mode or COUNT.fullmatch(plain(words)) or (other and other not in MUCH_ELSE))


# What is wrong with them.


class UnknownOption(ValueError):
    """A word that is no option."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = short_text(word)

    @property
    def why(self) -> str:
        """The text key of the message: an unknown word, or a variant that is too large."""
        is_shape = SHAPE.fullmatch(self.word.lower()) or self.word.isdecimal()
        return "note.unfit-shape" if is_shape else "note.unknown-wish"


class ContraryOptions(UnknownOption):
    """Two words of which only one can be meant: `word` and `other`."""

    def __init__(self, word: str, other: str) -> None:
        super().__init__(word)
        self.other = short_text(other)


class NoSuchVariant(UnknownOption):
    """Words that no variant of their kind fits; `offers`: those of the kind that there are."""

    def __init__(self, words: str, offers: tuple[Variant, ...]) -> None:
        super().__init__(words)
        self.offers = offers


class UselessOption(UnknownOption):
    """A word that is an option, but decides nothing in that game."""

    def __init__(self, word: str, wish: Wish) -> None:
        super().__init__(word)
        self.wish = wish


# Families of variants by kind of symbols: each is a page of the menus. A new family is one entry.

UNFOLDED = "-all"
"""Behind a family's name on a button: its page with words of other languages."""


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
