"""The port `MasteryStore`: where somebody was a master of guessing a number."""

from typing import Any

from bot.app.model.masteries import Masteries
from bot.storage.writes import Writes


class StoredMasteries:
    """Ranges of numbers in which somebody was a master, by chat."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def of(self, chat: int) -> Masteries:
        """How often somebody was a master there."""
        row = await self._queries.masteries(self._session, chat_id=chat)
        return Masteries(row["games"], row["widest"])

    def add(self, game: str, chat: int, size: int) -> None:
        """Somebody was a master in a range of so many numbers; counted once a game."""
        self._writes.add("master", game_id=game, chat_id=chat, size=size)
