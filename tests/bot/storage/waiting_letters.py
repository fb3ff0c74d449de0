"""Outbox items that wait for a chat, for tests."""

from collections.abc import Awaitable, Callable

from bot.app.messages import Chat
from bot.app.outbox import CommandsItem, ScreenItem, UnreadableItem
from bot.app.screen import Place
from bot.app.work import Work
from bot.storage.store import DatabaseStore
from tests.bot.storage.stores import screen

CHAT, OTHER = Chat(-6), Chat(7)
Job = Callable[[Work], Awaitable[None]]


def here(text: str, slot: str = "menu", chat: Chat = CHAT, *, for_many: bool = False) -> Job:
    """Change the slot's screen in place."""

    async def job(work: Work) -> None:
        work.show(chat, slot, screen(text), Place.HERE, for_many=for_many)

    return job


def stripping(*messages: int) -> Job:
    """Take the buttons off these messages, as stale presses on them do."""

    async def job(work: Work) -> None:
        for message in messages:
            work.strip(CHAT, message)

    return job


async def waiting(store: DatabaseStore, chat: Chat = CHAT) -> list[str | int]:
    """What waits for the chat, as far as it is read at once: texts of screens, messages to be stripped."""
    items = await store.outbox.pending(chat.id)
    lines: list[str | int] = []
    for item in items:
        assert not isinstance(item, UnreadableItem | CommandsItem)
        lines.append(item.screen.html if isinstance(item, ScreenItem) else item.message)
    return lines
