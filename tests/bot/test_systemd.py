"""What the bot tells systemd: a real socket, and the real process."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.watch import Systemd
from faults.processes.process import BotProcess
from sandbox.client import PATIENCE
from sandbox.server import SandboxServer


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[socket.socket]:
    """The socket on which systemd listens."""
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as end:
        end.bind(str(tmp_path / "notify"))
        end.setblocking(False)  # noqa: FBT003
        yield end


async def heard(ear: socket.socket) -> str:
    """The next datagram."""
    async with asyncio.timeout(PATIENCE):
        return (await asyncio.get_running_loop().sock_recv(ear, 4096)).decode()


async def test_a_bot_says_that_it_serves_that_it_lives_and_that_it_stops(tmp_path: Path, ear: socket.socket) -> None:
    settings = {"NOTIFY_SOCKET": ear.getsockname(), "WATCHDOG_USEC": "300000"}
    async with SandboxServer() as server:
        bot = BotProcess(server.url, server.token, tmp_path, **settings)
        await bot.launch()
        said = [await heard(ear), await heard(ear), await heard(ear)]
        await bot.stop()
        while (last := await heard(ear)) == "WATCHDOG=1":
            pass
    assert said[0].splitlines() == ["READY=1", "STATUS=serving @sandbox_bot"]
    assert said[1:] == ["WATCHDOG=1", "WATCHDOG=1"]
    assert last == "STOPPING=1"


async def test_it_shows_no_life_while_a_task_fails(ear: socket.socket) -> None:
    failing: str | None = "clocks"
    life = asyncio.create_task(Systemd(ear.getsockname(), 30_000).show_life(lambda: failing))
    await asyncio.sleep(0.1)
    with pytest.raises(BlockingIOError):
        ear.recv(4096)
    failing = None
    assert await heard(ear) == "WATCHDOG=1"
    life.cancel()


def test_sockets_without_a_file_are_found() -> None:
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as end:
        end.bind("\0bullscows-test")
        Systemd("@bullscows-test", None).tell("READY=1")
        assert end.recv(4096) == b"READY=1"


async def test_without_systemd_nothing_is_told(tmp_path: Path) -> None:
    Systemd(None, None).tell("READY=1")
    Systemd(str(tmp_path / "gone"), None).tell("READY=1")
    await asyncio.wait_for(Systemd(None, 1000).show_life(lambda: None), PATIENCE)
    await asyncio.wait_for(Systemd(str(tmp_path / "gone"), None).show_life(lambda: None), PATIENCE)
