"""Where updates come from: what the two ways know of how it stands, and what they do about it."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from aiohttp import ClientSession
from telegram.error import InvalidToken

from bot.app.messages import Incoming
from bot.app.stopping import Stopping
from bot.app.worker import Worker
from bot.mind.processes import ThinkingProcesses
from bot.telegram import receive, registration
from bot.telegram.api import Api
from bot.telegram.intake import Intake
from bot.telegram.receive import Receiver
from bot.telegram.registration import Registration
from bot.telegram.request import AiohttpRequest
from bot.telegram.translate import ALLOWED_UPDATES
from bot.web.server import WebServer
from bot.web.webhook import Webhook
from bot.world import real_world
from sandbox.client import PATIENCE, Sandbox
from sandbox.server import SandboxServer
from sandbox.webhook import Failure
from tests.bot.process import free_port
from tests.bot.storage.stores import BOT, opened
from tests.sandbox.caller import Caller

SECRET = "correct-horse-battery-staple"
AT_ONCE = (0.0, 0.0, 0.0)
"""Seconds before each question whether the token is really refused."""
Source = Receiver | Registration


@dataclass
class Scene:
    """A sandbox, and what it takes to hear of it."""

    server: SandboxServer
    sandbox: Sandbox
    caller: Caller
    api: Api
    stopping: Stopping
    time: float = 1000.0
    url: str = field(default_factory=lambda: f"http://127.0.0.1:{free_port()}/telegram")

    def registration(self) -> Registration:
        return Registration(self.api, self.url, SECRET, self.stopping, lambda: self.time, AT_ONCE)

    def receiver(self, intake: Intake) -> Receiver:
        return Receiver(self.api, intake, self.stopping, lambda: self.time, AT_ONCE)

    async def webhook(self) -> object:
        return (await self.caller("getWebhookInfo"))["url"]


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    http = AiohttpRequest()
    await http.initialize()
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ClientSession(server.url) as session,
    ):
        caller, api = Caller(session, server.token), Api(f"{server.url}/bot{server.token}", http)
        yield Scene(server, sandbox, caller, api, Stopping())
        await http.shutdown()


@pytest.fixture
async def intake(tmp_path: Path) -> AsyncIterator[Intake]:
    """An intake with a database behind it, in which nobody plays."""
    mind = ThinkingProcesses()
    async with opened(tmp_path / "bot.db") as store:
        yield Intake(BOT, Worker(store, mind, real_world("bot", mind.recall), lambda _query, _answer: None))
    mind.close()


@asynccontextmanager
async def serving(source: Source) -> AsyncIterator[None]:
    task = asyncio.create_task(source.serve())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.02)


async def until_drained(source: Source) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await source.drained():
            await asyncio.sleep(0.02)


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


class Slow:
    """An intake that thinks about an update for as long as the test lets it."""

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self.begun, self.may_end = asyncio.Event(), asyncio.Event()

    async def read(self, update: dict[str, Any]) -> Incoming | None:
        return await self._intake.read(update)

    async def carry_out(self, _incoming: Incoming) -> None:
        self.begun.set()
        await self.may_end.wait()


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
        scene.time += receive.TIME_TO_WORK - 1
        assert (await receiver.attended(), await receiver.drained()) == (True, False)
        scene.time += 1
        assert not await receiver.attended(), "nobody is served any more"
        slow.may_end.set()
        await until_drained(receiver)
        assert await receiver.attended()


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


async def test_the_webhook_is_registered_anew_when_somebody_took_it_away(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registration, "CHECK_EVERY", 0.05)
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
    monkeypatch.setattr(registration, "CHECK_EVERY", 0.05)
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


async def test_a_webhook_flows_while_checks_confirm_it(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registration, "CHECK_EVERY", 0.05)
    source = scene.registration()
    assert not source.flows
    async with serving(source):
        await until(lambda: source.flows)
        await scene.sandbox.gone(1000)
        scene.time += registration.GOOD_FOR
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


async def drained_now(scene: Scene, source: registration.Registration) -> bool:
    """Whether it is drained, asked anew."""
    scene.time += 2 * registration.ASKED_ANEW
    return await source.drained()


async def test_a_webhook_is_drained_when_little_waits_at_telegram(scene: Scene) -> None:
    alice = await scene.sandbox.person("Alice")
    source = scene.registration()
    async with nobody_answers(scene.url), serving(source):
        await until(lambda: source.flows)
        assert await drained_now(scene, source)
        for number in range(registration.BACKLOG - 1):
            await alice.send(str(number))
        assert await drained_now(scene, source)
        await alice.send("one more")
        assert await source.drained()  # asked a moment ago
        assert not await drained_now(scene, source)
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


@pytest.mark.parametrize("webhook", [False, True])
async def test_a_token_that_is_taken_no_more_is_told(scene: Scene, intake: Intake, *, webhook: bool) -> None:
    scene.api = Api(f"{scene.server.url}/bot123456:{'x' * 35}", scene.api._http)
    source = scene.registration() if webhook else scene.receiver(intake)
    with pytest.raises(InvalidToken):
        await source.serve()


CALLED_FIRST = {False: "getUpdates", True: "setWebhook"}


@pytest.mark.parametrize("kind", ["401", "404", "404_page"])
@pytest.mark.parametrize("webhook", [False, True])
async def test_a_refusal_that_getme_does_not_confirm_passes(
    scene: Scene, intake: Intake, monkeypatch: pytest.MonkeyPatch, kind: str, *, webhook: bool
) -> None:
    monkeypatch.setattr(receive, "LONGEST_PAUSE", 0.2)
    source = scene.registration() if webhook else scene.receiver(intake)
    await scene.sandbox.fault(CALLED_FIRST[webhook], kind, times=3)
    async with serving(source):
        await until(lambda: source.flows)
    asked = [
        call["method"] for call in await scene.sandbox.calls() if call["method"] in {"getMe", CALLED_FIRST[webhook]}
    ]
    once = ["getMe"] if kind != "404_page" else []
    assert asked[: 3 + 3 * len(once)] == [CALLED_FIRST[webhook], *once] * 3, "asked after each refusal, and once each"


@pytest.mark.parametrize("webhook", [False, True])
async def test_a_refusal_counts_only_if_getme_says_so_every_time(
    scene: Scene, intake: Intake, monkeypatch: pytest.MonkeyPatch, *, webhook: bool
) -> None:
    monkeypatch.setattr(receive, "LONGEST_PAUSE", 0.2)
    source = scene.registration() if webhook else scene.receiver(intake)
    await scene.sandbox.fault(CALLED_FIRST[webhook], "401")
    await scene.sandbox.fault("getMe", "401", times=len(AT_ONCE) - 1)
    async with serving(source):
        await until(lambda: source.flows)
    await scene.sandbox.fault(CALLED_FIRST[webhook], "401")
    await scene.sandbox.fault("getMe", "502")
    source = scene.registration() if webhook else scene.receiver(intake)
    async with serving(source):
        await until(lambda: source.flows)
    await scene.sandbox.fault(CALLED_FIRST[webhook], "401")
    await scene.sandbox.fault("getMe", "404", times=len(AT_ONCE))
    with pytest.raises(InvalidToken):
        await (scene.registration() if webhook else scene.receiver(intake)).serve()
