"""Five thousand hostile updates: the intake goes on, nothing foreign changes, nothing unescaped is shown."""

import json
import re
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, Phase, given, settings

from sandbox.client import Person, Sandbox
from sandbox.html import parse
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.process import BotProcess, turns_on
from tests.bot.test_private_game import begun
from tests.faults.hostile import Hostile, Targets
from tests.faults.hostile_values import MARK

pytestmark = pytest.mark.asyncio(loop_scope="session")

MANY, SETTLED_AFTER = 5000, 1000
A_MOVE_EVERY = 250
PATIENCE = 60.0
GROWTH = 16 * 2**20
"""Bytes; what the allocator keeps of the largest batch is no leak."""
OURS = re.compile(r"</?(?:b|u|code)>")
"""The tags that the bot's own words hold."""
SHOWING = {"sendMessage", "editMessageText"}
CODE = re.compile("[0-9]{4}")


@dataclass(frozen=True)
class Attack:
    """A bot under attack, with those who play beside and those who only watch over their games."""

    stage: Stage
    players: tuple[Person, ...]
    watched: tuple[Person, ...]
    targets: Targets

    def belongings(self) -> dict[str, list[Any]]:
        """All that the database holds of the watched."""
        chats = ",".join(str(person.id) for person in self.watched)
        kept = ("tables", "chats", "slots", "outbox")
        return {
            table: self.stage.bot.rows(f"SELECT * FROM {table} WHERE chat_id IN ({chats}) ORDER BY 1, 2")
            for table in kept
        }

    def memory(self) -> int:
        """Bytes of the bot's process."""
        assert self.stage.bot._process is not None
        status = Path(f"/proc/{self.stage.bot._process.pid}/status").read_text("utf-8")
        return int(status.partition("VmRSS:")[2].split()[0]) * 1024


@pytest_asyncio.fixture(loop_scope="session")
async def attack(tmp_path: Path) -> AsyncIterator[Attack]:
    """Two who play, two whose games must not change, and the hostile in chats and groups of their own."""
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        BotProcess(server.url, server.token, tmp_path, LOG_FORMAT="json") as bot,
    ):
        stage = Stage(server, sandbox, bot)
        players = [await begun(stage, name) for name in ("Alice", "Bob")]
        watched = [await begun(stage, name) for name in ("Carol", "Dave")]
        hostile = [await begun(stage, name, language) for name, language in (("M1", "en"), ("M2", "uk"), ("M3", "ru"))]
        groups = [await sandbox.group(title, *hostile) for title in ("One", "Two")]
        for group in groups:
            await hostile[0].send("/play", chat=group)
            await hostile[0].sees("I have a secret", chat=group)
        await stage.quiet()
        chats = (*(person.id for person in hostile), *(group.id for group in groups))
        tables = tuple(str(row[0]) for row in bot.rows("SELECT table_id FROM tables ORDER BY opened_at"))
        targets = Targets(tuple(person.id for person in hostile), chats, tables)
        yield Attack(stage, tuple(players), tuple(watched), targets)


def hostile_updates(targets: Targets, many: int) -> list[dict[str, Any]]:
    """The same ones each time that the targets are the same."""
    found: list[dict[str, Any]] = []

    @settings(
        derandomize=True,
        database=None,
        max_examples=many,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(Hostile(targets).updates())
    def collect(update: dict[str, Any]) -> None:
        found.append(update)

    collect()
    return found[:many]


def wrong(secret: str, number: int) -> str:
    """One of a row of guesses that are all wrong and all different."""
    codes = [f"{code:04}" for code in range(123, 9877) if len(set(f"{code:04}")) == 4]
    return [code for code in codes if code != secret][number * 37]


async def test_five_thousand_hostile_updates(attack: Attack) -> None:
    stage, before = attack.stage, attack.belongings()
    guesses: list[list[str]] = [[] for _ in attack.players]
    memory = 0
    for number, update in enumerate(hostile_updates(attack.targets, MANY)):
        if number == SETTLED_AFTER:
            await stage.sandbox.settled(PATIENCE)
            memory = attack.memory()
        if number % A_MOVE_EVERY == 0:
            await everybody_guesses(attack, guesses)
        await stage.sandbox.update(update)
    await stage.sandbox.settled(PATIENCE)
    growth = attack.memory() - memory
    await everybody_sees(attack, guesses)
    await stage.quiet()
    assert attack.belongings() == before
    assert growth < GROWTH
    await the_intake_never_stopped(stage)
    await nothing_unescaped_was_shown(stage)


async def everybody_guesses(attack: Attack, guesses: list[list[str]]) -> None:
    for player, made in zip(attack.players, guesses, strict=True):
        made.append(wrong(attack.stage.secret_of(player.id), len(made)))
        await player.send(made[-1])


async def everybody_sees(attack: Attack, guesses: list[list[str]]) -> None:
    for player, made in zip(attack.players, guesses, strict=True):
        board = await player.sees(f"{len(made)}. {made[-1]}", within=PATIENCE)
        assert [guess for _, guess, _, _ in turns_on(board.text)] == made


async def the_intake_never_stopped(stage: Stage) -> None:
    """Each update was delivered once and confirmed; what was kept as failed could not be read, and nothing broke."""
    updates = await stage.sandbox.updates()
    assert len(updates) > MANY
    assert {(update["delivered"], update["confirmed"]) for update in updates} == {(1, True)}
    events = Counter(json.loads(line)["event"] for line in stage.bot.told().splitlines())
    assert events.keys() == {"serving", "update", "unreadable update", "chat is unreachable"}
    kept = stage.bot.rows("SELECT content, error FROM failed_updates")
    assert len(kept) == events["unreadable update"] > 0
    assert {json.loads(content)["what"] for content, _ in kept} == {"unreadable"}
    assert all("bot/telegram/translate.py" in trace for _, trace in kept)
    assert stage.bot.rows("SELECT * FROM failed_messages") == []


async def nothing_unescaped_was_shown(stage: Stage) -> None:
    """Every text reads as Telegram's HTML, with no tag but our own and nothing of a person's inside of one."""
    texts = [call["parameters"]["text"] for call in await stage.sandbox.calls() if call["method"] in SHOWING]
    for text in texts:
        shown, entities = parse(text)
        assert "<" not in OURS.sub("", text)
        for entity in entities:
            inside = shown.encode("utf-16-le")[2 * entity.offset : 2 * entity.end].decode("utf-16-le")
            assert MARK not in inside
            assert entity.type != "bold" or CODE.fullmatch(inside)
    assert any(f"&lt;b&gt;{MARK}" in text for text in texts), "nobody's tags came as far as a text"
