"""Where updates come from: what the two ways know of how it stands, and what they do about it."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest

from bot.app.periodic import TIME_TO_WORK
from bot.telegram import receive, setup
from bot.telegram.receive import Intake
from bot.telegram.translate import ALLOWED_UPDATES
from bot.web.pages import Webhook
from bot.web.server import WebServer
from sandbox.client import PATIENCE
from sandbox.delivery.webhook import Failure
from tests.bot.telegram.sources import SECRET, Scene, Slow, serving, until, until_drained


async def test_polling_flows_while_fetching_works(scene: Scene, intake: Intake) -> None:
    receiver = scene.receiver(intake)
    assert not receiver.flows
    async with serving(receiver):
        await until(lambda: receiver.flows)
        scene.time += receive.GOOD_FOR - 1
        assert receiver.flows
        await scene.sandbox.gone(1000)
        scene.time += 1
        assert not receiver.flows
        await scene.sandbox.clear_faults()
        await until(lambda: receiver.flows)


async def test_polling_is_drained_once_the_backlog_is_carried_out(scene: Scene, intake: Intake) -> None:
    alice = await scene.sandbox.person("Alice")
    for number in range(2 * receive.BATCH + 50):
        await alice.send(str(number))
    receiver = scene.receiver(intake)
    assert not await receiver.drained()
    async with serving(receiver):
        await until_drained(receiver)
        assert (await scene.sandbox.state())["pending"] <= 50
        await scene.sandbox.gone(1000)
        async with asyncio.timeout(PATIENCE):
            while await receiver.drained():
                await asyncio.sleep(0.02)
        await scene.sandbox.clear_faults()
        await until_drained(receiver)


async def test_a_batch_that_is_thought_about_is_attended_to_for_a_while_and_no_backlog_is(
    scene: Scene, intake: Intake
) -> None:
    slow: Any = Slow(intake)
    alice = await scene.sandbox.person("Alice")
    await alice.send("from before")
    receiver = scene.receiver(slow)
    async with serving(receiver):
        await slow.begun.wait()
        assert not await receiver.attended(), "what happened while we were not there has still to be done"
        slow.may_end.set()
        await until_drained(receiver)
        assert await receiver.attended()
        slow.begun.clear()
        slow.may_end.clear()
        await alice.send("/hint")
        await slow.begun.wait()
        scene.time += TIME_TO_WORK - 1
        assert (await receiver.attended(), await receiver.drained()) == (True, False)
        scene.time += 1
        assert not await receiver.attended(), "nobody is served any more"
        slow.may_end.set()
        await until_drained(receiver)
        assert await receiver.attended()


async def test_what_is_sent_at_once_is_attended_to_for_a_while_however_much_it_is(scene: Scene, intake: Intake) -> None:
    slow: Any = Slow(intake)
    alice = await scene.sandbox.person("Alice")
    receiver = scene.receiver(slow)
    async with serving(receiver):
        await until_drained(receiver)
        await alice.send("in hand, and nothing waits")
        await slow.begun.wait()
        for number in range(receive.BATCH):
            await alice.send(str(number))
        scene.time += TIME_TO_WORK - 1
        await slow.goes_on()
        assert (await receiver.attended(), await receiver.drained()) == (True, False)
        scene.time += 1
        assert not await receiver.attended(), "what waits now may have been sent all that time ago"


async def test_polling_takes_over_from_a_webhook_that_came_back(
    scene: Scene, intake: Intake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receive, "LONGEST_PAUSE", 0.4)
    receiver = scene.receiver(intake)
    async with serving(receiver):
        await until(lambda: receiver.flows)
        await scene.caller("setWebhook", url=scene.url)
        await scene.caller.refused("getUpdates")  # ends the poll that is under way
        async with asyncio.timeout(PATIENCE):
            while await scene.webhook():
                await asyncio.sleep(0.02)
        await until_drained(receiver)


@pytest.mark.costly
async def test_the_webhook_is_registered_anew_when_somebody_took_it_away(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "CHECK_EVERY", 0.05)
    source = scene.registration()
    async with serving(source):
        await until(lambda: source.flows)
        changes: list[dict[str, Any]] = [
            {"url": ""},
            {"url": "http://127.0.0.1:9/"},
            {"url": scene.url, "allowed_updates": ["message"]},
        ]
        for change in changes:
            registered = len(await scene.sandbox.calls("setWebhook"))
            await scene.caller("setWebhook", **change)
            async with asyncio.timeout(PATIENCE):
                while len(await scene.sandbox.calls("setWebhook")) < registered + 2:
                    await asyncio.sleep(0.02)
            await until(lambda: source.flows)
            assert await scene.webhook() == scene.url
            assert (await scene.sandbox.calls("setWebhook"))[-1]["parameters"]["allowed_updates"] == ALLOWED_UPDATES


async def test_the_webhook_is_registered_anew_when_telegram_bears_another_secret(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "CHECK_EVERY", 0.05)
    webhook, taken = Webhook(SECRET), asyncio.Event()

    async def take(_update: dict[str, Any]) -> None:
        taken.set()

    webhook.take = take
    server = WebServer({("POST", "/telegram"): webhook.receive}, "127.0.0.1", urlsplit(scene.url).port)
    await server.start()
    source = scene.registration()
    async with serving(source), asyncio.timeout(PATIENCE):
        await until(lambda: source.flows)
        await scene.caller("setWebhook", url=scene.url, allowed_updates=ALLOWED_UPDATES, secret_token="another")
        await (await scene.sandbox.person("Alice")).send("hi")
        await taken.wait()
    await server.stop()


@pytest.mark.costly
async def test_a_webhook_flows_while_checks_confirm_it(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "CHECK_EVERY", 0.05)
    source = scene.registration()
    assert not source.flows
    async with serving(source):
        await until(lambda: source.flows)
        await scene.sandbox.gone(1000)
        scene.time += setup.GOOD_FOR
        assert not source.flows
        assert not await source.drained()
        await scene.sandbox.clear_faults()
        await until(lambda: source.flows)
        assert await source.drained()


@asynccontextmanager
async def nobody_answers(url: str) -> AsyncIterator[None]:
    """Somebody who takes whatever is pushed, and is never done with it."""
    hung: list[asyncio.StreamWriter] = []
    port = int(url.rpartition(":")[2].partition("/")[0])
    server = await asyncio.start_server(lambda _, writer: hung.append(writer), "127.0.0.1", port)
    try:
        yield
    finally:
        server.close()
        for writer in hung:
            writer.close()


async def drained_now(scene: Scene, source: setup.Registration) -> bool:
    """Whether it is drained, asked anew."""
    scene.time += 2 * setup.ASKED_ANEW
    return await source.drained()


async def test_a_webhook_is_drained_when_little_waits_at_telegram(scene: Scene) -> None:
    alice = await scene.sandbox.person("Alice")
    source = scene.registration()
    async with nobody_answers(scene.url), serving(source):
        await until(lambda: source.flows)
        assert await drained_now(scene, source)
        for number in range(setup.BACKLOG - 1):
            await alice.send(str(number))
        assert await drained_now(scene, source)
        await alice.send("one more")
        assert await source.drained()  # asked a moment ago
        assert not await drained_now(scene, source)
        assert await source.attended()  # it has not waited for long
        scene.time += TIME_TO_WORK
        assert not await source.attended()
        await scene.caller("deleteWebhook", drop_pending_updates=True)
        assert not await drained_now(scene, source)  # nothing waits, but the webhook is not ours
        await scene.caller("setWebhook", url=scene.url, allowed_updates=ALLOWED_UPDATES)
        assert await drained_now(scene, source)


async def test_a_webhook_is_not_drained_before_what_could_not_be_delivered_has_come(scene: Scene) -> None:
    alice = await scene.sandbox.person("Alice")
    await alice.send("while nobody listened")
    source = scene.registration()
    async with serving(source):
        await until(lambda: source.flows)
        assert not await drained_now(scene, source)
        await scene.caller("setWebhook", url=scene.url, allowed_updates=ALLOWED_UPDATES, drop_pending_updates=True)
        assert await drained_now(scene, source)
        scene.server.state.webhook.failure = Failure(int(time.time()), "Connection refused")
        await alice.send("while nobody listened again")
        assert not await drained_now(scene, source)
        assert not await drained_now(scene, source)
