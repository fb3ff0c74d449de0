import asyncio
from typing import Any

import pytest
from aiohttp import ClientSession
from hypothesis import given
from hypothesis import strategies as st

from sandbox.client import Person, Sandbox
from sandbox.clock import Clock
from sandbox.control import settle
from sandbox.delivery.updates import Updates
from sandbox.server import SandboxServer
from tests.sandbox.caller import Caller

CONFLICT = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"


def texts(updates: list[dict[str, Any]]) -> list[str]:
    return [update["message"]["text"] for update in updates]


async def polling(server: SandboxServer, bot: Caller, **given: Any) -> asyncio.Task[dict[str, Any]]:
    """A poll that has begun to wait."""
    before = server.state.updates.waiting
    task = asyncio.create_task(bot.ask("getUpdates", timeout=30, **given))
    for _ in range(10_000):
        await asyncio.sleep(0)
        if server.state.updates.waiting is not before:
            return task
    raise AssertionError("the poll has not begun")


async def test_update_ids_begin_at_one_and_go_up(bot: Caller, sandbox: Sandbox) -> None:
    bob = await sandbox.person("Bob")
    await bob.send("a")
    await bob.send("b")
    assert [update["update_id"] for update in await bot.updates()] == [1, 2]


async def test_an_update_comes_again_until_it_is_confirmed(bot: Caller, alice: Person) -> None:
    await alice.send("a")
    await alice.send("b")
    first, second = await bot.updates()
    assert await bot.updates() == [first, second]
    assert await bot.updates(second["update_id"]) == [second]
    assert await bot.updates(0) == [second]
    assert await bot.updates(second["update_id"] + 1) == []
    assert await bot.updates(0) == []


async def test_at_most_so_many_come_at_once(bot: Caller, alice: Person) -> None:
    for number in range(5):
        await alice.send(str(number))
    assert texts(await bot.updates(limit=2)) == ["0", "1"]


async def test_a_negative_offset_counts_from_the_end_and_forgets_the_rest(bot: Caller, alice: Person) -> None:
    for number in range(5):
        await alice.send(str(number))
    assert texts(await bot.updates(-2)) == ["3", "4"]
    assert texts(await bot.updates()) == ["3", "4"]


async def test_a_poll_waits_for_something_to_happen(bot: Caller, server: SandboxServer, alice: Person) -> None:
    poll = await polling(server, bot)
    assert not poll.done()
    await alice.send("hi")
    assert texts((await poll)["result"]) == ["hi"]


async def test_an_update_in_the_moment_before_the_wait_is_not_missed() -> None:
    updates = Updates(Clock())
    poll = asyncio.create_task(updates.fetch(0, 100, 30))
    await asyncio.sleep(0)
    updates.add("message", {}, ("chat", 1))
    assert [update.id for update in await asyncio.wait_for(poll, 10)] == [1]


async def test_a_poll_that_waits_in_vain_ends_empty(bot: Caller) -> None:
    assert await bot.updates(timeout=1) == []


async def test_the_older_of_two_polls_is_sent_away(bot: Caller, server: SandboxServer, alice: Person) -> None:
    older = await polling(server, bot)
    newer = await polling(server, bot)
    refusal = await older
    assert (refusal["error_code"], refusal["description"]) == (409, CONFLICT)
    await alice.send("hi")
    assert texts((await newer)["result"]) == ["hi"]


async def test_a_poller_that_dies_leaves_no_trace(bot: Caller, server: SandboxServer, alice: Person) -> None:
    poll = await polling(server, bot)
    poll.cancel()
    await asyncio.gather(poll, return_exceptions=True)
    await alice.send("hi")
    assert texts(await bot.updates()) == ["hi"]


async def test_a_waiting_poll_does_not_hold_up_the_end() -> None:
    async with SandboxServer() as server, ClientSession(server.url) as session:
        poll = await polling(server, Caller(session, server.token))
        server.state.updates.stop()
        assert await poll == {"ok": True, "result": []}


