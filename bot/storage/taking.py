"""One transaction that takes a person away: what it reads and writes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.app.texts import language_of, texts_in
from bot.storage.anonymous import Gone
from bot.storage.writes import Writes

MOST = 100
"""Rows that go in one transaction."""


@dataclass(frozen=True, slots=True)
class Taking:
    """One transaction that takes a person away."""

    person: int
    queries: Any
    session: Any
    writes: Writes

    async def rows(self, query: str, **values: Any) -> list[Any]:
        """The rows that a query gives."""
        return [row async for row in getattr(self.queries, query)(self.session, **values)]

    async def row(self, query: str, **values: Any) -> Any:
        """Its one row."""
        return await getattr(self.queries, query)(self.session, **values)

    async def mine(self, table: str, most: int = MOST) -> list[Any]:
        """Rows of the table that are the person's."""
        return await self.rows(f"mine_{table}", person_id=self.person, most=most)

    def write(self, statement: str, **values: Any) -> None:
        """Write at the end of the transaction."""
        self.writes.add(statement, **values)

    async def gone(self, reader: int) -> Gone:
        """The person as they are called from now on in the chat of that id, or to that person."""
        known = await self.row("preferences", chat_id=reader)
        name = texts_in(language_of(known["language"], known["spoken"])).plain("name.left")
        names = {row["name"] for table in ("people", "points") for row in await self.mine(table)}
        return Gone(self.person, frozenset(names), name)


Step = Callable[[Taking, str], Awaitable[str | None]]
"""Takes some rows away; gives after which key it goes on, None where nothing is left."""


def dropping(table: str) -> Step:
    """The step that drops the person's rows of a table that nobody else needs."""

    async def drop(taking: Taking, _after: str) -> str | None:
        if not await taking.mine(table, 1):
            return None
        taking.write(f"drop_{table}_of", person_id=taking.person, most=MOST)
        return ""

    return drop
