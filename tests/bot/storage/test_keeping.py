"""How long rows are kept, as the code and docs/keeping.md say, a few deleted at a time; and when the bot served."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from bot.app.messages import Chat
from bot.app.model.table import query_of
from bot.app.model.tables import TABLES
from bot.app.model.uptime import LONGEST_SILENCE, Uptime
from bot.app.periodic import NOTED_EVERY, UptimeRecorder
from bot.app.work import StorageDown, Work
from bot.game.daily import DAY
from bot.storage.keeping import forget_old
from bot.storage.store import DatabaseStore, queries_for
from faults.processes.process import ROOT
from tests.bot.inside import Inside, inside
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import loaded, migrated, opened, saving, showing, table_in

pytestmark = pytest.mark.both_databases

CHAT = Chat(1001)
NOW = 1000 * DAY
PLAYED = "solo classic 0834 | 0123 0834"
DOCUMENT = ROOT / "docs" / "keeping.md"
ROW = re.compile(r"^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)
RULES = {query_of(age, name): (name, age) for name, table in TABLES.items() for age in table.ages}
SINCE = {
    "forget_games": "ended_at",
    "forget_abandoned": "saved_at",
    "forget_leases": "full_at",
    "forget_failed_updates": "failed_at",
    "forget_failed_messages": "failed_at",
    "forget_replicas": "seen_at",
}
"""Where their time stands that go by a query written by hand."""


@cache
def schema() -> sqlite3.Connection:
    file = sqlite3.connect(":memory:")
    file.deserialize(migrated())
    return file


def row(query: str, number: int, at: float) -> str:
    """The statement that puts a row of that age and with that key where the query forgets; it holds little else."""
    table, age = RULES[query]
    values = {
        name: (f"'{number:016x}'" if key == 1 else "''") if kind == "TEXT" else str(number)
        for _, name, kind, is_filled, default, key in schema().execute(f"PRAGMA table_info({table})")
        if key == 1 or (is_filled and default is None)
    }
    values[age.by or SINCE[query]] = str(at)
    if table == "challenges":
        values["body"] = f'\'{{"match": "{number:016x}"}}\''
    return f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join(values.values())})"


def test_every_table_says_how_long_its_rows_are_kept_as_the_document_and_the_queries_do() -> None:
    told = {name: tuple(cells) for name, *cells in ROW.findall(DOCUMENT.read_text("utf-8"))}
    assert told == {name: (table.grows, table.how_long, table.why) for name, table in TABLES.items()}
    names = schema().execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    assert {name for (name,) in names} == set(TABLES)
    queries = queries_for("sqlite3")
    named = {name for name in queries.available_queries if getattr(queries, name).parameters == ["before"]}
    assert named == set(RULES)


async def test_what_is_older_goes_and_nothing_else(store: DatabaseStore, place: str) -> None:
    for query, (table, rule) in RULES.items():
        before = NOW - rule.days * DAY
        await change_at(place, f"DELETE FROM {table}")
        for number, at in enumerate((before - 1, before - 2, before + 1), 1):
            await change_at(place, row(query, number, at))
        await store.forget(NOW)
        [kept] = await rows_at(place, f"SELECT * FROM {table}")
        assert before + 1 in kept, query


def test_old_rows_are_found_by_an_index() -> None:
    queries = queries_for("sqlite3")
    for query in RULES:
        explained = schema().execute(f"EXPLAIN QUERY PLAN {getattr(queries, query).sql}", {"before": 1.0})
        plan = [step for *_, step in explained]
        scans = [step for step in plan if step.startswith("SCAN") and step.split()[1] in TABLES]
        assert scans == [] or query in WITHOUT_INDEX, query
        assert not any("B-TREE" in step for step in plan), query


WITHOUT_INDEX = {"forget_leases", "forget_replicas", "forget_outages", "forget_talk"}
"""Of tables that stay small, as many rows as chats, starts and outages in three days."""


async def test_a_game_that_runs_is_kept_while_anything_is_done_in_it(store: DatabaseStore, place: str) -> None:
    await store.run(saving(table_in(CHAT, opened_at=1.0)))
    await store.forget(NOW)
    await store.run(saving(replace(await loaded(store), keypad=False)))
    await loaded(store)
    await change_at(place, "UPDATE games SET saved_at = NULL")  # nobody knows when it was saved
    await store.forget(9e9)
    await loaded(store)


async def test_many_games_go_a_few_at_a_time_and_others_have_their_turn(store: DatabaseStore, place: str) -> None:
    for number in range(100):
        await change_at(place, row("forget_games", number, number))
    left = [100]

    class Watched:
        look = store.look

        async def run(self, job: Callable[[Work], Awaitable[Any]], *chats: int, alone: bool = False) -> Any:
            more = await store.run(job, *chats, alone=alone)
            await store.run(showing(CHAT, "hello"))
            left.append((await rows_at(place, "SELECT count(*) FROM games"))[0][0])
            return more

    await forget_old(Watched(), NOW)
    assert left[-1] == 0
    assert len(set(left)) > 4
    assert max(one - other for one, other in pairwise(left)) <= 20


async def test_a_game_from_before_lines_were_kept_leaves_its_line_at_last(store: DatabaseStore, place: str) -> None:
    await store.run(saving(replace(table_in(CHAT, position=PLAYED), ended_at=9.0)))
    await change_at(place, "DELETE FROM played")
    await change_at(place, "DELETE FROM played_by")
    await store.forget(NOW)
    [(_, played)] = await store.run(lambda work: work.games.played_by(1, 9))
    assert (played.gist.line, played.lasted) == (PLAYED, 8)


async def test_what_cannot_be_read_goes_without_a_line_and_holds_nothing_up(store: DatabaseStore, place: str) -> None:
    await change_at(place, row("forget_games", 7, 1))
    await store.run(saving(table_in(CHAT, position=PLAYED)))
    for number, body in enumerate(("", "{}", "[]")):
        await change_at(place, row("forget_challenges", number, 1))
        await change_at(place, f"UPDATE challenges SET body = '{body}' WHERE token = '{number:016x}'")
    await store.forget(NOW)
    left = [len(await rows_at(place, f"SELECT * FROM {table}")) for table in ("games", "played", "challenges")]
    assert left == [0, 1, 0]


async def test_a_card_of_a_match_that_is_on_outlives_the_challenge(store: DatabaseStore, place: str) -> None:
    for number in (1, 2):
        slot = f"card:{number:016x}"
        await change_at(place, f"INSERT INTO slots (chat_id, slot, message_id, below) VALUES (1, '{slot}', 1, 0)")
        await change_at(place, row("forget_challenges", number, 1))
    await change_at(place, row("forget_abandoned", 1, NOW))
    await store.forget(NOW)
    assert await rows_at(place, "SELECT slot FROM slots") == [(f"card:{1:016x}",)]


PLAYS = {
    "alone": ("/play", "{secret}"),
    "evil": ("/play evil", "0123", "/hint", "/resign"),
    "keeper": ("/think", "4 0"),
    "number": ("/number 1 2", "=1", "=2"),
    "match": ("/match perfect", "0123", "4567", "8901", "/resign"),
}


@asynccontextmanager
async def played(*texts: str) -> AsyncIterator[tuple[Inside, str]]:
    """A bot to which that was typed, and where it is stored."""
    async with inside(None, CHAT) as bot:
        for text in texts:
            await bot.says(text.format(secret="0123"))
        yield bot, f"sqlite:///{bot.store._database._path}"  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", PLAYS)
async def test_a_game_that_goes_leaves_nothing_but_its_line_and_presses_on_it_are_answered(kind: str) -> None:
    async with played(*PLAYS[kind]) as (bot, place):
        board = next(button for button in bot.buttons if button[1].startswith("game:"))
        for data, slot in bot.buttons:
            await bot.presses(data, slot)
        await bot.store.forget(9e9)
        for rows in ("games", "seats", "drafts", "slots WHERE slot LIKE '%:%'"):
            assert await rows_at(place, f"SELECT * FROM {rows}") == []
        assert await rows_at(place, "SELECT * FROM played")
        assert "This button is out of date." in str((await bot.presses(*board))[0])
        await bot.says("0123")
        assert bot.screens["menu"][1].html


async def test_what_was_being_tapped_goes_with_its_game() -> None:
    async with played("/play") as (bot, place):
        await bot.presses(*next(button for button in bot.buttons if button[0].startswith("1:d:")))
        assert await rows_at(place, "SELECT * FROM drafts")
        await bot.store.forget(9e9)
        assert await rows_at(place, "SELECT * FROM drafts") == []


# When the bot served and when it did not: noted by whichever replica is there

BEGAN = 1_000_000.0


@pytest.fixture
async def served(store: DatabaseStore, place: str) -> DatabaseStore:
    """A store whose bot served last at BEGAN."""
    await change_at(place, f"UPDATE uptime SET seen_at = {BEGAN}")
    return store


async def outages(store: DatabaseStore, now: float, since: float = 0.0) -> list[tuple[float, float]]:
    return list(await store.run(lambda work: work.of(Uptime).outages(since, now)))


@pytest.mark.parametrize(
    ("notes", "now", "since", "told", "put_down", "seen_at"),
    [
        (range(0, 200, 14), 196 + LONGEST_SILENCE, -BEGAN, [], [], 196),  # while it serves there is no outage
        ([5, 605, 610], 611, -BEGAN, [(5, 605)], [(5, 605)], 610),  # a silence becomes one once it is over
        ([], LONGEST_SILENCE, -BEGAN, [], [], 0),
        ([], 60, -BEGAN, [(0, 60)], [], 0),  # it is known before anybody has put it down
        ([60, 65], 600, -BEGAN, [(0, 60), (65, 600)], [(0, 60)], 65),
        ([60], 61, 59, [(0, 60)], [(0, 60)], 60),
        ([60], 61, 60, [], [(0, 60)], 60),  # only those that ended later are told
        ([-10], 0, -BEGAN, [], [], 0),  # a clock that is behind sets nothing back
        ([-10, -3600], -3600, -BEGAN, [], [], -3600),  # but one put right does
    ],
)
async def test_outages_are_the_silences(
    served: DatabaseStore, place: str, notes: list[int], now: int, since: int, told: Any, put_down: Any, seen_at: int
) -> None:
    for seconds in notes:
        await served.note_serving(BEGAN + seconds)
    found = await outages(served, BEGAN + now, BEGAN + since)
    stored = await rows_at(place, "SELECT began_at, ended_at FROM outages ORDER BY began_at")
    for rows, expected in ((found, told), (stored, put_down)):
        assert [(began - BEGAN, ended - BEGAN) for began, ended in rows] == expected
    assert await rows_at(place, "SELECT seen_at FROM uptime") == [(BEGAN + seen_at,)]


async def test_two_replicas_put_an_outage_down_once(shared: str) -> None:
    async with opened(shared) as one, opened(shared) as other:
        await change_at(shared, f"UPDATE uptime SET seen_at = {BEGAN}")
        for round_begins in range(100, 1100, 100):
            await asyncio.gather(*(store.note_serving(BEGAN + round_begins) for store in (one, other)))
        began = [began - BEGAN for began, _ in await outages(one, BEGAN + 1000)]
        assert began == [float(seconds) for seconds in range(0, 1000, 100)]


class Bot:
    """Looks once a second by a clock of its own, and cannot always be there."""

    def __init__(self, patch: pytest.MonkeyPatch, backlog: Iterable[int] = (), **broken: Exception) -> None:
        patch.setattr("bot.app.periodic.every", self.every)
        self.time = self.ends = BEGAN
        self.notes: list[float] = []
        self.backlog, self.broken = set(backlog), broken

    async def every(self, seconds: float, step: Callable[[], Awaitable[object]]) -> None:
        while self.time < self.ends:
            await step()
            self.time += seconds

    async def drained(self) -> bool:
        return self.time - BEGAN not in self.backlog

    async def note(self, now: float) -> None:
        if error := self.broken.pop(f"at_{now - BEGAN:.0f}", None):
            raise error
        self.notes.append(now - BEGAN)

    async def noted(self, seconds: int) -> list[float]:
        self.ends = BEGAN + seconds
        await UptimeRecorder(self.note, lambda: self.time, self.drained).serve()
        return self.notes


async def test_that_it_serves_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.supervision.FIRST_RETRY", 0)
    assert await Bot(monkeypatch).noted(21) == [number * NOTED_EVERY for number in range(5)]
    assert await Bot(monkeypatch, range(2, 12)).noted(14) == [0, 12], "not while it has to catch up"
    broken = {f"at_{second}": StorageDown("for a moment") for second in (0, 5)}
    assert await Bot(monkeypatch, (), **broken).noted(9) == [0, 5], "later where it fails"
    with pytest.raises(ZeroDivisionError):  # a bug is for whoever watches over it
        await Bot(monkeypatch, at_0=ZeroDivisionError("a bug")).noted(9)


async def test_a_clock_that_was_moved_makes_no_outage(served: DatabaseStore) -> None:
    for note, seconds in ((served.begin_serving, DAY), (served.note_serving, DAY + 5)):
        await note(BEGAN + seconds)
        assert await outages(served, BEGAN + seconds + 1) == []
