"""A store on a real file, and the small jobs that its tests run."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from bot.app.messages import Chat
from bot.app.model.table import Table
from bot.app.ports import Place, Preferences, Work
from bot.app.screen import Screen
from bot.app.texts import Html
from bot.game.notation import game_at
from bot.storage.store import DatabaseStore, store_at

BOT = 123456
TABLE = "0123456789abcdef"
Job = Callable[[Work], Awaitable[None]]
_updates = count(1_000_000)


@asynccontextmanager
async def opened(place: Path | str) -> AsyncIterator[DatabaseStore]:
    """The store on a file or at a URL, closed in the end."""
    store = store_at(place if isinstance(place, str) else f"sqlite:///{place}", BOT)
    await store.open()
    listening = asyncio.create_task(store.listen())
    try:
        yield store
    finally:
        listening.cancel()
        await store.close()


def table_in(chat: Chat, table_id: str = TABLE, position: str = "solo classic 0834 |", opened_at: float = 1.0) -> Table:
    """A table in a chat."""
    return Table(table_id, chat, game_at(position), starter=1, salt="5a" * 16, opened_at=opened_at)


def screen(text: str) -> Screen:
    """A screen with a text and nothing else."""
    return Screen(Html(text))


async def is_new(work: Work, update: int) -> bool:
    """Whether the update comes for the first time; from now on it has come."""
    return not (await work.scene(update, None)).seen


async def preferences(work: Work, chat: Chat) -> Preferences:
    """What is known of the chat, as an update of its own meets it."""
    return (await work.scene(next(_updates), chat)).preferences


async def open_table(work: Work, chat: Chat) -> Table | None:
    """The game that is on in the chat, as an update of its own meets it."""
    return (await work.scene(next(_updates), chat)).table


def saving(table: Table) -> Job:
    """Keep the table."""

    async def job(work: Work) -> None:
        work.save(table)

    return job


def showing(chat: Chat, text: str, slot: str = "menu") -> Job:
    """Put a screen into the outbox."""

    async def job(work: Work) -> None:
        work.show(chat, slot, screen(text), Place.BOTTOM)

    return job
