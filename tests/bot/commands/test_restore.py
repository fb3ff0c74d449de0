"""A backup is made while people play, the database is lost, and play goes on from the backup: on both databases."""

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from faults.processes.postgres import Cluster
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import paired, screen
from tests.bot.environment import TOKEN
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun, talk, turns_on, wrong_guesses
from tests.bot.storage.databases import NOTHING_TO_DO, change_at, holds, rows_at
from tests.bot.storage.stores import opened
from tests.bot.typed import typed_in
from tests.needs import require

RUNNING = "INSERT INTO broadcasts VALUES ('cast', 1, 'running', '{\"en\": \"x\"}', 9e9, 0, 5, 9, 1, 1)"
"""What is sent to everybody when the backup is made: restored, it must not go on from there by itself."""
TOLD = "🕰 Something went badly wrong, and I had to go back to how things were on"
MIGRATED = "SELECT number FROM migrations ORDER BY number"
Places = tuple[str, str]


@dataclass(frozen=True)
class AnyStage(Stage):
    """A stage whose bot has its data in either database."""

    url: str

    async def quiet(self) -> None:
        await self.sandbox.settled()
        await holds(self.url, NOTHING_TO_DO)
        await self.sandbox.state()


@pytest.fixture
async def places(cluster: Cluster | None, tmp_path: Path) -> Places:
    """Two databases, of which the first will be lost."""
    if cluster is None:
        return f"sqlite:///{tmp_path}/bot.db", f"sqlite:///{tmp_path}/new/bot.db"
    require("pg_dump")
    return await cluster.new_database(), await cluster.new_database()


@pytest.mark.both_databases
async def test_a_lost_database_is_restored_and_everybody_plays_on(places: Places, tmp_path: Path) -> None:
    (lost, new), backup = places, str(tmp_path / "backup")
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        bot = ForkedBot(server.url, server.token, tmp_path, DATABASE_URL=lost)
        await bot.start()
        stage = AnyStage(server, sandbox, bot, lost)
        alone = await begun(stage, "Carol")
        [(_, _, _, _, body)] = await stored.games_at(lost, chat=alone.id)
        kept, gone, again = wrong_guesses(json.loads(body)["position"].split()[2], 3)
        await talk(f"{kept} → 1. {kept}", alone)
        pair = await paired(stage)
        await sandbox.settled()
        status, printed = await typed_in(tmp_path, bot.environment, "backup", backup)
        assert (status, "checked" in printed) == (0, True), printed
        await talk(f"{gone} → 2. {gone}", alone)
        await sandbox.settled()
        await bot.kill()
        status, printed = await typed_in(tmp_path, bot.environment | {"DATABASE_URL": new}, "restore", backup)
        assert (status, "3 chats will be told" in printed) == (0, True), printed
        assert await rows_at(new, "SELECT * FROM outbox") == []
        async with ForkedBot(server.url, server.token, tmp_path, DATABASE_URL=new):
            for person in (alone, *pair.both):
                await person.sees(TOLD)
            board = await talk(f"{again} → 2. {again}", alone)
            assert [guess for _, guess, *_ in turns_on(board.text)] == [kept, again]
            assert screen(pair.alice).id > (await pair.alice.sees(TOLD)).id
            await sandbox.settled()
            calls = await sandbox.calls("sendMessage")
            assert sum(TOLD in call["parameters"]["text"] for call in calls) == 3


@pytest.mark.both_databases
async def test_nothing_is_overwritten_nor_made_of_what_is_no_backup(places: Places, tmp_path: Path) -> None:
    lost, new = places
    async with opened(lost):
        pass
    settings = {"BOT_TOKEN": TOKEN, "DATABASE_URL": lost}
    assert (await typed_in(tmp_path, settings, "backup", str(tmp_path / "backup")))[0] == 0
    before = await rows_at(lost, MIGRATED)
    status, printed = await typed_in(tmp_path, settings, "restore", str(tmp_path / "backup"))
    assert (status, "move it away" in printed or "not empty" in printed) == (2, True), printed
    assert await rows_at(lost, MIGRATED) == before
    (tmp_path / "rubbish").write_text("no backup at all" * 1000)
    for name in ("rubbish", "nowhere"):
        status, printed = await typed_in(tmp_path, settings | {"DATABASE_URL": new}, "restore", str(tmp_path / name))
        assert (status, printed.splitlines()[-1].startswith("restore: ")) == (2, True), printed
        assert await asyncio.to_thread(lambda: list((tmp_path / "new").glob("*"))) == []


@pytest.mark.costly
async def test_whoever_was_forgotten_or_kept_away_since_is_so_again(places: Places, tmp_path: Path) -> None:
    (lost, new), backup = places, str(tmp_path / "backup")
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        ann = await sandbox.person("Ann")
        bot = ForkedBot(server.url, server.token, tmp_path, DATABASE_URL=lost, ADMIN_IDS=str(ann.id))
        await bot.start()
        eve, bob, carol = [await begun(Stage(server, sandbox, bot), name) for name in ("Eve", "Bob", "Carol")]
        await change_at(lost, RUNNING)
        assert (await typed_in(tmp_path, bot.environment, "backup", backup))[0] == 0
        await talk("/forgetme → Delete everything about you?\n[Yes] → ✅ Done: everything about you is deleted.", eve)
        await talk(f"/admin ban {bob.id} → 🚫 Ban\n[Yes]", ann)
        await bob.sees("You’re banned from this bot")
        for name in ("forgotten", "bans"):
            _, printed = await typed_in(tmp_path, bot.environment, name)
            await asyncio.to_thread((tmp_path / name).write_text, printed)
        await bot.kill()
        lists = ("--forgotten", str(tmp_path / "forgotten"), "--bans", str(tmp_path / "bans"))
        restored = bot.environment | {"DATABASE_URL": new}
        assert (await typed_in(tmp_path, restored, "restore", backup, *lists))[0] == 0
        async with ForkedBot(server.url, server.token, tmp_path, DATABASE_URL=new):
            await carol.sees(TOLD)
            await holds(new, "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE kind = 'forget')")
            assert set(await rows_at(new, "SELECT starter FROM games")) == {(bob.id,), (carol.id,)}
            assert await rows_at(new, f"SELECT 1 FROM chats WHERE chat_id = {eve.id}") == []
            await bob.sees("You’re banned from this bot", after=await bob.send("/play"))
            assert await rows_at(new, "SELECT state FROM broadcasts") == [("stopped",)]
