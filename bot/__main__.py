"""The command line of the bot, with an exit status."""

import sys
from collections.abc import Sequence

import structlog

from bot.commands import PROGRAM
from bot.commands.catalogue import COMMANDS, SERVE, summary
from bot.serving import CannotStart
from bot.settings import WrongSetting
from bot.storage.session import UnusableDatabase
from bot.web.server import CannotListen

log = structlog.get_logger()
HELP = ("-h", "--help")


def main(arguments: Sequence[str] = ()) -> int:
    """Run the command that was typed, or serve; returns the exit status: 1 for a fault of ours, 2 for a setting."""
    name, *rest = arguments or (SERVE,)
    if name in HELP:
        sys.stdout.write(f"{summary()}\n")
        return 0
    command = COMMANDS.get(name)
    if command is None:
        sys.stderr.write(f"{name}: no such command ({PROGRAM} --help)\n")
        return 2
    try:
        return command.run(rest)
    except (WrongSetting, UnusableDatabase, CannotStart, CannotListen) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except Exception:
        log.exception("the bot broke")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
