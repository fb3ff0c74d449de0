"""`python -m bot numbers`: counted on both databases."""

from pathlib import Path

import pytest

from bot.commands.figures import table
from bot.storage.operator import COUNTS, NOW, connected, numbers
from tests.bot.environment import TOKEN
from tests.bot.storage.databases import change_at
from tests.bot.typed import typed

DAY = 86400.0
NOON = 20_000 * DAY + DAY / 2
GAME = "INSERT INTO games (game_id, kind, chat_id, starter, salt, opened_at, ended_at, body, revision, saved_at)"


async def played(place: str, name: str, starter: int, at: float, *, ended: bool) -> None:
    end = at if ended else "NULL"
    await change_at(place, f"{GAME} VALUES ('{name}', 'alone', {starter}, {starter}, '', {at}, {end}, '{{}}', 1, {at})")


@pytest.mark.both_databases
async def test_what_was_played_today_and_in_a_week_is_counted(place: str) -> None:
    await played(place, "a", 1, NOON - 60, ended=True)
    await played(place, "b", 1, NOON - 30, ended=False)
    await played(place, "c", 2, NOON - DAY, ended=True)
    await played(place, "d", 3, NOON - 10 * DAY, ended=False)
    await change_at(place, f"INSERT INTO failed_updates VALUES (1, {NOON - 5}, '{{}}', '')")
    async with connected(place) as connection:
        counted = await numbers(connection, NOON)
    assert counted.since.keys() == COUNTS.keys()
    assert counted.now.keys() == NOW.keys()
    assert counted.since["people who played"] == (1, 2)
    assert counted.since["games begun"] == (2, 3)
    assert counted.since["games ended"] == (1, 2)
    assert counted.since["updates failed"] == (1, 1)
    assert counted.now["games that run"] == 2
    assert "people who played              1         2\n" in table(counted)


async def test_the_command_prints_them(place: str, tmp_path: Path) -> None:
    status, printed = await typed(tmp_path, "numbers", BOT_TOKEN=TOKEN, DATABASE_URL=place)
    assert status == 0
    assert [name for name in (*COUNTS, *NOW) if name not in printed] == []
