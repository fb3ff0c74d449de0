"""What a named query costs does not depend on how much is stored."""

import sqlite3
from contextlib import closing

from bot.storage.sqlite import path_in
from tests.bot.storage.databases import change_at
from tests.bot.storage.growing_rows import BOUNDED, GROWING
from tests.bot.storage.query_work import Work, buffers, names, parameters_of, steps
from tests.bot.storage.stores import migrated
from tests.bot.storage.worst_cases import WORST

MOST = 2
"""The most times the work with few rows that a query may do with a hundred times as many."""
NOISE = 16
"""Steps or buffers that say nothing: an index may be a level higher."""
EXCEPTIONS = {
    "drop_failures": "it looks through what failed in ninety days, which is little; no index finds a part of a text",
    "drop_drafts": "it deletes what people have typed in the one game that ends: each row was a press of its own",
    "forget_abandoned": "it looks through games that have run for half a year; each move would write an index",
    "stored": "it counts rows for the operator's page, beside the loop and once in 15 s at most",
    "forgotten_since": "whoever puts a backup in place needs all who were forgotten since it was made",
    "forget_replicas": "a row for every start of a process lately; an index would be written with every sign of life",
}
"""Queries that cost more the more there is of what they are about, each with the reason why that may be."""
ALWAYS_ONE_ROW = {"budget", "uptime"}


async def work_at(place: str, values: dict[str, dict[str, object]]) -> tuple[Work, Work]:
    """The work of these queries with few rows and with a hundred times as many."""
    file = path_in(place)
    return await buffers(place, values) if file is None else steps(file, values)


def those_that_grow(few: Work, many: Work) -> dict[str, str]:
    """The queries that cost more with more rows, and how much."""
    costs = {name: (before, many[name]) for name, before in few.items()}
    return {name: f"{was} → {is_}" for name, (was, is_) in costs.items() if is_ > MOST * max(was, NOISE)}


def test_every_query_is_measured() -> None:
    for name in names():
        assert name in WORST, (
            f"{name} is not measured: add the values with which it costs most to tests/bot/storage/worst_cases.py, and "
            "to growing_rows.py the rows that it may meet"
        )
        assert WORST[name].keys() == parameters_of(name), f"{name}: its values in worst_cases.py are others"
    assert WORST.keys() == set(names())


def test_every_table_grows() -> None:
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(migrated())
        found = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        tables = {name for (name,) in found} - {"migrations"}
    growing = {each.table.partition(" ")[0] for each in GROWING}
    assert growing | ALWAYS_ONE_ROW == tables, "add rows of it to tests/bot/storage/growing_rows.py"
    assert {each.table.partition(" ")[0] for each in BOUNDED} <= growing


async def test_no_query_costs_more_with_a_hundred_times_the_rows(place: str) -> None:
    growing = those_that_grow(*await work_at(place, WORST))
    unexpected = {name: cost for name, cost in growing.items() if name not in EXCEPTIONS}
    assert not unexpected, "they need an index, a limit, or a counter (or their reason in EXCEPTIONS)"
    assert growing.keys() == EXCEPTIONS.keys(), "some are exceptions no more: take them off the list"


async def test_a_query_without_its_index_is_seen(place: str) -> None:
    for index in ("slots_by_message", "entries_by_rank", "results_by_family"):
        await change_at(place, f"DROP INDEX {index}")
    seen, others = {"slot_at", "best_entries", "rating_history"}, {"shown", "entry", "rivalries"}
    some = {name: WORST[name] for name in seen | others}
    assert those_that_grow(*await work_at(place, some)).keys() == seen
