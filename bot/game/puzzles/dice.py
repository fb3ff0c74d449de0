"""Draws that follow from a text alone, in every version of Python: what was drawn once can be drawn again."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Dice that fall the same for the same text."""

    def __init__(self, about: str) -> None:
        self._about = about
        self._thrown = 0

    def below(self, most: int) -> int:
        """A number from 0 on, below that one."""
        self._thrown += 1
        digest = sha256(f"{self._about}/{self._thrown}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % most

    def one(self, things: Sequence[T]) -> T:
        """One of the things."""
        return things[self.below(len(things))]

    def some(self, things: Sequence[T], count: int) -> list[T]:
        """So many of the things, in any order; all of them, where there are no more."""
        rest = list(things)
        return [rest.pop(self.below(len(rest))) for _ in range(min(count, len(rest)))]
