"""Who administers a group: asked of Telegram once, and seldom, whoever presses and whatever Telegram answers."""

import asyncio
from dataclasses import dataclass

import pytest

from bot.app.world import NeedsAnswer, NoAnswer
from bot.telegram.administrators import MOST, PAUSE, PERSONS, REMEMBERED, Administrators
from sandbox.client import Group, Person
from tests.bot.telegram.sources import Scene

SILENCE = 60.0
"""Seconds in which Telegram does not answer: longer than anybody waits."""


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
        asked = 0
        while True:
            try:
                return self.administrators.administers(chat or self.group.id, number)
            except NoAnswer:
                return None
            except NeedsAnswer as need:
                asked += 1
                assert asked == 1, "what was asked is known"
                await need.ask()

    async def calls(self) -> tuple[int, int]:
        """How often Telegram has been asked, of one person and of all."""
        counts = (await self.sandbox.state())["calls"]
        return counts.get("getChatMember", 0), counts.get("getChatAdministrators", 0)

    async def both(self) -> list[bool | None]:
        """Whether the founder does, and whether the member does."""
        return [await self.administers(person) for person in (self.founder, self.member)]


@pytest.fixture
async def gathering(scene: Scene) -> Gathering:
    founder, member = [await scene.sandbox.person(name) for name in ("Ann", "Bob")]
    group = await scene.sandbox.group("Friends", founder, member)
    return Gathering(scene, group, founder, member)


async def test_it_is_asked_once_and_again_when_it_is_old(gathering: Gathering) -> None:
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


async def test_those_who_ask_at_the_same_moment_share_one_call(gathering: Gathering) -> None:
    found = await asyncio.gather(*(gathering.administers(gathering.founder) for _ in range(20)))
    assert found == [True] * 20
    assert await gathering.calls() == (1, 0)


async def test_a_thousand_who_press_cost_a_handful_of_calls(gathering: Gathering) -> None:
    found = await asyncio.gather(*(gathering.administers(number) for number in range(1, 1001)))
    assert found == [False] * 1000
    single, of_all = await gathering.calls()
    assert (single <= PERSONS, of_all <= PERSONS + 1) == (True, True)
    assert await gathering.administers(gathering.founder) is True, "they do not keep away who administers it"
    assert await gathering.calls() == (single, of_all)


@pytest.mark.parametrize("reason", ["member list is inaccessible", "PARTICIPANT_ID_INVALID", "CHAT_ADMIN_REQUIRED"])
async def test_where_nobody_is_shown_to_the_bot_the_list_tells(gathering: Gathering, reason: str) -> None:
    await gathering.sandbox.fault("getChatMember", "400", times=2, description=f"Bad Request: {reason}")
    assert await gathering.both() == [True, False]


async def test_what_is_refused_is_not_known_and_nobody_else_is_kept_waiting(gathering: Gathering) -> None:
    assert [await gathering.administers(gathering.founder, -5) for _ in range(2)] == [None, None]
    assert await gathering.calls() == (1, 1)
    assert await gathering.administers(gathering.founder) is True


async def test_at_a_flood_limit_nothing_is_asked_until_it_is_over(gathering: Gathering) -> None:
    await gathering.sandbox.fault("getChatMember", "429", retry_after=300)
    assert await gathering.administers(gathering.founder) is None
    gathering.now += 299
    assert await gathering.administers(gathering.founder) is None
    assert await gathering.calls() == (1, 0)
    gathering.now += 2
    assert await gathering.administers(gathering.founder) is True


@pytest.mark.parametrize("kind", ["500", "404_page", "reset_before", "silence"])
async def test_where_telegram_does_not_answer_nobody_waits_twice(gathering: Gathering, kind: str) -> None:
    await gathering.sandbox.fault("getChatMember", kind, seconds=SILENCE)
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
