"""How the bot leaves: what is in hand is finished, and nothing is waited for that may not come."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from bot import serving
from bot.storage import store
from bot.telegram import receive
from bot.web import server as server_web
from faults.processes.process import BotProcess
from sandbox.client import PATIENCE, Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.player import begun, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")
NEVER = 24 * 3600.0
"""Seconds; no test lasts so long."""


async def test_sigterm_finishes_what_is_in_hand_and_leaves_soon(own_stage: Stage) -> None:
    players = [await begun(own_stage, f"Player {number}") for number in range(10)]
    for player in players:
        await player.send(wrong_guesses(own_stage.secret_of(player.id), 1)[0])
    assert await own_stage.bot.stop() == 0
    assert (await own_stage.sandbox.state())["pending"] in range(11)
    await own_stage.bot.start()
    for player in players:
        await player.sees("1 guess so far")


async def test_what_is_waited_for_after_sigterm_leaves_a_reserve() -> None:
    """Service managers kill after ten seconds; the last updates are confirmed in two of them."""
    waits = (receive.TIME_TO_FINISH, serving.TIME_TO_LEAVE, server_web.TIME_TO_FINISH, store.TIME_TO_FINISH)
    assert sum(waits) <= 10 - 2 - 1


@pytest.mark.costly
async def test_a_thinker_that_hangs_stops_neither_the_hint_nor_the_end(own_stage: Stage) -> None:
    alice = await begun(own_stage)
    others = [await begun(own_stage, f"Player {number}") for number in range(4)]
    await alice.send("/hint")
    await alice.sees("5040 codes still fit")
    thinkers = own_stage.bot.children()
    assert len(thinkers) == 2
    for thinker in thinkers:
        os.kill(thinker, signal.SIGSTOP)
    for number, player in enumerate((alice, *others)):
        await player.send(wrong_guesses(own_stage.secret_of(player.id), 5)[number])
        await player.send("/hint")
    for player in (alice, *others):
        await player.sees("1 guess so far")
        await player.sees("still fit")
    await own_stage.quiet()
    assert own_stage.bot.rows("SELECT * FROM failed_updates") == []
    for thinker in own_stage.bot.children():
        os.kill(thinker, signal.SIGSTOP)
    assert await own_stage.bot.stop() == 0  # and they hang still


async def test_sigterm_is_heeded_before_telegram_answers(tmp_path: Path) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        await sandbox.gone(NEVER)
        bot = BotProcess(server.url, server.token, tmp_path)
        await bot.launch()
        async with asyncio.timeout(PATIENCE):
            while "cannot be reached" not in bot.log_text():
                await asyncio.sleep(0.05)
        assert await bot.stop() == 0


async def test_sigterm_waits_for_no_updates(own_stage: Stage) -> None:
    alice = await begun(own_stage)
    await own_stage.sandbox.fault("getUpdates", "silence", seconds=NEVER)
    await alice.send(wrong_guesses(own_stage.secret_of(alice.id), 1)[0])  # what was asked before is answered with it
    await alice.sees("1 guess so far")
    assert await own_stage.bot.stop() == 0
