"""Records all scenarios anew, or those that are named: `python -m tests.golden alone match`."""

import asyncio
import logging
import sys

import structlog

from bot.app.texts import LANGUAGES
from tests.golden.recorded import RECORDED, file_of
from tests.golden.script import scenarios
from tests.golden.stage import recording


def main(names: list[str]) -> None:
    """Record them; without names all, and what belongs to no scenario goes."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    for name in names or scenarios():
        for language in LANGUAGES:
            file = file_of(name, language)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(asyncio.run(recording(name, language)), "utf-8")
        print(name)
    if not names:
        known = {file_of(name, language) for name in scenarios() for language in LANGUAGES}
        for file in set(RECORDED.glob("*/*.txt")) - known:
            file.unlink()


main(sys.argv[1:])
