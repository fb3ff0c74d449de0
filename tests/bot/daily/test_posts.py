"""The card of each day that comes into a group by itself: when, once, and until when."""

import json
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from bot.app.actions.daily import LATE, POST, SPREAD, TELL, UNPLAYED, plan, put
from bot.app.buttons import Feature
from bot.app.jobs import DueJobs
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.model.daily import Codes, DailyCard, DailyPost, Guest
from bot.app.outbox import Urgency
from bot.app.work import GRACE, Work
from bot.app.world import World
from bot.game.daily import DAY, Calendar
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import world_at
from tests.bot.storage.databases import rows_at

GROUP = Chat(-1000, 7)
GROWN = -(10**12) - 77
CALENDAR = Calendar(20_700)
FIRST = 9
"""The day on which it is wished."""
ENDS = "остан"
"""What stands on the last card."""


class Group:
    """A group that wishes it, and the days that pass there."""

    def __init__(self, store: DatabaseStore, place: str) -> None:
        self.store = store
        self.place = place
        self._ids = count(1)

    def world(self, now: float) -> World:
        return replace(world_at(now), daily=Codes(b"k", CALENDAR), new_id=lambda: f"{next(self._ids):016x}")

    async def wishes(self, post: str = "wish", chat: Chat = GROUP, *, reachable: bool = True) -> None:
        async def job(work: Work) -> None:
            work.prefer(chat, Preferences("uk", reachable=reachable))
            work.daily_posts.begin(DailyPost(post, chat))
            plan(DailyPost(post, chat), work, self.world(CALENDAR.begins_at(FIRST) + 3600))

        await self.store.run(job)

    async def comes(self, day: int, late: float = SPREAD) -> None:
        """All that is due so long after that day has begun is done."""

        async def drained() -> bool:
            return True

        nothing: Any = None
        now = CALENDAR.begins_at(day) + late
        jobs = DueJobs(self.store, nothing, self.world(now + GRACE), drained)
        while await self.store.run(lambda work: work.due_job(now)) is not None:
            await jobs._do_next()
        assert await rows_at(self.place, "SELECT error FROM failed_updates") == []

    async def asks(self, day: int) -> None:
        """Somebody types /daily on that day."""

        async def job(work: Work) -> None:
            world = self.world(CALENDAR.begins_at(day))
            await put(DailyCard(world.new_id(), GROUP, day), work, world)

        await self.store.run(job)

    async def plays(self, day: int) -> None:
        """Somebody presses Play on the card of that day."""

        async def job(work: Work) -> None:
            card = await work.daily_cards.card(GROUP.id, day)
            assert card is not None
            work.daily_cards.join(card, 1, Guest("Ann"), 1.0)

        await self.store.run(job)

    async def posted(self) -> list[tuple[int, int | None, str]]:
        """What has been sent as a card: its chat, its topic, what it says."""
        query = "SELECT chat_id, thread_id, content FROM outbox WHERE slot LIKE 'daily:%' ORDER BY letter_id"
        return [(chat, thread, content) for chat, thread, content in await rows_at(self.place, query)]

    async def planned(self) -> list[float]:
        """When the next ones are due."""
        return [due for (due,) in await rows_at(self.place, f"SELECT due_at FROM jobs WHERE kind = '{POST}'")]

    async def is_wished(self) -> bool:
        return await rows_at(self.place, "SELECT 1 FROM daily_posts") != []


@pytest.fixture
def group(store: DatabaseStore, place: str) -> Group:
    return Group(store, place)


async def test_one_card_comes_a_day_soon_after_it_has_turned_and_in_its_topic(group: Group) -> None:
    await group.wishes()
    [due] = await group.planned()
    assert 0 <= due - CALENDAR.begins_at(FIRST + 1) < SPREAD
    await group.comes(FIRST, late=DAY - 1)
    assert await group.posted() == []
    for day in range(FIRST + 1, FIRST + 4):
        await group.comes(day)
        await group.comes(day, late=DAY - 1)
        posted = await group.posted()
        assert len(posted) == day - FIRST
        assert posted[-1][:2] == (GROUP.id, GROUP.thread)
        assert f"№{day}" in posted[-1][2]
        assert "✓" in posted[-1][2]
        assert len(await group.planned()) == 1


async def test_it_waits_for_what_is_more_urgent_and_makes_no_sound(group: Group) -> None:
    await group.wishes()
    await group.comes(FIRST + 1)
    [(urgency, content)] = await rows_at(group.place, "SELECT urgency, content FROM outbox WHERE slot LIKE 'daily:%'")
    assert urgency == Urgency.MANY
    assert json.loads(content)["silent"] is True


