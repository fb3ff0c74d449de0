"""Variants: symbols, length, repeats, words; reading and writing of codes."""

import itertools
import math
import re
import string
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from solver.characters import COLOUR_NAMES, COLOURS, TWINS, in_circles, legible, separates, symbols_written, unstressed
from solver.words import REPEATS, WORD_ALPHABETS, possible_words, words_to_guess

Code = tuple[int, ...]
"""Indices into a variant's alphabet: 0123 of the classic game is (0, 1, 2, 3)."""

LONGEST_TEXT = 4096
SYMBOLS = string.digits + string.ascii_lowercase
LONGEST_CODE = 7
MOST_CODES = 151_200
"""The most codes of a variant: those of `six`, for which tables and searches are made."""


class Fault(Enum):
    """Why a text is not a code."""

    WRONG_LENGTH = "wrong length"
    UNKNOWN_SYMBOL = "unknown symbol"
    REPEATED_SYMBOL = "repeated symbol"
    UNKNOWN_WORD = "unknown word"


class UnknownVariant(ValueError):
    """No variant has this name. The message lists those there are."""


class InvalidCode(ValueError):
    """A text that is not a code. The fault is in `symbol` (or the whole word), or in `given`, the wrong length."""

    def __init__(self, fault: Fault, symbol: str = "", given: int = 0) -> None:
        super().__init__(fault, symbol, given)
        self.fault = fault
        self.symbol = symbol
        self.given = given

    def __str__(self) -> str:
        return f"{self.fault.value}: {self.symbol!r}" if self.symbol else f"{self.fault.value}: {self.given}"


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of the game: its symbols, the length of a code, and whether symbols may repeat.

    `alphabet` has the characters that are typed, `shown` those that are displayed, one for each symbol. `words` names
    the list that codes come from.
    """

    name: str
    alphabet: str
    length: int
    repeats: bool = False
    shown: str = ""
    words: str = ""

    def __hash__(self) -> int:
        return hash(self.name)  # caches of tables use variants as keys, so this must be fast

    @property
    def size(self) -> int:
        """How many codes may be guessed."""
        symbols = len(self.alphabet)
        if self.words:
            return len(words_to_guess(self.words))
        return symbols**self.length if self.repeats else math.perm(symbols, self.length)

    @property
    def shape(self) -> str:
        """`LxN`, with an r where symbols may repeat: variants of one shape are the same game. Of words, the name."""
        return self.name if self.words else f"{self.length}x{len(self.alphabet)}{'r' * self.repeats}"

    def codes(self) -> Iterator[Code]:
        """Every code that may be guessed, in code order."""
        symbols = range(len(self.alphabet))
        if self.words:
            return map(self._spelt, words_to_guess(self.words))
        if self.repeats:
            return itertools.product(symbols, repeat=self.length)
        return itertools.permutations(symbols, self.length)

    def secrets(self) -> Iterator[Code]:
        """Every code that may be a secret, in code order: all of them, but of words the common ones."""
        return map(self._spelt, possible_words(self.words)) if self.words else self.codes()

    def format(self, code: Code) -> str:
        """The code as it is typed."""
        return "".join(self.alphabet[symbol] for symbol in code)

    def show(self, code: Code) -> str:
        """The code as players read it."""
        shown = self.shown or self.alphabet
        return "".join(shown[symbol] for symbol in code)

    def parse(self, text: str, *, letters: str = "", names: Mapping[str, str] = COLOUR_NAMES) -> Code:
        """The code that `text` means, as typed or as displayed, with any separators. Raises InvalidCode.

        Digits may be of any script, letters of either case; what nobody sees and the punctuation around a code mean
        nothing. `letters`, one for each symbol, take precedence over the alphabet. A letter of another script stands
        for the one that looks the same. `names`: what the circles of colours are called.
        """
        if len(text) > LONGEST_TEXT:
            raise InvalidCode(Fault.WRONG_LENGTH, given=len(text))
        code = self._symbols(in_circles(text, names) if self.is_coloured else text, letters)
        if len(code) != self.length:
            raise InvalidCode(Fault.WRONG_LENGTH, given=len(code))
        if not self.repeats:
            _refuse_repeats(self, code)
        if self.words and self.format(code) not in words_to_guess(self.words):
            raise InvalidCode(Fault.UNKNOWN_WORD, symbol=self.format(code))
        return code

    @property
    def is_coloured(self) -> bool:
        """Whether its symbols are colours."""
        return bool(self.shown) and self.shown[0] in COLOURS

    def _spelt(self, word: str) -> Code:
        return tuple(map(self.alphabet.index, word))

    def _symbols(self, text: str, letters: str) -> Code:
        if not letters and set(text) <= set(self.alphabet):
            return tuple(map(self.alphabet.index, text))
        written = tuple(symbols_written(text))
        if not written and (odd := [sign for sign in legible(text) if not separates(sign)]):
            raise InvalidCode(Fault.UNKNOWN_SYMBOL, symbol=odd[0])
        exact = [_symbol_of(sign, (self.shown, letters, self.alphabet)) for _, sign in written]
        own = (self.shown, letters or self.alphabet)
        alike = [
            _first(_symbol_of(like, own) for like in (sign, *TWINS.get(unstressed(sign), ""))) for _, sign in written
        ]
        # A text in which a letter is the reader's own is in their script.
        is_own = any(_symbol_of(sign, (letters,)) is not None for _, sign in written)
        for symbols in (alike, exact) if is_own else (exact, alike):
            if (code := tuple(symbol for symbol in symbols if symbol is not None)) and len(code) == len(symbols):
                return code
        odd = [sign for (sign, _), one, other in zip(written, exact, alike, strict=True) if one is other is None]
        odd += [sign for (sign, _), one in zip(written, exact, strict=True) if one is None]
        if odd:
            raise InvalidCode(Fault.UNKNOWN_SYMBOL, symbol=odd[0])
        return ()


def variant_named(name: str) -> Variant:
    """The variant of that name, or any `LxN` (different symbols) or `LxNr` (they may repeat) of 0-9a-z.

    One that has a name of its own has that: 4x10 is classic. Raises UnknownVariant.
    """
    if name in VARIANTS:
        return VARIANTS[name]
    if not (shape := re.fullmatch(r"([1-9][0-9]{0,2})x([1-9][0-9]{0,2})(r?)", name, re.ASCII)):
        raise UnknownVariant(
            f"no variant is called {name!r}: {', '.join(VARIANTS)}, or LxN or LxNr such as 4x8 or 5x6r"
        )
    length, symbols, repeats = int(shape[1]), int(shape[2]), bool(shape[3])
    if length > LONGEST_CODE or symbols > len(SYMBOLS):
        raise UnknownVariant(f"{name}: at most {LONGEST_CODE} places and {len(SYMBOLS)} symbols")
    if symbols < length and not repeats:
        raise UnknownVariant(
            f"{name}: {symbols} different symbols cannot fill {length} places; {name}r lets them repeat"
        )
    variant = Variant(name, SYMBOLS[:symbols], length, repeats)
    if variant.size > MOST_CODES:
        raise UnknownVariant(f"{name} has {variant.size} codes; at most {MOST_CODES}")
    return next((known for known in VARIANTS.values() if replace(known, name=name) == variant), variant)


def _symbol_of(character: str, ways: tuple[str, ...]) -> int | None:
    """The symbol that the character stands for in one of the ways to write it, in either case, ё being е and á a."""
    for written in (character, character.lower(), character.upper()):
        for way in ways:
            if written in way:
                return way.index(written)
    plain = "е" if character in "ёЁ" else unstressed(character)
    return None if plain == character else _symbol_of(plain, ways)


def _first(symbols: Iterable[int | None]) -> int | None:
    return next((symbol for symbol in symbols if symbol is not None), None)


def _refuse_repeats(variant: Variant, code: Code) -> None:
    for place, symbol in enumerate(code):
        if symbol in code[:place]:
            raise InvalidCode(Fault.REPEATED_SYMBOL, symbol=(variant.shown or variant.alphabet)[symbol])


def _words(name: str) -> Variant:
    language, length, *_ = name.split("-")
    return Variant(f"words-{name}", WORD_ALPHABETS[language], int(length), name.endswith(REPEATS), words=name)


VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        Variant("classic", alphabet="0123456789", length=4),
        Variant("nonzero", alphabet="123456789", length=4),
        Variant("three", alphabet="0123456789", length=3),
        Variant("mini", alphabet="12345", length=4),
        Variant("five", alphabet="0123456789", length=5),
        Variant("six", alphabet="0123456789", length=6),
        Variant("repeats", alphabet="0123456789", length=4, repeats=True),
        Variant("mastermind", alphabet="ROYGBV", length=4, repeats=True, shown="🔴🟠🟡🟢🔵🟣"),
        Variant("colours", alphabet="ROYGBVWK", length=5, repeats=True, shown="🔴🟠🟡🟢🔵🟣⚪⚫"),
        Variant("pictures", alphabet="ABCDEFGHIJKL", length=4, shown="🍎🍋🍇🍒🌽🥕🍄🌻🌵🐝🐟🦋"),
        Variant("cipher", alphabet="ABCDEFGH", length=4, shown="●▲■◆★✚☾♫"),
        *(_words(f"{language}-{rest}") for language in WORD_ALPHABETS for rest in ("4", "5", f"5{REPEATS}")),
    )
}
