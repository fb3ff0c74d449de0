"""What a bot says and does about its webhook when it starts: its secret, its registration, and after polling."""

from pathlib import Path

import pytest

from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot
from tests.bot.solo.private_games import begun, wrong_guesses
from tests.bot.telegram.posting import posted
from tests.bot.turns import turns_on

pytestmark = pytest.mark.asyncio(loop_scope="session")
FOREIGN = 10**15
"""Update ids that the sandbox does not come to."""


async def test_polling_and_webhook_change_places_in_the_middle_of_a_game(tmp_path: Path) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        alice = await sandbox.person("Alice")
        secret = ""
        guesses: list[str] = []
        for number, webhook in enumerate((False, True, False, True)):
            await alice.send("/play" if number == 0 else guesses[number - 1])  # while nobody is there
            async with ForkedBot(server.url, server.token, tmp_path, webhook=webhook) as bot:
                stage = Stage(server, sandbox, bot)
                await alice.sees("🔒" if number == 0 else f"{number}. {guesses[number - 1]}")
                secret = secret or stage.secret_of(alice.id)
                guesses = guesses or wrong_guesses(secret, 4)
                await stage.quiet()
        board = await alice.sees("3. ")
        assert [turn[1] for turn in turns_on(board.text)] == guesses[:3]


async def test_the_secret_is_made_up_once(tmp_path: Path) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        for _ in range(2):
            async with ForkedBot(server.url, server.token, tmp_path, webhook=True):
                alice = await sandbox.person("Alice")
                await alice.send("/start")
                await alice.sees("Type or tap a guess")
        found = {call["parameters"]["secret_token"] for call in await sandbox.calls("setWebhook")}
    assert len(found) == 1
    assert len(found.pop()) == 43


async def test_a_secret_that_is_set_is_the_one_that_counts(tmp_path: Path) -> None:
    secret = "correct-horse-battery-staple"
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, tmp_path, webhook=True, WEBHOOK_SECRET=secret) as bot,
    ):
        assert await posted(bot, {"update_id": FOREIGN}, secret) == 200
        assert await posted(bot, {"update_id": FOREIGN}, "another") == 401
        await begun(Stage(server, sandbox, bot))
        assert [call["parameters"]["secret_token"] for call in await sandbox.calls("setWebhook")] == [secret]
        assert bot.rows("SELECT * FROM kept WHERE name = 'webhook_secret'") == []
        assert secret not in bot.log_text()


async def test_registering_goes_on_until_telegram_takes_it(tmp_path: Path) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        await sandbox.fault("setWebhook", "500")
        await sandbox.fault("setWebhook", "429", retry_after=1)
        await sandbox.fault("setWebhook", "400", description="Bad Request: bad webhook: Failed to resolve host")
        async with ForkedBot(server.url, server.token, tmp_path, webhook=True) as bot:
            await begun(Stage(server, sandbox, bot))
            assert "failed to resolve host" in bot.log_text()
