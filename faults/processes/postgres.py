"""A temporary PostgreSQL server for runs and tests, reachable from this machine only.

It is not bound to an event loop: tests with loops of their own can share one cluster. With `syncfs` a restart does not
open each of the thousands of files that hundreds of tests have left.
"""

import asyncio
import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import asyncpg

PORTS = range(15_000, 30_000)
"""Ports that are not given to outgoing connections, so a restarted server finds its port free."""
SUPERUSER = "postgres"
EMPTY = "template1"
"""The database of which every other is a copy."""
CONFIGURATION = """
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = '{folder}'
max_connections = 100
shared_buffers = '{buffers}'
fsync = on
recovery_init_sync_method = syncfs
log_destination = 'stderr'
logging_collector = off
lc_messages = 'C'
"""
TO_START, TO_STOP = "300", 300.0
"""Seconds, enough for a busy machine."""
KEEPER = """
read -r stays_empty
pid=$(head -n 1 "$2/data/postmaster.pid") && kill -CONT $pid $(cat "/proc/$pid/task/$pid/children")
"$1/pg_ctl" stop --silent --mode immediate --pgdata "$2/data"
rm -rf "$2"
"""
"""A script that deletes the cluster once its input is closed, also by the death of this process."""

Rows = list[tuple[Any, ...]]


class NotInstalled(Exception):
    """PostgreSQL is not installed on this machine."""


class Cluster:
    """A server with any number of databases. `async with` starts it and stops it; it never outlives this process.

    `place`: the folder in which its own is made, which is deleted with it; None: where temporary files are.
    """

    def __init__(self, buffers: str = "16MB", place: str | None = None) -> None:
        self._binaries = binaries()
        self._place = place
        self._user = SUPERUSER if os.geteuid() == 0 else None  # PostgreSQL refuses to be run by root
        self._buffers = buffers
        self._keeper: subprocess.Popen[bytes] | None = None
        self.folder: Path
        self.port: int

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @property
    def log(self) -> str:
        """The server's log."""
        return (self.folder / "log").read_text("utf-8")

    async def start(self) -> None:
        """Create a cluster and wait until it answers."""
        await asyncio.to_thread(self._start)

    async def stop(self) -> None:
        """Stop and delete the cluster, even if it is paused."""
        await asyncio.to_thread(self._stop)

    async def restart_immediately(self) -> None:
        """Restart as after a power cut: connections are not closed, and the write-ahead log is replayed."""
        await asyncio.to_thread(self._control, "restart", "--mode", "immediate")

    def pause(self) -> None:
        """Freeze every process of the cluster: connections stay, nothing answers."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Resume every process."""
        self._signal(signal.SIGCONT)

    async def new_database(self, like: str = EMPTY) -> str:
        """The URL of a fresh database: empty, or a copy of the one of that name, to which nobody may be connected."""
        name = f"test_{secrets.token_hex(8)}"
        await self.change(self.url("postgres"), f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.url(name)

    async def drop(self, url: str) -> None:
        """Delete the database, whoever is connected to it."""
        await self.change(self.url("postgres"), f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    async def cut_connections(self, url: str) -> int:
        """End every connection to the database; returns their number."""
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1"
        return len(await self.fetched(self.url("postgres"), cut, url.rpartition("/")[2]))

    def url(self, database: str) -> str:
        """The URL of the database of that name."""
        return f"postgresql://{SUPERUSER}@127.0.0.1:{self.port}/{database}"

    @staticmethod
    async def fetched(url: str, query: str, *values: Any) -> Rows:
        """Rows of the database. Values are $1, $2 … in the query."""
        connection = await asyncpg.connect(url)
        try:
            return [tuple(row) for row in await connection.fetch(query, *values)]
        finally:
            await connection.close()

    @staticmethod
    async def change(url: str, statement: str, *values: Any) -> None:
        """Execute a statement on the database."""
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(statement, *values)
        finally:
            await connection.close()

    def rows(self, url: str, query: str, *values: Any) -> Rows:
        """Rows of the database, for callers that are not async: a thread with its own loop queries."""
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, self.fetched(url, query, *values)).result()

    def _start(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="postgres-", dir=self._place))
        if self._user:
            shutil.chown(self.folder, self._user, self._user)
        self._keeper = subprocess.Popen(
            ["sh", "-c", KEEPER, "keeper", str(self._binaries), str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,  # Ctrl-C must not reach it
            **self._identity(),
        )
        try:
            settled = ("--encoding", "UTF8", "--locale", "C", "--auth-local", "reject", "--auth-host", "trust")
            self._run("initdb", "--no-sync", "--username", SUPERUSER, *settled)
            self._configure()
            self._control("start")
        except BaseException:
            self._stop()
            raise

    def _stop(self) -> None:
        if self._keeper is not None:
            self._keeper.communicate(timeout=TO_STOP)  # closes its input
            self._keeper = None

    def _configure(self) -> None:
        wanted = CONFIGURATION.format(port=self.port, folder=self.folder, buffers=self._buffers)
        with (self.folder / "data" / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write(wanted)

    def _control(self, *action: str) -> None:
        self._run("pg_ctl", *action, "--silent", "--wait", "--timeout", TO_START, "--log", str(self.folder / "log"))

    def _run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs; on failure its output is in the exception."""
        command = [str(self._binaries / program), "--pgdata", str(self.folder / "data"), *arguments]
        with (self.folder / "output").open("w+", encoding="utf-8") as output:  # the server would keep a pipe open
            ended = subprocess.run(
                command,
                check=False,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd="/",
                **self._identity(),
            )
            if ended.returncode:
                output.seek(0)
                raise RuntimeError(f"{program} {' '.join(arguments)} failed: {output.read()}")

    def _identity(self) -> dict[str, Any]:
        return {"user": self._user, "group": self._user, "extra_groups": []} if self._user else {}

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal, to the server first, so that no new process escapes."""
        server = int((self.folder / "data" / "postmaster.pid").read_text("utf-8").split()[0])
        os.kill(server, number)
        for child in Path(f"/proc/{server}/task/{server}/children").read_text("utf-8").split():
            with suppress(ProcessLookupError):  # it may have ended since it was listed
                os.kill(int(child), number)


def binaries() -> Path:
    """The folder of PostgreSQL's programs: PG_BIN, or else where they are found. Raises NotInstalled."""
    named = os.environ.get("PG_BIN")
    found = shutil.which("pg_ctl", path=named or os.environ["PATH"])
    if found:
        return Path(found).resolve().parent
    debian = () if named else Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")
    newest = max(debian, key=lambda program: float(program.parts[-3]), default=None)
    if newest is None:
        raise NotInstalled("PostgreSQL is not installed: make deps")
    return newest.parent


def free_port() -> int:
    """A port that nobody listens on."""
    for port in random.sample(PORTS, 100):
        with socket.socket() as trial:
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("no port is free")
