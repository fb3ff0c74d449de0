"""A bot under attack: those who play beside, those over whose games one only watches, and what the hostile know."""

import asyncio
import json
import math
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faults.processes.postgres import Cluster
from sandbox.client import Group, Message, Person, Sandbox
from sandbox.server import SandboxServer
from tests.bot.forked_bot import ForkedBot
from tests.faults.hostile.updates import Targets

PATIENCE = 60.0
Rows = list[tuple[Any, ...]]
Query = Callable[[str], Awaitable[Rows]]


@dataclass(frozen=True)
class Run:
    sandbox: Sandbox
    bot: ForkedBot
    rows: Query

    async def settled(self) -> None:
        """Wait until every update is confirmed, for as long as there are fewer and fewer that are not."""
        before, left = math.inf, (await self.sandbox.state())["pending"]
        while 0 < left < before:
            with suppress(AssertionError):
                await self.sandbox.settled(PATIENCE)
            before, left = left, (await self.sandbox.state())["pending"]
        assert not left, f"{left} updates are not confirmed, and were not {PATIENCE:g} s ago"

    async def quiet(self) -> None:
        """Wait until nothing is left to do or to say; what is said (that something is pinned) may be news as well."""
        async with asyncio.timeout(PATIENCE):
            while True:
                before = await self.sandbox.state()
                waiting = await self.rows("SELECT 1 FROM outbox LIMIT 1")
                after = await self.sandbox.state()
                still = before["last_update_id"] == after["last_update_id"]
                if still and not (before["pending"] or waiting or after["pending"]):
                    return
                await asyncio.sleep(0.05)

    async def secret_of(self, place: Person | Group) -> str:
        ((body,),) = await self.rows(f"SELECT body FROM games WHERE chat_id = {place.id}")
        return str(json.loads(body)["position"].split()[2])

    def memory(self) -> int:
        assert self.bot._process is not None
        status = Path(f"/proc/{self.bot._process.pid}/status").read_text("utf-8")
        return int(status.partition("VmRSS:")[2].split()[0]) * 1024


@asynccontextmanager
async def running(cluster: Cluster | None, folder: Path) -> AsyncIterator[Run]:
    url = f"sqlite:///{folder}/bot.db" if cluster is None else await cluster.new_database()
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, folder, LOG_FORMAT="json", DATABASE_URL=url) as bot,
    ):

        async def rows(query: str) -> Rows:
            return bot.rows(query) if cluster is None else await cluster.fetched(url, query)

        yield Run(sandbox, bot, rows)


@dataclass(frozen=True)
class Attack:
    run: Run
    players: tuple[Person, ...]
    watched: tuple[Person, Person]
    """Two whose games must stay as they are, wherever the hostile see them."""
    secret: str
    """What the first of them keeps in their match on a card that the hostile see."""
    card: Message
    offer: Message
    """By the first in a group of all, for the other alone."""
    targets: Targets
    calls_before: int

    async def belongings(self) -> dict[str, Rows]:
        theirs = "IN (" + ",".join(str(person.id) for person in self.watched) + ")"
        match = f"game_id IN (SELECT game_id FROM seats WHERE person_id {theirs})"
        by_person = ("people", "ratings", "results", "seeks", "challenges", "drafts", "entries", "points", "listeners")
        counted = ("careers", "rivalries", "regulars", "learners", "puzzlers")
        kept = {
            **dict.fromkeys(("chats", "slots", "outbox", "masteries", "last_options"), f"chat_id {theirs}"),
            **dict.fromkeys((*by_person, *counted, "prompts"), f"person_id {theirs}"),
            "games": f"chat_id {theirs} OR {match}",
            "seats": match,
        }
        found = {table: await self.run.rows(f"SELECT * FROM {table} WHERE {where}") for table, where in kept.items()}
        return {table: sorted(rows, key=str) for table, rows in found.items()}

    async def hidden(self) -> set[str]:
        """What nobody may read as long as the watched play: secrets, salts, seeds."""
        theirs = ",".join(str(person.id) for person in self.watched)
        seats = f"SELECT game_id FROM seats WHERE person_id IN ({theirs})"
        matches = await self.run.rows(f"SELECT body FROM games WHERE kind = 'match' AND game_id IN ({seats})")
        games = [json.loads(body) for (body,) in matches]
        secrets = {code for game in games for code in re.findall(r"\b\d{6}\b", game["game"])}
        salts = {salt for game in games for salt in game["salts"]}
        running = await self.run.rows("SELECT salt FROM games WHERE ended_at IS NULL")
        hidden = {*secrets, *salts, *(salt for (salt,) in running)} - {""}
        assert self.secret in hidden
        return hidden

    async def calls(self) -> list[dict[str, Any]]:
        return (await self.run.sandbox.calls())[self.calls_before :]


