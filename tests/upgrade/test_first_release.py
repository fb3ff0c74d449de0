"""What 0.1.0 has stored is read by this version: games go on, and the buttons of then begin another."""

from pathlib import Path

import pytest

from faults.processes.process import BotProcess
from sandbox.client import Group, Message, Person, Sandbox
from sandbox.server import SandboxServer
from tests.needs import FIRST_RELEASE
from tests.upgrade.versions import OlderBot, unpacked


@pytest.mark.needs("history")
async def test_what_the_first_release_has_stored_goes_on(tmp_path: Path) -> None:
    source = unpacked(FIRST_RELEASE, tmp_path / "first")
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        ann, olha = await sandbox.person("Ann"), await sandbox.person("Ольга", "uk")
        group = await sandbox.group("Friends", ann, olha)
        old = OlderBot(source, server, tmp_path)
        await old.start()
        given_up = await played_then(ann, olha, group)
        await sandbox.settled()
        await old.kill()
        async with BotProcess(server.url, server.token, tmp_path) as bot:
            await ann.send("5680")
            board = await ann.sees("3. 5680")
            assert "1. 5678" in board.text
            await ann.presses("💡", on=board)
            await ann.send("/guess 5679", chat=group)
            assert "1. 5678" in (await ann.sees("2. 5679", chat=group)).text
            asked = await olha.send("/menu")
            await olha.sees("Привіт", after=asked)
            await olha.presses(given_up.buttons[0], on=given_up)
            await bot.holds("SELECT 1 WHERE (SELECT count(*) FROM games WHERE ended_at IS NULL) = 3")
            assert "failed" not in bot.log_text()


async def played_then(ann: Person, olha: Person, group: Group) -> Message:
    """Ann has guessed twice, both once in a group, Olha has given up: her board."""
    await ann.send("/play")
    await ann.sees("🔒")
    for number, guess in enumerate(("5678", "5679"), 1):
        await ann.send(guess)
        await ann.sees(f"{number}. {guess}")
    await olha.send("/play")
    await olha.sees("🔒")
    await olha.send("5678")
    await olha.sees("1. 5678")
    await olha.send("/resign")
    given_up = await olha.sees("Секрет", after=olha.messages()[0])
    await ann.send("/play@sandbox_bot", chat=group)
    await ann.sees("🔒", chat=group)
    await olha.send("/guess 5678", chat=group)
    await ann.sees("1. 5678", chat=group)
    return given_up
