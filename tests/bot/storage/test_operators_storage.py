"""What operators decide at the same moment, as it is kept on both databases."""

import asyncio
from functools import partial

import pytest

from bot.app.messages import Chat
from bot.app.model.game import REPORTS_ABOUT_ONE
from bot.app.model.talk import TalkMessage
from bot.app.screen import Screen
from bot.app.supervision import retry_until_stored
from bot.app.texts import Html
from bot.app.work import Work
from bot.storage.store import DatabaseStore


async def test_features_that_two_switch_at_once_are_both_switched(store: DatabaseStore) -> None:
    async def switch(feature: str, work: Work) -> None:
        await work.operators.switch(feature, on=False)

    await asyncio.gather(*(retry_until_stored(partial(store.run, partial(switch, name))) for name in ("hints", "talk")))
    gate = await store.run(lambda work: work.operators.gate(1))
    assert gate.off == {"hints", "talk"}


async def test_reports_about_one_person_do_not_hide_those_about_others(store: DatabaseStore) -> None:
    async def report(person: int, about: int, work: Work) -> None:
        said = TalkMessage(f"r{person}", f"game {person}", about, "Bob", "bad words", 1.0)
        work.talk.report(person, about, [said], float(person))

    for person in range(REPORTS_ABOUT_ONE + 3):
        await store.run(partial(report, person, 7))
    await store.run(partial(report, 1, 8))
    about = await store.run(lambda work: work.operators.reports_about(7, 2 * REPORTS_ABOUT_ONE))
    assert [one.by for one in about] == list(reversed(range(REPORTS_ABOUT_ONE)))
    assert await store.run(lambda work: work.operators.reported(2 * REPORTS_ABOUT_ONE)) == (7, 8)


@pytest.mark.parametrize("for_many", [True, False])
async def test_a_chat_waits_for_what_goes_to_many_until_it_is_sent(store: DatabaseStore, *, for_many: bool) -> None:
    async def tell(work: Work) -> None:
        work.tell(Chat(7), Screen(Html("news")), for_many=for_many)

    await store.run(tell)
    assert await store.run(lambda work: work.operators.waits_for_many(7)) is for_many
    assert not await store.run(lambda work: work.operators.waits_for_many(8))
