"""Processes of the bot as forks: a start takes a fraction of what it does where Python starts and imports all of it."""

import asyncio
import atexit
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from faults.processes.process import ROOT, BotProcess
from tests.bot.fork_client import ask


class ForkedProcess:
    """A process that somebody else has started."""

    def __init__(self, pid: int, status: "asyncio.Task[int]") -> None:
        self.pid = pid
        self._status = status

    @property
    def returncode(self) -> int | None:
        """The exit status; None while it runs."""
        return self._status.result() if self._status.done() else None

    def send_signal(self, number: int) -> None:
        """Send it, unless the process has ended already."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    async def wait(self) -> int:
        """The exit status, once there is one."""
        return await asyncio.shield(self._status)


class ForkedBot(BotProcess):
    """The same bot in a process of its own, but for how that begins. Tests of the start itself take a `BotProcess`."""

    async def launch(self) -> None:
        """Start without waiting for it to serve."""
        with self.log.open("ab") as log:
            self._process = await forked("bot", folder=self._folder, environment=self.environment, out=log.fileno())


async def forked(
    *command: str, folder: Path, environment: Mapping[str, str], out: int, err: int | None = None
) -> ForkedProcess:
    """`python -m` with this command, and with only this environment; `err` is where `out` is if it is not given."""
    connection = ask(fork_server(), command, str(folder), environment, out, out if err is None else err)
    reader, writer = await asyncio.open_unix_connection(sock=connection)
    pid = int(await reader.readline())
    return ForkedProcess(pid, asyncio.create_task(_status(reader, writer)))


async def _status(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
    status = int(await reader.readline())
    writer.close()
    return status


@cache
def fork_server() -> socket.socket:
    """Where to ask the server of this process for a fork."""
    ours, theirs = socket.socketpair()
    with theirs:
        server = subprocess.Popen([sys.executable, "-m", "tests.bot.fork_server"], cwd=ROOT, stdin=theirs.fileno())

    def stop() -> None:
        ours.close()
        server.wait()

    atexit.register(stop)
    return ours
