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
        """The scores of those with most points in the group, at most `most`, the best first."""
        rows = self._queries.scores(self._session, group_id=group, most=most)
        return tuple([Score(row["person_id"], row["name"], row["points"], row["games"]) async for row in rows])

    async def score(self, group: int, person: int) -> Score | None:
        """The person's score in the group; None if they have none."""
        row = await self._queries.score(self._session, group_id=group, person_id=person)
        return None if row["person_id"] is None else Score(person, row["name"], row["points"], row["games"])

    def add(self, group: int, person: int, name: str, won: int) -> None:
        """Add the points of a game that ends in this work."""
        self._writes.add("count_points", group_id=group, person_id=person, name=name, won=won)
