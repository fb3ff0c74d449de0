"""The bot with a heartbeat: `python -m benchmarks.watched FILE` serves, and at its end pickles its beats into FILE."""

import pickle
import sys
from pathlib import Path

from benchmarks.heart import Beats, heart
from benchmarks.loop import run
from bot import log as logs
from bot.serving import Serving
from bot.settings import settings_from_environment


async def _served(serving: Serving) -> Beats:
    async with heart() as beats:
        await serving.run()
    return beats


if __name__ == "__main__":
    settings = settings_from_environment()
    redaction = logs.configure(settings.log_level, settings.log_format, settings.bot_token.get_secret_value())
    Path(sys.argv[1]).write_bytes(pickle.dumps(run(_served(Serving(settings, redaction)))))
