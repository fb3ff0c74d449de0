"""The card of a day in a group: who has pressed Play on it, and what they have come to."""

from dataclasses import dataclass
from typing import Protocol

from bot.app.messages import Chat
from bot.app.model.daily import GAVE_UP, Try

PLAYING = 1000
"""The place of those who have not finished: below all who have."""


@dataclass(frozen=True, slots=True)
class DailyCard:
    """The one card of that day in a group. `guests`: how many have pressed Play on it."""

    id: str
    chat: Chat
    day: int
    guests: int = 0


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who has pressed Play. `attempt`: None: they have not begun."""

    name: str
    attempt: Try | None = None

    @property
    def finished(self) -> Try | None:
        """Their try, if it is over in time."""
        return self.attempt if self.attempt is not None and self.attempt.counts else None


def place_of(attempt: Try | None) -> int:
    """Where whoever has come to that stands: fewer guesses first, then without hints, then those who gave up."""
    if attempt is None or not attempt.counts:
        return PLAYING
    return 2 * (attempt.guesses if attempt.solved else GAVE_UP) + (attempt.hints > 0)


class DailyCards(Protocol):
    """Stored cards, and who has pressed Play on them."""

    async def card(self, chat: int, day: int) -> DailyCard | None:
        """The card of that day in the group."""

    async def card_with(self, card: str) -> DailyCard | None:
        """The card of that id."""

    async def between(self, chat: int, first: int, last: int) -> tuple[DailyCard, ...]:
        """The cards of the days of a week in the group."""

    def put(self, card: DailyCard, now: float) -> None:
        """Store a card, or in which topic it stands now."""

    async def has(self, card: str, person: int) -> bool:
        """Whether the person has pressed Play on the card."""

    def join(self, card: DailyCard, person: int, guest: Guest, now: float) -> None:
        """Store that they have, for the first time."""

    def place(self, attempt: Try) -> None:
        """Store on all cards of the day that the person has finished."""

    async def of(self, day: int, person: int, most: int) -> tuple[str, ...]:
        """The cards of the day on which the person has pressed Play, at most so many."""

    async def guests(self, card: str, most: int) -> tuple[Guest, ...]:
        """Those who have pressed Play on the card, at most so many, the best first."""
