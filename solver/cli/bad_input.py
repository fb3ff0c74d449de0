"""Errors of the command line that are printed in one line, without a traceback."""

from collections.abc import Iterable
from difflib import get_close_matches


class BadInput(Exception):
    """The input is invalid. The message is for whoever typed it; the exit code is 2."""


class Failure(Exception):
    """A check failed. The message says what is wrong; the exit code is 1."""


def nearest(typed: str, names: Iterable[str]) -> str:
    """`; did you mean NAME?` for the name most similar to what was typed; empty if none is similar."""
    near = get_close_matches(typed.lower(), names, 1)
    return f"; did you mean {near[0]}?" if near else ""
