"""A database that commit fa94e826 left, with every kind of row, opens, tells the same, and is played on.

`python -m tests.upgrade.test_filled` makes such databases, each left in the midst of a scenario, and what it told
everybody there of themselves, with the code that is there: it was run at that commit.
"""

import asyncio
import io
import json
import re
import sqlite3
import tarfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from functools import cache, reduce
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from bot.app.operators.actions import document
from bot.app.texts import texts_in
from bot.commands.copies import migrate_data as run
from faults.processes.postgres import Cluster
from tests.bot.storage.stores import migrated, open_once, opened
from tests.bot.storage.transferable import TABLES, filled
from tests.golden.script import Step, scenarios, steps_of
from tests.golden.stage import PEOPLE, Stage, played
from tests.golden.world import BEGAN, words_in

FILE = Path(__file__).parent / "fa94e826.tar.xz"
LANGUAGE = "en"
ONE_OF_EACH = "one-of-each"
"""A row of every table, which no scenario has brought about."""
STRANGERS = (1001, 2**40)
NOW = BEGAN + 1e6


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


async def told(name: str, place: Path | str) -> dict[str, dict[str, Any]]:
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


PLAYED = [name.removesuffix(".sqlite") for name in archive() if name.endswith(".sqlite")]
"""What was played then: scenarios, and a row of every table."""
TO_OTHERS = {"duel", "group_challenge", "several", "which"}
"""There a text on the rival's turn went to another board: since then it goes otherwise."""
RATED = {"match_ends"}
"""There early resignations counted in full: since then they count half for whoever wins."""
BYSTANDERS = {"circle"}
"""There people decided who had not guessed."""
COME_DOWN = {"group", "group_others", "party", "topic"}
"""There boards came down more seldom, so buttons stand on other messages."""
CHOSEN = {"card_race", "cards", "races", "strangers"}
"""There terms were chosen, or left as they were, when one set held for friends and the lobby, rated at first."""
DRAWN = {"puzzles"}
"""There puzzles of any kind were drawn: since then a newcomer's first one is easy, and costs little."""
LISTED = {"lobby"}
"""There the list of the lobby stood on the message of one's own search."""
LONGER = {"number"}
"""There steps have come to the scenario, so it was left at another one."""
RESUMED = {"lessons"}
"""Since then /learn goes on where it stopped, which what was stored before does not say of the first lesson."""
WEIGHED = {"match_help"}
"""Since then a guess that is weighed says how many codes fit, and asking for that is no other hint."""
OF_SEVERAL_KINDS = {"variants"}
"""There games of several kinds were played, all of which /stats summed up at first."""
CHANGED = re.compile(r"\d+ → \d+ \(.\d+\)|(?<=🥇 )[\d½]+/")
LOCK = re.compile(r'(?: ·)? <a href="[^"]*start=proof-[^"]*">[^<]*</a>')
"""Since then a line of its own says what each lock of a match is of."""
HALF = "⚖️ This win counts half"
REWORDED = {
    "Nobody has played a rated game this week yet. Who begins?": "No rated games this week yet. Who’s first?",
    "No game has ended yet. /play begins one.": "No finished games yet. /play starts one.",
    "🏆 The best · ": "🏆 Leaderboard · ",
    "🆚 with ": "🆚 ",
    "🏆 You have won: ": "🏆 You won: ",
    "⏰ Your time has run out; Bob has won.": "⏰ You ran out of time; Bob won.",
    "before anybody had guessed": "before anybody guessed",
    "Bob is not there, so the game is aborted.": "Bob isn’t there, so the game is cancelled.",
    "Nobody came, and your challenge has expired.": "Nobody came; your challenge expired.",
    "🏅 Achieved: a master of /number — no more questions than perfect play needs": (
        "🏅 New achievement: Number Master: win /number in no more questions than perfect play"
    ),
    "'s secret: ": "’s secret: ",
    "🔑 Secret: Ann — ": "🔑 Ann’s secret: ",
    "[💬 · ": "[💬 Chat · ",
    "[⚔️ Play with others · ": "[⚔️ A game for two · ",
    "[4 symbols of ": "[4 digits of ",
    "No games with others yet. ": "No games with people yet. ",
    "% · games reviewed": "% (perfect play: 100%) · games reviewed",
    "\u2060": "",
}
"""How what was said then is said now."""
COUNTED = "Solo games you’ve finished"
"""Since then /stats says which games it counts."""
OPENED = re.compile(
    r"Against perfect play|Guesses (?:a game|on average)|[🍀🌧] Luck|<u>.*</u>$|1:stats:(?:i|all|\w\w?-)"
)
"""Since then /stats opens on one kind of game, with the best mean beside one's own, and says more and less in words."""
WHAT = "what"
"""What a table holds is said in other words now."""
OF_THE_MOMENT = {"leases", "budget", "uptime", "replicas", "migrations"}
SINCE = {"aborts", "crowds", "watchers"}
"""Tables that were not there yet."""
COLUMNS_SINCE = {
    "lobby_choice",
    "asked_at",
    "friends_only",
    "seen_at",
    "last_terms",
    "no_codes",
    "waits_for",
    "hides_week",
    "is_missed",
    "watchable",
}
"""Columns of which people are told, likewise."""


