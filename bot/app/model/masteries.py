"""Masteries: games in which a number was guessed with no more questions than perfect play needs."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Masteries:
    """The number of such games in a chat, and the size of the largest range."""

    games: int = 0
    widest: int = 0


NEVER = Masteries()


class MasteryStore(Protocol):
    """Stored masteries."""

    async def of(self, chat: int) -> Masteries:
        """The masteries of the chat."""

    def add(self, game: str, chat: int, size: int) -> None:
        """Count a mastery in a range of so many numbers, once a game."""
