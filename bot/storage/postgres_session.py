"""A PostgreSQL connection that concurrent tasks share and that reconnects by itself.

A round trip costs more than most statements, so reads that wait at the same time are sent together.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import asyncpg
from aiosql.adapters.asyncpg import AsyncPGAdapter

from bot.app.work import StorageDown
from bot.metrics import timed
from bot.storage.session import Jobs
from bot.storage.writes import Shared

PASSING = ("08", "25", "28", "3D", "40", "53", "55", "57", "58", "XX")
"""Classes of SQLSTATE that are not our fault: connection, access, conflict, room, lock, operator, system."""
ENDING = ("08", "57", "58", "XX")
"""Those of them that may have ended the connection, even if it does not know it yet."""
LOST = (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What asyncpg raises for a lost connection; the last one if the server closed it between two requests."""
UNREADABLE = "22"
"""The class of SQLSTATE of values that are not of their type; its messages quote them."""
TIME_TO_CONNECT = 5.0
TIME_TO_ANSWER = 10.0
SETTINGS = {
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "3s",
    "application_name": "bulls-and-cows",
    "jit": "off",  # compiling takes longer than any statement of ours
}
CHANNEL = "letters"
"""On which replicas tell each other of chats with new messages; called as by versions that may run beside this one."""
LONGEST_CALL = 300
"""Chats in one notification, whose payload is limited to 8000 bytes."""
TAKE_CHATS = """SELECT chat_id FROM unnest(CAST($1 AS BIGINT[])) AS chats (chat_id)
WHERE NOT pg_try_advisory_xact_lock(chat_id)"""
HINT = "/*+", "*/"
"""Marks SQL that only PostgreSQL reads."""


class RefusedStatement(Exception):
    """The server refused a statement, which is a bug of ours. The message has no values: rows hold secrets."""

    tells_no_values = True


class PostgresSession:
    """The port `Session`. Raises StorageDown for failures that may pass, else RefusedStatement."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Any = None
        self._turn = asyncio.Lock()
        self._has_begun = False
        self._asked: defaultdict[str, list[tuple[Any, asyncio.Future[Any]]]] = defaultdict(list)
        self._asking: asyncio.Task[None] | None = None

    async def one(self, statement: str, values: Sequence[Any]) -> Any:
        """The one row that the statement returns. Sent together with all reads that wait at the moment."""
        row = asyncio.get_running_loop().create_future()
        self._asked[statement].append((values, row))
        self._ask_soon()
        return await row

    def _ask_soon(self) -> None:
        if self._asked and (self._asking is None or self._asking.done()):
            self._asking = asyncio.create_task(self._ask(), name="questions")
            self._asking.add_done_callback(lambda _task: self._ask_soon())

    async def _ask(self) -> None:
        await asyncio.sleep(0)  # lets other tasks add their reads
        while self._asked:
            statement, asked = self._asked.popitem()
            try:
                rows = await self.each(statement, [values for values, _ in asked])
                answers = zip(asked, rows, strict=True)
            except asyncio.CancelledError:
                _fail(asked, StorageDown("the question was broken off"))
                raise
            except Exception as error:  # noqa: BLE001  the waiting reads raise it
                _fail(asked, error)
            else:
                for (_, row), answer in answers:
                    if not row.done():
                        row.set_result(answer)

    async def each(self, statement: str, rows: Sequence[Sequence[Any]]) -> list[Any]:
        """Run a statement for every row of values; returns all rows that these give."""
        async with self._in_turn() as connection:
            found: list[Any] = await connection.fetchmany(statement, rows)
            return found

    async def rows(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """Run a statement; returns its rows."""
        async with self._in_turn() as connection:
            found: list[Any] = await connection.fetch(statement, *values)
            return found

    async def script(self, script: str, seconds: float = TIME_TO_ANSWER) -> None:
        """Run statements without values, for at most so many seconds."""
        async with self._in_turn() as connection:
            await connection.execute(script, timeout=seconds)

    async def begin(self, chats: Sequence[int]) -> Collection[int]:
        """Begin a writing transaction and lock these chats; returns those that another transaction holds."""
        await self.script("BEGIN")
        self._has_begun = True
        return {row["chat_id"] for row in await self.rows(TAKE_CHATS, [chats])} if chats else ()

    async def all(self, jobs: Jobs) -> list[Any]:
        """Run the jobs concurrently; returns for each its result or the exception that it raised.

        If the server refused a statement, this is raised instead: the transaction is aborted, so no other job can have
        succeeded.
        """
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception) and _tells_of_a_refusal(outcome):
                raise outcome
        return list(outcomes)

    async def call(self, holder: str, chats: Sequence[int]) -> None:
        """Notify the replica of that name, when the transaction commits, that items wait for the chats."""
        for begin in range(0, len(chats), LONGEST_CALL):
            payload = json.dumps({"to": holder, "chats": chats[begin : begin + LONGEST_CALL]})
            await self.rows("SELECT pg_notify($1, $2)", [CHANNEL, payload])

    async def give_back(self) -> bool:
        """Do nothing: autovacuum keeps free space for rows to come."""
        return False

    async def commit(self, queries: Any, statements: Sequence[Shared] = ()) -> Shared | None:
        """Run these statements and commit; returns once it is durable, or else the statement that missed a row."""
        for each in statements:
            if len(await getattr(queries, each.statement)(self, each.rows)) < each.least:
                return each
        await self.script("COMMIT")
        self._has_begun = False
        return None

    async def roll_back(self) -> None:
        """Roll back. Never raises: a lost connection rolls back by itself."""
        self._has_begun = False
        if self._is_lost:
            return
        try:
            await self.script("ROLLBACK")
        except (StorageDown, RefusedStatement):
            self._drop()
        except asyncio.CancelledError:
            self._drop()  # a half-done transaction must not be committed with the next one
            raise

    async def close(self) -> None:
        """Close the connection."""
        self._drop()

    async def connect(self) -> Any:
        """The connection, opened again if it was lost. Raises what asyncpg raises."""
        if self._is_lost:
            self._connection = await asyncpg.connect(
                self._url, timeout=TIME_TO_CONNECT, command_timeout=TIME_TO_ANSWER, server_settings=SETTINGS
            )
        return self._connection

    @property
    def _is_lost(self) -> bool:
        return self._connection is None or self._connection.is_closed()

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[Any]:
        async with self._turn:
            with self._translated_errors():
                if self._has_begun and self._is_lost:  # a new connection would run the rest without the beginning
                    raise ConnectionResetError("the connection was lost in the middle of a transaction")
                yield await self.connect()

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        try:
            yield
        except asyncpg.PostgresError as error:
            if str(error.sqlstate).startswith(PASSING):
                if str(error.sqlstate).startswith(ENDING):
                    self._drop()
                raise StorageDown(_said(error)) from error
            raise RefusedStatement(_said(error)) from None
        except LOST as error:
            self._drop()
            raise StorageDown(f"{type(error).__name__}: {error}") from error

    def _drop(self) -> None:
        """Drop the connection without a handshake: it may not answer."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


