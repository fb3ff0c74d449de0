import asyncio
from typing import Any

import pytest
from aiohttp import ClientError

from sandbox.client import NotPossible, Person, Sandbox
from sandbox.server import SandboxServer
from tests.sandbox.caller import Caller


async def test_429_says_when_to_come_again(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    await sandbox.fault("sendMessage", "429", times=2, retry_after=3)
    for _ in range(2):
        assert await bot.ask("sendMessage", chat_id=alice.id, text="x") == {
            "ok": False,
            "error_code": 429,
            "description": "Too Many Requests: retry after 3",
            "parameters": {"retry_after": 3},
        }
    await bot("sendMessage", chat_id=alice.id, text="x")


async def test_400_says_what_it_was_told_to_say(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    await sandbox.fault("sendMessage", "400", description="Bad Request: TOPIC_CLOSED")
    assert await bot.refused("sendMessage", chat_id=alice.id, text="x") == "Bad Request: TOPIC_CLOSED"


async def test_500_is_the_servers_fault(bot: Caller, sandbox: Sandbox) -> None:
    await sandbox.fault("*", "500")
    assert (await bot.ask("getMe"))["error_code"] == 500
    await bot("getMe")


async def test_502_comes_as_a_page_for_people(bot: Caller, sandbox: Sandbox) -> None:
    await sandbox.fault("getMe", "502")
    async with bot.session.get(f"/bot{bot.token}/getMe") as response:
        assert (response.status, response.content_type) == (502, "text/html")


@pytest.mark.parametrize(("kind", "code"), [("401", 401), ("404", 404)])
async def test_a_token_may_be_refused_for_a_moment(bot: Caller, sandbox: Sandbox, kind: str, code: int) -> None:
    await sandbox.fault("getMe", kind)
    assert (await bot.ask("getMe"))["error_code"] == code
    await bot("getMe")


async def test_a_proxy_may_know_no_such_page(bot: Caller, sandbox: Sandbox) -> None:
    await sandbox.fault("getMe", "404_page")
    async with bot.session.get(f"/bot{bot.token}/getMe") as response:
        assert (response.status, response.content_type) == (404, "text/html")


async def test_a_fault_meets_only_its_method_and_chat(
    bot: Caller, alice: Person, olena: Person, sandbox: Sandbox
) -> None:
    await olena.send("/start")
    await sandbox.fault("sendMessage", "500", chat=olena, times=9)
    await bot("sendMessage", chat_id=alice.id, text="x")
    await bot("sendChatAction", chat_id=olena.id, action="typing")
    assert (await bot.ask("sendMessage", chat_id=olena.id, text="x"))["error_code"] == 500
    await sandbox.clear_faults()
    await bot("sendMessage", chat_id=olena.id, text="x")


async def test_a_reset_before_the_call_leaves_nothing(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    await sandbox.fault("sendMessage", "reset_before")
    with pytest.raises(ClientError):
        await bot("sendMessage", chat_id=alice.id, text="lost")
    await alice.sees_no("lost")


async def test_a_reset_after_the_call_leaves_the_message(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    await sandbox.fault("sendMessage", "reset_after")
    with pytest.raises(ClientError):
        await bot("sendMessage", chat_id=alice.id, text="sent")
    assert (await alice.sees("sent")).text == "sent"


async def test_silence_ends_in_a_cut_connection(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    await sandbox.fault("sendMessage", "silence", seconds=0.01)
    with pytest.raises(ClientError):
        await bot("sendMessage", chat_id=alice.id, text="unsaid")
    await alice.sees_no("unsaid")


async def test_silence_lasts_as_long_as_was_asked(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    await sandbox.fault("sendMessage", "silence", seconds=60)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(bot("sendMessage", chat_id=alice.id, text="unsaid"), 0.1)
    await alice.sees_no("unsaid")


async def test_when_telegram_is_gone_every_call_fails_but_people_go_on(
    bot: Caller, alice: Person, sandbox: Sandbox
) -> None:
    await sandbox.gone(60)
    with pytest.raises(ClientError):
        await bot("getMe")
    with pytest.raises(ClientError):
        await bot.session.get(f"/file/bot{bot.token}/x")
    await alice.send("anybody there?")
    await sandbox.clear_faults()
    assert len(await bot.updates()) == 1


async def test_a_waiting_poll_is_cut_off_too(bot: Caller, server: SandboxServer, sandbox: Sandbox) -> None:
    poll = asyncio.create_task(bot("getUpdates", timeout=30))
    for _ in range(10_000):
        await asyncio.sleep(0)
        if server.state.updates.waiting:
            break
    await sandbox.gone(0.01)
    with pytest.raises(ClientError):
        await poll


async def test_ordered_faults_are_noted_as_calls_but_not_as_refusals(bot: Caller, sandbox: Sandbox) -> None:
    await sandbox.fault("getMe", "429")
    await bot.ask("getMe")
    assert (await sandbox.state())["refused"] == []
    assert [call["answer"] for call in await sandbox.calls("getMe")] == [{"fault": "429"}]


@pytest.mark.parametrize(
    "given",
    [
        {"kind": "418"},
        {},
        {"kind": "429", "times": "many"},
        {"kind": "429", "times": 0},
        {"kind": "429", "method": "x"},
    ],
)
async def test_a_fault_nobody_knows_is_refused(sandbox: Sandbox, given: dict[str, Any]) -> None:
    with pytest.raises(NotPossible):
        await sandbox._connection.call("POST", "/control/faults", **{"method": "*"} | given)
