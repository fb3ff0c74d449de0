"""Commands of an operator, typed: `python -m bot …` as a process of its own, which is a fork."""

import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile

from faults.processes.process import ROOT
from tests.bot.environment import SETTINGS
from tests.bot.forked_bot import forked


async def typed(folder: Path, *arguments: str, **settings: str) -> tuple[int, str]:
    """The exit status and all that is printed, in a folder with no .env."""
    return await typed_in(folder, settings, *arguments)


async def typed_in(folder: Path, settings: Mapping[str, str], *arguments: str) -> tuple[int, str]:
    """The same, with only these settings."""
    with TemporaryFile() as printed:
        process = await forked("bot", *arguments, folder=folder, environment=only(settings), out=printed.fileno())
        status = await process.wait()
        printed.seek(0)
        return status, printed.read().decode()


def only(settings: Mapping[str, str]) -> dict[str, str]:
    """An environment with no other setting of the bot."""
    clean = {name: value for name, value in os.environ.items() if name.upper() not in SETTINGS}
    return clean | {"PYTHONPATH": str(ROOT)} | dict(settings)
