"""Answers to presses: to one that is delivered again, and for as long as Telegram waits for it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest

from bot.app.screen import Answer as Told
from bot.app.worker import Replies, Worker
from bot.storage.sqlite import path_in
from bot.telegram import sending
from bot.telegram.receive import Intake
from bot.telegram.sending import Answers
from bot.telegram.translate import Json
from sandbox.client import PATIENCE, Answer, Sandbox
from tests.bot.conftest import Stage
from tests.bot.inside import AtOnce, world_with
from tests.bot.player import begun
from tests.bot.storage.stores import BOT, opened
from tests.bot.telegram.sources import Scene, until, until_it_is

# A press that is delivered again, be it to another replica, and carried out once. Telegram takes the first answer:
# whoever finds the press carried out has nothing to say, and waits before saying so.

ANSWER = "answerCallbackQuery"
OUT_OF_DATE = Answer("This button is out of date.", alert=False, url=None)


class Replica(NamedTuple):
    """What carries out updates, and what answers presses to the sandbox."""

    intake: Intake
    answers: Answers


@asynccontextmanager
async def replica(place: str, scene: Scene) -> AsyncIterator[Replica]:
    answers = Answers(scene.api)
    replies = Replies(answers.put, answers.offer, answers.end_wait)
    async with opened(place) as store:
        yield Replica(Intake(BOT, Worker(store, AtOnce(), world_with(None, AtOnce()), replies)), answers)
        await answers.drain(PATIENCE)


@pytest.fixture
async def both(place: str, scene: Scene) -> AsyncIterator[tuple[Replica, Replica]]:
    """Two replicas on one database; a file has but one, to which an update comes twice."""
    async with replica(place, scene) as one:
        if path_in(place) is not None:
            yield one, one
            return
        async with replica(place, scene) as other:
            yield one, other


async def pressed(scene: Scene) -> tuple["asyncio.Task[Answer]", Json]:
    """Somebody presses a button of long ago: who waits for the answer, and what the bot is told."""
    ann = await scene.sandbox.person("Ann")
    await ann.send("/start")
    board = {"inline_keyboard": [[{"text": "Play", "callback_data": "1:d:0123456789abcdef:0:1"}]]}
    await scene.caller("sendMessage", chat_id=ann.id, text="a board", reply_markup=board)
    pressing = asyncio.create_task(ann.presses("Play"))
    while "callback_query" not in (update := (await scene.caller.updates(timeout=10))[-1]):
        await asyncio.sleep(0.01)
    return pressing, update


async def answered(sandbox: Sandbox, query: str, times: int = 1) -> None:
    """Wait until the bot has answered the press so often, be it later than Telegram takes it."""

    async def has_answered() -> bool:
        calls = await sandbox.calls(ANSWER)
        return [call["parameters"]["callback_query_id"] for call in calls].count(query) >= times

    await until_it_is(has_answered)


async def test_an_answer_that_is_tried_again_goes_first(scene: Scene, both: tuple[Replica, Replica]) -> None:
    pressing, update = await pressed(scene)
    await scene.sandbox.fault(ANSWER, "500")
    await both[0].intake.take(update)
    await answered(scene.sandbox, update["callback_query"]["id"])
    await both[1].intake.take(update)
    assert await pressing == OUT_OF_DATE


async def test_a_bot_that_leaves_waits_for_answers_alone(scene: Scene, both: tuple[Replica, Replica]) -> None:
    pressing, update = await pressed(scene)
    for each in both:
        await each.intake.take(update)
    for each in reversed(both):
        await each.answers.drain(PATIENCE)
    assert await pressing == OUT_OF_DATE
    assert len(await scene.sandbox.calls(ANSWER)) == 1


@pytest.mark.asyncio(loop_scope="session")
async def test_a_press_delivered_again_is_answered_again(stage: Stage) -> None:
    alice = await begun(stage)
    await alice.presses("7")
    query = (await stage.sandbox.updates())[-1]["update"]["callback_query"]["id"]
    await stage.sandbox.redeliver((await stage.sandbox.state())["last_update_id"])
    await stage.sandbox.settled()
    await alice.presses("8")
    await alice.sees("7 8 · ·")
    await answered(stage.sandbox, query, times=2)


# An answer to a press is tried for as long as Telegram waits for it, and no longer

UP = Told("Here")


@pytest.fixture
def quick(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Answers where Telegram waits less long, and so do we."""
    monkeypatch.setattr(sending, "WAITS", {ANSWER: 1.5})
    for name, seconds in (("LONGEST_PAUSE", 0.05), ("FIRST_PAUSE", 0.05), ("LONGEST_CALL", 0.2)):
        monkeypatch.setattr(sending, name, seconds)
    return Answers(scene.api)


@pytest.mark.costly
@pytest.mark.asyncio(loop_scope="session")
async def test_a_press_is_answered_after_seconds_of_quick_errors(own_stage: Stage) -> None:
    alice = await begun(own_stage)
    await own_stage.sandbox.fault(ANSWER, "500", times=7)
    assert (await alice.presses("7")).text == "7 · · ·"


@pytest.mark.parametrize("kind", ["500", "502", "reset_before", "silence"])
async def test_whatever_fails_is_tried_again(scene: Scene, quick: Answers, kind: str) -> None:
    pressing, update = await pressed(scene)
    await scene.sandbox.fault(ANSWER, kind, times=3 if kind == "silence" else 8)
    quick.put(update["callback_query"]["id"], UP)
    assert (await pressing).text == UP.text
    await quick.drain(PATIENCE)


async def test_what_telegram_refuses_is_not_tried_again(scene: Scene, quick: Answers) -> None:
    _, update = await pressed(scene)
    query = update["callback_query"]["id"]
    quick.put(query, UP)
    await answered(scene.sandbox, query)
    quick.put(query, UP)
    await quick.drain(PATIENCE)
    assert len(await scene.sandbox.calls(ANSWER)) == 2


async def test_nothing_is_tried_for_ever(scene: Scene, quick: Answers) -> None:
    _, update = await pressed(scene)
    await scene.sandbox.fault(ANSWER, "500", times=1000)
    quick.put(update["callback_query"]["id"], UP)
    await until(lambda: not any(task.get_name() == ANSWER for task in asyncio.all_tasks()))