async def begun(run: Run) -> Attack:
    """Two who play, two whose games must not change, and three hostile in chats, groups and on cards of theirs."""
    sandbox = run.sandbox
    await sandbox.inline(feedback=True)
    players = [await _playing(sandbox, name) for name in ("Alice", "Bob")]
    carol, dave = [await _playing(sandbox, name) for name in ("Carol", "Dave")]
    languages = (("M1", "en"), ("M2", "uk"), ("M3", "ru"))
    hostile = [await _playing(sandbox, name, language) for name, language in languages]
    groups = [await sandbox.group(title, *hostile) for title in ("One", "Two")]
    for group in groups:
        await hostile[0].send("/play", chat=group)
        await hostile[0].sees("I have a secret", chat=group)
    hall = await sandbox.group("Hall", *hostile, carol, dave)
    square = await sandbox.group("Square", *hostile, carol, dave, bot=False)
    await duel(carol, dave)
    card, secret = await duel_on_a_card(carol, dave, square)
    offer = await offered_to_one(carol, dave, hall)
    await hostile[0].send("/duel")
    await hostile[0].presses("Invite", on=await hostile[0].sees("A game for two"))
    await hostile[0].sees("is waiting for a friend")
    await hostile[1].send(await run.secret_of(hostile[1]))
    ended = await hostile[1].sees("🎉")
    for button in ("📤", "🎯"):  # who has won lets friends break the same secret
        await hostile[1].presses(button, on=ended)
    await run.quiet()
    own = await hostile[0].types_inline("", square)
    await hostile[0].chooses(own.results[0], square)
    await run.quiet()
    # What the hostile know: every id that stands on a screen, and of offers those that have been sent.
    watched = (carol.id, dave.id)
    tables = await run.rows("SELECT game_id, chat_id FROM games WHERE chat_id IS NOT NULL ORDER BY opened_at, game_id")
    matches = await run.rows("SELECT game_id FROM games WHERE kind = 'match' ORDER BY opened_at, game_id")
    offers = await run.rows("SELECT token, person_id, body FROM challenges ORDER BY made_at, token")
    rows = [(token, person, json.loads(body)) for token, person, body in offers]
    cards = [(person, body["card"]) for _, person, body in rows if isinstance(body["card"], str)]
    contests = await run.rows("SELECT token FROM contests ORDER BY token")
    targets = Targets(
        people=tuple(person.id for person in hostile),
        chats=(*(person.id for person in hostile), *(group.id for group in groups), hall.id),
        staying=(hall.id,),
        games=tuple(str(row[0]) for row in (*tables, *matches)),
        foreign=(*(table for table, chat in tables if chat in watched), *(match for (match,) in matches)),
        tokens=(
            *(token for token, person, body in rows if person not in watched or body["state"] != "unsent"),
            *(token for (token,) in contests),
        ),
        cards=tuple(card for _, card in cards),
        own_cards=tuple(card for person, card in cards if person not in watched),
    )
    return Attack(run, tuple(players), (carol, dave), secret, card, offer, targets, len(await sandbox.calls()))


async def duel(one: Person, other: Person) -> None:
    """They play with each other, as slowly as they like, and each keeps a secret."""
    await one.send("/duel")
    menu = await one.sees("A game for two")
    for choice in ("⚙️ Terms", "4 digits", "6 digits", "1 day a guess", "no clock", "Invite"):
        await one.presses(choice, on=menu)
    link = (await one.sees("is waiting for a friend")).button("Copy link")
    assert link is not None
    opened = await other.opens(link)
    await other.presses("Accept", on=await other.sees("challenges you", after=opened))
    for person in (one, other):
        await person.presses("🎲", on=await person.sees("🤫"))


async def duel_on_a_card(one: Person, other: Person, group: Group) -> tuple[Message, str]:
    """The same on a card that everybody in the group sees; it, and what the first keeps."""
    card = await one.chooses((await one.types_inline("", group)).results[0], group)
    await other.presses("Play here", on=card)
    secrets = [(await person.presses("🎲", on=card)).text for person in (one, other)]
    assert secrets[0] is not None
    return card, secrets[0].split()[-1]


async def offered_to_one(one: Person, other: Person, group: Group) -> Message:
    said = await other.send("Hello!", chat=group)
    await one.send("/duel", chat=group, reply_to=said)
    return await other.sees("challenges", chat=group, after=said)


async def _playing(sandbox: Sandbox, name: str, language: str = "en") -> Person:
    player = await sandbox.person(name, language)
    await player.send("/play")
    await player.sees("🔒")
    return player
