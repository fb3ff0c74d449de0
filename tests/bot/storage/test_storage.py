"""Units of work on real databases: all of one or nothing of it, whoever else is at work, whatever a disk does to it."""

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from inspect import CORO_CLOSED, getcoroutinestate
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.model.chats import Preferences, Shown
from bot.app.ratings.model import Points, Score
from bot.app.rows import UnknownWrite, Writes
from bot.app.screen import Place
from bot.app.work import StaleGame, StorageDown, Work
from bot.game.daily import DAY
from bot.storage import sqlite
from bot.storage.backup import copy_to
from bot.storage.postgres import Postgres
from bot.storage.postgres_session import RefusedStatement
from bot.storage.session import UnusableDatabase
from bot.storage.sqlite import Sqlite, path_in
from bot.storage.store import DatabaseStore
from faults.processes.process import ROOT
from sandbox.client import PATIENCE
from tests import stored
from tests.bot.environment import TOKEN
from tests.bot.storage import stores
from tests.bot.storage.committer import Committer, assert_nothing_is_lost
from tests.bot.storage.databases import change_at, waiting_at
from tests.bot.storage.stores import TABLE, is_new, loaded, open_once, opened, saving, screen, showing, table_in, write
from tests.distribution import costly_but

pytestmark = pytest.mark.both_databases

CHAT, OTHER = Chat(5), Chat(-6, 7)
PLACE = Place.BOTTOM


def hear(store: DatabaseStore) -> list[set[int]]:
    """The chats for which items are told from now on, each time."""
    called: list[set[int]] = []
    store.signals.on_items = lambda debts: called.append(set(debts))
    return called


async def everything(work: Work) -> None:
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
        known = await stores.preferences(work, CHAT), await work.games.load(TABLE, Alone)
        drafted = await work.draft(TABLE, 1), await work.slot_state(CHAT, "menu")
        return *known, await stores.open_table(work, CHAT), *drafted, await waiting_at(place)

    return await store.run(look)


NOTHING: tuple[object, ...] = (Preferences(), None, None, "", Shown(None, pending=False), [])
ALL = (Preferences("uk"), table_in(CHAT), table_in(CHAT), "01", Shown(None, pending=True), [CHAT.id])


async def test_a_job_writes_nothing_if_it_raises_else_all_and_a_database_opened_again_holds_it(place: str) -> None:
    async def job(work: Work) -> None:
        await everything(work)
        work.writes.add("save_table", table_id="5a")  # which nobody knows

    async with opened(place) as store:
        called = hear(store)
        with pytest.raises(UnknownWrite):
            await store.run(job)
        assert (await left_behind(store, place), called) == (NOTHING, [])
        await store.run(everything)
        assert await left_behind(store, place) == ALL
    for _ in range(2):
        async with opened(place) as store:
            assert await left_behind(store, place) == ALL


async def test_the_folder_of_a_new_file_is_made_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    async with opened(file := tmp_path / "new" / "folder" / "bot.db") as store:
        await store.run(everything)
        assert [each.name for each in file.parent.iterdir() if each.stat().st_mode & 0o077] == []
    assert file.is_file()


async def test_an_update_is_new_exactly_once_until_it_is_forgotten(store: DatabaseStore) -> None:
    answers = await asyncio.gather(*(store.run(lambda work: is_new(work, 7), CHAT.id) for _ in range(50)))
    assert answers.count(True) == 1
    assert await store.run(lambda work: is_new(work, 8))
    await store.forget(0)
    assert not await store.run(lambda work: is_new(work, 7))
    await store.forget(9e9)
    assert await store.run(lambda work: is_new(work, 7))


async def suggest(work: Work) -> None:
    game = await work.games.load(TABLE, Alone)
    assert game is not None
    work.games.save(replace(game, suggestions=game.suggestions + 1))


async def test_jobs_on_the_same_table_or_draft_lose_nothing_of_each_other(store: DatabaseStore) -> None:
    async def one_more_symbol(work: Work) -> None:
        work.keep_draft(TABLE, 1, await work.draft(TABLE, 1) + "1")

    await store.run(saving(table_in(CHAT)))
    await asyncio.gather(*(store.run(suggest, CHAT.id) for _ in range(200)))
    await asyncio.gather(*(store.run(one_more_symbol, CHAT.id) for _ in range(100)))
    assert (await loaded(store)).suggestions == 200
    assert await store.run(lambda work: work.draft(TABLE, 1)) == "1" * 100


