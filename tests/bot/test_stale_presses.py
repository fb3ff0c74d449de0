"""Presses on messages that count no more: each loses its buttons once, and nobody else waits for that."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.app.messages import Chat
from bot.app.screen import Answer
from bot.app.texts import texts_in
from sandbox.client import Group, Person, Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot
from tests.bot.inside import inside
from tests.bot.test_flood import LONG_AGO, deliver, numbers, sender

pytestmark = pytest.mark.asyncio(loop_scope="session")

TELEGRAMS_MOST = "1000"
KEYBOARD = {"inline_keyboard": [[{"text": "old", "callback_data": "old"}]]}
STRIPS = "editMessageReplyMarkup"


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """A bot that keeps Telegram's limits."""
    folder = tmp_path_factory.mktemp("stale")
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, folder, MESSAGES_PER_SECOND=TELEGRAMS_MOST) as bot,
    ):
        yield Stage(server, sandbox, bot)


def pressed(person: Person, group: Group, message: int, **shown: Any) -> dict[str, Any]:
    """A press on a button that means nothing, of a message of which Telegram tells this."""
    where = {"message_id": message, "chat": {"id": group.id, "type": "supergroup", "title": "x"}}
    buttons = {"id": str(next(numbers)), "from": sender(person), "chat_instance": "1", "data": "old"}
    return {"callback_query": buttons | {"message": where | {"date": LONG_AGO} | shown}}


async def playing(stage: Stage, name: str) -> tuple[Person, Person, Group]:
    mallory, bob = await stage.sandbox.person("Mallory"), await stage.sandbox.person("Bob")
    group = await stage.sandbox.group(name, mallory, bob)
    await bob.send("/play", chat=group)
    await mallory.sees("I have a secret", chat=group)
    return mallory, bob, group


async def strips_in(stage: Stage, group: Group) -> list[int]:
    calls = [call["parameters"] for call in await stage.sandbox.calls(STRIPS)]
    return [call["message_id"] for call in calls if call["chat_id"] == group.id]


async def test_forty_presses_on_an_old_message_keep_no_board_waiting(stage: Stage) -> None:
    mallory, bob, group = await playing(stage, "Friends")
    old = 10_000
    await deliver(stage, [pressed(mallory, group, old, reply_markup=KEYBOARD) for _ in range(40)])
    for guess in ("0123", "4567"):
        await bob.send(f"/g {guess}", chat=group)
        await mallory.sees(guess, chat=group, within=10)
    await stage.sandbox.settled()
    letters = stage.bot.rows("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'")[0][0]
    assert letters <= 5, "a greeting, a board for the game and for each guess, and one strip"
    assert stage.bot.rows("SELECT message_id FROM stripped WHERE chat_id = ?", group.id) == [(old,)]


@pytest.mark.parametrize("shown", [{}, {"reply_markup": {"inline_keyboard": []}}, {"date": 0}])
async def test_nothing_is_stripped_where_there_is_nothing_to_strip(stage: Stage, shown: dict[str, Any]) -> None:
    mallory, _, group = await playing(stage, "Others")
    before = stage.bot.rows("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'")
    await deliver(stage, [pressed(mallory, group, 1_000_000 + number, **shown) for number in range(10)])
    await stage.sandbox.settled()
    assert stage.bot.rows("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") == before
    assert await strips_in(stage, group) == []


async def test_a_press_that_decides_counts_only_at_the_step_that_its_screen_showed() -> None:
    async with inside((4, 2, 7, 1), Chat(1001)) as bot:
        await bot.says("/play")
        [(before, slot)] = [(data, slot) for data, slot in bot.buttons if data.startswith("1:hint")]
        await bot.says("0123")
        told = await bot.presses(before, slot)
        assert Answer(texts_in("en").plain("toast.moved-on")) in told
        [(now, slot)] = [(data, slot) for data, slot in bot.buttons if data.startswith("1:hint")]
        assert Answer(texts_in("en").plain("toast.moved-on")) not in await bot.presses(now, slot)
