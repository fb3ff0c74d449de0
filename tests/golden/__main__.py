"""Records all scenarios anew, or those that are named: `python -m tests.golden alone match`."""

import asyncio
import logging
import sys

import structlog

from bot.app.texts import LANGUAGES
from tests.golden.script import RECORDED, as_recorded, file_of, scenarios, texts_of
from tests.golden.stage import recording, texts_heard


def main(names: list[str]) -> None:
    """Record them, and the texts of all; without names all, and what belongs to no scenario goes."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    if unknown := [name for name in names if name not in scenarios()]:
        sys.exit(f"no scenarios are called {', '.join(unknown)}")
    for name in names or scenarios():
        file_of(name).write_text(asyncio.run(recording(name)), "utf-8")
        print(name)
    for language in LANGUAGES:
        heard = {name: asyncio.run(texts_heard(name, language)) for name in scenarios()}
        texts_of(language).parent.mkdir(parents=True, exist_ok=True)
        texts_of(language).write_text(as_recorded(heard), "utf-8")
        print(language)
    if not names:
        for file in set(RECORDED.glob("*.txt")) - {file_of(name) for name in scenarios()}:
            file.unlink()


main(sys.argv[1:])
