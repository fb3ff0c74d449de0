"""Letters: what waits to be sent, and what a dispatcher needs of the database."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.app.messages import Chat, Destination
from bot.app.ports import Place
from bot.app.screen import Screen
from bot.app.urgency import Urgency

NO_SLOT = ""
"""The slot of messages that stay as they are: each is one of its own."""
AT_ONCE = 8
"""So many of a chat's letters are read at a time, however many wait."""
ALL, FOR_MANY = "grant", "grant_for_many"
"""The budgets, by the names of what draws on them: what may be sent in all, and what of it may be for many."""
GONE = "gone"
"""The kind of job that is written where a private chat takes nothing any more; its `table` is the chat's id."""
MOVED = "moved"
"""The kind of job that is written where a letter found out that a group has a new id; its `table` is the old one."""


@dataclass(frozen=True, slots=True)
class ScreenLetter:
    """A screen for a slot. `current` is the message that shows the slot now.

    `to_bottom`: it stands in the place of one that was to be the newest message and has not been sent.
    """

    id: int
    to: Destination
    slot: str
    screen: Screen
    place: Place
    current: int | None
    urgency: Urgency = Urgency.NEWS
    to_bottom: bool = False


@dataclass(frozen=True, slots=True)
class RetireLetter:
    """Take a message out of play: its buttons go, and with `wholly` the message itself."""

    id: int
    to: Chat
    message: int
    wholly: bool
    urgency: Urgency = Urgency.NEWS


@dataclass(frozen=True, slots=True)
class MarkLetter:
    """Put a sign on a message that somebody wrote, which rings nobody."""

    id: int
    to: Chat
    message: int
    sign: str
    urgency: Urgency = Urgency.NEWS


@dataclass(frozen=True, slots=True)
class UnreadableLetter:
    """What cannot be sent, for it tells nothing that we know: its content as it is stored, and why."""

    id: int
    to: Chat
    content: str
    error: str
    urgency: Urgency = Urgency.NEWS


Letter = ScreenLetter | RetireLetter | MarkLetter | UnreadableLetter


@dataclass(frozen=True, slots=True)
class Kept:
    """Which chats are ours to send to, which no longer, and which from now on.

    `taken` tells for each in how many seconds its allowance of messages is whole again.
    """

    held: set[int]
    released: set[int]
    taken: Mapping[int, float]


class Outbox(Protocol):
    """The stored letters, in order for each chat, and who sends to which chat. Every method raises StorageDown."""

    async def pending(self, chat_id: int) -> list[Letter]:
        """What waits for a chat, AT_ONCE at most: what leaves next first.

        Answers and news in the order in which they were put, a newer screen in the place of an older one of its slot;
        then what is for many; last what only tidies up.
        """

    async def delivered(self, letters: list[Letter], message: int | None, retire: int | None) -> None:
        """The letters are done. `message` shows their slot from now on; `retire` has still to be deleted."""

    async def refused(self, letters: list[Letter], reason: str) -> None:
        """These can never be sent: keep them for the operator."""

    async def unreachable(self, chat_id: int) -> None:
        """The chat takes nothing any more: drop what waits."""

    async def renamed(self, chat_id: int, to: int) -> None:
        """The group has a new id: all that is kept of it goes along, and is to be shown there soon."""

    async def keep(self, idle: Mapping[int, float], *, sends: bool) -> Kept:
        """Hold on to the chats that are ours, let go of the idle ones, and take those to which nobody sends.

        `idle` tells for each in how many seconds its allowance of messages is whole again; `sends`: some stay ours.
        """

    async def leave(self) -> None:
        """Let go of every chat, whatever still waits for it."""

    async def grant(self, seconds: float, burst: float, budget: str = ALL) -> float:
        """Take the messages of so many seconds out of a budget of all replicas; how long to wait before sending.

        Up to those of `burst` seconds may be sent at once after a quiet time.
        """
