"""Letters: what waits to be sent, and what a dispatcher needs of the database."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.app.messages import Chat, Destination
from bot.app.ports import Place
from bot.app.screen import Screen

NO_SLOT = ""
"""The slot of messages that stay as they are: each is one of its own."""


GONE = "gone"
"""The kind of job that is written where a private chat takes nothing any more; its `table` is the chat's id."""
MOVED = "moved"
"""The kind of job that is written where a letter found out that a group has a new id; its `table` is the old one."""


@dataclass(frozen=True, slots=True)
class ScreenLetter:
    """A screen for a slot. `current` is the message that shows the slot now."""

    id: int
    to: Destination
    slot: str
    screen: Screen
    place: Place
    current: int | None


@dataclass(frozen=True, slots=True)
class RetireLetter:
    """Take a message out of play: its buttons go, and with `wholly` the message itself."""

    id: int
    to: Chat
    message: int
    wholly: bool


@dataclass(frozen=True, slots=True)
class MarkLetter:
    """Put a sign on a message that somebody wrote, which rings nobody."""

    id: int
    to: Chat
    message: int
    sign: str


Letter = ScreenLetter | RetireLetter | MarkLetter


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
        """What waits for a chat, oldest first."""

    async def delivered(self, letters: list[Letter], message: int | None, retire: int | None) -> None:
        """The letters are done. `message` shows their slot from now on; `retire` has still to be deleted."""

    async def refused(self, letters: list[Letter], reason: str) -> None:
        """Telegram will never take these: keep them for the operator."""

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

    async def grant(self, seconds: float, burst: float) -> float:
        """Take the messages of so many seconds out of what all replicas may send; how long to wait before sending.

        Up to those of `burst` seconds may be sent at once after a quiet time.
        """
