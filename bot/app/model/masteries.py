"""Masteries: games in which somebody guessed the bot's number with no more questions than a master needs."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Masteries:
    """How many such games a chat has seen, and how many numbers the widest range held."""

    games: int = 0
    widest: int = 0


NEVER = Masteries()


class MasteryStore(Protocol):
    """Where masteries are kept."""

    async def of(self, chat: int) -> Masteries:
        """The masteries of the chat."""

    def add(self, game: str, chat: int, size: int) -> None:
        """Count a mastery in a range of so many numbers; once a game."""
