"""The port `Privacy`, over named queries."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.app.model.privacy import MOST_ROWS
from bot.storage.forgetting_people import PLACES, Place
from bot.storage.my_rows import read
from bot.storage.personal import SHOWN
from bot.storage.taking import Taking
from bot.storage.writes import Writes


class StoredPrivacy:
    """What is stored of one person."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def rows_of(self, person: int) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """By table what is stored of the person and is theirs to know, at most MOST_ROWS of each; no empty ones."""
        found = {table: await self._rows_in(table, person) for table in SHOWN}
        return {table: rows for table, rows in found.items() if rows}

    async def _rows_in(self, table: str, person: int) -> list[Mapping[str, Any]]:
        query = getattr(self._queries, f"mine_{table}")
        rows = [read(table, row, person) async for row in query(self._session, person_id=person, most=MOST_ROWS)]
        return [row for row in rows if row is not None]

    async def forget_some(self, person: int, place: str) -> str:
        """Forget a few rows; returns how far it has come, empty once nothing is left."""
        at = Place.read(place)
        taking = Taking(person, self._queries, self._session, self._writes)
        return at.after_step(await PLACES[at.name](taking, at.after))

    def note_forgotten(self, person: int, at: float) -> None:
        """Store that the person has asked to be forgotten."""
        self._writes.add("note_forgotten", person_id=person, forgotten_at=at)
