"""The port `Points` over named queries."""

from typing import Any

from bot.app.model.points import Score
from bot.storage.writes import Writes


class StoredPoints:
    """What parties in groups have brought."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def scores(self, group: int, most: int) -> tuple[Score, ...]:
        """So many of those with most points in the group, the best first."""
        rows = self._queries.scores(self._session, group_id=group, most=most)
        return tuple([Score(row["person_id"], row["name"], row["points"], row["games"]) async for row in rows])

    def add(self, table: str, group: int, name: str, person: int, *, won: int, now: float) -> None:
        """Keep what a party brought to somebody; once."""
        key = {"game_id": table, "person_id": person}
        self._writes.add("put_points", **key, group_id=group, name=name, won=won, ended_at=now)
