"""A link that leads nowhere says so; then it is as without one."""

import pytest

from bot.app.links import GREETING
from tests.bot.conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")
DEAD = [
    "c" + "A" * 22,
    "b" + "A" * 22,
    "c" + "A" * 21,
    "t" + "0" * 16,
    "pclassic_",
    "zonly_pclassic",
    "z99999999",
    "proof-abc",
    "storebot",
    "x" * 64,
]
DEAD_END = "This link is incomplete or no longer works"


@pytest.mark.parametrize("payload", DEAD)
async def test_a_newcomer_and_whoever_comes_back_are_told(stage: Stage, payload: str) -> None:
    alice = await stage.sandbox.person("Alice")
    for begins in ("I’ve hidden", "Hi, Alice!"):
        asked = await alice.send(f"/start {payload}")
        await stage.quiet()
        told, shown = [message.text for message in alice.messages() if message.by_bot and message.id > asked.id]
        assert (DEAD_END in told, shown.startswith(begins)) == (True, True)
        await alice.send("0123")
        await stage.quiet()


@pytest.mark.parametrize("payload", ["", GREETING])
async def test_else_nothing_is_said(stage: Stage, payload: str) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send(f"/start {payload}".strip())
    await stage.quiet()
    assert not any(DEAD_END in message.text for message in alice.messages())
