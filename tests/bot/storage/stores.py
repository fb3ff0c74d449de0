"""A store on a real file, and the small jobs that its tests run."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.app.kind import Kinds
from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.model.game import Header
from bot.app.outbox import ScreenItem
from bot.app.registry import KINDS
from bot.app.screen import Place, Screen
from bot.app.texts import Html
from bot.app.work import Work
from bot.game.model import Phase
from bot.game.notation import game_at
from bot.storage.migrations import MIGRATIONS, migrations_for
from bot.storage.session import UnusableDatabase
from bot.storage.store import DatabaseStore, store_at

BOT = 123456
TABLE = "0123456789abcdef"
Job = Callable[[Work], Awaitable[None]]
_updates = count(1_000_000)


@cache
def migrated() -> bytes:
    """What a file of SQLite's holds once it is migrated: to begin with it saves making all migrations once more."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(MIGRATIONS)
        for migration in migrations_for("sqlite"):
            database.executescript(migration.script + migration.record)
        return database.serialize()


@asynccontextmanager
async def opened_anew(folder: str, kinds: Kinds = KINDS) -> AsyncIterator[DatabaseStore]:
    file = Path(folder) / "bot.sqlite"
    file.write_bytes(migrated())
    async with opened(file, kinds) as store:
        yield store


@asynccontextmanager
async def opened(place: Path | str, kinds: Kinds = KINDS) -> AsyncIterator[DatabaseStore]:
    store = store_at(place if isinstance(place, str) else f"sqlite:///{place}", BOT, kinds)
    await store.open()
    listening = asyncio.create_task(store.listen())
    try:
        yield store
    finally:
        listening.cancel()
        await store.close()


async def open_once(place: Path | str) -> None:
    async with opened(place):
        pass


def table_in(chat: Chat, table_id: str = TABLE, position: str = "solo classic 0834 |", opened_at: float = 1.0) -> Alone:
    game = game_at(position)
    ended_at = opened_at if game.phase is Phase.OVER else None
    return Alone(id=table_id, chat=chat, game=game, starter=1, salt="5a" * 16, opened_at=opened_at, ended_at=ended_at)


def screen(text: str) -> Screen:
    return Screen(Html(text))


async def is_new(work: Work, update: int) -> bool:
    """Whether the update comes for the first time; from now on it has come."""
    return not (await work.scene(update, None)).seen


async def preferences(work: Work, chat: Chat) -> Preferences:
    """What is known of the chat, as an update of its own meets it."""
    return (await work.scene(next(_updates), chat)).preferences


async def open_table(work: Work, chat: Chat) -> Alone | None:
    """The game that was begun last of those that run in the chat, as an update of its own meets it."""
    games = (await work.scene(next(_updates), chat)).games
    return next((game for game in reversed(games) if isinstance(game, Alone)), None)


def saving(*games: Header) -> Job:
    async def job(work: Work) -> None:
        for game in games:
            work.games.save(game)

    return job


async def loaded(store: DatabaseStore, game_id: str = TABLE, kind: type[Any] = Alone) -> Any:
    game = await store.run(lambda work: work.games.load(game_id, kind))
    assert game is not None
    return game


async def write(store: DatabaseStore, *acts: Callable[[Work], object]) -> None:
    async def job(work: Work) -> None:
        for act in acts:
            act(work)

    await store.run(job)


async def errors_of(*doings: Awaitable[object]) -> list[type[BaseException]]:
    """With what those of them fail that do, when all are done at once."""
    outcomes = await asyncio.gather(*doings, return_exceptions=True)
    return [type(outcome) for outcome in outcomes if isinstance(outcome, BaseException)]


async def delivered(store: DatabaseStore, chat: int) -> list[str]:
    """Deliver all that waits for the chat, one by one; the texts of its screens, in that order."""
    texts: list[str] = []
    while items := await store.outbox.pending(chat):
        texts += [item.screen.html for item in items if isinstance(item, ScreenItem)]
        for item in items:
            await store.outbox.note_delivered([item], None, None)
    return texts


def showing(chat: Chat, text: str, slot: str = "menu") -> Job:
    async def job(work: Work) -> None:
        work.show(chat, slot, screen(text), Place.BOTTOM)

    return job


async def refusal(place: Path | str) -> str:
    with pytest.raises(UnusableDatabase) as refused:
        await open_once(place)
    message = str(refused.value)
    assert message.splitlines() == [message]
    assert message.startswith("DATABASE_URL: ")
    return message
