"""What all stored games share, of whatever kind."""

from dataclasses import dataclass, field, replace
from typing import Self

from bot.app.messages import Chat
from bot.game.fair_play import GuardedGame

COMPUTER = 0
"""The person in a seat of the bot's."""
LEFT = -1
"""The person in a seat of somebody who has asked to be forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The columns of a stored game; its kind adds the body of the row. Times: seconds since 1970, UTC."""

    id: str
    """16 hex digits, drawn at random."""
    chat: Chat | None
    """The chat of its board; None if each seat has a screen of its own."""
    starter: int
    """The person who began it."""
    salt: str
    """Random text that is hashed with the secret, or the lot, for the commitment."""
    opened_at: float
    ended_at: float | None = None
    """None while it is played."""
    revision: int = field(default=0, compare=False)
    """The number of times it was saved when it was read; 0: never."""
    log: str = field(default="", compare=False)
    """When each move was made, and after which of them hints were taken, as far as was known when it was read."""

    @property
    def is_over(self) -> bool:
        """Whether it is over."""
        return self.ended_at is not None

    @property
    def mode_name(self) -> str:
        """The name of its mode, or of its kind where that has no modes."""
        return type(self).__name__.lower()

    def given_up_at(self, now: float) -> Self:
        """The game, given up at that time."""
        return replace(self, ended_at=now)

    def guarded_for(self, person: int) -> GuardedGame | None:  # noqa: ARG002  most kinds guard nothing
        """What the person must play without help in this game, because it is rated; None: nothing."""
        return None
