"""What is wrong but no bug: told in one line, never with a traceback."""

from collections.abc import Iterable
from difflib import get_close_matches


class BadInput(Exception):
    """Something was typed that cannot be. Its text says what, to whoever typed it."""


class Failure(Exception):
    """What was to be checked is not as it should be. Its text says what is wrong with it."""


def nearest(typed: str, names: Iterable[str]) -> str:
    """What may have been meant, as the end of a line; nothing if no name is near."""
    near = get_close_matches(typed.lower(), names, 1)
    return f"; did you mean {near[0]}?" if near else ""
