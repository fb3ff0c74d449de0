"""A bot with an operator, and people who play there."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from sandbox.client import Message, Person, Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot


@dataclass(frozen=True)
class Office:
    """A stage, and the operator of its bot."""

    stage: Stage
    boss: Person

    async def asks(self, words: str = "") -> Message:
        """The operator types `/admin` with these words; the screen that comes."""
        await self.boss.send(f"/admin {words}".strip())
        await self.stage.quiet()
        return self.screen()

    async def opens(self, *buttons: str) -> Message:
        """The operator types `/admin` and presses buttons from there."""
        await self.asks()
        return await self.presses(*buttons)

    async def presses(self, *buttons: str) -> Message:
        """The operator presses buttons of the screen, one after the other; the screen after that."""
        for button in buttons:
            await self.boss.presses(button, on=self.screen())
            await self.stage.quiet()
        return self.screen()

    def screen(self) -> Message:
        slot = "SELECT message_id FROM slots WHERE chat_id = ? AND slot = 'admin'"
        [(shown,)] = self.stage.bot.rows(slot, self.boss.id)
        return next(message for message in self.boss.messages() if message.id == shown)

    def deeds(self) -> list[tuple[str, int]]:
        """What the operator did, in its order, and to whom."""
        return self.stage.bot.rows("SELECT deed, person_id FROM deeds ORDER BY deed_id")

    def bans(self, person: Person) -> None:
        self.stage.bot.change("INSERT INTO bans VALUES (?, 1, 2)", person.id)


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def shared_office(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Office]:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        boss = await sandbox.person("Olena", "uk", username="olena")
        folder = tmp_path_factory.mktemp("office")
        async with ForkedBot(server.url, server.token, folder, ADMIN_IDS=str(boss.id)) as bot:
            stage = Stage(server, sandbox, bot)
            await boss.send("/menu")  # nobody can be written to before they have written
            await stage.quiet()
            yield Office(stage, boss)


@pytest.fixture
def office(shared_office: Office) -> Office:
    """The same, where nothing waits, nobody is kept away, and nothing was done yet."""
    for table in ("reports", "feedback", "bans", "deeds", "broadcasts", "failed_updates", "failed_messages"):
        shared_office.stage.bot.change(f"DELETE FROM {table}")
    shared_office.stage.bot.change("DELETE FROM kept WHERE name = 'switched-off'")
    return shared_office


@pytest_asyncio.fixture(loop_scope="session")
async def alice(office: Office) -> Person:
    return await office.stage.sandbox.person("Alice")
