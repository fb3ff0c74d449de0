"""An answer to a press is tried for as long as Telegram waits for it, and no longer."""

import asyncio

import pytest

from bot.app.screen import Answer
from bot.telegram import sending
from bot.telegram.sending import Answers
from sandbox.client import PATIENCE
from tests.bot.conftest import Stage
from tests.bot.solo.private_games import begun
from tests.bot.telegram.sources import Scene
from tests.bot.telegram.test_repeated_presses import ANSWER, answered, pressed

UP = Answer("Here")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Telegram waits less long, and so do we."""
    monkeypatch.setattr(sending, "WAITS", {ANSWER: 1.5})
    monkeypatch.setattr(sending, "LONGEST_PAUSE", 0.05)
    monkeypatch.setattr(sending, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(sending, "LONGEST_CALL", 0.2)


@pytest.mark.costly
@pytest.mark.asyncio(loop_scope="session")
async def test_a_press_is_answered_after_seconds_of_quick_errors(own_stage: Stage) -> None:
    alice = await begun(own_stage)
    await own_stage.sandbox.fault(ANSWER, "500", times=7)
    assert (await alice.presses("7")).text == "7 · · ·"


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("kind", ["500", "502", "reset_before", "silence"])
async def test_whatever_fails_is_tried_again(scene: Scene, kind: str) -> None:
    pressing, update = await pressed(scene)
    answers = Answers(scene.api)
    await scene.sandbox.fault(ANSWER, kind, times=3 if kind == "silence" else 8)
    answers.put(update["callback_query"]["id"], UP)
    assert (await pressing).text == UP.text
    await answers.drain(PATIENCE)


@pytest.mark.usefixtures("quick")
async def test_what_telegram_refuses_is_not_tried_again(scene: Scene) -> None:
    _, update = await pressed(scene)
    answers, query = Answers(scene.api), update["callback_query"]["id"]
    answers.put(query, UP)
    await answered(scene.sandbox, query)
    answers.put(query, UP)
    await answers.drain(PATIENCE)
    assert len(await scene.sandbox.calls(ANSWER)) == 2


@pytest.mark.usefixtures("quick")
async def test_nothing_is_tried_for_ever(scene: Scene) -> None:
    _, update = await pressed(scene)
    answers = Answers(scene.api)
    await scene.sandbox.fault(ANSWER, "500", times=1000)
    answers.put(update["callback_query"]["id"], UP)
    async with asyncio.timeout(PATIENCE):
        while any(task.get_name() == ANSWER for task in asyncio.all_tasks()):
            await asyncio.sleep(0.02)
