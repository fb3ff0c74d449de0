"""Arguments and options of commands, and parsers of their values. All of these raise BadInput."""

import random
import re
import unicodedata
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable

from solver.characters import IN_SCRIPT, LIKE_DIGITS, bare
from solver.cli.output import BadInput, nearest
from solver.evaluate import Strategy
from solver.feedback import Feedback, History, possible_feedback
from solver.strategies import STRATEGIES, UnknownStrategy, named_strategy
from solver.variant import VARIANTS, Code, Fault, InvalidCode, UnknownVariant, Variant, variant_named


def add_variant(parser: ArgumentParser) -> None:
    """Add the positional argument VARIANT."""
    parser.add_argument(
        "variant", metavar="VARIANT", type=variant, help="classic, mini, … or LxN, LxNr such as 4x8, 5x6r"
    )


def add_history(parser: ArgumentParser, *, required: bool = False) -> None:
    """Add the positional arguments HISTORY."""
    parser.add_argument(
        "history",
        metavar="HISTORY",
        nargs="+" if required else "*",
        default=(),  # without a default, argparse reports an optional list as missing
        help="turns played so far, GUESS=REPLY each, such as 0123=0B1C",
    )


def add_seed(parser: ArgumentParser) -> None:
    """Add the option --seed."""
    parser.add_argument("--seed", metavar="K", type=whole, help="makes chance repeat itself")


# The option --strategy.


def add_strategy(parser: ArgumentParser) -> None:
    """Add the option --strategy."""
    group = parser.add_argument_group("strategies", strategy_list())
    says = "who chooses the guesses (default: optimal, which a --seed relabels: no secret is dearer than another)"
    group.add_argument("--strategy", metavar="S", default="optimal", help=says)


def strategy_list() -> str:
    """All strategies, a line each."""
    width = max(map(len, STRATEGIES))
    return "\n".join(f"{name:{width}}  {entry.summary}" for name, entry in STRATEGIES.items())


def strategy_of(variant: Variant, name: str, dice: random.Random, labels: random.Random | None = None) -> Strategy:
    """The strategy of that name. Raises BadInput."""
    try:
        return named_strategy(name, variant, dice, labels)
    except UnknownStrategy as error:
        raise BadInput(f"{error}{nearest(name, STRATEGIES)}") from None


# Parsers of values.

REPLY = re.compile(r"([0-9])\s*b[\s,;]*([0-9])\s*c")
OTHER_REPLY = re.compile(r"([0-9])\s*a[\s,;]*([0-9])\s*b")
"""`1A2B`, as it is written in the East: A for bulls, B for cows."""
CYRILLIC = str.maketrans("авбск", "abbcc")
"""Letters that look like A, B and C, and the first ones of bulls and cows in Ukrainian and Russian."""
LONGEST_NUMBER = 1000


def variant(name: str) -> Variant:
    """The variant of that name, in either case, also in letters that only look like its own."""
    try:
        return variant_named(name.lower().translate(IN_SCRIPT["LATIN"]))
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
    """`1B2C` or `1A2B`, if two codes of the variant can give it."""
    said = plain_reply(text)
    if not (written := REPLY.fullmatch(said) or OTHER_REPLY.fullmatch(said)):
        raise BadInput(f"{text!r} is no reply: bulls and cows are written 1B2C")
    feedback = Feedback(int(written[1]), int(written[2]))
    if feedback not in possible_feedback(variant):
        raise BadInput(f"{feedback} is impossible: no two codes of {variant.name} give it")
    return feedback


def plain_reply(text: str) -> str:
    """A reply as it was typed, in small Latin letters."""
    return bare(text).lower().translate(CYRILLIC)


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


def labels(seed: int | None) -> random.Random | None:
    """The random source of labels: without a seed nothing is relabelled."""
    return None if seed is None else dice(seed)


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
            return f"{error.symbol!r}{_described(error.symbol)} is not one of {variant.alphabet}"
        case Fault.REPEATED_SYMBOL:
            return f"{error.symbol} stands in it twice"
        case Fault.UNKNOWN_WORD:
            return "it is not in the list of words"


def _described(symbol: str) -> str:
    """What a character is that looks like another, or like nothing."""
    if symbol.isascii() and symbol not in LIKE_DIGITS:
        return ""
    return f" ({unicodedata.name(symbol, f'U+{ord(symbol):04X}')})"