@pytest.fixture
def left(cluster: Cluster | None, tmp_path: Path, request: pytest.FixtureRequest) -> Path | str:
    file = tmp_path / "left.sqlite"
    file.write_bytes(archive()[f"{request.getfixturevalue('name')}.sqlite"])
    if cluster is None:
        return file
    asyncio.run(open_once(file))  # what is moved has been served from by this version
    url = asyncio.run(cluster.new_database())
    assert run([f"sqlite:///{file}", url]) == 0
    return url


@pytest.mark.parametrize("name", PLAYED)
async def test_it_tells_everybody_the_same(name: str, left: Path | str) -> None:
    now, then = but_numbers(await told(name, left)), but_numbers(json.loads(archive()["told.json"])[name])
    if name in OF_SEVERAL_KINDS:
        assert all(of.pop("/stats") for of in (*now.values(), *then.values()))
    assert now == then


def but_numbers(told: Any) -> Any:
    """What was told, without the ids of messages: whoever asks anew gets some that are lower than those of before.

    Nor with changes of ratings: a match whose time has run out since counts half where it was left early.
    """
    match told:
        case dict():
            return {key: but_numbers(value) for key, value in told.items() if key not in {*COLUMNS_SINCE, WHAT}}
        case [str(), *_] if all(isinstance(line, str) for line in told):
            kept = [line for line in told if not (HALF in line or COUNTED in line or OPENED.search(line))]
            now = [reduce(lambda line, pair: line.replace(*pair), REWORDED.items(), line) for line in kept]
            lines = [line.partition(": new ")[0] if line.startswith("→") else line for line in now]
            left = [(line, LOCK.sub("", line)) for line in lines]
            return [CHANGED.sub("", without) for line, without in left if without != "  │" or line == "  │"]
        case list():
            return [but_numbers(each) for each in told]
        case _:
            return told


@pytest.mark.parametrize(
    "name",
    sorted(
        {*PLAYED}.difference(
            {ONE_OF_EACH}, TO_OTHERS, RATED, BYSTANDERS, COME_DOWN, CHOSEN, DRAWN, LISTED, LONGER, RESUMED, WEIGHED
        )
    ),
)
async def test_it_is_played_on(name: str, left: Path | str, tmp_path: Path) -> None:
    async with in_the_midst(name, tmp_path / "so far.sqlite") as (so_far, others), opened(left) as store:
        stage = Stage(store, LANGUAGE, so_far.fixed, offered=so_far.offered, updates=so_far.updates)
        stage.talks, stage.record = so_far.talks, so_far.record
        for step in others:
            await stage.does(step)
        assert stage.record.lines == (await played(name, LANGUAGE)).lines


def test_every_kind_of_row_is_among_them(tmp_path: Path) -> None:
    seen: set[str] = set()
    for name, content in archive().items():
        if name.endswith(".sqlite"):
            (tmp_path / name).write_bytes(content)
            with closing(sqlite3.connect(tmp_path / name)) as database:
                tables = TABLES.keys() - SINCE
                seen |= {table for table in tables if database.execute(f"SELECT 1 FROM {table}").fetchone()}
    assert seen == TABLES.keys() - OF_THE_MOMENT - SINCE


async def _main() -> None:
    with TemporaryDirectory() as folder, tarfile.open(FILE, "w:xz") as packed:
        known, left = {}, dict[str, bytes]()
        for name in [*scenarios(), ONE_OF_EACH]:
            file = Path(folder) / f"{name}.sqlite"
            if name == ONE_OF_EACH:
                await filled(file)
            else:
                file.write_bytes(migrated())
                async with in_the_midst(name, file):
                    pass
            left[file.name] = file.read_bytes()
            known[name] = await told(name, file)
        left["told.json"] = json.dumps(known, ensure_ascii=False, indent=1).encode()
        for name, content in left.items():
            (about := tarfile.TarInfo(name)).size = len(content)
            packed.addfile(about, io.BytesIO(content))


if __name__ == "__main__":
    asyncio.run(_main())
