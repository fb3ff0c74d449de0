"""What a store is given: the rows of one transaction, by named queries. Reads run at once, writes wait for its end."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from prometheus_client import Counter

Row = dict[str, Any]


class UnknownWrite(LookupError):
    """A statement that is not among those that are executed: a bug of ours."""


class Writes:
    """The buffered rows of each statement. `known`: the statements that will be executed."""

    def __init__(self, known: Collection[str]) -> None:
        self._known = known
        self._rows: dict[str, list[Row]] = {}
        self._counters: list[Counter] = []

    def add(self, statement: str, **values: Any) -> None:
        """Add a row. Raises UnknownWrite."""
        self._of(statement).append(values)

    def replace(self, statement: str, key: str, **values: Any) -> None:
        """Put the row in the place of an earlier one with the same key. Raises UnknownWrite."""
        rows = self._of(statement)
        rows[:] = [row for row in rows if row[key] != values[key]]
        rows.append(values)

    def count(self, counter: Counter) -> None:
        """Let the metric go up by one once the writes are committed."""
        self._counters.append(counter)

    def note_commit(self) -> None:
        """The writes are committed: count what was to be counted."""
        for counter in self._counters:
            counter.inc()

    def rows(self, statement: str) -> Sequence[Row]:
        """The rows of one statement, in the order in which they were added."""
        return self._rows.get(statement, ())

    def used(self) -> Collection[str]:
        """The statements that have rows."""
        return self._rows.keys()

    def _of(self, statement: str) -> list[Row]:
        if statement not in self._known:  # its row would be lost silently
            raise UnknownWrite(f"{statement} is not executed: it has no place in WRITES")
        return self._rows.setdefault(statement, [])


@dataclass(frozen=True, slots=True)
class Transaction:
    """One transaction. `now`: the time of the games, `wall`: that by which rows age, in seconds since 1970."""

    queries: Any
    """The named queries of `bot/storage/queries`."""
    session: Any
    """Reads."""
    writer: Any
    """Writes at once what is not buffered."""
    writes: Writes
    now: Callable[[], float]
    wall: Callable[[], float]


class Rows:
    """Part of a transaction: a store of one subject."""

    def __init__(self, transaction: Transaction) -> None:
        self.transaction = transaction
        self.writes = transaction.writes
        self.now = transaction.now
        self.wall = transaction.wall

    async def row(self, query: str, **values: Any) -> Any:
        """The one row that the query gives."""
        return await getattr(self.transaction.queries, query)(self.transaction.session, **values)

    async def rows(self, query: str, **values: Any) -> list[Any]:
        """The rows that the query gives."""
        found = getattr(self.transaction.queries, query)(self.transaction.session, **values)
        return [row async for row in found]

    def write(self, statement: str, **values: Any) -> None:
        """Run the statement at the end of the transaction."""
        self.writes.add(statement, **values)

    def replace(self, statement: str, key: str, **values: Any) -> None:
        """The same, in the place of an earlier one with the same key."""
        self.writes.replace(statement, key, **values)


def as_json(value: Mapping[str, Any]) -> str:
    """JSON without spaces."""
    return orjson.dumps(value).decode()
