"""Each command once as people start it, by `python -m bot`; all other tests type their commands into forks.

`make test` starts two of them, `make test-all` them all.
"""

import asyncio
import re
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from bot.__main__ import COMMANDS, SERVE
from faults.processes.postgres import Cluster
from sandbox.server import SandboxServer
from tests.bot.environment import TOKEN
from tests.bot.storage.transferable import held, holds
from tests.bot.typed import only

MIGRATE_DATA = "migrate-data"
PRINTED = {
    "check": "".join(
        rf"✓ {name}: .+\n" for name in ("settings", "token", "clock", "webhook", "database", "disk", "fonts")
    ),
    "backup copy.db": r"copy\.db: \d+\.\d MB, checked\n",
    "restore bot.db": r"Restored to .+ UTC, when a bot last served; \d+ chats will be told\.\n",
    "failed": r"u1 .+\nm\d+ .+: Bad Request\n",
    "forgotten": rf"{2**41} 7\.5\n",
    "bans": rf"{2**40} 7\.5\n",
    "numbers": r" +today +7 days\n(.+\n)+\n +now\n(.+\n)+",
}
"""What each says of the file with one of each."""
STARTED = [pytest.param(line, marks=() if line == "check" else pytest.mark.costly) for line in PRINTED]
BAR = re.compile(r"(\r(copied|restored): [^\r\n]+)*\n?")
"""All that goes to standard error where all is well."""


async def started(folder: Path, *arguments: str, **settings: str) -> tuple[int, str, str]:
    """The exit status, and what it said on either."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments), cwd=folder, env=only(settings), stdout=PIPE, stderr=PIPE
    )
    out, err = await process.communicate()
    return process.returncode or 0, out.decode(), err.decode()


@pytest.mark.parametrize("line", STARTED)
async def test_a_command_is_done_by_a_process_of_its_own(line: str, source: Path) -> None:
    name = "new.db" if line.startswith("restore") else source.name
    async with SandboxServer() as server:
        settings = {"BOT_TOKEN": server.token, "BOT_API_URL": server.url, "DATABASE_URL": f"sqlite:///{name}"}
        status, out, err = await started(source.parent, *line.split(), **settings)
    assert status == 0, err
    assert re.fullmatch(PRINTED[line], out), out
    assert BAR.fullmatch(err), err


@pytest.mark.costly
async def test_data_are_moved_by_a_process_of_its_own(source: Path, postgres: Cluster, target: str) -> None:
    status, out, err = await started(source.parent, MIGRATE_DATA, f"sqlite:///{source.name}", target)
    assert (status, "100%" in err, "Traceback" in err) == (0, True, False), err
    assert out.endswith("rows are there, and the same.\n")
    assert await asyncio.to_thread(holds, postgres, target) == held(source)


async def test_a_process_that_cannot_serve_ends_with_status_2_and_one_line(tmp_path: Path) -> None:
    status, out, err = await started(tmp_path, SERVE, BOT_TOKEN=TOKEN[1:8])
    assert (status, out) == (2, "")
    assert re.fullmatch(r"BOT_TOKEN: .+\n", err)
    assert not await asyncio.to_thread(lambda: list(tmp_path.iterdir()))


def test_no_command_is_forgotten() -> None:
    assert {line.split()[0] for line in PRINTED} | {MIGRATE_DATA, SERVE} == COMMANDS.keys()
