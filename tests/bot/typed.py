"""Commands of an operator, typed: `python -m bot …` as a process of its own."""

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from faults.processes.process import ROOT
from tests.bot.environment import SETTINGS


async def typed(folder: Path, *arguments: str, **settings: str) -> tuple[int, str]:
    """The exit status and all that is printed, in a folder with no .env."""
    return await typed_in(folder, settings, *arguments)


async def typed_in(folder: Path, settings: Mapping[str, str], *arguments: str) -> tuple[int, str]:
    """The same, with only these settings."""
    clean = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments,
        cwd=folder, env=clean | {"PYTHONPATH": str(ROOT)} | dict(settings),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    printed, _ = await process.communicate()
    return process.returncode or 0, printed.decode()