async def test_who_gets_items_is_told_after_the_commit(store: DatabaseStore) -> None:
    called = hear(store)
    await asyncio.gather(*map(store.run, (showing(CHAT, "a"), showing(OTHER, "b"), saving(table_in(CHAT)))))
    assert called == [{CHAT.id, OTHER.id}]


async def test_the_same_table_saved_twice_in_one_job_is_saved_as_it_was_last(store: DatabaseStore, place: str) -> None:
    await store.run(saving(table_in(CHAT), replace(table_in(CHAT), suggestions=7)))
    assert (await loaded(store)).suggestions == 7
    assert [revision for *_, revision, _ in await stored.games_at(place)] == [1]


async def test_what_was_granted_too_early_is_waited_for_until_a_clock_jumps(store: DatabaseStore, place: str) -> None:
    for ahead, least, most in ((8, 1, 8.1), (3600, -9e9, 0.1)):
        await change_at(place, f"UPDATE budget SET free_at = (SELECT now + {ahead} FROM clock)")
        assert least < await store.outbox.grant(0.1, 0.1) <= most


async def test_what_was_kept_once_is_kept_for_good(store: DatabaseStore, place: str) -> None:
    made_up = [f"secret {number}" for number in range(20)]
    lines = await asyncio.gather(*(store.kept("webhook secret", secret) for secret in made_up))
    assert set(lines) == {lines[0]} <= set(made_up)
    await store.close()
    async with opened(place) as later:
        assert await later.kept("webhook secret", "another") == lines[0]
        assert await later.kept("something else", "another") == "another"


# Jobs that wait together share a transaction, and none of them spoils another


async def test_jobs_of_one_chat_are_done_in_the_order_they_came(store: DatabaseStore) -> None:
    async def say(work: Work, number: int) -> None:
        await stores.preferences(work, CHAT)
        work.show(CHAT, f"slot {number}", screen(str(number)), PLACE)

    await asyncio.gather(*(store.run(partial(say, number=number), CHAT.id) for number in range(90)))
    assert await stores.delivered(store, CHAT.id) == [str(number) for number in range(90)]


async def commits_for(store: DatabaseStore, *jobs: Any) -> tuple[int, list[Any]]:
    """How many transactions it takes to run these jobs at once, and their outcomes."""
    statements, database = list[str](), store._database
    if isinstance(database, Sqlite):
        await database.writer._connection.set_trace_callback(statements.append)
    elif isinstance(database, Postgres):
        database.writer._connection.add_query_logger(lambda asked: statements.append(asked.query))
    outcomes = await asyncio.gather(*(store.run(job) for job in jobs), return_exceptions=True)
    return statements.count("COMMIT"), outcomes


def shown_to(*chats: int) -> list[Any]:
    return [showing(Chat(chat), "hello") for chat in chats]


async def test_jobs_that_wait_together_share_a_transaction(store: DatabaseStore) -> None:
    async def gaining(work: Work) -> None:
        work.of(Points).add(-5, 1, "Ann", 1)

    for jobs in (shown_to(CHAT.id), shown_to(*range(1, 51)), [gaining] * 5):
        assert await commits_for(store, *jobs) == (1, [None] * len(jobs))
    assert await store.run(lambda work: work.of(Points).score(-5, 1)) == Score(1, "Ann", 5, 5), "though on one counter"


@pytest.mark.parametrize("how", ["writes", "writes where it is named", "reads"])
async def test_what_is_broken_spoils_only_its_own_job(store: DatabaseStore, place: str, how: str) -> None:
    async def job(work: Work, chat: int) -> None:
        if how == "reads":
            await work.slot_state(Chat(chat), "menu")
        work.show(Chat(chat % 1000 if how == "reads" else chat), "menu", screen("hello"), PLACE)

    doings = [
        store.run(partial(job, chat=chat), *([chat] if "named" in how else [])) for chat in (1, 2, 2**70, 5, 6, 7)
    ]
    one, two, broken, *others = await asyncio.gather(*doings, return_exceptions=True)
    assert [one, two, *others] == [None] * 5
    assert isinstance(broken, OverflowError | RefusedStatement)
    assert await waiting_at(place) == [1, 2, 5, 6, 7]


