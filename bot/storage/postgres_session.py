"""A PostgreSQL connection that many use side by side, and that comes back by itself when it was lost.

A trip to the server and back costs more than most statements, so reads that wait together go together.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import asyncpg
from aiosql.adapters.asyncpg import AsyncPGAdapter

from bot.app.ports import StorageDown

PASSING = ("08", "25", "28", "3D", "40", "53", "55", "57", "58", "XX")
"""How the SQLSTATEs begin of what is not about us: connection, access, conflict, room, lock, operator, system."""
ENDING = ("08", "57", "58", "XX")
"""Of these, what may have ended the connection, even where it does not know so yet."""
LOST = (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What asyncpg raises where the connection is gone; the last if the server has said so between two requests."""
UNREADABLE = "22"
"""How the SQLSTATEs begin of values that are not of their type; the message quotes them."""
TIME_TO_CONNECT = 5.0
TIME_TO_ANSWER = 10.0
SETTINGS = {"lock_timeout": "5s", "idle_in_transaction_session_timeout": "3s", "application_name": "bulls-and-cows"}
CHANNEL = "letters"
LONGEST_CALL = 300
"""Chats in one notification, which holds 8000 bytes at most."""
TAKE_CHATS = """SELECT chat_id FROM unnest(CAST($1 AS BIGINT[])) AS chats (chat_id)
WHERE NOT pg_try_advisory_xact_lock(chat_id)"""
HINT = "/*+", "*/"
"""What stands between is for PostgreSQL only."""


class RefusedStatement(Exception):
    """The server refuses a statement, which is a bug of ours. Tells why, without a value: a row holds secrets."""

    tells_no_values = True


class PostgresSession:
    """The port `Session`. Raises StorageDown for what may pass by itself, and RefusedStatement for what will not."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Any = None
        self._turn = asyncio.Lock()
        self._has_begun = False
        self._asked: defaultdict[str, list[tuple[Any, asyncio.Future[Any]]]] = defaultdict(list)
        self._asking: asyncio.Task[None] | None = None

    async def one(self, statement: str, values: Sequence[Any]) -> Any:
        """The one row that the statement gives. Asked for together with all that others ask for just now."""
        row = asyncio.get_running_loop().create_future()
        self._asked[statement].append((values, row))
        self._ask_soon()
        return await row

    def _ask_soon(self) -> None:
        if self._asked and (self._asking is None or self._asking.done()):
            self._asking = asyncio.create_task(self._ask(), name="questions")
            self._asking.add_done_callback(lambda _task: self._ask_soon())

    async def _ask(self) -> None:
        await asyncio.sleep(0)  # whoever is about to ask as well
        while self._asked:
            statement, asked = self._asked.popitem()
            try:
                rows = await self.each(statement, [values for values, _ in asked])
                answers = zip(asked, rows, strict=True)
            except asyncio.CancelledError:
                _fail(asked, StorageDown("the question was broken off"))
                raise
            except Exception as error:  # noqa: BLE001  those who asked are to have it
                _fail(asked, error)
            else:
                for (_, row), answer in answers:
                    if not row.done():
                        row.set_result(answer)

    async def each(self, statement: str, rows: Sequence[Sequence[Any]]) -> list[Any]:
        """Run a statement for every row of values; all the rows that it gives."""
        async with self._in_turn() as connection:
            told: list[Any] = await connection.fetchmany(statement, rows)
            return told

    async def rows(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """Run a statement; the rows that it gives."""
        async with self._in_turn() as connection:
            told: list[Any] = await connection.fetch(statement, *values)
            return told

    async def script(self, script: str, seconds: float = TIME_TO_ANSWER) -> None:
        """Run statements without values, which may take so long."""
        async with self._in_turn() as connection:
            await connection.execute(script, timeout=seconds)

    async def begin(self, chats: Sequence[int]) -> Collection[int]:
        """Begin a transaction that writes, and take these chats for it; those that another transaction has taken."""
        await self.script("BEGIN")
        self._has_begun = True
        return {row["chat_id"] for row in await self.rows(TAKE_CHATS, [chats])} if chats else ()

    async def all(self, jobs: Sequence[Coroutine[Any, Any, Any]]) -> list[Any]:
        """Carry the jobs out, side by side; what each returned, or the exception that it raised.

        Raises what came of a refused statement, after which none of the others can have done what they should.
        """
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception) and _tells_of_a_refusal(outcome):
                raise outcome
        return list(outcomes)

    async def call(self, holder: str, chats: Sequence[int]) -> None:
        """Once the transaction is committed, let the replica of that name know that something waits for the chats."""
        for begin in range(0, len(chats), LONGEST_CALL):
            told = json.dumps({"to": holder, "chats": chats[begin : begin + LONGEST_CALL]})
            await self.rows("SELECT pg_notify($1, $2)", [CHANNEL, told])

    async def commit(self) -> None:
        """End the transaction; returns once it is safe."""
        await self.script("COMMIT")
        self._has_begun = False

    async def roll_back(self) -> None:
        """Undo the transaction. Never raises: a lost connection undoes it by itself."""
        self._has_begun = False
        if self._is_lost:
            return
        try:
            await self.script("ROLLBACK")
        except (StorageDown, RefusedStatement):
            self._drop()
        except asyncio.CancelledError:
            self._drop()  # half a transaction must not be committed with the next
            raise

    async def close(self) -> None:
        """Hang up."""
        self._drop()

    async def connect(self) -> Any:
        """The connection, made anew if it was lost. Raises what asyncpg raises."""
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
            with self._told():
                if self._has_begun and self._is_lost:  # a new connection would carry out the rest without the beginning
                    raise ConnectionResetError("the connection was lost in the middle of a transaction")
                yield await self.connect()

    @contextmanager
    def _told(self) -> Iterator[None]:
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
        """Let go of the connection, without a word: it may be one that does not answer."""
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
    """What the server said, but for details, which quote rows, and for values that it could not read."""
    said = "" if str(error.sqlstate).startswith(UNREADABLE) else f": {error.args[0]}"
    return f"{type(error).__name__}{said}"


class SessionAdapter(AsyncPGAdapter):
    """aiosql over a PostgresSession. What the last argument asks for, rows as objects, no query of ours wants."""

    def process_sql(self, query_name: str, op_type: Any, sql: str) -> str:
        """The statement as PostgreSQL reads it."""
        for mark in HINT:
            sql = sql.replace(mark, "")
        return str(super().process_sql(query_name, op_type, sql))  # type: ignore[no-untyped-call]

    async def select(self, conn: PostgresSession, name: str, sql: str, values: Any, _record: Any = None) -> Any:
        """The rows, one by one."""
        for row in await conn.rows(sql, self._ordered(name, values)):
            yield row

    async def select_one(self, conn: PostgresSession, name: str, sql: str, values: Any, _record: Any = None) -> Any:
        """The one row."""
        return await conn.one(sql, self._ordered(name, values))

    async def insert_update_delete_many(self, conn: PostgresSession, name: str, sql: str, rows: Any) -> list[Any]:
        """Run a statement for every row; what it returned."""
        return await conn.each(sql, [self._ordered(name, row) for row in rows])

    def _ordered(self, name: str, values: Any) -> list[Any]:
        return list(self.maybe_order_params(name, values))  # type: ignore[no-untyped-call]
