"""`python -m bot check`: the real command beside the sandbox, and what it says of real databases."""

from pathlib import Path

import pytest

from bot.__main__ import COMMANDS
from bot.commands.check import database
from tests.bot.conftest import Stage
from tests.bot.environment import TOKEN
from tests.bot.storage.databases import change_at
from tests.bot.storage.stores import opened
from tests.bot.typed import typed

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_where_all_is_well_it_says_so_of_each(stage: Stage, tmp_path: Path) -> None:
    status, printed = await typed(tmp_path, "check", BOT_TOKEN=stage.server.token, BOT_API_URL=stage.server.url)
    assert [line[0] for line in printed.splitlines()] == ["✓"] * 7, printed
    assert [line.split()[1] for line in printed.splitlines()] == [
        "settings:", "token:", "clock:", "webhook:", "database:", "disk:", "fonts:",
    ]  # fmt: skip
    assert "@sandbox_bot" in printed
    assert status == 0
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({}, "✗ settings: BOT_TOKEN: missing"),
        ({"BOT_TOKEN": TOKEN, "BOT_API_URL": "http://127.0.0.1:9"}, "✗ token: http://127.0.0.1:9 cannot be reached"),
        ({"BOT_TOKEN": TOKEN}, "✗ token: Telegram refuses it"),
    ],
)
async def test_what_is_wrong_is_said_with_how_to_mend_it(
    stage: Stage, tmp_path: Path, settings: dict[str, str], line: str
) -> None:
    status, printed = await typed(tmp_path, "check", **{"BOT_API_URL": stage.server.url} | settings)
    assert status == 1
    assert line in printed
    assert TOKEN not in printed


async def test_every_command_has_help_and_others_are_named(tmp_path: Path) -> None:
    _, summary = await typed(tmp_path, "--help")
    for name in COMMANDS:
        assert f"\n  {name} " in summary
        status, printed = await typed(tmp_path, name, "--help", BOT_TOKEN=TOKEN)
        assert (status, printed.split()[:2]) == (0, ["usage:", "python"])
    assert await typed(tmp_path, "sevre") == (2, "sevre: no such command (python -m bot --help)\n")


async def test_of_a_database_it_says_what_the_start_would_find(place: str) -> None:
    async with opened(place):
        is_well, said = await database(place)
        assert is_well
        assert "migrations" not in said
    await change_at(place, "INSERT INTO migrations VALUES (9999, '9999_of_the_future')")
    assert await database(place) == (
        False,
        "it was written by a newer version of the bot; run that, or name another in DATABASE_URL",
    )


async def test_what_is_no_database_is_told(tmp_path: Path) -> None:
    file = tmp_path / "bot.db"
    file.write_text("hello, this is no database at all, however long it may be" * 100, "utf-8")
    is_well, said = await database(f"sqlite:///{file}")
    assert not is_well
    assert "put a backup in its place" in said
    assert await database(f"sqlite:///{tmp_path}/new.db") == (True, f"{tmp_path}/new.db will be created")
    is_well, said = await database("postgresql://nobody:hidden@127.0.0.1:9/none")
    assert not is_well
    assert "hidden" not in said
