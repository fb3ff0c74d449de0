"""Arguments that many commands take."""

from argparse import ArgumentParser

from solver.cli import reading


def add_variant(parser: ArgumentParser) -> None:
    """Add the positional argument VARIANT."""
    parser.add_argument(
        "variant", metavar="VARIANT", type=reading.variant, help="classic, mini, … or LxN, LxNr such as 4x8, 5x6r"
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
    parser.add_argument("--seed", metavar="K", type=reading.whole, help="makes chance repeat itself")
