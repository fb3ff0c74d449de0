"""What a code is: its symbols, its length, and how people write it."""

import itertools
import math
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

Code = tuple[int, ...]
"""Indices into a variant's alphabet: 0123 of the classic game is (0, 1, 2, 3)."""

SEPARATORS = frozenset(",.;_،、。·\N{MINUS SIGN}")
LONGEST_TEXT = 4096


class Fault(Enum):
    """Why a text is not a code."""

    WRONG_LENGTH = "wrong length"
    UNKNOWN_SYMBOL = "unknown symbol"
    REPEATED_SYMBOL = "repeated symbol"


class InvalidCode(ValueError):
    """A text that is not a code. `symbol` is the one to blame, `given` how many there are if their number is wrong."""

    def __init__(self, fault: Fault, symbol: str = "", given: int = 0) -> None:
        super().__init__(fault, symbol, given)
        self.fault = fault
        self.symbol = symbol
        self.given = given

    def __str__(self) -> str:
        return f"{self.fault.value}: {self.symbol!r}" if self.symbol else f"{self.fault.value}: {self.given}"


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play: which symbols there are, how many stand in a code, and whether one may stand twice."""

    name: str
    alphabet: str
    length: int
    repeats: bool = False

    @property
    def size(self) -> int:
        """How many codes there are."""
        symbols = len(self.alphabet)
        return symbols**self.length if self.repeats else math.perm(symbols, self.length)

    def codes(self) -> Iterator[Code]:
        """Every code, in code order."""
        symbols = range(len(self.alphabet))
        if self.repeats:
            return itertools.product(symbols, repeat=self.length)
        return itertools.permutations(symbols, self.length)

    def format(self, code: Code) -> str:
        """The code as players read it."""
        return "".join(self.alphabet[symbol] for symbol in code)

    def parse(self, text: str) -> Code:
        """The code somebody means by `text`, in any script's digits and with any separators. Raises InvalidCode."""
        if len(text) > LONGEST_TEXT:
            raise InvalidCode(Fault.WRONG_LENGTH, given=len(text))
        code = tuple(self._symbols(text))
        if len(code) != self.length:
            raise InvalidCode(Fault.WRONG_LENGTH, given=len(code))
        if not self.repeats:
            _refuse_repeats(self, code)
        return code

    def _symbols(self, text: str) -> Iterator[int]:
        # Character by character: no two of them make one symbol, and normalising marks in bulk can take quadratic time.
        for written in text:
            if written in self.alphabet:
                yield self.alphabet.index(written)
                continue
            for character in unicodedata.normalize("NFKC", written):
                if _separates(character):
                    continue
                symbol = self.alphabet.find(_plain(character))
                if symbol < 0:
                    raise InvalidCode(Fault.UNKNOWN_SYMBOL, symbol=written)
                yield symbol


def _separates(character: str) -> bool:
    return character.isspace() or character in SEPARATORS or unicodedata.category(character) == "Pd"


def _plain(character: str) -> str:
    return str(unicodedata.decimal(character)) if character.isdecimal() else character


def _refuse_repeats(variant: Variant, code: Code) -> None:
    for place, symbol in enumerate(code):
        if symbol in code[:place]:
            raise InvalidCode(Fault.REPEATED_SYMBOL, symbol=variant.alphabet[symbol])


VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        Variant("classic", alphabet="0123456789", length=4),
        Variant("nonzero", alphabet="123456789", length=4),
        Variant("three", alphabet="0123456789", length=3),
        Variant("mini", alphabet="12345", length=4),
    )
}
