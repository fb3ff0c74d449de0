"""Who administers a group, asked of Telegram once and seldom; and answers to presses, once and for long enough."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import pytest

from bot.app.screen import Answer as Told
from bot.app.worker import Replies, Worker
from bot.app.world import NeedsAnswer, NoAnswer
from bot.storage.sqlite import path_in
from bot.telegram import sending
from bot.telegram.administrators import MOST, PAUSE, PERSONS, REMEMBERED, Administrators
from bot.telegram.receive import Intake
from bot.telegram.sending import Answers
from bot.telegram.translate import Json
from sandbox.client import PATIENCE, Answer, Group, Person, Sandbox
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


@pytest.fixture
def quick(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Answers that are tried again soon."""
    for name in ("FIRST_PAUSE", "LONGEST_PAUSE"):
        monkeypatch.setattr(sending, name, 0.05)
    return Answers(scene.api)


@pytest.mark.costly
@pytest.mark.asyncio(loop_scope="session")
async def test_a_press_is_answered_after_seconds_of_quick_errors(own_stage: Stage) -> None:
    alice = await begun(own_stage)
    await own_stage.sandbox.fault(ANSWER, "500", times=7)
    assert (await alice.presses("7")).text == "7 · · ·"


@pytest.mark.parametrize("kind", ["500", "502", "reset_before", "silence"])
async def test_failures_are_retried(scene: Scene, quick: Answers, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    pressing, update = await pressed(scene)
    if kind == "silence":
        monkeypatch.setattr(sending, "LONGEST_CALL", 0.2)
    await scene.sandbox.fault(ANSWER, kind, times=3 if kind == "silence" else 8)
    quick.put(update["callback_query"]["id"], Told("Here"))
    assert (await pressing).text == "Here"
    await quick.drain(PATIENCE)


async def test_nothing_is_tried_for_ever(scene: Scene, quick: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    _, update = await pressed(scene)
    for times in (1, 2):
        quick.put(update["callback_query"]["id"], Told("Here"))
        await quick.drain(PATIENCE)
        assert len(await scene.sandbox.calls(ANSWER)) == times
    monkeypatch.setattr(sending, "WAITS", {ANSWER: 1.0})
    await scene.sandbox.fault(ANSWER, "500", times=1000)
    quick.put(update["callback_query"]["id"], Told("Here"))
    await until(lambda: not any(task.get_name() == ANSWER for task in asyncio.all_tasks()))


# Who administers a group, whoever presses and whatever Telegram answers
@dataclass
class Gathering:
    """A group, those in it, and what the bot knows of them at a time that the test sets."""

    scene: Scene
    group: Group
    founder: Person
    member: Person
    now: float = 1000.0

    def __post_init__(self) -> None:
        self.administrators = Administrators(self.scene.api, lambda: self.now)
        self.sandbox = self.scene.sandbox

    async def administers(self, person: Person | int, chat: int | None = None) -> bool | None:
        """What an update finds that begins again once it has been asked; None: nothing is known."""
        number = person if isinstance(person, int) else person.id
        asks = partial(self.administrators.administers, chat or self.group.id, number)
        try:
            try:
                return asks()
            except NeedsAnswer as need:
                await need.ask()
                return asks()  # what was asked is known
        except NoAnswer:
            return None

    async def calls(self) -> tuple[int, int]:
        """How often Telegram has been asked, of one person and of all."""
        counts = (await self.sandbox.state())["calls"]
        return counts.get("getChatMember", 0), counts.get("getChatAdministrators", 0)

    async def both(self) -> list[bool | None]:
        return [await self.administers(person) for person in (self.founder, self.member)]


@pytest.fixture
async def gathering(scene: Scene) -> Gathering:
    founder, member = [await scene.sandbox.person(name) for name in ("Ann", "Bob")]
    group = await scene.sandbox.group("Friends", founder, member)
    return Gathering(scene, group, founder, member)


async def test_it_is_asked_once_and_again_when_it_is_old(gathering: Gathering) -> None:
    found = await asyncio.gather(*(gathering.administers(gathering.founder) for _ in range(20)))
    assert (found, await gathering.calls()) == ([True] * 20, (1, 0)), "those who ask at the same moment share one call"
    for _ in range(3):
        assert await gathering.both() == [True, False]
    assert await gathering.calls() == (2, 0)
    await gathering.group.promote(gathering.member, by=gathering.founder)
    assert await gathering.both() == [True, False]
    gathering.now += REMEMBERED
    assert await gathering.both() == [True, True]
    await gathering.group.remove(gathering.member)
    gathering.now += REMEMBERED
    assert await gathering.both() == [True, False]


async def test_a_thousand_who_press_cost_a_handful_of_calls(gathering: Gathering) -> None:
    found = await asyncio.gather(*(gathering.administers(number) for number in range(1, 1001)))
    assert found == [False] * 1000
    single, of_all = await gathering.calls()
    assert single <= PERSONS
    assert of_all <= PERSONS + 1
    assert await gathering.administers(gathering.founder) is True, "they do not keep away who administers it"
    assert await gathering.calls() == (single, of_all)


async def test_where_nobody_is_shown_the_list_tells_and_what_is_refused_is_not_known(gathering: Gathering) -> None:
    for reason in ("member list is inaccessible", "PARTICIPANT_ID_INVALID", "CHAT_ADMIN_REQUIRED"):
        await gathering.sandbox.fault("getChatMember", "400", times=2, description=f"Bad Request: {reason}")
        assert await gathering.both() == [True, False]
        gathering.now += REMEMBERED
    single, of_all = await gathering.calls()
    assert [await gathering.administers(gathering.founder, -5) for _ in range(2)] == [None, None]
    assert await gathering.calls() == (single + 1, of_all + 1)
    assert await gathering.administers(gathering.founder) is True, "nobody else is kept waiting"


async def test_at_a_flood_limit_nothing_is_asked_until_it_is_over(gathering: Gathering) -> None:
    await gathering.sandbox.fault("getChatMember", "429", retry_after=300)
    for seconds in (0, 299):
        gathering.now += seconds
        assert await gathering.administers(gathering.founder) is None
    assert await gathering.calls() == (1, 0)
    gathering.now += 2
    assert await gathering.administers(gathering.founder) is True


@pytest.mark.parametrize("kind", ["500", "404_page", "reset_before", "silence"])
async def test_where_telegram_does_not_answer_nobody_waits_twice(gathering: Gathering, kind: str) -> None:
    await gathering.sandbox.fault("getChatMember", kind, seconds=60.0)  # longer than anybody waits
    for person in (gathering.founder, gathering.founder, gathering.member, 7):
        assert await gathering.administers(person) is None
    assert await gathering.calls() == (1, 0)
    gathering.now += PAUSE + REMEMBERED
    assert await gathering.administers(gathering.founder) is True


async def test_no_more_is_remembered_than_fits_and_nothing_is_forgotten_early(gathering: Gathering) -> None:
    assert await gathering.administers(gathering.founder) is True
    for chat in range(MOST):
        await gathering.administers(gathering.founder, -7000 - chat)
    assert len(gathering.administrators._questions) == MOST
    asked = await gathering.calls()
    assert (await gathering.both(), await gathering.calls()) == ([True, None], asked)
    gathering.now += REMEMBERED
    assert await gathering.administers(gathering.member) is False
    assert len(gathering.administrators._questions) == 1
