"""Where updates come from: what the two ways know of how it stands, and what they do about it."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from telegram.error import InvalidToken

from bot.app.messages import Asked, Chat, Incoming, Migrated, Person, Said, Unknown
from bot.app.periodic import TIME_TO_WORK
from bot.telegram import receive, setup
from bot.telegram.receive import RECENT, Intake, lanes_of
from bot.telegram.translate import ALLOWED_UPDATES
from bot.web.pages import Webhook
from bot.web.server import WebServer
from sandbox.client import PATIENCE
from sandbox.delivery.webhook import Failure
from tests.bot.telegram.sources import AT_ONCE, SECRET, Scene, Slow, serving, until, until_it_is


async def test_polling_flows_while_fetching_works_and_is_drained_once_all_is_done(scene: Scene, intake: Intake) -> None:
    alice = await scene.sandbox.person("Alice")
    for number in range(2 * receive.BATCH + 50):
        await alice.send(str(number))
    receiver = scene.receiver(intake)
    assert not receiver.flows
    assert not await receiver.drained()
    async with serving(receiver):
        await until_it_is(receiver.drained)
        assert await scene.pending() <= 50
        await scene.sandbox.gone(1000)
        scene.time += receive.GOOD_FOR - 1
        assert receiver.flows
        scene.time += 1
        assert not receiver.flows
        await until_it_is(receiver.drained, so=False)
        await scene.sandbox.clear_faults()
        await until_it_is(receiver.drained)
        assert receiver.flows


async def test_a_batch_is_attended_to_for_a_while_and_no_backlog_is(scene: Scene, intake: Intake) -> None:
    slow: Any = Slow(intake)
    alice = await scene.sandbox.person("Alice")
    await alice.send("from before")
    receiver = scene.receiver(slow)

    async def stands() -> tuple[bool, bool]:
        return await receiver.attended(), await receiver.drained()

    async with serving(receiver):
        await slow.begun.wait()
        assert not await receiver.attended(), "what happened while we were not there has still to be done"
        slow.may_end.set()
        await until_it_is(receiver.drained)
        assert await receiver.attended()
        slow.begun.clear()
        slow.may_end.clear()
        await alice.send("/hint")
        await slow.begun.wait()
        scene.time += TIME_TO_WORK - 1
        assert await stands() == (True, False)
        scene.time += 1
        assert await stands() == (False, False), "nobody is served any more"
        slow.may_end.set()
        await until_it_is(receiver.drained)
        assert await receiver.attended()


async def test_what_is_sent_at_once_is_attended_to_for_a_while_however_much_it_is(scene: Scene, intake: Intake) -> None:
    slow: Any = Slow(intake)
    alice = await scene.sandbox.person("Alice")
    async with serving(scene.receiver(slow)) as receiver:
        await until_it_is(receiver.drained)
        await alice.send("in hand, and nothing waits")
        await slow.begun.wait()
        for number in range(receive.BATCH):
            await alice.send(str(number))
        scene.time += TIME_TO_WORK - 1
        await slow.goes_on()
        assert await receiver.attended()
        assert not await receiver.drained()
        scene.time += 1
        assert not await receiver.attended(), "what waits now may have been sent all that time ago"


async def test_polling_takes_over_from_a_webhook(scene: Scene, intake: Intake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receive, "LONGEST_PAUSE", 0.4)
    async with serving(scene.receiver(intake)) as receiver:
        await until(lambda: receiver.flows)
        await scene.caller("setWebhook", url=scene.url)
        await scene.caller.refused("getUpdates")  # ends the poll that is under way
        await until_it_is(scene.webhook, so=False)
        await until_it_is(receiver.drained)


@pytest.mark.costly
async def test_a_webhook_that_was_taken_away_is_registered_anew(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "CHECK_EVERY", 0.05)
    async with serving(scene.registration()) as source:
        await until(lambda: source.flows)
        elsewhere, other = {"url": "http://127.0.0.1:9/"}, {"url": scene.url, "allowed_updates": ["message"]}
        for change in ({"url": ""}, elsewhere, other):
            registered = len(await scene.sandbox.calls("setWebhook"))
            await scene.caller("setWebhook", **change)
            async with asyncio.timeout(PATIENCE):
                while len(calls := await scene.sandbox.calls("setWebhook")) < registered + 2:
                    await asyncio.sleep(0.02)
            await until(lambda: source.flows)
            allowed = calls[-1]["parameters"]["allowed_updates"]
            assert (await scene.webhook(), allowed) == (scene.url, ALLOWED_UPDATES)


async def test_a_webhook_with_another_secret_is_registered_anew(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "CHECK_EVERY", 0.05)
    webhook, taken = Webhook(SECRET), asyncio.Event()

    async def take(_update: dict[str, Any]) -> None:
        taken.set()

    webhook.take = take
    server = WebServer({("POST", "/telegram"): webhook.receive}, "127.0.0.1", urlsplit(scene.url).port)
    await server.start()
    async with serving(scene.registration()) as source, asyncio.timeout(PATIENCE):
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
    hung: list[asyncio.StreamWriter] = []
    async with await asyncio.start_server(lambda _, writer: hung.append(writer), "127.0.0.1", urlsplit(url).port):
        yield
        for writer in hung:
            writer.close()


async def drained_now(scene: Scene, source: setup.Registration) -> bool:
    scene.time += 2 * setup.ASKED_ANEW
    return await source.drained()


async def test_a_webhook_is_drained_when_little_waits_at_telegram(scene: Scene) -> None:
    alice = await scene.sandbox.person("Alice")
    async with nobody_answers(scene.url), serving(scene.registration()) as source:
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
    async with serving(scene.registration()) as source:
        await until(lambda: source.flows)
        assert not await drained_now(scene, source)
        await scene.caller("setWebhook", url=scene.url, allowed_updates=ALLOWED_UPDATES, drop_pending_updates=True)
        assert await drained_now(scene, source)
        scene.server.state.webhook.failure = Failure(int(time.time()), "Connection refused")
        await alice.send("while nobody listened again")
        assert [await drained_now(scene, source) for _ in range(2)] == [False, False]


class Picky(Slow):
    done: list[str | None]

    async def carry_out(self, incoming: Any) -> None:
        if incoming.text == "slow":
            await super().carry_out(incoming)
        self.done.append(incoming.text)


async def test_what_takes_long_holds_up_its_own_chat_only_and_is_not_confirmed(scene: Scene, intake: Intake) -> None:
    picky: Any = Picky(intake)
    picky.done = []
    alice, bob = [await scene.sandbox.person(name) for name in ("Alice", "Bob")]
    async with serving(scene.receiver(picky)) as receiver:
        await until_it_is(receiver.drained)
        await alice.send("slow")
        for number in range(3):
            await alice.send(f"after {number}")
            await bob.send(f"quick {number}")
            await until(lambda number=number: f"quick {number}" in picky.done)  # type: ignore[misc]
        assert picky.done == ["quick 0", "quick 1", "quick 2"]
        assert await scene.pending() == 7
        scene.time += RECENT
        assert not await receiver.drained()
        picky.may_end.set()
        await until_it_is(receiver.drained)
        assert picky.done[3:] == ["slow", "after 0", "after 1", "after 2"]
        await until_it_is(scene.pending, so=False)


async def test_what_is_always_being_thought_about_stops_no_clock(scene: Scene, intake: Intake) -> None:
    slow: Any = Slow(intake)
    people = [await scene.sandbox.person(str(number)) for number in range(5)]
    async with serving(scene.receiver(slow)) as receiver:
        await until_it_is(receiver.drained)
        await people[0].send("thought about")
        await slow.begun.wait()
        for person in people[1:]:
            scene.time += 2 * RECENT
            assert not await receiver.drained()
            await until(lambda: receiver._fetched_at == scene.time)
            await person.send("thought about")
            await slow.goes_on()  # the former is done, and this one is in hand
            await until_it_is(receiver.drained)


CALLED_FIRST = {False: "getUpdates", True: "setWebhook"}


@pytest.mark.parametrize("kind", ["401", "404", "404_page"])
@pytest.mark.parametrize("webhook", [False, True])
async def test_a_refusal_that_getme_does_not_confirm_passes(
    scene: Scene, intake: Intake, monkeypatch: pytest.MonkeyPatch, kind: str, *, webhook: bool
) -> None:
    monkeypatch.setattr(receive, "LONGEST_PAUSE", 0.2)
    await scene.sandbox.fault(CALLED_FIRST[webhook], kind, times=3)
    async with serving(scene.source(intake, webhook=webhook)) as source:
        await until(lambda: source.flows)
    called, once = [call["method"] for call in await scene.sandbox.calls()], ["getMe"] if kind != "404_page" else []
    asked = [method for method in called if method in {"getMe", CALLED_FIRST[webhook]}]
    assert asked[: 3 + 3 * len(once)] == [CALLED_FIRST[webhook], *once] * 3, "asked after each refusal, and once each"


@pytest.mark.parametrize("webhook", [False, True])
async def test_getme_decides(scene: Scene, intake: Intake, monkeypatch: pytest.MonkeyPatch, *, webhook: bool) -> None:
    monkeypatch.setattr(receive, "LONGEST_PAUSE", 0.2)
    for kind, times in (("401", len(AT_ONCE) - 1), ("502", 1)):
        await scene.sandbox.fault(CALLED_FIRST[webhook], "401")
        await scene.sandbox.fault("getMe", kind, times=times)
        async with serving(scene.source(intake, webhook=webhook)) as source:
            await until(lambda source=source: source.flows)  # type: ignore[misc]
    await scene.sandbox.fault(CALLED_FIRST[webhook], "401")
    await scene.sandbox.fault("getMe", "404", times=len(AT_ONCE))
    with pytest.raises(InvalidToken):
        await scene.source(intake, webhook=webhook).serve()


ANN, OLD, NEW, OTHER = Person(7, "Ann"), -5, -(10**12) - 5, -6


def said(update: int, chat: int) -> Said:
    return Said(update, Chat(chat), ANN, update, "0123")


def numbers(*batch: Incoming) -> list[list[int]]:
    return sorted([incoming.update for incoming in lane] for lane in lanes_of(batch))


def test_each_chat_has_a_lane_in_the_order_of_delivery() -> None:
    batch = (
        said(1, OLD),
        said(2, OTHER),
        Asked(3, "q", ANN, ""),
        said(4, OLD),
        Unknown(5, "poll"),
        said(6, OTHER),
    )
    assert numbers(*batch) == [[1, 4], [2, 6], [3], [5]]


def test_both_ids_of_a_group_that_moves_share_a_lane() -> None:
    move = (Migrated(2, Chat(OLD), NEW), Migrated(3, Chat(OLD), NEW))
    assert numbers(said(1, OLD), *move, said(4, NEW), said(5, OTHER)) == [[1, 2, 3, 4], [5]]
    assert numbers(said(1, OLD), said(2, NEW)) == [[1], [2]]
    assert numbers(move[0], said(3, NEW), said(4, OTHER)) == [[2, 3], [4]], "though only one of the two messages comes"
    # In whichever order Telegram tells, the move stands between the old chat and the new.
    late = (said(1, NEW), Migrated(2, Chat(OLD), NEW), said(3, OLD), said(4, NEW), said(5, OLD))
    assert numbers(*late) == [[3, 5, 2, 1, 4]]
