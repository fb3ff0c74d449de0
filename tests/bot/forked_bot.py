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
from tempfile import TemporaryDirectory

from faults.processes.process import ROOT, BotProcess, Process
from tests.bot.fork_client import ask

THE_BOT = ("bot.__main__", "bot.storage.postgres", "uvloop")
TAMPERED_WITH = "faults.inside.bot"
"""The bot with what it has to be given before it is imported: words as secrets, and a clock, a file in its folder."""


class ForkedProcess:
    def __init__(self, pid: int, status: "asyncio.Task[int]") -> None:
        self.pid = pid
        self._status = status

    @property
    def returncode(self) -> int | None:
        return self._status.result() if self._status.done() else None

    def send_signal(self, number: int) -> None:
        """Send it, unless the process has ended already."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    async def wait(self) -> int:
        return await asyncio.shield(self._status)


class ForkedBot(BotProcess):
    """The same bot in a process of its own, but for how that begins. Tests of the start itself take a `BotProcess`."""

    async def begin(self, out: int) -> Process:
        return await forked("bot", folder=self._folder, environment=self.environment, out=out)


async def forked(
    *command: str, folder: Path, environment: Mapping[str, str], out: int, err: int | None = None
) -> ForkedProcess:
    """`python -m` with this command, and with only this environment; `err` is where `out` is if it is not given."""
    server = fork_server(TAMPERED_WITH if command[0] == TAMPERED_WITH else "")
    connection = ask(server, command, str(folder), environment, out, out if err is None else err)
    reader, writer = await asyncio.open_unix_connection(sock=connection)
    pid = int(await reader.readline())
    return ForkedProcess(pid, asyncio.create_task(_status(reader, writer)))


async def _status(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
    status = int(await reader.readline())
    writer.close()
    return status


@cache
def fork_server(first: str = "") -> socket.socket:
    """Where to ask the server of this process for a fork that has imported the bot, and this before."""
    ours, theirs = socket.socketpair()
    folder = TemporaryDirectory(prefix="forks-")
    settings = {"TEST_CLOCK": "clock", "TEST_LONG_SECRETS": folder.name} if first else {}
    with theirs:
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.bot.fork_server", *filter(None, (first, *THE_BOT))],
            cwd=folder.name,
            env=os.environ | {"PYTHONPATH": str(ROOT)} | settings,
            stdin=theirs.fileno(),
        )

    def stop() -> None:
        ours.close()
        server.wait()
        folder.cleanup()

    atexit.register(stop)
    return ours
