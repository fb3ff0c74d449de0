import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

from sandbox.client import PATIENCE, Group, Person, Sandbox
from sandbox.clock import Clock
from sandbox.control import settle
from sandbox.delivery.updates import Updates
from sandbox.server import SandboxServer
from tests.sandbox.caller import Caller, Json, impossible, polling, press

CONFLICT = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"


def texts(updates: list[Json]) -> list[str]:
    return [update["message"]["text"] for update in updates]


async def test_an_update_comes_again_until_it_is_confirmed_and_so_many_come_at_once(
    bot: Caller, sandbox: Sandbox
) -> None:
    bob = await sandbox.person("Bob")
    for number in range(5):
        await bob.send(str(number))
    every = await bot.updates()
    assert [update["update_id"] for update in every] == [1, 2, 3, 4, 5]
    for offset, updates in ((0, every), (2, every[1:]), (0, every[1:]), (-2, every[3:]), (-2, every[3:])):
        assert await bot.updates(offset) == updates
    assert await bot.updates(limit=1) == every[3:4]
    for offset, updates in ((0, every[3:]), (6, []), (0, [])):
        assert await bot.updates(offset) == updates


async def test_a_poll_waits_or_ends_empty_or_by_a_newer_one(bot: Caller, server: SandboxServer, alice: Person) -> None:
    poll = await polling(server, bot)
    assert not poll.done()
    await alice.send("hi")
    (update,) = (await poll)["result"]
    assert texts([update]) == ["hi"]
    assert await bot.updates(update["update_id"] + 1, timeout=1) == []
    older = await polling(server, bot)
    newer = await polling(server, bot)
    refusal = await older
    assert (refusal["error_code"], refusal["description"]) == (409, CONFLICT)
    await alice.send("hi")
    assert texts((await newer)["result"]) == ["hi"]


async def test_a_poller_that_dies_leaves_no_trace_nor_gap(bot: Caller, server: SandboxServer, alice: Person) -> None:
    poll = await polling(server, bot)
    poll.cancel()
    await asyncio.gather(poll, return_exceptions=True)
    await alice.send("hi")
    assert texts(await bot.read_all()) == ["hi"]
    poll = await polling(server, bot)
    server.state.updates.stop()
    assert await poll == {"ok": True, "result": []}
    updates = Updates(Clock())
    fetching = asyncio.create_task(updates.fetch(0, 100, 30))
    await asyncio.sleep(0)
    updates.add("message", {}, ("chat", 1))  # in the moment before the wait
    assert [update.id for update in await asyncio.wait_for(fetching, PATIENCE)] == [1]


async def test_only_wanted_kinds_come_as_is_remembered_and_they_wait_for_a_day(
    bot: Caller, alice: Person, sandbox: Sandbox
) -> None:
    await bot.updates(allowed_updates=["callback_query", "my_chat_member"])
    await alice.send("unheard")
    await alice.blocks()
    await alice.unblocks()
    assert [set(update) - {"update_id"} for update in await bot.read_all()] == [{"my_chat_member"}] * 2
    await bot.updates(allowed_updates=[])
    await alice.send("old")
    await sandbox.clock(24 * 3600 - 60)
    await alice.send("new")
    assert texts(await bot.updates()) == ["old", "new"]
    await sandbox.clock(120)
    assert texts(await bot.updates()) == ["new"]


async def test_an_update_comes_again_but_overtakes_nothing_that_waits(
    bot: Caller, server: SandboxServer, alice: Person, sandbox: Sandbox
) -> None:
    await alice.send("again")
    (update,) = await bot.read_all()
    behind = update["update_id"] + 1
    await sandbox.redeliver(update["update_id"], times=2)
    for updates, left in (([update], 2), ([update], 1), ([], 0)):
        assert await bot.updates(behind) == updates
        assert (await sandbox.state())["pending"] == left
    assert (await sandbox.updates())[-1]["delivered"] == 3
    poll = await polling(server, bot, offset=behind)
    await sandbox.redeliver(update["update_id"])
    assert (await poll)["result"] == [update]
    await bot.read_all()
    for word in "one", "two", "three":
        await alice.send(word)
    last = (await sandbox.state())["last_update_id"]
    await sandbox.redeliver(last)
    assert texts(await bot.updates(limit=1)) == ["one"]
    assert texts(await bot.updates(last - 1)) == ["two", "three"]
    assert texts(await bot.updates(last + 1)) == ["three"]


