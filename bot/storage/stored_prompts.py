"""What a chat or a person said before: drafts of the keypads, options of the last games, answers to questions."""

from typing import Any

from bot.storage.writes import Writes


class StoredPrompts:
    """The port `Prompts` over named queries."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def read(self, kind: str, person: int) -> str:
        """What is kept of that kind; empty: nothing."""
        row = await self._queries.prompt(self._session, person_id=person, kind=kind)
        return row["content"] or ""

    def keep(self, kind: str, person: int, content: str) -> None:
        """Keep it; empty forgets it."""
        if content:
            self._writes.add("keep_prompt", person_id=person, kind=kind, content=content)
        else:
            self._writes.add("drop_prompt", person_id=person, kind=kind)

    async def last_options(self, chat: int, mode: str) -> str:
        """The options with which the mode was played last in the chat; empty: it never was."""
        row = await self._queries.last_options(self._session, chat_id=chat, mode=mode)
        return row["options"] or ""

    def keep_last_options(self, chat: int, mode: str, options: str) -> None:
        """Keep the options of the game that begins."""
        self._writes.add("keep_last_options", chat_id=chat, mode=mode, options=options)
