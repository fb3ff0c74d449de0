"""What people say, and who does not want to hear it, as it is kept on both databases."""

import json
from collections.abc import Callable
from dataclasses import replace
from operator import methodcaller as does
from typing import Any

from bot.app.messages import Chat
from bot.app.model.talk import Talk, TalkMessage, Unheard
from bot.app.outbox import ScreenItem
from bot.app.work import Work
from bot.game.daily import DAY
from bot.storage.store import DatabaseStore
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import screen

ANN, BOB, EVE = 1, 2**40, 2**41
REMARK = TalkMessage("0" * 16, "lobby", ANN, "Ann", "Хай щастить 🍀", 100.0)


def talk_message(number: int, **other: Any) -> TalkMessage:
    return replace(REMARK, id=f"{number:016x}", said_at=100.0 + number, **other)


async def tell(store: DatabaseStore, *acts: Callable[[Talk], object]) -> None:
    async def job(work: Work) -> None:
        for act in acts:
            act(work.talk)

    await store.run(job)


async def said(store: DatabaseStore, stream: str = "lobby", most: int = 10) -> list[TalkMessage]:
    return list(await store.run(lambda work: work.talk.last_messages(stream, most)))


async def hearers(store: DatabaseStore, most: int = 10, after: int = 0) -> tuple[int, ...]:
    listeners = await store.run(lambda work: work.rooms.listeners("lobby", after, most))
    return tuple(listener.person for listener in listeners)


async def test_what_was_said_last_is_given_back_oldest_first(store: DatabaseStore) -> None:
    for number in (1, 2, 3):
        await tell(store, does("say", talk_message(number)), does("say", talk_message(number + 10, stream="elsewhere")))
    assert await said(store) == [talk_message(1), talk_message(2), talk_message(3)]
    assert await said(store, most=2) == [talk_message(2), talk_message(3)]
    assert await said(store, "nowhere") == []


async def test_what_was_said_is_forgotten_after_a_while(store: DatabaseStore) -> None:
    for number in (1, 2):
        await tell(store, does("say", talk_message(number)))
    await store.forget(102.0 + 3 * DAY)
    assert await said(store) == [talk_message(2)]


async def test_whoever_has_joined_a_room_hears_it_until_they_leave(store: DatabaseStore) -> None:
    await tell(store, *(does("listen", "lobby", person) for person in (ANN, BOB, EVE)))
    await tell(store, does("listen", "lobby", ANN), does("listen", "elsewhere", 7))
    assert await hearers(store) == (ANN, BOB, EVE)
    assert await hearers(store, most=2) == (ANN, BOB)
    assert await hearers(store, after=ANN) == (BOB, EVE)
    await tell(store, does("stop_listening", "lobby", BOB))
    assert await hearers(store) == (ANN, EVE)
    assert await store.run(lambda work: work.talk.listens("lobby", ANN))
    assert not await store.run(lambda work: work.talk.listens("lobby", BOB))


async def all_speak(store: DatabaseStore) -> None:
    """In the room, for only who has just spoken there is asked for."""
    await tell(store, *(does("say", talk_message(number, person=who)) for number, who in enumerate((ANN, BOB, EVE))))


async def unheard_by(store: DatabaseStore, person: int, stream: str = "lobby") -> Unheard:
    return await store.run(lambda work: work.talk.unheard_by(person, stream))


async def test_whom_somebody_has_muted_is_known(store: DatabaseStore) -> None:
    async def muted_by(person: int) -> list[int]:
        return sorted((await unheard_by(store, person)).muted)

    await all_speak(store)
    await tell(store, does("mute", BOB, ANN), does("mute", BOB, ANN), does("mute", BOB, EVE))
    assert (await muted_by(BOB), await muted_by(ANN)) == ([ANN, EVE], [])
    assert await unheard_by(store, BOB, "elsewhere") == Unheard()
    await tell(store, does("mute", BOB, ANN, on=False))
    assert await muted_by(BOB) == [EVE]


async def test_a_block_parts_two_people_both_ways(store: DatabaseStore) -> None:
    async def parted_from(person: int) -> tuple[int, ...]:
        return tuple((await unheard_by(store, person)).parted)

    async def parted(one: int, other: int) -> bool:
        return await store.run(lambda work: work.talk.are_parted(one, other))

    await all_speak(store)
    await tell(store, does("block", ANN, BOB), does("block", ANN, BOB))
    assert [await parted(*pair) for pair in ((ANN, BOB), (BOB, ANN), (ANN, EVE))] == [True, True, False]
    assert [await parted_from(person) for person in (ANN, BOB, EVE)] == [(BOB,), (ANN,), ()]
    await tell(store, does("block", BOB, ANN, on=False))
    assert await parted(BOB, ANN)
    await tell(store, does("block", ANN, BOB, on=False))
    assert not await parted(BOB, ANN)


async def test_a_complaint_is_kept_with_what_was_said_and_the_newest_counts(store: DatabaseStore, place: str) -> None:
    await tell(store, does("report", BOB, ANN, [talk_message(1)], 5.0))
    await tell(store, does("report", BOB, ANN, [talk_message(1), talk_message(2, text="<b>")], 6.0))
    ((*who, data),) = await rows_at(place, "SELECT stream, person_id, about_id, reported_at, said FROM reports")
    assert (who, json.loads(data)) == (["lobby", BOB, ANN, 6.0], [REMARK.text, "<b>"])


async def test_messages_that_stay_are_sent_one_by_one_and_take_no_place(store: DatabaseStore, place: str) -> None:
    async def job(work: Work) -> None:
        for text in ("one", "two"):
            work.tell(Chat(5), screen(text))

    await store.run(job)
    items = await store.outbox.pending(5)
    assert [item.screen.html for item in items if isinstance(item, ScreenItem)] == ["one", "two"]
    for number, item in enumerate(items):
        await store.outbox.note_delivered([item], 17 + number, None)
    assert (await store.outbox.pending(5), await rows_at(place, "SELECT * FROM slots")) == ([], [])
