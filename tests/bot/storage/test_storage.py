"""Units of work on real databases: all of one or nothing of it, whoever else is at work."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.model.chats import Preferences, Shown
from bot.app.outbox import RetireItem, ScreenItem, Urgency
from bot.app.screen import Place
from bot.app.work import StaleGame, Work
from bot.storage.store import DatabaseStore
from tests import stored
from tests.bot.storage.databases import change_at, waiting_at
from tests.bot.storage.stores import TABLE, is_new, open_table, opened, preferences, saving, screen, showing, table_in

pytestmark = pytest.mark.both_databases

CHAT, OTHER = Chat(5), Chat(-6, 7)
PLACE = Place.BOTTOM


async def table_of(store: DatabaseStore, table_id: str = TABLE) -> Alone:
    game = await store.run(lambda work: work.games.load(table_id, Alone))
    assert game is not None
    return game


async def everything(work: Work) -> None:
    """A job that writes one of each."""
    assert await is_new(work, 1)
    work.prefer(CHAT, Preferences("uk"))
    work.games.save(table_in(CHAT))
    work.keep_draft(TABLE, 1, "01")
    work.show(CHAT, "menu", screen("hello"), PLACE)
    work.strip(CHAT, 3)
    work.keep_failed(1, "{}", "why")


async def left_behind(store: DatabaseStore, place: str) -> tuple[object, ...]:
    """What is there of `everything`."""

    async def look(work: Work) -> tuple[object, ...]:
        known = await preferences(work, CHAT), await work.games.load(TABLE, Alone), await open_table(work, CHAT)
        return *known, await work.draft(TABLE, 1), await work.slot_state(CHAT, "menu")

    return *await store.run(look), await waiting_at(place)


def open_to_others(folder: Path) -> list[str]:
    """The files that somebody else on the machine may read or write."""
    return [file.name for file in folder.iterdir() if file.stat().st_mode & 0o077]


NOTHING: tuple[object, ...] = (Preferences(), None, None, "", Shown(None, pending=False), [])
ALL: tuple[object, ...] = (
    Preferences("uk"),
    table_in(CHAT),
    table_in(CHAT),
    "01",
    Shown(None, pending=True),
    [CHAT.id],
)


async def test_a_job_writes_all_of_it(store: DatabaseStore, place: str) -> None:
    assert await left_behind(store, place) == NOTHING
    await store.run(everything)
    assert await left_behind(store, place) == ALL


async def test_a_job_that_raises_writes_nothing(store: DatabaseStore, place: str) -> None:
    called: list[set[int]] = []
    store.signals.on_items = lambda debts: called.append(set(debts))

    async def job(work: Work) -> None:
        await everything(work)
        raise KeyError("a bug")

    with pytest.raises(KeyError, match="a bug"):
        await store.run(job)
    assert await left_behind(store, place) == NOTHING
    assert called == []
    assert await store.run(lambda work: is_new(work, 1))


async def test_a_database_opened_again_holds_everything(place: str) -> None:
    async with opened(place) as store:
        await store.run(everything)
    for _ in range(2):
        async with opened(place) as store:
            assert await left_behind(store, place) == ALL


async def test_the_folder_of_a_new_file_is_made(tmp_path: Path) -> None:
    async with opened(tmp_path / "new" / "folder" / "bot.db") as store:
        await store.run(everything)
    assert (tmp_path / "new" / "folder" / "bot.db").is_file()


async def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    async with opened(tmp_path / "bot.db") as store:
        await store.run(everything)
        assert open_to_others(tmp_path) == []


async def test_an_update_is_new_exactly_once(store: DatabaseStore) -> None:
    answers = await asyncio.gather(*(store.run(lambda work: is_new(work, 7), CHAT.id) for _ in range(50)))
    assert answers.count(True) == 1
    assert await store.run(lambda work: is_new(work, 8))


async def test_an_update_is_forgotten_in_time(store: DatabaseStore) -> None:
    await store.run(lambda work: is_new(work, 7))
    await store.forget(0)
    assert not await store.run(lambda work: is_new(work, 7))
    await store.forget(9e9)
    assert await store.run(lambda work: is_new(work, 7))


async def test_jobs_on_the_same_table_lose_nothing_of_each_other(store: DatabaseStore) -> None:
    await store.run(saving(table_in(CHAT)))

    async def one_more(work: Work) -> None:
        game = await open_table(work, CHAT)
        assert game is not None
        work.games.save(replace(game, suggestions=game.suggestions + 1))

    await asyncio.gather(*(store.run(one_more, CHAT.id) for _ in range(200)))
    assert (await table_of(store)).suggestions == 200


async def test_jobs_on_the_same_draft_lose_nothing_of_each_other(store: DatabaseStore) -> None:
    async def one_more(work: Work) -> None:
        work.keep_draft(TABLE, 1, await work.draft(TABLE, 1) + "1")

    await asyncio.gather(*(store.run(one_more, CHAT.id) for _ in range(100)))
    assert await store.run(lambda work: work.draft(TABLE, 1)) == "1" * 100


async def test_who_gets_items_is_told_after_the_commit(store: DatabaseStore) -> None:
    called: list[set[int]] = []
    store.signals.on_items = lambda debts: called.append(set(debts))
    await asyncio.gather(
        store.run(showing(CHAT, "a")), store.run(showing(OTHER, "b")), store.run(saving(table_in(CHAT)))
    )
    assert called == [{CHAT.id, OTHER.id}]


async def test_items_wait_in_order_and_name_the_message_they_replace(store: DatabaseStore) -> None:
    async def job(work: Work) -> None:
        work.show(OTHER, "menu", screen("one"), Place.HERE)
        work.strip(OTHER, 9)
        work.show(OTHER, "board", screen("two"), PLACE)

    await store.run(job)
    one, two, strip = await store.outbox.pending(OTHER.id)
    assert one == ScreenItem(one.id, OTHER, "menu", screen("one"), Place.HERE, None)
    assert strip == RetireItem(strip.id, OTHER, 9, wholly=False, urgency=Urgency.TIDYING)
    assert two == ScreenItem(two.id, OTHER, "board", screen("two"), PLACE, None)
    await store.outbox.note_delivered([two], message=40, retire=None)
    await store.run(showing(OTHER, "three", "board"))
    _, three, _ = await store.outbox.pending(OTHER.id)
    assert isinstance(three, ScreenItem)
    assert (three.screen, three.current) == (screen("three"), 40)


async def test_what_could_not_be_retired_waits_as_a_item(store: DatabaseStore) -> None:
    await store.run(showing(CHAT, "hello"))
    items = await store.outbox.pending(CHAT.id)
    called: list[set[int]] = []
    store.signals.on_items = lambda debts: called.append(set(debts))
    await store.outbox.note_delivered(items, message=41, retire=40)
    (retire,) = await store.outbox.pending(CHAT.id)
    assert retire == RetireItem(retire.id, CHAT, 40, wholly=True)
    assert called == [{CHAT.id}]
    assert await store.run(lambda work: work.slot_state(CHAT, "menu")) == Shown(41, pending=False)


async def test_a_table_that_somebody_else_has_saved_meanwhile_is_stale(store: DatabaseStore, place: str) -> None:
    await store.run(saving(table_in(CHAT)))
    read = await table_of(store)

    async def late(work: Work) -> None:
        work.prefer(CHAT, Preferences("uk"))
        work.show(CHAT, "menu", screen("never seen"), PLACE)
        work.games.save(replace(read, suggestions=2))

    await store.run(saving(replace(read, suggestions=1)))
    with pytest.raises(StaleGame):
        await store.run(late)
    assert (await table_of(store)).suggestions == 1
    assert await store.run(lambda work: preferences(work, CHAT)) == Preferences()
    assert await waiting_at(place) == []


async def test_the_same_table_saved_twice_in_one_job_is_saved_as_it_was_last(store: DatabaseStore, place: str) -> None:
    async def job(work: Work) -> None:
        work.games.save(table_in(CHAT))
        work.games.save(replace(table_in(CHAT), suggestions=7))

    await store.run(job)
    assert (await table_of(store)).suggestions == 7
    assert [revision for *_, revision, _ in await stored.games_at(place)] == [1]


async def test_what_was_granted_long_before_its_time_is_waited_for_unless_a_clock_has_jumped(
    store: DatabaseStore, place: str
) -> None:
    await change_at(place, "UPDATE budget SET free_at = (SELECT now + 8 FROM clock)")
    assert 1 < await store.outbox.grant(0.1, 0.1) <= 8.1
    await change_at(place, "UPDATE budget SET free_at = (SELECT now + 3600 FROM clock)")
    assert await store.outbox.grant(0.1, 0.1) <= 0.1


async def test_what_was_kept_once_is_kept_for_good(store: DatabaseStore, place: str) -> None:
    made_up = [f"secret {number}" for number in range(20)]
    lines = await asyncio.gather(*(store.kept("webhook secret", secret) for secret in made_up))
    assert set(lines) == {lines[0]} <= set(made_up)
    await store.close()
    async with opened(place) as later:
        assert await later.kept("webhook secret", "another") == lines[0]
        assert await later.kept("something else", "another") == "another"
