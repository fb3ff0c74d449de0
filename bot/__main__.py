"""The command line of the bot, with an exit status."""

import asyncio
import sys
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from bot import __version__
from bot import log as logs
from bot.clocks import set_ahead
from bot.commands import COMMAND, PROGRAM, parser_of
from bot.commands.check import check
from bot.commands.copies import backup, list_bans, list_forgotten, migrate_data, restore
from bot.commands.figures import tell_failed, tell_numbers
from bot.serving import CannotStart, Serving
from bot.settings import WrongSetting, settings_from_environment
from bot.storage.session import UnusableDatabase
from bot.web.server import CannotListen
from solver.cli.output import printing

# The commands by name.

SERVE = "serve"
"""The command that needs not be typed."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command. `run` may raise what `bot.__main__` says in one line."""

    name: str
    summary: str
    run: Callable[[Sequence[str]], int]


def _serve(arguments: Sequence[str]) -> int:
    """Serve until shutdown."""
    parser_of(SERVE, "serve Telegram until SIGTERM or Ctrl-C.").parse_args(arguments)
    settings = settings_from_environment()
    set_ahead(settings.clock_ahead)
    redaction = logs.configure(settings.log_level, settings.log_format, settings.bot_token.get_secret_value())
    _run(Serving(settings, redaction).run())
    return 0


def _run(coroutine: Coroutine[Any, Any, None]) -> None:
    try:
        from uvloop import run  # noqa: PLC0415  uvloop is not available everywhere
    except ImportError:
        asyncio.run(coroutine)
    else:
        run(coroutine)


COMMANDS = {
    command.name: command
    for command in (
        Command(SERVE, "serve Telegram; the default", _serve),
        Command("check", "whether the bot can serve here, and how to mend what is wrong", check),
        Command("backup", "a copy of the bot's database, made while people play", backup),
        Command("restore", "the bot's database from a backup", restore),
        Command("failed", "what failed: list it, try it again, drop it", tell_failed),
        Command("forgotten", "who asked to be forgotten: a list to keep beside backups", list_forgotten),
        Command("bans", "who is kept away: a list to keep beside backups", list_bans),
        Command("numbers", "who plays how much, what waits, what failed", tell_numbers),
        Command("migrate-data", "the bot's data from SQLite to PostgreSQL", migrate_data),
    )
}


def summary() -> str:
    """All commands, a line each."""
    width = max(map(len, COMMANDS))
    lines = [f"  {command.name:{width}}  {command.summary}" for command in COMMANDS.values()]
    more = (f"{PROGRAM} COMMAND --help says more.", f"{PROGRAM} {VERSION} says which version this is.")
    return "\n".join((f"usage: {PROGRAM} [COMMAND]", "", *lines, "", *more))


# The command line.

log = structlog.get_logger()
HELP, VERSION = ("-h", "--help"), "--version"


def main(arguments: Sequence[str] = ()) -> int:
    """Run the command that was typed, or serve; returns the exit status: 1 for a fault of ours, 2 for a setting."""
    try:
        with printing():
            return _run_command(*(arguments or (SERVE,)))
    except (WrongSetting, UnusableDatabase, CannotStart, CannotListen) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except Exception:
        log.exception("the bot broke")
        return 1


def _run_command(name: str, *rest: str) -> int:
    if name in HELP:
        sys.stdout.write(f"{summary()}\n")
        return 0
    if name == VERSION:
        sys.stdout.write(f"{COMMAND} {__version__}\n")
        return 0
    command = COMMANDS.get(name)
    if command is None:
        sys.stderr.write(f"{name}: no such command ({PROGRAM} --help)\n")
        return 2
    return command.run(rest)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