async def test_a_job_that_nobody_waits_for_any_more_harms_no_other(store: DatabaseStore, place: str) -> None:
    abandoned = asyncio.create_task(store.run(showing(CHAT, "abandoned")))
    other = asyncio.create_task(store.run(showing(OTHER, "hello")))
    await asyncio.sleep(0)
    abandoned.cancel()
    await other
    assert abandoned.cancelled()
    assert OTHER.id in await waiting_at(place)


@pytest.mark.parametrize(("others", "before"), [(4, 2), (40, 7)])
async def test_what_is_stale_spoils_all_of_its_own_job_and_no_other(
    store: DatabaseStore, place: str, others: int, before: int
) -> None:
    async def stale(work: Work) -> None:
        work.prefer(CHAT, Preferences("uk"))
        work.show(CHAT, "menu", screen("never seen"), PLACE)
        work.games.save(replace(table_in(CHAT), suggestions=2))

    await store.run(saving(table_in(CHAT)))
    jobs = shown_to(*range(101, 101 + others))
    jobs.insert(before, stale)
    commits, outcomes = await commits_for(store, *jobs)
    assert (commits, [type(outcome) for outcome in outcomes if outcome is not None]) == (1, [StaleGame])
    kept = await loaded(store), await store.run(lambda work: stores.preferences(work, CHAT))
    assert (*kept, await waiting_at(place)) == (table_in(CHAT), Preferences(), list(range(101, 101 + others)))


async def test_jobs_that_write_the_same_game_follow_one_another(store: DatabaseStore) -> None:
    await store.run(saving(table_in(CHAT)))
    commits, outcomes = await commits_for(store, suggest, *shown_to(*range(1, 20)), suggest, suggest)
    assert (commits, outcomes, (await loaded(store)).suggestions) == (3, [None] * 22, 3)


async def test_when_a_transaction_is_broken_off_no_job_of_it_is_left_behind(store: DatabaseStore) -> None:
    began = asyncio.Event()

    async def wait() -> None:
        began.set()
        await asyncio.Event().wait()

    jobs = [wait() for _ in range(3)]
    running = asyncio.create_task(store._database.writer.all(jobs))
    await began.wait()
    running.cancel()
    await asyncio.wait({running})
    assert [getcoroutinestate(job) for job in jobs] == [CORO_CLOSED] * 3


def test_a_row_takes_the_place_of_one_of_the_same_key() -> None:
    writes = Writes(("keep", "seat"))
    writes.add("keep", name="a", value="1")
    for name, value in (("b", "2"), ("a", "3")):
        writes.replace("keep", "name", name=name, value=value)
    assert list(writes.rows("keep")) == [{"name": "b", "value": "2"}, {"name": "a", "value": "3"}]
    assert list(writes.rows("seat")) == []


def test_a_statement_without_a_place_is_refused() -> None:
    writes = Writes(("keep", "seat"))
    for write_it in (partial(writes.add, "save_table"), partial(writes.replace, "save_table", "table_id")):
        with pytest.raises(UnknownWrite, match="save_table is not executed"):
            write_it(table_id="5a")


# What a disk and an operating system do to a database

PAGE = 4096
BIG = "x" * 20_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


async def fill_up(store: DatabaseStore, most: int) -> int:
    for number in range(most):
        try:
            await store.run(showing(CHAT, BIG, f"slot {number}"))
        except StorageDown:
            return number
    return most


def assert_says_what_to_do(message: str, path: Path) -> None:
    assert re.fullmatch(rf"DATABASE_URL: {re.escape(str(path))} .*restore a backup.*", message)


def size(path: Path) -> int:
    return path.stat().st_size


def write_nonsense(path: Path) -> None:
    path.write_bytes(b"this is not a database, whatever its name may say\n" * 400)


def destroy_pages(path: Path) -> None:
    """Overwrite every page of a tree but the first: it opens as if nothing had happened."""
    whole = path.read_bytes()
    begins = {0x02, 0x05, 0x0A, 0x0D}  # how a tree's page begins
    overwrite(path, *(page for page in range(PAGE, len(whole), PAGE) if whole[page] in begins))


