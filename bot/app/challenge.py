"""A challenge: an offer of a match, which binds nobody until it is accepted."""

from dataclasses import dataclass, field
from enum import Enum

from bot.app.messages import Destination
from bot.app.terms import Terms


class State(Enum):
    """What became of it."""

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
    card: Destination | None = None
    """Where it stands for everybody to see."""
    seed: str = ""
    """Of the lot; becomes the match's."""
    state: State = State.OPEN
    match: str = ""
    """The match it led to."""
    revision: int = field(default=0, compare=False)
    """How often it had been saved when we read it."""
