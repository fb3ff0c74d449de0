"""A challenge: an offer of a match, which binds nobody until it is accepted."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Protocol

from bot.app.messages import Destination, Inline
from bot.app.model.terms import Terms


class State(Enum):
    """The state of a challenge."""

    UNSENT = "unsent"
    """Offered to its maker as an inline card; each card that is sent becomes a challenge of its own."""
    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Challenge:
    """An offer of a match on these terms, to whoever has the token or to one person."""

    token: str
    """128 random bits; whoever holds it may accept."""
    terms: Terms
    person: int
    name: str
    made_at: float
    expires_at: float
    to: int | None = None
    """The only person who may accept; None: anybody but the challenger."""
    to_name: str = ""
    taker: int | None = None
    """Who has accepted. While it is still open, the match waits for the challenger, who cannot be reached."""
    taker_name: str = ""
    declined: tuple[str, ...] = ()
    """The names of those who declined."""
    consents: tuple[int, ...] = ()
    """Those who accepted on the card and have not started the bot; they are not asked again."""
    card: Destination | None = None
    """Its card, if it has one."""
    seed: str = ""
    """The seed of the lot, which becomes the match's."""
    state: State = State.OPEN
    match: str = ""
    """The id of its match."""
    revision: int = field(default=0, compare=False)
    """The number of times it was saved when it was read."""

    @property
    def lot_commitment(self) -> str:
        """SHA-256 of the lot's seed in hex."""
        return sha256(self.seed.encode()).hexdigest()

    @property
    def is_named(self) -> bool:
        """Whether it is for one person alone."""
        return self.to is not None


def token_on(card: Inline, offered: str) -> str:
    """The token of the challenge on a card; `offered`: the token with which the card was offered.

    It follows from both, so that the first press and Telegram's report lead to the same challenge, in either order.
    """
    return urlsafe_b64encode(sha256(f"{offered} {card.message}".encode()).digest()[:16]).decode().rstrip("=")


class Challenges(Protocol):
    """Stored challenges."""

    async def load(self, token: str) -> Challenge | None:
        """The challenge of that token."""

    async def open_of(self, person: int) -> tuple[Challenge, ...]:
        """Challenges by the person that nobody has answered, the oldest first."""

    async def open_in(self, chat: int, most: int) -> tuple[Challenge, ...]:
        """Unanswered challenges whose cards are in that chat, the oldest first, at most so many."""

    async def bound_card(self, card: Inline) -> str:
        """The token with which the card was first pressed or reported; empty: none yet."""

    def bind_card(self, card: Inline, offered: str) -> None:
        """Bind the card to the offer of that token, for good."""

    def save(self, challenge: Challenge) -> None:
        """Save the challenge. The work begins again if another has saved it since it was read."""
