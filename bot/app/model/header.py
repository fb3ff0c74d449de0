"""What every game that is stored has, whichever kind it is of."""

from dataclasses import dataclass, field, replace
from typing import Self

from bot.app.messages import Chat
from bot.game.fair_play import GuardedGame

COMPUTER = 0
"""Stands for the person in a seat that the bot takes itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The columns of a stored game. Its kind adds what the body of the row holds. Times: seconds since 1970, UTC."""

    id: str
    """16 hex digits, drawn at random."""
    chat: Chat | None
    """Where its one board stands; None where each seat has a screen of its own."""
    starter: int
    """The person who began it."""
    salt: str
    """Random text that goes into the SHA-256 by which a secret or a lot is proven."""
    opened_at: float
    ended_at: float | None = None
    """None while it is played."""
    revision: int = field(default=0, compare=False)
    """How often it had been saved when it was read; 0: never."""

    @property
    def is_over(self) -> bool:
        """Whether it is done with."""
        return self.ended_at is not None

    def given_up_at(self, now: float) -> Self:
        """The running game once it is over, given up at that time."""
        return replace(self, ended_at=now)

    def guarded_for(self, person: int) -> GuardedGame | None:  # noqa: ARG002  most kinds guard nothing
        """What the person has to think about alone in this running game, for it is rated; None: nothing."""
        return None
