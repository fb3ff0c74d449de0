"""The outbox: items to be sent, and what the dispatcher needs of the database."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Protocol

from bot.app.messages import Chat, Destination
from bot.app.ports import Place
from bot.app.screen import Screen
from bot.app.urgency import Urgency

NO_SLOT = ""
"""The slot of messages that are never replaced; each stands for itself."""
AT_ONCE = 8
"""The items of a chat that are read at a time."""
ALL, FOR_MANY = "grant", "grant_for_many"
"""The budgets by the names of their queries: for all messages, and for those that are for many."""
GONE = "gone"
"""The job that is written when a private chat turns out to be unreachable; its subject is the chat's id."""
RESTORED = "restored"
"""The job that is written for each chat with a game when a backup is restored: its subject is the chat's id, its turn
the moment of the backup in seconds since 1970."""
MOVED = "moved"
"""The job that is written when sending shows that a group has a new id; its subject is the old id."""


@dataclass(frozen=True, slots=True)
class ScreenItem:
    """A screen for a slot. `current`: the message that shows the slot now, `age`: for how many seconds.

    `to_bottom`: it replaces an unsent one that was to be the newest message of the chat.
    """

    id: int
    to: Destination
    slot: str
    screen: Screen
    place: Place
    current: int | None
    urgency: Urgency = Urgency.NEWS
    to_bottom: bool = False
    age: float = field(default=inf, compare=False)


@dataclass(frozen=True, slots=True)
class RetireItem:
    """Remove a message's buttons; with `wholly`, delete the message."""

    id: int
    to: Chat
    message: int
    wholly: bool
    urgency: Urgency = Urgency.NEWS


@dataclass(frozen=True, slots=True)
class MarkItem:
    """React to a message that somebody wrote; this notifies nobody."""

    id: int
    to: Chat
    message: int
    sign: str
    urgency: Urgency = Urgency.NEWS


@dataclass(frozen=True, slots=True)
class CommandsItem:
    """List the bot's commands in the chat in a language that was chosen there; this notifies nobody."""

    id: int
    to: Chat
    language: str
    urgency: Urgency = Urgency.NEWS


@dataclass(frozen=True, slots=True)
class UnreadableItem:
    """An item that cannot be read: its stored content, and why."""

    id: int
    to: Chat
    content: str
    error: str
    urgency: Urgency = Urgency.NEWS


OutboxItem = ScreenItem | RetireItem | MarkItem | CommandsItem | UnreadableItem


@dataclass(frozen=True, slots=True)
class Kept:
    """The chats whose leases this replica holds, has released, and has taken.

    `taken`: for each chat, the seconds until its rate limit is whole again.
    """

    held: set[int]
    released: set[int]
    taken: Mapping[int, float]


class Outbox(Protocol):
    """The stored items, in order for each chat, and the leases. Every method raises StorageDown."""

    async def pending(self, chat_id: int) -> list[OutboxItem]:
        """The chat's items, AT_ONCE at most, the next to be sent first.

        Answers and news in the order in which they were put, a newer screen in the place of an older one of its slot;
        then what is for many; last the removals of buttons.
        """

    async def note_delivered(self, items: list[OutboxItem], message: int | None, retire: int | None) -> None:
        """Delete the items. `message` shows their slot from now on; `retire` has still to be deleted at Telegram."""

    async def note_refused(self, items: list[OutboxItem], reason: str) -> None:
        """Move items that can never be sent to the failed messages."""

    async def note_unreachable(self, chat_id: int) -> None:
        """Drop the items of a chat that cannot be written to."""

    async def note_renamed(self, chat_id: int, to: int) -> None:
        """Move all that is stored for the group to its new id, and schedule that it is shown there."""

    async def keep(self, idle: Mapping[int, float], *, sends: bool) -> Kept:
        """Renew our leases, release those of idle chats, and take chats that have items and no sender.

        `idle`: for each chat, the seconds until its rate limit is whole again; `sends`: whether some chats stay ours.
        """

    async def leave(self) -> None:
        """Release all leases, whatever still waits."""

    async def grant(self, seconds: float, burst: float, budget: str = ALL) -> float:
        """Take the messages of so many seconds from a shared budget; returns the seconds to wait before sending.

        After a quiet time the messages of `burst` seconds may be sent at once.
        """
