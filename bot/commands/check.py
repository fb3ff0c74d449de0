"""`python -m bot check`: whether the bot can serve here; a line for each thing, with how to mend what is wrong.

It changes nothing, and may be run while a bot serves.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence

from bot.commands.finding import Finding, well, wrong
from bot.commands.machine import disk, fonts
from bot.commands.program import PROGRAM
from bot.commands.reach import telegram
from bot.settings import Settings, WrongSetting, settings_from_environment
from bot.storage.looked_at import database


def run(arguments: Sequence[str]) -> int:
    """Print the findings; returns 0 if all is well, else 1."""
    argparse.ArgumentParser(prog=f"{PROGRAM} check", description=__doc__).parse_args(arguments)
    try:
        settings = settings_from_environment()
    except WrongSetting as error:
        return _told([wrong("settings", str(error)), fonts()])
    return _told([well("settings", "they can be read"), *asyncio.run(_findings(settings)), disk(settings), fonts()])


async def _findings(settings: Settings) -> list[Finding]:
    is_well, said = await database(settings.database_url.get_secret_value())
    return [*await telegram(settings), Finding("database", is_well, said)]


def _told(findings: list[Finding]) -> int:
    sys.stdout.write("".join(f"{finding}\n" for finding in findings))
    return 0 if all(finding.is_well for finding in findings) else 1
