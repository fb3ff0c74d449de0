"""The bot's process: started by the sandbox, and started anew a day later."""

import asyncio
import os
import signal
import sys
from pathlib import Path

from sandbox.command import Command

TELL = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
with open(sys.argv[1], "a") as file:
    print(os.environ["CLOCK_AHEAD"], file=file)
time.sleep(60)
"""


def lines_in(file: Path) -> list[str]:
    return file.read_text().split() if file.exists() else []


async def told(file: Path, times: int) -> list[str]:
    """What the process has told, once it has been started so often."""
    async with asyncio.timeout(60):
        while len(lines_in(file)) < times:
            await asyncio.sleep(0.05)
    return lines_in(file)


async def test_tomorrow_it_starts_anew_with_a_clock_a_day_further_ahead(tmp_path: Path) -> None:
    file = tmp_path / "told"
    command = Command((sys.executable, "-c", TELL, str(file)), os.environ, 10.0)
    running = asyncio.create_task(command.run())
    assert await told(file, 1) == ["10"]
    command.begin_anew(86400.0)
    assert await told(file, 2) == ["10", "86410"]
    command.begin_anew(86400.0)
    assert await told(file, 3) == ["10", "86410", "172810"]
    assert not running.done()
    command.stop(signal.SIGTERM)
    assert await running == 0