async def test_where_somebody_has_asked_for_the_card_none_comes(group: Group) -> None:
    await group.wishes()
    await group.asks(FIRST + 1)
    await group.comes(FIRST + 1)
    assert await group.posted() == []
    await group.comes(FIRST + 2)
    assert len(await group.posted()) == 1


async def test_after_an_outage_the_card_of_today_comes_alone(group: Group) -> None:
    await group.wishes()
    await group.comes(FIRST + 6, late=LATE - 60)
    [(_, _, content)] = await group.posted()
    assert f"№{FIRST + 6}" in content
    assert len(await group.planned()) == 1


async def test_what_would_come_much_too_late_does_not_but_the_next_does(group: Group) -> None:
    await group.wishes()
    await group.comes(FIRST + 1, late=LATE + 60)
    assert await group.posted() == []
    await group.comes(FIRST + 2)
    assert len(await group.posted()) == 1


async def test_while_operators_have_switched_it_off_nothing_comes_and_then_it_goes_on(group: Group) -> None:
    await group.wishes()
    await group.store.run(lambda work: work.operators.switch(Feature.DAILY, on=False))
    for day in range(FIRST + 1, FIRST + 20):
        await group.comes(day)
    assert await group.posted() == []
    await group.store.run(lambda work: work.operators.switch(Feature.DAILY, on=True))
    await group.comes(FIRST + 20)
    assert len(await group.posted()) == 1


async def test_it_ends_where_the_bot_is_no_more(group: Group) -> None:
    await group.wishes(reachable=False)
    await group.comes(FIRST + 1)
    assert (await group.posted(), await group.planned(), await group.is_wished()) == ([], [], False)


async def test_it_goes_along_when_the_group_becomes_a_supergroup(group: Group) -> None:
    await group.wishes()

    async def move(work: Work) -> None:
        work.rename(GROUP, GROWN)

    for _ in range(2):
        await group.store.run(move)
    await group.comes(FIRST + 1)
    [(chat, _, _)] = await group.posted()
    assert chat == GROWN


async def test_what_was_wished_in_both_is_one_wish(group: Group) -> None:
    await group.wishes()
    await group.wishes("there", Chat(GROWN))

    async def move(work: Work) -> None:
        work.rename(GROUP, GROWN)

    await group.store.run(move)
    await group.comes(FIRST + 1)
    assert [chat for chat, _, _ in await group.posted()] == [GROWN]
    assert len(await group.planned()) == 1


async def test_wished_anew_the_former_job_does_nothing(group: Group) -> None:
    await group.wishes()
    await group.wishes("anew", Chat(GROUP.id, 8))
    assert len(await group.planned()) == 2
    await group.comes(FIRST + 1)
    assert [thread for _, thread, _ in await group.posted()] == [8]
    assert len(await group.planned()) == 1


async def test_after_fourteen_cards_on_which_nobody_plays_one_says_that_it_is_the_last(group: Group) -> None:
    await group.wishes()
    for day in range(FIRST + 1, FIRST + 1 + UNPLAYED):
        await group.comes(day)
    assert not any(ENDS in content for _, _, content in await group.posted())
    assert await group.is_wished()
    await group.comes(FIRST + 1 + UNPLAYED)
    *_, (_, _, last) = await group.posted()
    assert ENDS in last
    assert "🔁" in last
    assert (await group.is_wished(), await group.planned()) == (False, [])
    await group.comes(FIRST + 60)
    assert len(await group.posted()) == UNPLAYED + 1


async def test_somebody_who_plays_keeps_it_alive(group: Group) -> None:
    await group.wishes()
    played, last = (FIRST + UNPLAYED, FIRST + 2 * UNPLAYED), FIRST + 3 * UNPLAYED
    for day in range(FIRST + 1, last + 1):
        await group.comes(day)
        if day in played:
            await group.plays(day)
    unplayed = last - 1 - played[-1]
    assert await rows_at(group.place, "SELECT day, unplayed FROM daily_posts") == [(last, unplayed)]


async def test_a_week_of_such_cards_has_its_table(group: Group) -> None:
    await group.wishes()
    first, last = CALENDAR.week_of(FIRST + 7)
    for day in range(first, last + 1):
        await group.comes(day)
    week = await rows_at(group.place, f"SELECT turn FROM jobs WHERE kind = '{TELL}' AND turn >= {first}")
    assert week == [(first,)]
