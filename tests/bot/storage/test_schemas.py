"""Two databases, one shape: the same migrations, tables and queries, none of which is put together."""

import ast
import re
import shutil
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from aiosql.types import SQLOperationType

from bot.app.messages import Chat
from bot.storage import migrations
from bot.storage.sqlite import path_in
from bot.storage.sqlite_session import SCANS
from bot.storage.store import DatabaseStore
from bot.storage.writes import WRITES
from faults.processes.postgres import Cluster
from faults.processes.process import ROOT
from tests import stored
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import loaded, open_once, opened, refusal, saving, showing, table_in
from tests.bot.storage.worst_cases import USUAL

pytestmark = pytest.mark.both_databases

KINDS = {"INTEGER": "integer", "BIGINT": "integer", "REAL": "number", "DOUBLE PRECISION": "number", "TEXT": "text"}
COLUMNS = """
SELECT c.table_name, c.column_name, c.data_type, c.is_nullable = 'NO', c.column_default ~ '^[0-9]',
    coalesce((SELECT k.ordinal_position FROM information_schema.key_column_usage AS k
        WHERE k.table_schema = 'public' AND k.table_name = c.table_name AND k.column_name = c.column_name), 0)
FROM information_schema.columns AS c JOIN information_schema.tables AS t USING (table_schema, table_name)
WHERE c.table_schema = 'public' AND t.table_type = $1
"""
INDEXES = """
SELECT i.relname, t.relname, x.indpred IS NOT NULL, array_agg(a.attname ORDER BY array_position(x.indkey, a.attnum))
FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid JOIN pg_class AS t ON t.oid = x.indrelid
JOIN pg_namespace AS n ON n.oid = t.relnamespace
JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = ANY (x.indkey)
WHERE n.nspname = 'public' AND NOT x.indisprimary GROUP BY 1, 2, 3
"""
VALUES: dict[str, Any] = USUAL | {
    **dict.fromkeys(("person_id", "set_by", "starter", "update_id"), 2**40), "up_to": 2**42,
    **dict.fromkeys(("about_id", "blocked_id", "last_rival", "muted_id", "other_id", "rival_id", "speaker"), 2**41),
    **dict.fromkeys(("game_id", "focus"), "0123456789abcdef"), "token": "t" * 22, "remark_id": "fedcba9876543212",
    **dict.fromkeys(("holder", "name", "subject", "value", "value_before"), "5a5a"), "card": "AAAA-5a", "slot": "menu",
    **dict.fromkeys(("since", "since_abort", "paired_from", "played_at", "midnight"), 7.5), "began_at": 8.5,
    "chat_ids": '{"-5":0}', "game_ids": '{"0123456789abcdef":0}',
    "before": 50.0, "choice": "duel classic live rated", "closed": 6, "day": 8, "deviation": 350.0, "due_at": 10.0,
    "expires_at": 90.0, "first": 1, "forgotten_at": 60.0, "full": 1,
    "is_open": 1, "is_over": 0, "kind": "reminder", "kinds": ",reminder,", "language": None, "last": 7,
    "last_key": "zzzz", "letter_id": 1, "lobby_choice": "duel classic days rated", "longest": 60.0, "message_id": 7,
    "most": 2, "names_them": "%5a%", "needed": 1, "now": 100.0, "number": 7, "number_last": "%: 5}%",
    "others": '{"2":0,"2199023255552":0}',
    "number_within": "%: 5,%", "revision": 0, "said_at": 6.5, "seat": 1, "seconds": 0.25, "seen_at": 100.0, "skip": 2,
    "stars1": 9, "stars2": 7, "stars3": 5,
    "text_within": '%"5%', "turn": 3, "urgency": 2,
}  # fmt: skip
BEGIN = """
beat keep release_username prefer save_game seat save_challenge save_contest put_entry begin_seek save_player
save_rating put_result count_rated count_in_career count_rivalry note_regular count_points say listen keep_draft
keep_prompt keep_last_options bind_card master keep_played keep_player put_item put_item occupy_slot put_job
put_long_job claim
"""
ORDER = BEGIN.split()
"""Begin with these, so that the others find something."""
Columns = dict[tuple[str, str], tuple[str, bool, bool, int]]


@cache
def schema() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    for migration in migrations.migrations_for("sqlite"):
        connection.executescript(migration.script)
    return connection


def columns_in(file: sqlite3.Connection, kind: str) -> Columns:
    query = "SELECT name FROM sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite%'"
    return {
        (name, column): (KINDS.get(data, ""), bool(filled or key), default is not None, key)
        for (name,) in file.execute(query, (kind,)).fetchall()
        for _, column, data, filled, default, key in file.execute(f"PRAGMA table_info({name})")
    }


