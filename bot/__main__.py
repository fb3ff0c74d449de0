"""The command line of the bot: serve, back up or migrate data, with an exit status."""

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any

import structlog

from bot import log as logs
from bot.serving import CannotStart, Serving
from bot.settings import WrongSetting, settings_from_environment
from bot.storage.backup.command import run as back_up
from bot.storage.session import UnusableDatabase
from bot.storage.transfer.command import run as migrate_data
from bot.wall_clock import set_ahead
from bot.web.server import CannotListen

log = structlog.get_logger()


def main() -> int:
    """Serve until shutdown, or migrate or back up the data; returns the exit status."""
    if sys.argv[1:2] == ["migrate-data"]:
        return migrate_data(sys.argv[2:])
    try:
        settings = settings_from_environment()
        if sys.argv[1:2] == ["backup"]:
            return back_up(sys.argv[2:], settings.database_path)
        set_ahead(settings.clock_ahead)
        redaction = logs.configure(settings.log_level, settings.log_format, settings.bot_token.get_secret_value())
        _run(Serving(settings, redaction).run())
    except (WrongSetting, UnusableDatabase, CannotStart, CannotListen) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except Exception:
        log.exception("the bot broke")
        return 1
    return 0


def _run(coroutine: Coroutine[Any, Any, None]) -> None:
    try:
        from uvloop import run  # noqa: PLC0415  uvloop is not available everywhere
    except ImportError:
        asyncio.run(coroutine)
    else:
        run(coroutine)


if __name__ == "__main__":
    sys.exit(main())
