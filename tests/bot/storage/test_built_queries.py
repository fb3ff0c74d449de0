"""No query is put together from words that could come from outside."""

import ast
import re

import pytest

from faults.processes.process import ROOT

BUILT_BY_US_OF_OUR_OWN_WORDS = {
    "bot/app/model/table.py",  # what follows from the table of tables
    "bot/storage/migrations/__init__.py",  # the record of a migration
    "bot/storage/transfer.py",
    "bot/storage/transfer_target.py",  # names of tables and columns that the schema told
    "bot/storage/sqlite.py",  # a migration and its record
}
SQL = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN|FROM|WHERE|VALUES)\b")


def speaks_sql(node: ast.AST) -> bool:
    parts = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
    return any(isinstance(part, str) and SQL.search(part) for part in parts)


def puts_together(node: ast.AST) -> bool:
    """Whether a text is made of parts here: f"…{}", "…" % …, "…" + …, "…".format(…), "…".join(…)."""
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(part, ast.FormattedValue) for part in node.values)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Mod | ast.Add)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in {"format", "join"}


def built_queries(source: str) -> list[int]:
    """The lines on which SQL is put together."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.expr)]
    return sorted({node.lineno for node in nodes if puts_together(node) and speaks_sql(node)})


@pytest.mark.parametrize(
    "built",
    [
        'f"SELECT {x}"',
        '"DELETE FROM t WHERE a = %s" % x',
        '"SELECT a FROM " + t',
        '"INSERT INTO {}".format(t)',
        'f"x WHERE {a}"',
    ],
)
def test_a_query_that_is_put_together_is_seen(built: str) -> None:
    assert built_queries(f"query = {built}") == [1]
    assert built_queries('query = "SELECT a FROM t WHERE b = $1"') == []
    assert built_queries('told = f"{a} comes from {b}"') == []


def test_no_query_is_put_together_where_values_could_come_from_outside() -> None:
    files = sorted((ROOT / "bot").rglob("*.py"))
    built = {str(file.relative_to(ROOT)) for file in files if built_queries(file.read_text("utf-8"))}
    assert built == BUILT_BY_US_OF_OUR_OWN_WORDS
