"""The interfaces of a database, its driver, and what a store tells the rest of the bot after a commit."""

from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from bot.clocks import wall
from bot.storage.writes import Shared

# The interfaces of a database: a session with transactions, and connecting.

OnCall = Callable[[Sequence[int]], None]
Jobs = Sequence[Coroutine[Any, Any, Any]]


class UnusableDatabase(Exception):
    """The database cannot be used; the message is one line that says what to do."""


class Session(Protocol):
    """A connection that runs the named queries. Raises StorageDown for failures that may pass."""

    async def begin(self, chats: Sequence[int]) -> Collection[int]:
        """Begin a writing transaction and lock these chats; returns those that another transaction holds."""

    async def all(self, jobs: Jobs) -> list[Any]:
        """Run the jobs in the transaction; returns for each its result or the exception that it raised."""

    async def call(self, holder: str, chats: Sequence[int]) -> None:
        """Notify the replica of that name, when the transaction commits, that items wait for the chats."""

    async def give_back(self) -> bool:
        """Give some free pages back to the disk, in the transaction; whether there were some to give.

        False where the database does that by itself.
        """

    async def commit(self, queries: Any, statements: Sequence[Shared] = ()) -> Shared | None:
        """Run these named statements in this order and commit; returns once it is durable.

        The first statement that misses a row that it must hit is returned instead, and nothing is committed.
        """

    async def roll_back(self) -> None:
        """Roll back. Never raises."""


class Database(Protocol):
    """One kind of database. Its sessions may be used after `open`."""

    @property
    def adapter(self) -> Any:
        """The aiosql adapter for its sessions."""

    @property
    def writer(self) -> Session:
        """The session that writes."""

    @property
    def reader(self) -> Any:
        """A session that reads committed data."""

    @property
    def work_reader(self) -> Any:
        """The session from which a unit of work reads.

        Where several replicas write it is the writer, whose transaction holds the locks.
        """

    @property
    def has_replicas(self) -> bool:
        """Whether several replicas may serve from it."""

    async def open(self) -> None:
        """Connect and migrate. Raises UnusableDatabase."""

    async def listen(self, name: str, called: OnCall) -> None:
        """Call `called` with the chats that others tell the replica of that name, until cancelled.

        Without chats: a message may have been missed. Returns at once where there can be no other replica.
        """

    async def close(self) -> None:
        """Close all connections."""


# The driver of PostgreSQL, which only those who use PostgreSQL need to install.

MISSING = "PostgreSQL needs the package asyncpg, which is not installed: pip install asyncpg"


@contextmanager
def driver_needed() -> Iterator[None]:
    """Surrounds imports that need asyncpg. Raises UnusableDatabase if it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise UnusableDatabase(MISSING) from None


# What a store tells the rest of the bot after a commit, and what it asks.

Debts = Mapping[int, float | None]
"""Chats whose leases are ours; by chat: the seconds until its rate limit is whole again, None if it was ours before."""


Saved = Mapping[str, int | None]


@dataclass(slots=True)
class Signals:
    """Callbacks. Set them before any work is run."""

    on_items: Callable[[Debts], None] = lambda _debts: None
    """Called with the chats for which items were put and to which this replica sends."""
    on_call: Callable[[Sequence[int]], None] = lambda _chats: None
    """Called with the chats for which another replica put items."""
    on_long_jobs: Callable[[], None] = lambda: None
    """Called when long jobs were put."""
    on_saved: Callable[[Saved], None] = lambda _saved: None
    """Called with the games that were saved: by id, the chat in which it has a board, if any."""
    now: Callable[[], float] = wall
    """The time of the games, in seconds since 1970."""
    sends_to: Callable[[int], bool] = lambda _chat: False
    """Whether this replica holds the chat's lease, and will not release it while items wait; if so, none is claimed."""
