"""One update, one transaction: reads go to the database, writes are kept back and made together."""

import time
from collections import defaultdict
from dataclasses import asdict
from typing import Any

from bot.app.messages import Chat
from bot.app.ports import Place, Preferences, Scene, Shown
from bot.app.screens.screen import Screen
from bot.app.table import Table
from bot.game.model import Phase
from bot.storage.codec import retirement_written, screen_written, table_read, table_written

WRITES = (
    "remember_update",
    "forget_updates",
    "keep_failed_update",
    "keep_failed_message",
    "rename_chat",
    "rename_tables",
    "forget_retirements",
    "rename_outbox",
    "forget_slots",
    "prefer",
    "mark_unreachable",
    "save_table",
    "keep_draft",
    "drop_draft",
    "drop_drafts",
    "count_below",
    "occupy_slot",
    "drop_letter",
    "drop_letters_to",
    "put_letter",
)
"""Every statement that writes, in the order in which the kept-back writes are made."""


class UnitOfWork:
    """The port `Work` over named queries, whichever database runs them."""

    def __init__(self, queries: Any, connection: Any, bot_id: int) -> None:
        self._queries = queries
        self._connection = connection
        self._bot_id = bot_id
        self.writes: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        self.addressees: set[int] = set()
        """The chats for which letters were put."""

    def write(self, statement: str, **values: Any) -> None:
        """Keep a write back until the end."""
        self.writes[statement].append(values)

    async def scene(self, update: int, chat: Chat | None) -> Scene:
        """What stood there when the update came; from now on it is seen."""
        chat_id = None if chat is None else chat.id
        key = {"bot_id": self._bot_id, "update_id": update}
        row = await self._queries.scene(self._connection, **key, chat_id=chat_id)
        seen, language, spoken, style, greeted, reachable, *table = row
        if not seen:
            self.write("remember_update", **key, seen_at=time.time())
        known = Preferences() if style is None else Preferences(language, spoken, style, bool(greeted), bool(reachable))
        return Scene(bool(seen), known, self._table(table if table[0] else None))

    def prefer(self, chat: Chat, preferences: Preferences) -> None:
        """Keep the chat's preferences."""
        flags = {"greeted": int(preferences.greeted), "reachable": int(preferences.reachable)}
        self.write("prefer", chat_id=chat.id, **(asdict(preferences) | flags))

    async def table(self, table: str) -> Table | None:
        """The table of that id."""
        return self._table(await self._queries.table(self._connection, table_id=table))

    def _table(self, row: Any) -> Table | None:
        return None if row is None else table_read(*row)

    def save(self, table: Table) -> None:
        """Keep the table."""
        is_over = int(table.game.phase is Phase.OVER)
        columns = {"table_id": table.id, "chat_id": table.chat.id, "opened_at": table.opened_at}
        self.write("save_table", **columns, is_over=is_over, body=table_written(table))
        if is_over:
            self.write("drop_drafts", table_id=table.id)

    async def draft(self, table: str, person: int) -> str:
        """What the person has typed on the table's keypad."""
        row = await self._queries.draft(self._connection, table_id=table, person_id=person)
        return "" if row is None else str(row[0])

    def keep_draft(self, table: str, person: int, draft: str) -> None:
        """Keep what the person has typed; empty forgets it."""
        if draft:
            self.write("keep_draft", table_id=table, person_id=person, symbols=draft)
        else:
            self.write("drop_draft", table_id=table, person_id=person)

    async def shown(self, chat: Chat, slot: str) -> Shown:
        """Where the slot's screen is."""
        row = await self._queries.shown(self._connection, chat_id=chat.id, slot=slot)
        message, below, pending = row
        return Shown(message, below or 0, bool(pending))

    def count_below(self, chat: Chat, slot: str) -> None:
        """One more message came after the slot's screen."""
        self.write("count_below", chat_id=chat.id, slot=slot)

    def show(self, chat: Chat, slot: str, screen: Screen, place: Place) -> None:
        """Let the chat see the screen; an older one of the slot that has not left yet is dropped."""
        self._put(chat, slot, screen_written(screen, place))

    def strip(self, chat: Chat, message: int) -> None:
        """Take the buttons off a message."""
        self.retire(chat, message, wholly=False)

    def retire(self, chat: Chat, message: int, *, wholly: bool) -> None:
        """Take a message out of play: its buttons go, and with `wholly` the message itself."""
        self._put(chat, None, retirement_written(message, wholly=wholly))

    def _put(self, chat: Chat, slot: str | None, content: str) -> None:
        self.write("put_letter", chat_id=chat.id, thread_id=chat.thread, slot=slot, content=content)
        self.addressees.add(chat.id)

    def rename(self, chat: Chat, to: int) -> None:
        """The chat's id has changed; its messages have new ids as well, so none is known any more."""
        for statement in ("rename_chat", "rename_tables", "rename_outbox"):
            self.write(statement, chat_id=chat.id, new_id=to)
        self.write("forget_slots", chat_id=chat.id)
        self.write("forget_retirements", chat_id=chat.id)
        self.addressees.add(to)

    def forget_messages(self, chat: Chat) -> None:
        """Nothing that waits for the chat is to be sent any more."""
        self.write("drop_letters_to", chat_id=chat.id)

    def keep_failed(self, update: int, content: str, error: str) -> None:
        """Remember for the operator what broke on a bug of ours."""
        self.write("keep_failed_update", update_id=update, failed_at=time.time(), content=content, error=error)