async def test_a_raw_update_is_queued_as_it_is_and_may_bring_its_own_id(bot: Caller, sandbox: Sandbox) -> None:
    number = await sandbox.update({"poll_answer": {"strange": True}})
    assert await bot.read_all() == [{"update_id": number, "poll_answer": {"strange": True}}]
    raw: list[Json] = [{"update_id": 50, "x": {}}, {"update_id": 7, "y": {}}, {"z": {}}]
    assert [await sandbox.update(each) for each in raw] == [50, 7, 51]
    assert [update["update_id"] for update in await bot.updates()] == [7, 50, 51]
    assert [update["update_id"] for update in await bot.updates(50)] == [50, 51]


async def test_all_is_settled_if_confirmed(bot: Caller, alice: Person, sandbox: Sandbox, server: SandboxServer) -> None:
    await alice.send("hi")
    waiting = asyncio.create_task(sandbox.settled())
    await bot.read_all()
    await waiting
    await alice.send("hi")
    await impossible(sandbox.settled(within=0.01), "1 updates are not confirmed", AssertionError)
    await bot.read_all()
    await alice.send("a")
    [update] = server.state.updates.pending()
    settling = asyncio.create_task(settle(server.state, 0, {}))
    for _ in range(10):
        await asyncio.sleep(0)  # it waits by now
    server.state.updates.confirm(update)
    server.state.updates.add_raw({"message": {}})
    assert await settling == {"pending": 0}


@given(st.lists(st.one_of(st.just("add"), st.integers(1, 5)), max_size=40))
async def test_every_update_comes_in_order_until_it_is_confirmed(steps: list[str | int]) -> None:
    """Fetching with any limit and confirming what came leaves out nothing and repeats nothing."""
    updates, offset, added, got = Updates(Clock()), 0, 0, list[int]()
    for step in [*steps, 100]:
        if isinstance(step, str):
            added += 1
            updates.add("message", {"number": added}, ("chat", 1))
        else:
            batch = await updates.fetch(offset, step, 0)
            assert batch == await updates.fetch(offset, step, 0)
            got += [update.body["message"]["number"] for update in batch]
            offset = batch[-1].id + 1 if batch else offset
    assert got == list(range(1, added + 1))


