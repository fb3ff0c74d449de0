"""Letters: what waits to be sent, and what a dispatcher needs of the database."""

from dataclasses import dataclass
from typing import Protocol

from bot.app.messages import Chat
from bot.app.ports import Place
from bot.app.screens.screen import Screen


@dataclass(frozen=True, slots=True)
class ScreenLetter:
    """A screen for a slot. `current` is the message that shows the slot now."""

    id: int
    chat: Chat
    slot: str
    screen: Screen
    place: Place
    current: int | None


@dataclass(frozen=True, slots=True)
class RetireLetter:
    """Take a message out of play: its buttons go, and with `wholly` the message itself."""

    id: int
    chat: Chat
    message: int
    wholly: bool


Letter = ScreenLetter | RetireLetter


class Outbox(Protocol):
    """The stored queue of letters, in order for each chat. Every method raises StorageDown."""

    async def waiting(self) -> list[int]:
        """The chats for which something waits."""

    async def pending(self, chat_id: int) -> list[Letter]:
        """What waits for a chat, oldest first."""

    async def delivered(self, letters: list[Letter], message: int | None, retire: int | None) -> None:
        """The letters are done. `message` shows their slot from now on; `retire` has still to be deleted."""

    async def refused(self, letters: list[Letter], reason: str) -> None:
        """Telegram will never take these: keep them for the operator."""

    async def unreachable(self, chat_id: int) -> None:
        """The chat takes nothing any more: drop what waits."""

    async def renamed(self, chat_id: int, to: int) -> None:
        """The chat has a new id."""
