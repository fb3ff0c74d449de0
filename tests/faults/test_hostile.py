"""Thousands of hostile updates: the intake goes on, nothing foreign changes, nothing unescaped is shown."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, Phase, given, settings

from sandbox.client import Person, Sandbox
from sandbox.html import parse
from sandbox.server import SandboxServer
from tests.bot.process import BotProcess, turns_on
from tests.faults.hostile import Hostile, Targets
from tests.faults.hostile_values import MARK, TAGS
from tests.postgres import Cluster

pytestmark = pytest.mark.asyncio(loop_scope="session")

ON_SQLITE, ON_POSTGRES = 5000, 2000
SETTLED_AFTER = 1000
A_MOVE_EVERY = 250
PATIENCE = 60.0
GROWTH = 16 * 2**20
"""Bytes; what the allocator keeps of the largest batch is no leak."""
OURS = re.compile(r'</?(?:b|u|code)>|<tg-time unix="\d{10}" format="r">|</tg-time>')
"""The tags that the bot's own words hold; the clock is a time to be counted to, in seconds since 1970."""
SHOWING = {"sendMessage", "editMessageText"}
CODE = re.compile("[0-9]{4}")


Rows = list[tuple[Any, ...]]


@dataclass(frozen=True)
class Attack:
    """A bot under attack, with those who play beside and those who only watch over their games."""

    sandbox: Sandbox
    bot: BotProcess
    rows: Callable[[str], Awaitable[Rows]]
    players: tuple[Person, ...]
    watched: tuple[Person, ...]
    targets: Targets
    many: int

    async def belongings(self) -> dict[str, Rows]:
        """All that the database holds of the watched."""
        theirs = "IN (" + ",".join(str(person.id) for person in self.watched) + ")"
        match = f"match_id IN (SELECT match_id FROM seats WHERE person_id {theirs})"
        kept = {
            **dict.fromkeys(("tables", "chats", "slots", "outbox"), f"chat_id {theirs}"),
            **dict.fromkeys(("people", "ratings", "results", "seeks", "challenges"), f"person_id {theirs}"),
            **dict.fromkeys(("matches", "seats"), match),
        }
        return {
            table: await self.rows(f"SELECT * FROM {table} WHERE {where} ORDER BY 1, 2")
            for table, where in kept.items()
        }

    async def secret_of(self, person: Person) -> str:
        """What the person has to find."""
        ((body,),) = await self.rows(f"SELECT body FROM tables WHERE chat_id = {person.id}")
        return str(json.loads(body)["position"].split()[2])

    async def quiet(self) -> None:
        """Wait until nothing is left to do or to say."""
        await self.sandbox.settled(PATIENCE)
        async with asyncio.timeout(PATIENCE):
            while await self.rows("SELECT 1 FROM outbox LIMIT 1"):
                await asyncio.sleep(0.05)

    def memory(self) -> int:
        """Bytes of the bot's process."""
        assert self.bot._process is not None
        status = Path(f"/proc/{self.bot._process.pid}/status").read_text("utf-8")
        return int(status.partition("VmRSS:")[2].split()[0]) * 1024


@pytest.fixture(params=["sqlite", "postgres"])
def cluster(request: pytest.FixtureRequest) -> Cluster | None:
    """Where the database is; None if it is a file."""
    return request.getfixturevalue("postgres") if request.param == "postgres" else None


@pytest_asyncio.fixture(loop_scope="session")
async def attack(cluster: Cluster | None, tmp_path: Path) -> AsyncIterator[Attack]:
    """Two who play, two whose games must not change, and the hostile in chats and groups of their own."""
    url = f"sqlite:///{tmp_path}/bot.db" if cluster is None else await cluster.new_database()
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        BotProcess(server.url, server.token, tmp_path, LOG_FORMAT="json", DATABASE_URL=url) as bot,
    ):

        async def rows(query: str) -> Rows:
            return bot.rows(query) if cluster is None else await cluster.fetched(url, query)

        yield await _begun(sandbox, bot, rows, ON_SQLITE if cluster is None else ON_POSTGRES)


async def _begun(sandbox: Sandbox, bot: BotProcess, rows: Callable[[str], Awaitable[Rows]], many: int) -> Attack:
    players = [await _playing(sandbox, name) for name in ("Alice", "Bob")]
    watched = [await _playing(sandbox, name) for name in ("Carol", "Dave")]
    hostile = [await _playing(sandbox, name, language) for name, language in (("M1", "en"), ("M2", "uk"), ("M3", "ru"))]
    groups = [await sandbox.group(title, *hostile) for title in ("One", "Two")]
    for group in groups:
        await hostile[0].send("/play", chat=group)
        await hostile[0].sees("I have a secret", chat=group)
    chats = (*(person.id for person in hostile), *(group.id for group in groups))
    await _duel(*watched)
    await hostile[0].send("/duel")
    await hostile[0].presses("Invite", on=await hostile[0].sees("A game for two"))
    await hostile[0].sees("waits for a friend")
    tables = await rows("SELECT table_id FROM tables ORDER BY opened_at")
    matches = await rows("SELECT match_id FROM matches")
    games = tuple(str(row[0]) for row in (*tables, *matches))
    tokens = tuple(str(row[0]) for row in await rows("SELECT token FROM challenges ORDER BY made_at"))
    targets = Targets(tuple(person.id for person in hostile), chats, games, tokens)
    attack = Attack(sandbox, bot, rows, tuple(players), tuple(watched), targets, many)
    await attack.quiet()
    return attack


