"""The port `Ledgers` over named queries."""

from typing import Any

from bot.app.model.ledger import Accurate, Ledger
from bot.storage.tally_codec import ledger_read, ledger_written
from bot.storage.writes import Writes


class StoredLedgers:
    """Stored ledgers."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes
        self._kept: dict[int, Ledger] = {}
        """Those that this work has saved."""

    async def of(self, person: int) -> Ledger:
        """The person's ledger, as this work has left it; where there is none, one with which counting begins."""
        if person in self._kept:
            return self._kept[person]
        row = await self._queries.ledger(self._session, person_id=person)
        if row["person_id"] is None:
            return Ledger(person, done=0 if row["has_played"] else None)
        return ledger_read(row)

    def keep(self, ledger: Ledger) -> None:
        """Save it. The work begins again if another has saved it since it was read."""
        self._kept[ledger.person] = ledger
        self._writes.replace(
            "save_ledger",
            "person_id",
            person_id=ledger.person,
            name=ledger.name,
            done=ledger.done,
            accuracy=ledger.accuracy,
            body=ledger_written(ledger),
            revision=ledger.revision,
        )

    async def most_accurate(self, most: int) -> tuple[Accurate, ...]:
        """The most accurate, the best first."""
        rows = self._queries.most_accurate(self._session, most=most)
        return tuple([Accurate(row["person_id"], row["name"], row["accuracy"]) async for row in rows])
