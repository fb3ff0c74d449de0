"""A challenge: an offer of a match, which binds nobody until it is accepted."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Protocol

from bot.app.messages import Destination, Inline
from bot.app.model.terms import Terms


class State(Enum):
    """What became of it."""

    UNSENT = "unsent"
    """Offered to its own maker as a card of inline mode; each card that is sent becomes a challenge of its own."""
    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Somebody offers a match on these terms, to whoever holds the token or to one person alone."""

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
    """Who has accepted. While it is open still, the match waits for the challenger, who cannot be reached yet."""
    taker_name: str = ""
    declined: tuple[str, ...] = ()
    """Who would rather not."""
    consents: tuple[int, ...] = ()
    """Who has accepted on the card, and is still to open the bot: then nothing is asked again."""
    card: Destination | None = None
    """Where it stands for everybody to see."""
    seed: str = ""
    """Of the lot; becomes the match's."""
    state: State = State.OPEN
    match: str = ""
    """The match it leads to."""
    revision: int = field(default=0, compare=False)
    """How often it had been saved when we read it."""

    @property
    def lot_commitment(self) -> str:
        """SHA-256 of the lot's seed in hex."""
        return sha256(self.seed.encode()).hexdigest()

    @property
    def is_named(self) -> bool:
        """Whether it is for one person alone."""
        return self.to is not None


def token_on(card: Inline, offered: str) -> str:
    """The token of the challenge on a card that was sent; `offered`: the token with which the card was offered.

    It follows from both, so that whatever tells of the card first may make the challenge, once.
    """
    return urlsafe_b64encode(sha256(f"{offered} {card.message}".encode()).digest()[:16]).decode().rstrip("=")


class Challenges(Protocol):
    """The offers of matches."""

    async def load(self, token: str) -> Challenge | None:
        """The challenge of that token."""

    async def open_of(self, person: int) -> tuple[Challenge, ...]:
        """Those that the person has made and nobody has answered, the oldest first."""

    async def open_in(self, chat: int) -> tuple[Challenge, ...]:
        """Those that nobody has answered and whose cards stand in that chat, the oldest first."""

    async def bound_card(self, card: Inline) -> str:
        """The token with which the card was first pressed or told of; empty: none yet."""

    def bind_card(self, card: Inline, offered: str) -> None:
        """The card belongs to the offer of that token, for good."""

    def save(self, challenge: Challenge) -> None:
        """Keep the challenge. The work begins again if somebody else has saved it meanwhile."""
