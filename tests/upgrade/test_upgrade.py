"""What older versions have stored is read by this one, and they are replaced one by one while people play."""

import asyncio
import io
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from faults.processes.balancer import Balancer
from faults.processes.postgres import Cluster
from faults.processes.process import ROOT, BotProcess, free_port
from sandbox.client import Person, Sandbox
from sandbox.server import SandboxServer
from tests.bot.player import talk, turns_on
from tests.bot.storage.databases import rows_at
from tests.needs import FIRST_RELEASE

OLD = (Path(__file__).parent / "OLD").read_text("ascii").strip()
"""The commit of the older version: the newest that people run. A release writes its own here."""
PLAYERS = 6
GUESSES = ["".join(code) for code in permutations("456789", 4)]
"""None of them breaks a secret, since that is 0123."""
SERVE = "import sys, {0}; {0}._drawn = lambda variant: (0, 1, 2, 3); from bot.__main__ import main; sys.exit(main())"


def unpacked(commit: str, folder: Path) -> Path:
    """The folder with the code of that commit: the bot and the solver.

    History may belong to another user, as in a container that mounts the checkout.
    """
    command = ["git", "-c", "safe.directory=*", "archive", "--format=zip", commit, "bot", "solver"]
    packed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    with ZipFile(io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder)
    return folder


class Replica(BotProcess):
    """A bot whose code is in a folder; the secret of every game is the same."""

    def __init__(self, source: Path, server: SandboxServer, folder: Path, **settings: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.command = (sys.executable, "-c", SERVE.format(settings.pop("draws_in", "bot.world")))
        super().__init__(server.url, server.token, folder, **settings)
        self.environment["PYTHONPATH"] = str(source)


# What 0.1.0 has stored: games go on, and the buttons of then begin another.
@pytest.mark.needs("history")
async def test_what_the_first_release_has_stored_goes_on(tmp_path: Path) -> None:
    source = unpacked(FIRST_RELEASE, tmp_path / "first")
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        ann, olha = await sandbox.person("Ann"), await sandbox.person("Ольга", "uk")
        group = await sandbox.group("Friends", ann, olha)
        old = Replica(source, server, tmp_path, draws_in="bot.__main__")
        await old.start()
        await talk("/play → 🔒\n5678 → 1. 5678\n5679 → 2. 5679", ann)
        await talk("/play → 🔒\n5678 → 1. 5678", olha)
        await olha.send("/resign")
        given_up = await olha.sees("Секрет", after=olha.messages()[0])
        await talk("/play@sandbox_bot → 🔒", ann, chat=group)
        await talk("/guess 5678 → 1. 5678", olha, chat=group)
        await sandbox.settled()
        await old.kill()
        async with BotProcess(server.url, server.token, tmp_path) as bot:
            board = await talk("5680 → 3. 5680", ann)
            assert "1. 5678" in board.text
            await ann.presses("💡", on=board)
            assert "1. 5678" in (await talk("/guess 5679 → 2. 5679", ann, chat=group)).text
            asked = await olha.send("/menu")
            await olha.sees("Привіт", after=asked)
            await olha.presses(given_up.buttons[0], on=given_up)
            await bot.holds("SELECT 1 WHERE (SELECT count(*) FROM games WHERE ended_at IS NULL) = 3")
            assert "failed" not in bot.log_text()


# Two replicas of an older version are replaced one by one, with kills in between.
@dataclass
class Play:
    """Somebody who guesses without a pause, and what they have sent."""

    person: Person
    sent: int = 0
    stops: bool = False

    async def go_on(self) -> None:
        """Guess until it stops, each time once the last guess stands on the board."""
        while not self.stops:
            guess = GUESSES[self.sent]
            await self.person.send(guess)
            self.sent += 1
            await self.person.sees(f"{self.sent}. {guess}")
            await asyncio.sleep(0.2)


@asynccontextmanager
async def people_play(sandbox: Sandbox) -> AsyncIterator[list[Play]]:
    plays = [Play(await sandbox.person(f"P{number}")) for number in range(PLAYERS)]
    for play in plays:
        await play.person.send("/play")
        await play.person.sees("🔒")
    tasks = [asyncio.create_task(play.go_on()) for play in plays]
    yield plays
    for play in plays:
        play.stops = True
    await asyncio.gather(*tasks)


async def all_guess(plays: list[Play], times: int = 3) -> None:
    goal = {play.person.id: play.sent + times for play in plays}
    async with asyncio.timeout(60):
        while any(play.sent < goal[play.person.id] for play in plays):
            await asyncio.sleep(0.05)


@asynccontextmanager
async def replicas(url: str, folder: Path, server: SandboxServer) -> AsyncIterator[list[Replica]]:
    """Two of the older version serve; two of this one, on the same ports, and one more older are to be started."""
    ports, older = (free_port(), free_port()), unpacked(OLD, folder / "older")
    async with Balancer(*(f"http://127.0.0.1:{port}" for port in ports)) as balancer, AsyncExitStack() as stack:
        settings = {"DATABASE_URL": url, "WEBHOOK_URL": f"{balancer.address}/telegram", "webhook": True}
        old = [Replica(older, server, folder / f"old{port}", port=port, **settings) for port in ports]
        new = [Replica(ROOT, server, folder / f"new{port}", port=port, **settings) for port in ports]
        late = Replica(older, server, folder / "late", port=free_port(), **settings)
        for replica in (every := [*old, *new, late]):
            stack.push_async_callback(replica.stop)
        await asyncio.gather(*(replica.start() for replica in old))
        yield every


@pytest.mark.costly
@pytest.mark.needs("history")
async def test_replicas_are_replaced_one_by_one_while_people_play(postgres: Cluster, tmp_path: Path) -> None:
    url = await postgres.new_database()
    async with SandboxServer() as server, Sandbox(server.url) as sandbox, replicas(url, tmp_path, server) as every:
        older, other, newer, newest, late = every
        async with people_play(sandbox) as plays:
            await all_guess(plays)
            for kill, start in ((older.kill, newer), (newer.kill, newer), (other.stop, newest)):
                await kill()
                await start.start()
                await all_guess(plays)
        await sandbox.settled()
        for table in ("failed_updates", "failed_messages"):
            assert await rows_at(url, f"SELECT * FROM {table}") == []
        for play in plays:
            board = await play.person.sees(f"{play.sent}. {GUESSES[play.sent - 1]}")
            assert [guess for _, guess, *_ in turns_on(board.text)] == GUESSES[: play.sent]
        await late.launch()
        assert (await late.exit_status(), late.log_text().count("newer version of the bot")) == (2, 1)