def overwrite(path: Path, *pages: int) -> None:
    with path.open("r+b") as file:
        for page in pages:
            file.seek(page)
            file.write(b"\xa5" * PAGE)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: size(path) // 2])


@pytest.mark.parametrize("damage", [write_nonsense, destroy_pages, cut_off])
async def test_a_damaged_file_is_refused_at_the_start(path: Path, damage: Callable[[Path], None]) -> None:
    async with opened(path) as store:
        await fill_up(store, 20)
    damage(path)
    assert_says_what_to_do(await stores.refusal(path), path)


async def test_a_path_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "file" / "bot.db"):
        message = await stores.refusal(path)
        assert re.fullmatch(rf"DATABASE_URL: {re.escape(str(path))} cannot be used \(.+\); check the path.*", message)


@pytest.mark.costly
def test_the_bot_ends_with_one_line_about_a_damaged_database(path: Path) -> None:
    write_nonsense(path)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "BOT_TOKEN": TOKEN, "DATABASE_URL": f"sqlite:///{path}"}
    asked: Any = {"env": environment, "capture_output": True, "text": True, "timeout": PATIENCE}
    ended = subprocess.run([sys.executable, "-m", "bot"], check=False, cwd=path.parent, **asked)
    assert ended.returncode == 2
    assert_says_what_to_do(ended.stderr.removesuffix("\n"), path)


async def test_a_full_disk_is_told_spoils_all_of_a_batch_and_passes(path: Path) -> None:
    async with opened(path) as store:
        assert isinstance(store._database, Sqlite)
        writer = store._database.writer
        await store.run(saving(table_in(CHAT)))
        ((pages,),) = await writer.rows("PRAGMA page_count")
        await writer.rows(f"PRAGMA max_page_count = {pages + 20}")
        batch = [showing(Chat(number), BIG) for number in range(10, 40)]
        assert await stores.errors_of(*map(store.run, batch)) == [StorageDown] * len(batch)
        assert 0 < (put := await fill_up(store, 1000)) < 1000
        with pytest.raises(StorageDown, match="full"):
            await store.run(showing(CHAT, BIG))
        assert len(await store.outbox.pending(CHAT.id)) == put
        await writer.rows("PRAGMA max_page_count = 100000")
        await store.run(showing(CHAT, BIG))
        assert (len(await store.outbox.pending(CHAT.id)), await loaded(store)) == (put + 1, table_in(CHAT))
    assert await waiting_at(f"sqlite:///{path}") == [CHAT.id]


async def test_a_lock_that_another_program_holds_is_told_and_passes(path: Path) -> None:
    async with opened(path) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(StorageDown, match="locked"):
                await store.run(showing(CHAT, "hello"))
        await store.run(showing(CHAT, "hello"))
        assert len(await store.outbox.pending(CHAT.id)) == 1


async def test_a_file_from_which_another_bot_serves_is_left_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.3)
    async with opened(path) as store:
        await store.run(showing(CHAT, "hello"))
        with pytest.raises(UnusableDatabase, match=r"another bot serves from .*; stop it, or let both use PostgreSQL"):
            await open_once(path)
        assert len(await store.outbox.pending(CHAT.id)) == 1
    await open_once(path)


async def test_a_bot_that_is_about_to_leave_is_waited_for(path: Path) -> None:
    async with opened(path):
        follower = asyncio.create_task(open_once(path))
        await asyncio.sleep(0.3)
        assert not follower.done()
    await follower


@pytest.mark.parametrize("style", [None, "hidden\0"])
async def test_a_bug_of_ours_is_not_taken_for_a_passing_failure_and_tells_no_value(blank: str, style: str) -> None:
    known = Preferences("hidden", style=style)  # the column takes no NULL, PostgreSQL no NUL
    async with opened(blank) as store:
        (outcome,) = await asyncio.gather(write(store, lambda work: work.prefer(CHAT, known)), return_exceptions=True)
        is_refused = style is None or path_in(blank) is None
        assert type(outcome) in ((sqlite3.IntegrityError, RefusedStatement) if is_refused else (type(None),))
        found = await store.run(lambda work: stores.preferences(work, CHAT))
    assert found == (Preferences() if is_refused else known)
    assert "hidden" not in "".join(traceback.format_exception(outcome))


