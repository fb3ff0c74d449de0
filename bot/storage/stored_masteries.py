"""The port `MasteryStore`: counts of the title *master* for guessing a number, over named queries."""

from typing import Any

from bot.app.model.masteries import Masteries
from bot.storage.writes import Writes


class StoredMasteries:
    """Stored counts of masters, by chat and size of the range."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def of(self, chat: int) -> Masteries:
        """How often somebody was a master in that chat."""
        row = await self._queries.masteries(self._session, chat_id=chat)
        return Masteries(row["games"], row["widest"])

    def add(self, game: str, chat: int, size: int) -> None:
        """Count a master in a range of so many numbers, once a game."""
        self._writes.add("master", game_id=game, chat_id=chat, size=size)
