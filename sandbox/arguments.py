"""Command lines beside the bot's: what is typed wrongly is refused in one line."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from typing import Any, NoReturn


class Parser(ArgumentParser):
    """A parser that refuses in one line, where the standard one prints its usage as well."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2."""
        self.exit(2, f"{self.prog}: {message} (--help)\n")


def number(kind: type[int] | type[float], least: float, most: float = 1e9) -> Callable[[str], Any]:
    """A reader of numbers within these bounds; anything else, NaN as well, raises ArgumentTypeError."""

    def read(text: str) -> int | float:
        try:
            given = kind(text)
        except ValueError:
            given = kind(least) - 1
        if not least <= given <= most:
            raise ArgumentTypeError(f"{text[:40]!r} is no number from {least:g} to {most:,.0f}")
        return given

    return read
