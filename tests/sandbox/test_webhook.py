import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web

from sandbox.client import PATIENCE, Group, Person, Sandbox
from tests.sandbox.caller import Caller


@dataclass
class Receiver:
    """A bot's own server; `statuses` are what it says first, `gate` holds its answers back."""

    url: str = ""
    statuses: list[int] = field(default_factory=list)
    heard: list[dict[str, Any]] = field(default_factory=list)
    secrets: list[str | None] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    arrivals: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)

    async def receive(self, request: web.Request) -> web.Response:
        update = await request.json()
        self.heard.append(update)
        self.secrets.append(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
        self.arrivals.put_nowait(update)
        await self.gate.wait()
        return web.Response(status=self.statuses.pop(0) if self.statuses else 200)

    def texts(self) -> list[str]:
        return [update["message"]["text"] for update in self.heard]


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    receiver.gate.set()
    application = web.Application()
    application.router.add_post("/hook", receiver.receive)
    runner = web.AppRunner(application, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    receiver.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield receiver
    receiver.gate.set()
    await runner.cleanup()


async def test_updates_are_posted_with_the_secret(
    bot: Caller, alice: Person, receiver: Receiver, sandbox: Sandbox
) -> None:
    await bot("setWebhook", url=receiver.url, secret_token="s3cret")
    await alice.send("hi")
    await sandbox.settled()
    assert receiver.texts() == ["hi"]
    assert receiver.secrets == ["s3cret"]


async def test_what_waited_is_delivered_in_order(
    bot: Caller, alice: Person, receiver: Receiver, sandbox: Sandbox
) -> None:
    for number in range(5):
        await alice.send(str(number))
    await bot("setWebhook", url=receiver.url)
    await sandbox.settled()
    assert receiver.texts() == ["0", "1", "2", "3", "4"]
    assert receiver.secrets == [None] * 5


async def test_what_waited_can_be_dropped(bot: Caller, alice: Person, receiver: Receiver, sandbox: Sandbox) -> None:
    await alice.send("old")
    await bot("setWebhook", url=receiver.url, drop_pending_updates=True)
    await alice.send("new")
    await sandbox.settled()
    assert receiver.texts() == ["new"]


async def test_anything_but_success_is_repeated(
    bot: Caller, alice: Person, receiver: Receiver, sandbox: Sandbox
) -> None:
    receiver.statuses = [500, 302, 404]
    await bot("setWebhook", url=receiver.url)
    await alice.send("a")
    await alice.send("b")
    await sandbox.settled()
    assert receiver.texts() == ["a", "a", "a", "a", "b"]
    info = await bot("getWebhookInfo")
    assert info["last_error_message"] == "Wrong response from the webhook: 404 Not Found"
    assert [update["delivered"] for update in await sandbox.updates()][-2:] == [4, 1]


async def test_one_chat_waits_for_its_answer_while_another_goes_on(
    bot: Caller, alice: Person, olena: Person, receiver: Receiver, sandbox: Sandbox
) -> None:
    receiver.gate.clear()
    await bot("setWebhook", url=receiver.url)
    await alice.send("a1")
    await alice.send("a2")
    await olena.send("o1")
    assert [(await receiver.arrivals.get())["message"]["text"] for _ in range(2)] == ["a1", "o1"]
    assert receiver.arrivals.empty()
    receiver.gate.set()
    await sandbox.settled()
    assert receiver.texts() == ["a1", "o1", "a2"]


async def test_presses_go_one_at_a_time_per_person(
    bot: Caller, alice: Person, olena: Person, friends: Group, receiver: Receiver, sandbox: Sandbox
) -> None:
    keyboard = {"inline_keyboard": [[{"text": "x", "callback_data": "x"}]]}
    board = await bot("sendMessage", chat_id=friends.id, text="board", reply_markup=keyboard)
    receiver.gate.clear()
    await bot("setWebhook", url=receiver.url)
    for person in (alice, alice, olena):
        place = {"chat": friends.id, "message": board["message_id"], "data": "x"}
        await sandbox._connection.call("POST", f"/people/{person.id}/press", **place)
    pressers = [(await receiver.arrivals.get())["callback_query"]["from"]["id"] for _ in range(2)]
    assert pressers == [alice.id, olena.id]
    receiver.gate.set()
    await sandbox.settled()
    assert len(receiver.heard) == 3


async def test_no_more_connections_than_allowed_are_made(
    bot: Caller, alice: Person, olena: Person, receiver: Receiver, sandbox: Sandbox
) -> None:
    receiver.gate.clear()
    await bot("setWebhook", url=receiver.url, max_connections=1)
    await alice.send("a")
    await olena.send("o")
    await receiver.arrivals.get()
    await sandbox.state()
    assert receiver.texts() == ["a"]
    receiver.gate.set()
    await sandbox.settled()
    assert receiver.texts() == ["a", "o"]


async def test_polling_and_a_webhook_exclude_each_other(bot: Caller, alice: Person, receiver: Receiver) -> None:
    await bot("setWebhook", url=receiver.url)
    assert await bot.refused("getUpdates") == (
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
    )
    await bot("deleteWebhook")
    await alice.send("hi")
    assert len(await bot.updates()) == 1
    assert receiver.heard == []


async def test_what_waits_can_be_dropped_on_the_way_back(bot: Caller, alice: Person, receiver: Receiver) -> None:
    receiver.gate.clear()
    await bot("setWebhook", url=receiver.url)
    await alice.send("old")
    await bot("deleteWebhook", drop_pending_updates=True)
    await alice.send("new")
    assert [update["message"]["text"] for update in await bot.updates()] == ["new"]


async def test_an_empty_address_goes_back_to_polling(bot: Caller, receiver: Receiver) -> None:
    await bot("setWebhook", url=receiver.url)
    await bot("setWebhook", url="")
    assert (await bot("getWebhookInfo"))["url"] == ""
    assert await bot.updates() == []


async def test_the_webhook_tells_about_itself(bot: Caller, alice: Person, receiver: Receiver) -> None:
    receiver.gate.clear()
    wanted = ["message", "callback_query"]
    await bot("setWebhook", url=receiver.url, max_connections=7, allowed_updates=wanted)
    await alice.send("hi")
    assert await bot("getWebhookInfo") == {
        "url": receiver.url,
        "has_custom_certificate": False,
        "pending_update_count": 1,
        "max_connections": 7,
        "allowed_updates": wanted,
    }


async def test_a_server_that_is_not_there_is_tried_again(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    await bot("setWebhook", url="http://127.0.0.1:9/")
    await alice.send("hi")
    async with asyncio.timeout(PATIENCE):
        while (await sandbox.updates())[-1]["delivered"] < 2:
            await asyncio.sleep(0.02)
    with pytest.raises(AssertionError, match="1 updates are not confirmed"):
        await sandbox.settled(within=0)
    assert "last_error_message" in await bot("getWebhookInfo")


async def test_a_delivered_update_can_be_posted_again(
    bot: Caller, alice: Person, receiver: Receiver, sandbox: Sandbox
) -> None:
    await bot("setWebhook", url=receiver.url)
    await alice.send("hi")
    await sandbox.settled()
    await sandbox.redeliver(receiver.heard[0]["update_id"], times=2)
    await sandbox.settled()
    assert receiver.texts() == ["hi", "hi", "hi"]


async def test_a_repeated_delivery_outlives_another_registration(
    bot: Caller, alice: Person, receiver: Receiver, sandbox: Sandbox
) -> None:
    await bot("setWebhook", url=receiver.url)
    await alice.send("hi")
    await sandbox.settled()
    receiver.gate.clear()
    await sandbox.redeliver(receiver.heard[0]["update_id"], times=2)
    await bot("setWebhook", url=receiver.url)
    receiver.gate.set()
    await sandbox.settled()
    assert set(receiver.texts()) == {"hi"}
    assert len(receiver.texts()) >= 3
