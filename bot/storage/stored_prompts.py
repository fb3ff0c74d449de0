"""The port `Prompts`: options of last games, and what a person has been asked or is typing, over named queries."""

from typing import Any

from bot.storage.writes import Writes
from bot.wall_clock import wall


class StoredPrompts:
    """The port `Prompts` over named queries."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def read(self, kind: str, person: int) -> str:
        """The content stored under that kind for the person; empty: nothing."""
        row = await self._queries.prompt(self._session, person_id=person, kind=kind)
        return row["content"] or ""

    def keep(self, kind: str, person: int, content: str) -> None:
        """Store the content; empty deletes it."""
        if content:
            self._writes.add("keep_prompt", person_id=person, kind=kind, content=content, kept_at=wall())
        else:
            self._writes.add("drop_prompt", person_id=person, kind=kind)

    async def last_options(self, chat: int, mode: str) -> str:
        """The options of the last game in that mode in the chat; empty: there was none."""
        row = await self._queries.last_options(self._session, chat_id=chat, mode=mode)
        return row["options"] or ""

    def keep_last_options(self, chat: int, mode: str, options: str) -> None:
        """Store the options of the game that begins."""
        self._writes.add("keep_last_options", chat_id=chat, mode=mode, options=options)