@pytest.mark.parametrize("after", costly_but((1, 60), (1, 60, 333)))
async def test_a_killed_process_loses_nothing_that_it_acknowledged(blank: str, after: int) -> None:
    async with Committer(blank) as committer:
        await committer.more(after)
        await committer.kill()
    await open_once(blank)
    await assert_nothing_is_lost(blank, committer)
    assert committer.acknowledged >= after
    assert committer.seen == []


@pytest.fixture
async def damaged(path: Path) -> Path:
    """A file in which the page of a table is destroyed that nothing reads at the start."""
    async with opened(path) as store:
        await store.run(saving(table_in(CHAT)))
    with closing(sqlite3.connect(path)) as database:
        [(root,)] = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games'")
    overwrite(path, (root - 1) * PAGE)
    return path


def leave_as_after_a_kill(path: Path) -> None:
    path.with_name(f"{path.name}-wal").touch()


async def not_ready(store: DatabaseStore) -> str:
    async with asyncio.timeout(PATIENCE):
        try:
            while True:
                await store.check()
                await asyncio.sleep(0.01)
        except StorageDown as error:
            return str(error)


async def test_damage_is_found_after_an_unclean_end(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    leave_as_after_a_kill(damaged)
    async with opened(damaged) as store:
        assert "malformed" in await not_ready(store)
        with pytest.raises(StorageDown, match="malformed"):
            await store.run(showing(CHAT, "hello"))
    said = capsys.readouterr().out
    assert said.count("the database is damaged") == 1
    assert "restore a backup" in said


async def test_damage_that_a_statement_meets_stops_all_work(damaged: Path) -> None:
    async with opened(damaged) as store:
        await store.check()
        with pytest.raises(StorageDown, match="malformed"):
            await store.run(saving(table_in(CHAT)))
        assert "malformed" in await not_ready(store)


async def test_a_file_that_was_closed_is_not_checked_and_a_start_given_up_meanwhile_ends(path: Path) -> None:
    for is_clean in (True, False):
        async with asyncio.timeout(PATIENCE), opened(path) as store:
            assert isinstance(store._database, Sqlite)
            assert (store._database._check is None) == is_clean
            if is_clean:
                assert await fill_up(store, 300) == 300
        leave_as_after_a_kill(path)


async def test_others_may_work_while_a_file_is_opened(path: Path) -> None:
    turns = count()

    async def work() -> None:
        while True:
            next(turns)
            await asyncio.sleep(0)

    working = asyncio.create_task(work())
    async with opened(path):
        working.cancel()
    assert next(turns) > 100  # it is opened and migrated in some forty trips to a thread


NOW = 1000 * DAY


async def filled(path: Path, old: int = 2000) -> int:
    """Let the file hold 2000 rows, of which so many are old; its size."""
    await open_once(path)
    with closing(sqlite3.connect(path)) as file, file:
        rows = ((1, number if number < old else NOW + number, "x" * 3000, "") for number in range(2000))
        file.executemany("INSERT INTO failed_updates (update_id, failed_at, content, error) VALUES (?, ?, ?, ?)", rows)
    return size(path)


@pytest.mark.parametrize(("old", "is_left"), [(40, True), (1000, False), (2000, False)])
async def test_a_file_shrinks_once_rows_are_gone_but_not_for_a_little_room(
    path: Path, old: int, *, is_left: bool
) -> None:
    before = await filled(path, old)
    async with opened(path) as store:
        await store.forget(NOW)
    with closing(sqlite3.connect(path)) as file:
        [(free, pages)] = file.execute("SELECT * FROM pragma_freelist_count, pragma_page_count")
    assert 0 < free <= pages / 20 or (free == 0 and old == 2000)
    assert (size(path) == before) == is_left
    assert size(path) < before / 4 or old < 2000


@pytest.mark.costly
async def test_a_file_of_before_shrinks_once_a_backup_has_taken_its_place(tmp_path: Path, path: Path) -> None:
    await open_once(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for statement in ("PRAGMA journal_mode = DELETE", "PRAGMA auto_vacuum = NONE", "VACUUM"):
            file.execute(statement)
    before, copy = await filled(path), tmp_path / "copy.db"
    copy_to(copy, path)
    for each in (path, copy):
        async with opened(each) as store:
            await store.forget(NOW)
    assert size(copy) < before / 4 < before <= size(path)
