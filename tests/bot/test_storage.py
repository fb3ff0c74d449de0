"""Units of work on a real file: all of one or nothing of it, whoever else is at work."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.app.messages import Chat
from bot.app.outbox import RetireLetter, ScreenLetter
from bot.app.ports import Place, Preferences, Shown, Work
from bot.app.table import Table
from bot.storage.sqlite import SqliteStore
from tests.bot.stores import TABLE, is_new, open_table, opened, preferences, saving, screen, showing, table_in

CHAT, OTHER = Chat(5), Chat(-6, 7)
PLACE = Place.BOTTOM


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    async with opened(tmp_path / "bot.db") as fresh:
        yield fresh


async def table_of(store: SqliteStore, table_id: str = TABLE) -> Table:
    table = await store.run(lambda work: work.table(table_id))
    assert table is not None
    return table


async def everything(work: Work) -> None:
    """A job that writes one of each."""
    assert await is_new(work, 1)
    work.prefer(CHAT, Preferences("uk"))
    work.save(table_in(CHAT))
    work.keep_draft(TABLE, 1, "01")
    work.show(CHAT, "menu", screen("hello"), PLACE)
    work.strip(CHAT, 3)
    work.keep_failed(1, "{}", "why")


async def left_behind(store: SqliteStore) -> tuple[object, ...]:
    """What is there of `everything`."""

    async def look(work: Work) -> tuple[object, ...]:
        known = await preferences(work, CHAT), await work.table(TABLE), await open_table(work, CHAT)
        return *known, await work.draft(TABLE, 1), await work.shown(CHAT, "menu")

    return *await store.run(look), await store.outbox.waiting()


def open_to_others(folder: Path) -> list[str]:
    """The files that somebody else on the machine may read or write."""
    return [file.name for file in folder.iterdir() if file.stat().st_mode & 0o077]


NOTHING: tuple[object, ...] = (Preferences(), None, None, "", Shown(None, 0, pending=False), [])
ALL: tuple[object, ...] = (
    Preferences("uk"),
    table_in(CHAT),
    table_in(CHAT),
    "01",
    Shown(None, 0, pending=True),
    [CHAT.id],
)


async def test_a_job_writes_all_of_it(store: SqliteStore) -> None:
    assert await left_behind(store) == NOTHING
    await store.run(everything)
    assert await left_behind(store) == ALL


async def test_a_job_that_raises_writes_nothing(store: SqliteStore) -> None:
    told: list[frozenset[int]] = []
    store.on_letters = told.append

    async def job(work: Work) -> None:
        await everything(work)
        raise KeyError("a bug")

    with pytest.raises(KeyError, match="a bug"):
        await store.run(job)
    assert await left_behind(store) == NOTHING
    assert told == []
    assert await store.run(lambda work: is_new(work, 1))


async def test_a_file_opened_again_holds_everything(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "bot.db"
    async with opened(path) as store:
        await store.run(everything)
    for _ in range(2):
        async with opened(path) as store:
            assert await left_behind(store) == ALL


async def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    async with opened(tmp_path / "bot.db") as store:
        await store.run(everything)
        assert open_to_others(tmp_path) == []


async def test_an_update_is_new_exactly_once(store: SqliteStore) -> None:
    answers = await asyncio.gather(*(store.run(lambda work: is_new(work, 7)) for _ in range(50)))
    assert answers.count(True) == 1
    assert await store.run(lambda work: is_new(work, 8))


async def test_an_update_is_forgotten_in_time(store: SqliteStore) -> None:
    await store.run(lambda work: is_new(work, 7))
    await store.forget_updates(before=0)
    assert not await store.run(lambda work: is_new(work, 7))
    await store.forget_updates(before=9e9)
    assert await store.run(lambda work: is_new(work, 7))


async def test_jobs_on_the_same_table_lose_nothing_of_each_other(store: SqliteStore) -> None:
    await store.run(saving(table_in(CHAT)))

    async def one_more(work: Work) -> None:
        table = await open_table(work, CHAT)
        assert table is not None
        work.save(replace(table, suggestions=table.suggestions + 1))

    await asyncio.gather(*(store.run(one_more) for _ in range(200)))
    assert (await table_of(store)).suggestions == 200


async def test_jobs_on_the_same_draft_lose_nothing_of_each_other(store: SqliteStore) -> None:
    async def one_more(work: Work) -> None:
        work.keep_draft(TABLE, 1, await work.draft(TABLE, 1) + "1")

    await asyncio.gather(*(store.run(one_more) for _ in range(100)))
    assert await store.run(lambda work: work.draft(TABLE, 1)) == "1" * 100


async def test_jobs_of_one_chat_are_done_in_the_order_they_came(store: SqliteStore) -> None:
    async def say(work: Work, number: int) -> None:
        await preferences(work, CHAT)
        work.show(CHAT, f"slot {number}", screen(str(number)), PLACE)

    await asyncio.gather(*(store.run(lambda work, number=number: say(work, number)) for number in range(90)))  # type: ignore[misc]
    letters = await store.outbox.pending(CHAT.id)
    assert [letter.screen.html for letter in letters if isinstance(letter, ScreenLetter)] == [str(n) for n in range(90)]


async def commits_of(store: SqliteStore, *chats: Chat) -> int:
    """How many transactions it takes to let all these chats see something at once."""
    statements: list[str] = []
    store._writer._sqlite.set_trace_callback(statements.append)
    await asyncio.gather(*(store.run(showing(chat, "hello")) for chat in chats))
    return statements.count("COMMIT")


async def test_jobs_that_wait_together_share_a_transaction(store: SqliteStore) -> None:
    assert await commits_of(store, CHAT) == 1
    assert await commits_of(store, *(Chat(number) for number in range(1, 51))) == 1


async def test_a_broken_write_spoils_only_its_own_job(store: SqliteStore) -> None:
    beyond = Chat(2**70)
    jobs = [showing(Chat(number), "hello") for number in range(1, 9)]
    jobs.insert(4, showing(beyond, "lost"))
    results = await asyncio.gather(*(store.run(job) for job in jobs), return_exceptions=True)
    assert [type(result) for result in results if result is not None] == [OverflowError]
    assert isinstance(results[4], OverflowError)
    assert sorted(await store.outbox.waiting()) == list(range(1, 9))


async def test_a_job_that_nobody_waits_for_any_more_harms_no_other(store: SqliteStore) -> None:
    abandoned = asyncio.create_task(store.run(showing(CHAT, "abandoned")))
    other = asyncio.create_task(store.run(showing(OTHER, "hello")))
    await asyncio.sleep(0)
    abandoned.cancel()
    await other
    assert abandoned.cancelled()
    assert OTHER.id in await store.outbox.waiting()


async def test_who_gets_letters_is_told_after_the_commit(store: SqliteStore) -> None:
    told: list[frozenset[int]] = []
    store.on_letters = told.append
    await asyncio.gather(
        store.run(showing(CHAT, "a")), store.run(showing(OTHER, "b")), store.run(saving(table_in(CHAT)))
    )
    assert told == [frozenset({CHAT.id, OTHER.id})]


async def test_letters_wait_in_order_and_name_the_message_they_replace(store: SqliteStore) -> None:
    async def job(work: Work) -> None:
        work.show(OTHER, "menu", screen("one"), Place.HERE)
        work.strip(OTHER, 9)
        work.show(OTHER, "board", screen("two"), PLACE)

    await store.run(job)
    one, strip, two = await store.outbox.pending(OTHER.id)
    assert one == ScreenLetter(one.id, OTHER, "menu", screen("one"), Place.HERE, None)
    assert strip == RetireLetter(strip.id, OTHER, 9, wholly=False)
    assert two == ScreenLetter(two.id, OTHER, "board", screen("two"), PLACE, None)
    await store.outbox.delivered([two], message=40, retire=None)
    await store.run(showing(OTHER, "three", "board"))
    *_, three = await store.outbox.pending(OTHER.id)
    assert isinstance(three, ScreenLetter)
    assert (three.screen, three.current) == (screen("three"), 40)


async def test_a_screen_shown_anew_has_nothing_below_it(store: SqliteStore) -> None:
    async def told_below(work: Work) -> None:
        work.count_below(CHAT, "menu")

    for message, below in ((40, 2), (41, 1)):
        await store.run(showing(CHAT, "hello"))
        await store.outbox.delivered(await store.outbox.pending(CHAT.id), message, retire=None)
        for _ in range(below):
            await store.run(told_below)
        assert await store.run(lambda work: work.shown(CHAT, "menu")) == Shown(message, below, pending=False)


async def test_what_could_not_be_retired_waits_as_a_letter(store: SqliteStore) -> None:
    await store.run(showing(CHAT, "hello"))
    letters = await store.outbox.pending(CHAT.id)
    told: list[frozenset[int]] = []
    store.on_letters = told.append
    await store.outbox.delivered(letters, message=41, retire=40)
    (retire,) = await store.outbox.pending(CHAT.id)
    assert retire == RetireLetter(retire.id, CHAT, 40, wholly=True)
    assert told == [frozenset({CHAT.id})]
    assert await store.run(lambda work: work.shown(CHAT, "menu")) == Shown(41, 0, pending=False)
