"""The port `DailyAverages`, over named queries."""

from typing import Any

from bot.app.model.daily import GIVEN_UP
from bot.app.model.daily_averages import FEWEST, NEEDED, WINDOW, Averaged
from bot.storage.writes import Writes

RULES = {"span": WINDOW, "needed": NEEDED, "fewest": FEWEST, "given_up": GIVEN_UP}
"""What the statement that counts goes by, as `form_of` does."""


class StoredDailyAverages:
    """Stored tables of the codes of days."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    def foresee(self, person: int, first: int, last: int, midnight: float) -> None:
        """Store the person's lines in the tables whose last days these are.

        Counted by the statement that writes them, after the tries and the person's row of this work are written. That
        row is locked by then, so of two tries that end at once the second counts the first one too.
        """
        self._writes.add("foresee_daily", person_id=person, first=first, last=last, midnight=midnight, **RULES)

    async def best(self, midnight: float, most: int) -> tuple[Averaged, ...]:
        """The best of the table that stands on the day with that midnight."""
        rows = self._queries.best_averages(self._session, shown_on=midnight, most=most)
        return tuple(
            [
                Averaged(row["person_id"], row["name"], row["average"], row["days"])
                async for row in rows
                if row["name"] is not None  # they are being forgotten
            ]
        )

    async def players_after(self, person: int, most: int) -> tuple[int, ...]:
        """Some of those who play the codes of days, in the order of their numbers, after that one."""
        rows = self._queries.daily_players_after(self._session, person_id=person, most=most)
        return tuple([row["person_id"] async for row in rows])