async def columns_at(url: str, kind: str) -> Columns:
    return {
        (name, column): (KINDS[data.upper()], filled, bool(default), key)
        for name, column, data, filled, default, key in await Cluster.fetched(url, COLUMNS, kind)
    }


async def test_both_schemas_hold_the_same(postgres: Cluster) -> None:
    file, url = schema(), await postgres.new_database()
    for migration in migrations.migrations_for("postgres"):
        await postgres.change(url, migration.script)
    here, there = columns_in(file, "table"), await columns_at(url, "BASE TABLE")
    assert here == there
    assert len({table for table, _ in here}) >= 12
    views = columns_in(file, "view").keys()
    assert views == (await columns_at(url, "VIEW")).keys() == {("clock", "now"), ("living", "name")}
    indexes = set()
    for (table,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        for _, name, _, origin, partial in file.execute(f"PRAGMA index_list({table})").fetchall():
            if origin == "c":
                columns = tuple(row[2] for row in file.execute(f"PRAGMA index_info({name})") if row[2])
                indexes.add((name, table, bool(partial), columns))
    assert indexes == {(*row[:3], tuple(row[3])) for row in await Cluster.fetched(url, INDEXES)}
    assert indexes
    triggers = file.execute("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    theirs = "SELECT tgname, CAST(CAST(tgrelid AS regclass) AS TEXT) FROM pg_trigger WHERE NOT tgisinternal"
    assert triggers == await Cluster.fetched(url, theirs) == [("newest_item", "outbox")]


def test_both_folders_hold_the_same_migrations_without_a_gap() -> None:
    here, there = migrations.migrations_for("sqlite"), migrations.migrations_for("postgres")
    assert [migration.name for migration in here] == [migration.name for migration in there]
    assert [migration.number for migration in here] == list(range(1, len(here) + 1))


KNOWN_BY_KIND = {"integer": 1, "number": 1.0, "text": "5a5a"}


@cache
def known() -> dict[str, Any]:
    """What queries are given for their parameters: of VALUES, else such as the columns of that name hold."""
    columns = columns_in(schema(), "table").items()
    return {column: KNOWN_BY_KIND[kind] for (_, column), (kind, *_) in columns} | VALUES


async def answer_of(store: DatabaseStore, name: str) -> list[dict[str, Any]]:
    """The rows that the query gives, by the names of their columns, without what depends on the moment."""
    query = getattr(store._queries, name)
    unknown = set(query.parameters or ()) - known().keys()
    assert not unknown, f"{name} is given {unknown}: add values that it takes to VALUES, above"
    values = {parameter: known()[parameter] for parameter in query.parameters or ()}
    session = store._database.writer
    if query.operation is SQLOperationType.SELECT_ONE:
        rows = [await query(session, **values)]
    elif query.operation is SQLOperationType.INSERT_UPDATE_DELETE_MANY:
        rows = await query(session, [values])
        if name in WRITES:  # only how many rows were hit is used of them, and only where they must be
            return [{"hit": len(rows)}] if WRITES[name] else []
    else:
        rows = [row async for row in query(session, **values)]
    return [{name: ... if type(value) is float else value for name, value in dict(row).items()} for row in rows]


def names_in(store: DatabaseStore) -> list[str]:
    return sorted(name for name in store._queries.available_queries if not name.endswith("_cursor"))


async def test_every_query_says_the_same_on_both_databases(tmp_path: Path, postgres: Cluster) -> None:
    async with opened(tmp_path / "bot.db") as here, opened(await postgres.new_database()) as there:
        names = names_in(here)
        assert names == names_in(there)
        assert len(names) > 30
        later = [name for name in names if name not in ORDER and not name.startswith(("drop", "forget", "rename"))]
        last = [name for name in names if name not in ORDER and name not in later]
        for name in (*ORDER, *later, *ORDER, *last, *later):
            assert await answer_of(here, name) == await answer_of(there, name), name


async def test_whatever_writes_for_many_has_its_place_in_the_order_and_threads_only_read(tmp_path: Path) -> None:
    async with opened(tmp_path / "bot.db") as store:
        queries = store._queries
        kinds = {name: getattr(queries, name).operation for name in names_in(store)}
    many = {name for name, kind in kinds.items() if kind is SQLOperationType.INSERT_UPDATE_DELETE_MANY}
    assert set(WRITES) | {"claim", "lock_lease", "release"} == many
    assert {kinds[name] for name in SCANS} <= {SQLOperationType.SELECT, SQLOperationType.SELECT_ONE}
    assert not [name for name in SCANS if "INSERT" in getattr(queries, name).sql]


BUILT_BY_US_OF_OUR_OWN_WORDS = {
    "bot/app/model/table.py",  # what follows from the table of tables
    "bot/storage/migrations/__init__.py",  # the record of a migration
    "bot/storage/transfer.py",
    "bot/storage/transfer_target.py",  # names of tables and columns that the schema told
    "bot/storage/sqlite.py",  # a migration and its record
}
SQL = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN|FROM|WHERE|VALUES)\b")


def speaks_sql(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Constant) and SQL.search(str(part.value)) for part in ast.walk(node))


