"""The bot's real process, started and stopped as an operator would."""

import asyncio
import os
import re
import signal
import socket
import sqlite3
import sys
from pathlib import Path
from typing import Any, Protocol, Self

from sandbox.client import PATIENCE

ROOT = Path(__file__).parents[2]
SERVING = re.compile(r'\] serving |"event": "serving"')
UNLIMITED = "100000"
TRACKER = b"resource_tracker"
"""In the command of a process that Python begins beside the first one."""


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


class Process(Protocol):
    """A process that runs, as `asyncio.subprocess` knows one."""

    @property
    def pid(self) -> int:
        """Its id."""

    @property
    def returncode(self) -> int | None:
        """Its exit status; None while it runs."""

    def send_signal(self, signal: int, /) -> None:
        """Send it, unless the process has ended."""

    async def wait(self) -> int:
        """Wait until it ends; the exit status."""


class BotProcess:
    """`python -m bot` with a sandbox, and with its own database and log.

    `webhook`: updates are pushed to it. With that or with `port` it serves its pages at `address`.
    """

    command: tuple[str, ...] = (sys.executable, "-m", "bot")

    def __init__(
        self, url: str, token: str, folder: Path, *, webhook: bool = False, port: int | None = None, **settings: str
    ) -> None:
        self.database = folder / "bot.db"
        self.log = folder / "bot.log"
        port = free_port() if webhook and port is None else port
        self.address = f"http://127.0.0.1:{port}"
        self.webhook_url = f"{self.address}/telegram"
        self.environment = os.environ | {
            "BOT_TOKEN": token,
            "BOT_API_URL": url,
            "DATABASE_URL": f"sqlite:///{self.database}",
            "MESSAGES_PER_SECOND": UNLIMITED,
            "PYTHONPATH": str(ROOT),
            "WEBHOOK_URL": self.webhook_url if webhook else "",
            "HOST": "127.0.0.1",
            "PORT": "" if port is None else str(port),
            **settings,
        }
        self._folder = folder
        self._process: Process | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def launch(self) -> None:
        """Start without waiting for it to serve."""
        with self.log.open("ab") as log:
            self._process = await self.begin(log.fileno())

    async def begin(self, out: int) -> Process:
        """Begin its process, which writes to this open file."""
        return await asyncio.create_subprocess_exec(
            *self.command, cwd=self._folder, env=self.environment, stderr=out, stdout=out
        )

    async def start(self) -> None:
        """Start, and return once it serves. If it does not in time, it is killed."""
        served = self._served()
        await self.launch()
        try:
            async with asyncio.timeout(PATIENCE):
                while self._served() == served:
                    assert self._process is not None
                    assert self._process.returncode is None, self.log_text()
                    await asyncio.sleep(0.02)
        except TimeoutError:
            await self._end(signal.SIGKILL)
            raise TimeoutError(f"it does not serve; its log:\n{self.log_text()}") from None

    def _served(self) -> int:
        """How often its log says that it serves, in either format."""
        return len(SERVING.findall(self.log_text()))

    async def stop(self) -> int:
        """Send SIGTERM; returns the exit status."""
        return await self._end(signal.SIGTERM)

    async def kill(self) -> None:
        """Send SIGKILL."""
        await self._end(signal.SIGKILL)

    async def exit_status(self, within: float = PATIENCE) -> int:
        """Wait until it ends by itself; returns the exit status."""
        assert self._process is not None
        async with asyncio.timeout(within):
            return await self._process.wait()

    async def _end(self, number: signal.Signals) -> int:
        if self._process is None or self._process.returncode is not None:
            return -1 if self._process is None else self._process.returncode or 0
        self._process.send_signal(number)
        return await self.exit_status()

    def log_text(self) -> str:
        """Its whole log."""
        return self.log.read_text("utf-8") if self.log.exists() else ""

    def children(self) -> list[int]:
        """The processes in which it thinks that still run."""
        assert self._process is not None
        found = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        return [int(pid) for pid in found if TRACKER not in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows of its database."""
        connection = sqlite3.connect(self.database, timeout=PATIENCE)
        try:
            return connection.execute(query, values).fetchall()
        finally:
            connection.close()

    async def holds(self, query: str, *values: Any, within: float = PATIENCE) -> None:
        """Wait until its database has a row that the query finds."""
        async with asyncio.timeout(within):
            while not self.rows(query, *values):
                await asyncio.sleep(0.02)

    def change(self, statement: str, *values: Any) -> None:
        """Execute a statement on its database."""
        connection = sqlite3.connect(self.database, timeout=PATIENCE)
        try:
            connection.execute(statement, values)
            connection.commit()
        finally:
            connection.close()


# A replica with injected faults, to be killed and started again.

SAYS_SERVING = b"] serving "
TO_START = 240.0
"""Seconds; the database or Telegram may be down meanwhile."""
WHAT_THE_KILLED_LEFT = "resource_tracker"
"""The beginning of a warning that Python may write long after the bot was killed, into its successor's log."""


class Replica(BotProcess):
    """`python -m faults.inside.bot`, with files by which its clock and its disk can be changed while it runs."""

    command = (sys.executable, "-W", f"ignore:{WHAT_THE_KILLED_LEFT}", "-m", "faults.inside.bot")

    def __init__(self, url: str, token: str, folder: Path, **settings: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.clock, self.disk = folder / "clock", folder / "disk"
        test = {"TEST_LONG_SECRETS": str(folder), "TEST_CLOCK": str(self.clock), "TEST_DISK": str(self.disk)}
        super().__init__(url, token, folder, **(test | settings))
        self.starting = asyncio.Lock()
        self._read = 0

    async def launch(self) -> None:
        """Start without waiting for it to serve."""
        self._read = self.log.stat().st_size if self.log.exists() else 0
        await super().launch()

    async def start(self) -> None:
        """Start, and return once it serves."""
        await self.launch()
        async with asyncio.timeout(TO_START):
            while SAYS_SERVING not in self.news():
                assert self.runs, self.news().decode()
                await asyncio.sleep(0.05)

    def news(self) -> bytes:
        """Its log since the last start."""
        with self.log.open("rb") as log:
            log.seek(self._read)
            return log.read()

    @property
    def runs(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.returncode is None

    def change_clock(self, seconds: float) -> None:
        """Set its clock so many seconds ahead of the machine's."""
        _replaced(self.clock, str(seconds))

    def limit_pages(self, pages: int | None) -> None:
        """Limit its database to so many pages; None: no limit."""
        _replaced(self.disk, "" if pages is None else str(pages))


def _replaced(file: Path, text: str) -> None:
    """Replace the file atomically, so that nobody reads half of it."""
    new = file.with_suffix(".new")
    new.write_text(text, "ascii")
    new.replace(file)
