"""The bot's process as a fork: a start takes a third of what it does where Python starts and imports everything."""

import asyncio
import atexit
import json
import os
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache

from faults.processes.process import ROOT, BotProcess


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
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(_server(), [b"."], [theirs.fileno()])
        reader, writer = await asyncio.open_unix_connection(sock=ours)
        request = {"folder": str(self._folder), "environment": self.environment, "log": str(self.log)}
        writer.write(json.dumps(request).encode() + b"\n")
        pid = int(await reader.readline())
        self._process = ForkedProcess(pid, asyncio.create_task(_status(reader, writer)))


async def _status(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
    status = int(await reader.readline())
    writer.close()
    return status


@cache
def _server() -> socket.socket:
    """Where to ask the server of this process for a fork."""
    ours, theirs = socket.socketpair()
    with theirs:
        server = subprocess.Popen([sys.executable, "-m", "tests.bot.fork_server"], cwd=ROOT, stdin=theirs.fileno())

    def stop() -> None:
        ours.close()
        server.wait()

    atexit.register(stop)
    return ours