def _fail(asked: list[tuple[Any, asyncio.Future[Any]]], error: Exception) -> None:
    for _, row in asked:
        if not row.done():
            row.set_exception(error)


def _tells_of_a_refusal(error: Exception) -> bool:
    return isinstance(error, RefusedStatement) or isinstance(error.__cause__, RefusedStatement)


def _said(error: asyncpg.PostgresError) -> str:
    """The server's message, without details, which quote rows, and without values that it could not read."""
    said = "" if str(error.sqlstate).startswith(UNREADABLE) else f": {error.args[0]}"
    return f"{type(error).__name__}{said}"


class SessionAdapter(AsyncPGAdapter):
    """The aiosql adapter for a PostgresSession. The record class of the last argument is not used by our queries."""

    def process_sql(self, query_name: str, op_type: Any, sql: str) -> str:
        """The statement with what only PostgreSQL reads."""
        for mark in HINT:
            sql = sql.replace(mark, "")
        return str(super().process_sql(query_name, op_type, sql))  # type: ignore[no-untyped-call]

    async def select(self, conn: PostgresSession, name: str, sql: str, values: Any, _record: Any = None) -> Any:
        """The rows, one by one."""
        for row in await timed(name, conn.rows(sql, self._ordered(name, values))):
            yield row

    async def select_one(self, conn: PostgresSession, name: str, sql: str, values: Any, _record: Any = None) -> Any:
        """The one row."""
        return await timed(name, conn.one(sql, self._ordered(name, values)))

    async def insert_update_delete_many(self, conn: PostgresSession, name: str, sql: str, rows: Any) -> list[Any]:
        """Run a statement for every row; returns their rows."""
        return await timed(name, conn.each(sql, [self._ordered(name, row) for row in rows]))

    def _ordered(self, name: str, values: Any) -> list[Any]:
        return list(self.maybe_order_params(name, values))  # type: ignore[no-untyped-call]
