"""Databases that commit fa94e826 left in the midst of every scenario, and what it told everybody there of themselves.

`python -m tests.upgrade.filled` makes them, with the code that is there: it was run at that commit.
"""

import asyncio
import io
import json
import tarfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.app.actions.operators import document
from bot.app.texts import texts_in
from tests.bot.storage.stores import migrated, opened
from tests.bot.storage.transferable import filled
from tests.golden.script import Step, scenarios, steps_of
from tests.golden.stage import PEOPLE, Stage
from tests.golden.world import BEGAN, words_in

FILE = Path(__file__).parent / "fa94e826.tar.xz"
LANGUAGE = "en"
ONE_OF_EACH = "one-of-each"
"""A row of every table, which no scenario has brought about."""
STRANGERS = (1001, 2**40)
NOW = BEGAN + 1e6
Told = dict[str, Any]


@asynccontextmanager
async def in_the_midst(name: str, place: Path | str) -> AsyncIterator[tuple[Stage, list[Step]]]:
    """The scenario, played so far in the database at this place, and all that comes then."""
    steps = steps_of(name, words_in(LANGUAGE))
    until = 2 * len(steps) // 3
    async with opened(place) as store:
        stage = Stage(store, LANGUAGE)
        for step in steps[:until]:
            await stage.does(step)
        yield stage, steps[until:]


async def told(name: str, place: Path | str) -> dict[str, Told]:
    """By name, what is told to whoever asks what is stored of them, how they play, and who plays best."""
    async with opened(place) as store:
        if name == ONE_OF_EACH:
            return {str(person): {"mydata": await _my_data(store, person)} for person in STRANGERS}
        stage, found = Stage(store, LANGUAGE), {}
        stage.updates, stage.fixed.now = 10**6, NOW
        for number, person in enumerate(PEOPLE):
            found[person] = {"mydata": await _my_data(store, 1001 + number)}
        for person in PEOPLE:
            for asked in ("/stats", "/top"):
                before = len(stage.record.lines)
                await stage.does(Step("", "say", {"who": person, "text": asked}))
                found[person][asked] = stage.record.lines[before:]
        return found


async def _my_data(store: Any, person: int) -> Any:
    rows = await store.run(lambda work: work.privacy.rows_of(person))
    return json.loads(document(person, rows, NOW, texts_in(LANGUAGE)))["tables"]


@cache
def archive() -> dict[str, bytes]:
    with tarfile.open(FILE) as packed:
        return {each.name: packed.extractfile(each).read() for each in packed}  # type: ignore[union-attr]


async def _main() -> None:
    with TemporaryDirectory() as folder, tarfile.open(FILE, "w:xz") as packed:
        known = {}
        for name in [*scenarios(), ONE_OF_EACH]:
            file = Path(folder) / f"{name}.sqlite"
            if name == ONE_OF_EACH:
                await filled(file)
            else:
                file.write_bytes(migrated())
                async with in_the_midst(name, file):
                    pass
            left = file.read_bytes()
            known[name] = await told(name, file)
            _add(packed, file.name, left)
            print(name)
        _add(packed, "told.json", json.dumps(known, ensure_ascii=False, indent=1).encode())


def _add(packed: tarfile.TarFile, name: str, content: bytes) -> None:
    about = tarfile.TarInfo(name)
    about.size = len(content)
    packed.addfile(about, io.BytesIO(content))


if __name__ == "__main__":
    asyncio.run(_main())