async def test_only_wanted_kinds_come_and_the_wish_is_remembered(bot: Caller, alice: Person) -> None:
    await bot.updates(allowed_updates=["callback_query", "my_chat_member"])
    await alice.send("unheard")
    await alice.blocks()
    await alice.unblocks()
    assert [set(update) - {"update_id"} for update in await bot.updates()] == [{"my_chat_member"}] * 2
    await bot.updates(allowed_updates=[])
    await alice.send("heard")
    assert texts((await bot.updates())[2:]) == ["heard"]


async def test_messages_wait_for_a_day(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    await alice.send("old")
    await sandbox.clock(24 * 3600 - 60)
    await alice.send("new")
    assert texts(await bot.updates()) == ["old", "new"]
    await sandbox.clock(120)
    assert texts(await bot.updates()) == ["new"]


async def test_a_confirmed_update_can_be_delivered_again(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    await alice.send("again")
    (update,) = await bot.read_all()
    await sandbox.redeliver(update["update_id"], times=2)
    assert await bot.updates(update["update_id"] + 1) == [update]
    assert (await sandbox.state())["pending"] == 2
    assert await bot.updates(update["update_id"] + 1) == [update]
    assert await bot.updates(update["update_id"] + 1) == []
    assert (await sandbox.state())["pending"] == 0
    assert (await sandbox.updates())[-1]["delivered"] == 3


async def test_a_repeated_delivery_wakes_a_poll(
    bot: Caller, server: SandboxServer, alice: Person, sandbox: Sandbox
) -> None:
    await alice.send("again")
    (update,) = await bot.read_all()
    poll = await polling(server, bot, offset=update["update_id"] + 1)
    await sandbox.redeliver(update["update_id"])
    assert (await poll)["result"] == [update]


async def test_a_repeated_delivery_overtakes_nothing_that_waits(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    for word in "one", "two", "three":
        await alice.send(word)
    await sandbox.redeliver((await sandbox.state())["last_update_id"])
    updates = await bot.updates(limit=1)
    assert texts(updates) == ["one"]
    updates = await bot.updates(updates[-1]["update_id"] + 1)
    assert texts(updates) == ["two", "three"]
    updates = await bot.updates(updates[-1]["update_id"] + 1)
    assert texts(updates) == ["three"]


async def test_a_raw_update_is_queued_as_it_is(bot: Caller, sandbox: Sandbox) -> None:
    number = await sandbox.update({"poll_answer": {"strange": True}})
    assert await bot.updates() == [{"update_id": number, "poll_answer": {"strange": True}}]


async def test_a_raw_update_may_bring_its_own_id(bot: Caller, sandbox: Sandbox) -> None:
    assert await sandbox.update({"update_id": 50, "x": {}}) == 50
    assert await sandbox.update({"update_id": 7, "y": {}}) == 7
    assert await sandbox.update({"z": {}}) == 51
    assert [update["update_id"] for update in await bot.updates()] == [7, 50, 51]
    assert [update["update_id"] for update in await bot.updates(50)] == [50, 51]


async def test_settled_waits_until_all_is_confirmed(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    await alice.send("hi")
    waiting = asyncio.create_task(sandbox.settled())
    await bot.read_all()
    await waiting
    await alice.send("hi")
    with pytest.raises(AssertionError, match="1 updates are not confirmed"):
        await sandbox.settled(within=0.01)


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


async def test_it_is_settled_once_all_is_confirmed_though_more_comes_at_once(
    server: SandboxServer, alice: Person
) -> None:
    await alice.send("a")
    [update] = server.state.updates.pending()
    waiting = asyncio.create_task(settle(server.state, 0, {}))
    for _ in range(10):
        await asyncio.sleep(0)  # it waits by now
    server.state.updates.confirm(update)
    server.state.updates.add_raw({"message": {}})
    assert await waiting == {"pending": 0}