def puts_together(node: ast.AST) -> bool:
    """Whether a text is made of parts here: f"…{}", "…" % …, "…" + …, "…".format(…), "…".join(…)."""
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(part, ast.FormattedValue) for part in node.values)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Mod | ast.Add)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in {"format", "join"}


def built_queries(source: str) -> list[int]:
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.expr)]
    return sorted({node.lineno for node in nodes if puts_together(node) and speaks_sql(node)})


def test_no_query_is_put_together_where_values_could_come_from_outside() -> None:
    built = ['f"SELECT {x}"', '"DELETE FROM t WHERE a = %s" % x', '"SELECT a FROM " + t', '"INSERT INTO {}".format(t)']
    seen = {query: built_queries(query) for query in (*built, 'f"x WHERE {a}"')}
    assert seen == {query: [1] for query in seen}
    assert built_queries('"SELECT a FROM t WHERE b = $1"') == built_queries('f"{a} comes from {b}"') == []
    files = sorted((ROOT / "bot").rglob("*.py"))
    found = {str(file.relative_to(ROOT)) for file in files if built_queries(file.read_text("utf-8"))}
    assert found == BUILT_BY_US_OF_OUR_OWN_WORDS


CHAT = Chat(5)
HEADER = re.compile(r"-- Older replicas beside it: (yes|no)\. Back: (.+)")
NO_WAY_BACK = "restore a backup of before"


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], object]:
    folder = shutil.copytree(migrations.FOLDER, tmp_path / "migrations")
    monkeypatch.setattr(migrations, "FOLDER", folder)
    return (folder / "9999_test.sql").write_text


async def test_migrations_are_made_once_and_never_again_and_a_newer_database_is_refused(place: str) -> None:
    for _ in range(3):
        await open_once(place)
    files = [*migrations.FOLDER.glob("sqlite/*.sql"), *migrations.FOLDER.glob("*.sql")]
    made = await rows_at(place, "SELECT name FROM migrations ORDER BY number")
    assert made == sorted((file.stem,) for file in files)
    await change_at(place, "INSERT INTO migrations VALUES (9999, '9999_of_the_future')")
    assert "newer version" in await refusal(place)


def test_a_migration_is_one_file_for_both_databases_but_for_those_that_stood_twice_already() -> None:
    twice = [file.stem for kind in ("sqlite", "postgres") for file in (migrations.FOLDER / kind).glob("*.sql")]
    once = [file.stem for file in migrations.FOLDER.glob("*.sql")]
    assert max(twice)[:4] == "0035"
    assert min(once)[:4] == "0036"


async def test_a_migration_that_fails_leaves_all_as_it_was_and_one_for_both_numbers_rows(
    place: str, add: Callable[[str], object]
) -> None:
    async with opened(place) as store:
        await store.run(saving(table_in(CHAT)))
    line = f"CREATE TABLE line (number {migrations.NUMBERED}, at DOUBLE PRECISION, said BIGINT);"
    add(f"{line} DELETE FROM {stored.GAMES}; INSERT INTO nowhere VALUES (1);")
    assert "nowhere" in await refusal(place)
    add(line)
    async with opened(place) as store:
        assert await loaded(store) == table_in(CHAT)
        await store.run(showing(CHAT, "hello"))
    for at in (1.5, 2.5):
        await change_at(place, f"INSERT INTO line (at, said) VALUES ({at}, {2**40})")
    assert await rows_at(place, "SELECT number, at, said FROM line ORDER BY 1") == [(1, 1.5, 2**40), (2, 2.5, 2**40)]


async def test_every_migration_says_its_way_back_and_there_is_one_where_it_says_so(place: str) -> None:
    async with opened(place) as store:
        await store.run(saving(table_in(CHAT)))
    made, ways = migrations.migrations_for("sqlite" if path_in(place) else "postgres")[::-1], {}
    for migration in made:
        header = HEADER.match(migration.script)
        assert header, f"{migration.name}: its first line says who may serve beside it, and the way back"
        if header[2] != NO_WAY_BACK:
            ways[migration.number] = header[2]
    assert list(ways) == [migration.number for migration in made][: len(ways)]
    for number, way in ways.items():
        for statement in way.split(";")[:-1]:
            await change_at(place, statement)
        await change_at(place, f"DELETE FROM migrations WHERE number = {number}")
    async with opened(place) as store:
        assert await loaded(store) == table_in(CHAT)