@dataclass
class Receiver:
    """A bot's own server; `statuses` are what it says first, `gate` holds its answers back."""

    url: str = ""
    statuses: list[int] = field(default_factory=list)
    heard: list[Json] = field(default_factory=list)
    secrets: list[str | None] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    arrivals: asyncio.Queue[Json] = field(default_factory=asyncio.Queue)

    async def receive(self, request: web.Request) -> web.Response:
        update = await request.json()
        self.heard.append(update)
        self.secrets.append(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
        self.arrivals.put_nowait(update)
        await self.gate.wait()
        return web.Response(status=self.statuses.pop(0) if self.statuses else 200)

    def texts(self) -> list[str]:
        return texts(self.heard)


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


async def test_what_waited_is_posted_in_order(bot: Caller, alice: Person, receiver: Receiver, sandbox: Sandbox) -> None:
    for number in range(5):
        await alice.send(str(number))
    await bot("setWebhook", url=receiver.url)
    await sandbox.settled()
    await bot("setWebhook", url=receiver.url, secret_token="s3cret")
    await alice.send("hi")
    await sandbox.settled()
    assert (receiver.texts(), receiver.secrets) == (["0", "1", "2", "3", "4", "hi"], [None] * 5 + ["s3cret"])
    await bot("deleteWebhook")
    await alice.send("old")
    await bot("setWebhook", url=receiver.url, drop_pending_updates=True)
    await alice.send("new")
    await sandbox.settled()
    assert receiver.texts()[6:] == ["new"]


async def test_all_but_success_is_repeated_and_again_if_asked(bot: Caller, alice: Person, receiver: Receiver) -> None:
    receiver.statuses = [500, 302, 404]
    await bot("setWebhook", url=receiver.url)
    await alice.send("a")
    await alice.send("b")
    await bot.sandbox.settled()
    assert receiver.texts() == ["a", "a", "a", "a", "b"]
    info = await bot("getWebhookInfo")
    assert info["last_error_message"] == "Wrong response from the webhook: 404 Not Found"
    assert [update["delivered"] for update in await bot.sandbox.updates()][-2:] == [4, 1]
    again = receiver.heard[-1]["update_id"]
    await bot.sandbox.redeliver(again, times=2)
    await bot.sandbox.settled()
    assert receiver.texts()[5:] == ["b", "b"]
    receiver.gate.clear()
    await bot.sandbox.redeliver(again, times=2)
    await bot("setWebhook", url=receiver.url)
    receiver.gate.set()
    await bot.sandbox.settled()
    assert set(receiver.texts()[5:]) == {"b"}
    assert len(receiver.texts()) >= 9


async def test_one_chat_waits_while_others_go_on_and_presses_go_one_at_a_time_per_person(
    bot: Caller, alice: Person, olena: Person, friends: Group, receiver: Receiver
) -> None:
    board = await bot.says(friends, "board", {"text": "x", "callback_data": "x"})
    receiver.gate.clear()
    await bot("setWebhook", url=receiver.url)
    for person, text in ((alice, "a1"), (alice, "a2"), (olena, "o1")):
        await person.send(text)
        await press(person, board, "x")
    came = [await receiver.arrivals.get() for _ in range(4)]
    assert {update["message"]["text"] for update in came if "message" in update} == {"a1", "o1"}
    pressers = {update["callback_query"]["from"]["id"] for update in came if "callback_query" in update}
    assert pressers == {alice.id, olena.id}
    assert receiver.arrivals.empty()
    receiver.gate.set()
    await bot.sandbox.settled()
    assert len(receiver.heard) == 6
    assert texts([update for update in receiver.heard[4:] if "message" in update]) == ["a2"]


async def test_connections_stay_within_the_limit(bot: Caller, alice: Person, olena: Person, receiver: Receiver) -> None:
    receiver.gate.clear()
    wanted = {"url": receiver.url, "max_connections": 1, "allowed_updates": ["message", "callback_query"]}
    await bot("setWebhook", **wanted)
    await alice.send("a")
    await olena.send("o")
    await receiver.arrivals.get()
    told = wanted | {"has_custom_certificate": False, "pending_update_count": 2}
    assert await bot("getWebhookInfo") == told
    assert receiver.texts() == ["a"]
    receiver.gate.set()
    await bot.sandbox.settled()
    assert receiver.texts() == ["a", "o"]


async def test_polling_and_a_webhook_exclude_each_other(bot: Caller, alice: Person, receiver: Receiver) -> None:
    receiver.gate.clear()
    await bot("setWebhook", url=receiver.url)
    assert await bot.refused("getUpdates") == (
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
    )
    await alice.send("old")
    await bot("deleteWebhook", drop_pending_updates=True)
    await alice.send("new")
    assert texts(await bot.read_all()) == ["new"]
    await bot("setWebhook", url=receiver.url)
    await bot("setWebhook", url="")
    assert (await bot("getWebhookInfo"))["url"] == ""
    assert await bot.updates() == []
    await alice.send("hi")
    assert len(await bot.updates()) == 1
    assert {"new", "hi"}.isdisjoint(receiver.texts())


async def test_a_server_that_is_not_there_is_tried_again(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    await bot("setWebhook", url="http://127.0.0.1:9/")
    await alice.send("hi")
    async with asyncio.timeout(PATIENCE):
        while (await sandbox.updates())[-1]["delivered"] < 2:
            await asyncio.sleep(0.02)
    await impossible(sandbox.settled(within=0), "1 updates are not confirmed", AssertionError)
    assert "last_error_message" in await bot("getWebhookInfo")
