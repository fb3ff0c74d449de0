"""Parsers of command-line values. All of them raise BadInput."""

import random
import re
from argparse import ArgumentTypeError
from collections.abc import Iterable

from solver.cli.bad_input import BadInput, nearest
from solver.feedback import Feedback, History, possible_feedback
from solver.variant import VARIANTS, Code, Fault, InvalidCode, UnknownVariant, Variant, variant_named

REPLY = re.compile(r"([0-9])B([0-9])C", re.ASCII | re.IGNORECASE)
LONGEST_NUMBER = 1000


def variant(name: str) -> Variant:
    """The variant of that name, in either case."""
    try:
        return variant_named(name.lower())
    except UnknownVariant as error:
        raise BadInput(f"{error}{nearest(name, VARIANTS)}") from None


def code(variant: Variant, text: str) -> Code:
    """A code of the variant."""
    try:
        return variant.parse(text)
    except InvalidCode as error:
        raise BadInput(f"{text!r} is no code of {variant.name}: {_fault(variant, error)}") from None


def secret(variant: Variant, text: str) -> Code:
    """A code that may be a secret: of words only the common ones."""
    read = code(variant, text)
    if variant.words and read not in variant.secrets():
        raise BadInput(f"{text!r} may be guessed in {variant.name} but is never a secret")
    return read


def reply(variant: Variant, text: str) -> Feedback:
    """`1B2C`, if two codes of the variant can give it."""
    if not (written := REPLY.fullmatch(text.strip())):
        raise BadInput(f"{text!r} is no reply: bulls and cows are written 1B2C")
    said = Feedback(int(written[1]), int(written[2]))
    if said not in possible_feedback(variant):
        raise BadInput(f"{said} is impossible: no two codes of {variant.name} give it")
    return said


def history(variant: Variant, words: Iterable[str]) -> History:
    """Turns written `GUESS=REPLY`."""
    return tuple(_turn(variant, word) for word in words)


def whole(text: str) -> int:
    """A whole number, for argparse."""
    if len(text) > LONGEST_NUMBER or not re.fullmatch(r"[+-]?[0-9]+", text, re.ASCII):
        raise ArgumentTypeError(f"{text[:20]!r} is not a whole number")
    return int(text)


def positive(text: str) -> int:
    """A whole number from 1, for argparse."""
    if (number := whole(text)) < 1:
        raise ArgumentTypeError(f"{number} is not a number from 1")
    return number


def dice(seed: int | None) -> random.Random:
    """A random source, seeded if a seed is given."""
    return random.Random(seed)  # noqa: S311 -- for games, not for keys


def _turn(variant: Variant, word: str) -> tuple[Code, Feedback]:
    guess, equals, said = word.rpartition("=")
    if not equals:
        raise BadInput(f"{word!r} is no turn: turns are written GUESS=REPLY, such as {_example(variant)}")
    return code(variant, guess), reply(variant, said)


def _example(variant: Variant) -> str:
    return f"{variant.format(next(variant.codes()))}={possible_feedback(variant)[0]}"


def _fault(variant: Variant, error: InvalidCode) -> str:
    match error.fault:
        case Fault.WRONG_LENGTH:
            return f"it has {error.given} symbols, not {variant.length}"
        case Fault.UNKNOWN_SYMBOL:
            return f"{error.symbol!r} is not one of {variant.alphabet}"
        case Fault.REPEATED_SYMBOL:
            return f"{error.symbol} stands in it twice"
        case Fault.UNKNOWN_WORD:
            return "it is not in the list of words"