async def _duel(one: Person, other: Person) -> None:
    """They play with each other, as slowly as they like, and each keeps a secret."""
    await one.send("/duel")
    menu = await one.sees("A game for two")
    for choice in ("90 s a guess", "no clock", "Invite"):
        await one.presses(choice, on=menu)
    link = (await one.sees("waits for a friend")).button("Copy the link")
    assert link is not None
    opened = await other.opens(link)
    await other.presses("Accept", on=await other.sees("challenges you", after=opened))
    for person in (one, other):
        await person.presses("🎲", on=await person.sees("🤫"))
        await person.sees("yours ")


async def _playing(sandbox: Sandbox, name: str, language: str = "en") -> Person:
    player = await sandbox.person(name, language)
    await player.send("/play")
    await player.sees("🔒")
    return player


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


async def test_thousands_of_hostile_updates(attack: Attack) -> None:
    before, memory = await attack.belongings(), 0
    guesses: list[list[str]] = [[] for _ in attack.players]
    updates = await asyncio.to_thread(hostile_updates, attack.targets, attack.many)
    for number, update in enumerate(updates):
        if number == SETTLED_AFTER:
            await attack.sandbox.settled(PATIENCE)
            memory = attack.memory()
        if number % A_MOVE_EVERY == 0:
            await everybody_guesses(attack, guesses)
        await attack.sandbox.update(update)
    await attack.sandbox.settled(PATIENCE)
    growth = attack.memory() - memory
    await everybody_sees(attack, guesses)
    await those_with_tags_for_names_play(attack)
    await attack.quiet()
    assert await attack.belongings() == before
    assert growth < GROWTH
    await the_intake_never_stopped(attack)
    await nothing_unescaped_was_shown(attack)


async def everybody_guesses(attack: Attack, guesses: list[list[str]]) -> None:
    for player, made in zip(attack.players, guesses, strict=True):
        made.append(wrong(await attack.secret_of(player), len(made)))
        await player.send(made[-1])


async def everybody_sees(attack: Attack, guesses: list[list[str]]) -> None:
    for player, made in zip(attack.players, guesses, strict=True):
        board = await player.sees(f"{len(made)}. {made[-1]}", within=PATIENCE)
        assert [guess for _, guess, _, _ in turns_on(board.text)] == made


async def those_with_tags_for_names_play(attack: Attack) -> None:
    """Each guesses once in a group, whose board names them."""
    people = [await attack.sandbox.person(tag) for tag in TAGS]
    group = await attack.sandbox.group("Tags", *people)
    await people[0].send("/play", chat=group)
    board = await people[0].sees("I have a secret", chat=group)
    for number, person in enumerate(people):
        await person.send(f"/guess {wrong('', number)}", chat=group)
        board = await person.sees(f"{number + 1}. ", chat=group, within=PATIENCE)
    assert MARK in board.text


async def the_intake_never_stopped(attack: Attack) -> None:
    """Each update was delivered once and confirmed; what was kept as failed could not be read, and nothing broke."""
    assert await attack.rows("SELECT content, error FROM failed_messages") == []
    updates = await attack.sandbox.updates()
    assert len(updates) > attack.many
    assert {(update["delivered"], update["confirmed"]) for update in updates} == {(1, True)}
    events = Counter(json.loads(line)["event"] for line in attack.bot.told().splitlines())
    assert events.keys() == {"serving", "update", "unreadable update", "chat is unreachable"}
    kept = await attack.rows("SELECT content, error FROM failed_updates")
    assert len(kept) == events["unreadable update"] > 0
    assert {json.loads(content)["what"] for content, _ in kept} == {"unreadable"}
    assert all("bot/telegram/translate.py" in trace for _, trace in kept)


async def nothing_unescaped_was_shown(attack: Attack) -> None:
    """Every text reads as Telegram's HTML, with no tag but our own and nothing of a person's inside of one."""
    texts = [call["parameters"]["text"] for call in await attack.sandbox.calls() if call["method"] in SHOWING]
    for text in texts:
        shown, entities = parse(text)
        assert "<" not in OURS.sub("", text)
        for entity in entities:
            inside = shown.encode("utf-16-le")[2 * entity.offset : 2 * entity.end].decode("utf-16-le")
            assert MARK not in inside
            assert entity.type != "bold" or CODE.fullmatch(inside)
    assert any(f"&lt;b&gt;{MARK}" in text for text in texts), "nobody's tags came as far as a text"
