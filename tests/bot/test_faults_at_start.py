"""What Telegram may answer to a bot that starts, or whose token it refuses."""

import asyncio
from pathlib import Path

import pytest

from sandbox.client import PATIENCE, Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun, wrong_guesses
from tests.distribution import costly_but

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("kind", ["401", "404", "404_page"])
async def test_a_token_that_is_refused_for_a_moment_ends_nobodys_game(own_stage: Stage, kind: str) -> None:
    alice = await begun(own_stage)
    guess = wrong_guesses(own_stage.secret_of(alice.id), 1)[0]
    for method in ("getUpdates", "sendMessage", "editMessageText", "deleteMessage", "answerCallbackQuery"):
        await own_stage.sandbox.fault(method, kind, times=2)
    await alice.send(guess)
    await alice.sees("1 guess so far", within=30)
    assert own_stage.bot.rows("SELECT * FROM failed_messages") == []


@pytest.mark.parametrize("kind", costly_but(("401",), ("401", "404")))
async def test_a_token_that_is_refused_for_good_ends_the_bot_with_one_line(own_stage: Stage, kind: str) -> None:
    before = own_stage.bot.log_text()
    for method in ("getUpdates", "getMe"):
        await own_stage.sandbox.fault(method, kind, times=1000)
    await (await own_stage.sandbox.person("Alice")).send("/play")
    assert await own_stage.bot.exit_status(within=30) != 0
    last = own_stage.bot.log_text()[len(before) :].splitlines()[-1]
    assert last.startswith("BOT_TOKEN: Telegram refuses it")


async def test_at_the_start_a_proxys_page_is_no_refusal(tmp_path: Path) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        await sandbox.fault("getMe", "404_page", times=2)
        async with ForkedBot(server.url, server.token, tmp_path):
            assert (await sandbox.state())["pending"] == 0


async def test_the_commands_are_told_in_the_end(tmp_path: Path) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        await sandbox.fault("setMyCommands", "500", times=2)
        await sandbox.fault("setMyDescription", "429", times=1, retry_after=1)
        async with ForkedBot(server.url, server.token, tmp_path), asyncio.timeout(PATIENCE):
            while len(sandbox.commands) < 6:
                await asyncio.sleep(0.05)
