"""What the shared code asks of a database: a connection with a transaction, and what stands around it."""

from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, Protocol

Told = Callable[[Sequence[int]], None]


class UnusableDatabase(Exception):
    """The database cannot be used; the message is one line that says what to do."""


class Session(Protocol):
    """A connection over which the named queries run. Raises StorageDown for what may pass by itself."""

    async def begin(self, chats: Sequence[int]) -> Collection[int]:
        """Begin a transaction that writes, and take these chats for it; those that another transaction has taken."""

    async def all(self, jobs: Sequence[Coroutine[Any, Any, Any]]) -> list[Any]:
        """Carry the jobs out in the transaction; what each returned, or the exception that it raised."""

    async def call(self, holder: str, chats: Sequence[int]) -> None:
        """Once the transaction is committed, let the replica of that name know that something waits for the chats."""

    async def commit(self) -> None:
        """End the transaction; returns once it is safe."""

    async def roll_back(self) -> None:
        """Undo the transaction. Never raises."""


class Database(Protocol):
    """One kind of database. `writer` and `reader` may be used once it is open."""

    @property
    def adapter(self) -> Any:
        """The driver for aiosql, over a Session."""

    @property
    def writer(self) -> Session:
        """The connection that writes."""

    @property
    def reader(self) -> Session:
        """A connection that reads what is committed."""

    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises UnusableDatabase."""

    async def listen(self, name: str, called: Told) -> None:
        """Let `called` hear what others tell the replica of that name, until cancelled.

        No chats: something may have been missed. Where there can be no others it returns at once.
        """

    async def close(self) -> None:
        """Let go of everything."""
