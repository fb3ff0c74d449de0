"""The rows of a year: a little of it is filled in, and much of that is pruned."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.year import GAMES, sizes_of
from bot.app.model.game import played_read
from faults.processes.postgres import Cluster

DAYS, PLAYERS = 40, 25
TOTAL = DAYS * PLAYERS * GAMES


def sizes(report: str, table: str) -> tuple[float, float]:
    found = re.search(rf"^{table} +([\d.]+) +([\d.]+)$", report, re.MULTILINE)
    assert found, report
    return float(found[1]), float(found[2])


async def test_old_games_go_and_their_lines_stay(tmp_path: Path) -> None:
    report = await sizes_of(f"sqlite:///{tmp_path}/year.db", DAYS, PLAYERS)
    before, after = sizes(report, "games")
    assert after < before * 0.9
    assert sizes(report, "all")[1] < sizes(report, "all")[0]
    with closing(sqlite3.connect(tmp_path / "year.db")) as file:
        lines = [line for (line,) in file.execute("SELECT line FROM played ORDER BY number")]
        [(running, over)] = file.execute("SELECT count(*) - count(ended_at), count(ended_at) FROM games")
    assert len(lines) == TOTAL - running == TOTAL * 0.99
    assert {played_read(line).kind for line in lines} == {"alone", "keeper", "number", "match"}
    assert over == pytest.approx(30 * PLAYERS * GAMES * 0.99, abs=2)


async def test_on_a_server_as_well_and_only_what_would_be_left(postgres: Cluster) -> None:
    url = await postgres.new_database()
    assert "40 days of 25 players" in await sizes_of(url, DAYS, PLAYERS, pruned=True)
    [(over,)] = await Cluster.fetched(url, "SELECT count(ended_at) FROM games")
    [(lines,)] = await Cluster.fetched(url, "SELECT count(*) FROM played")
    assert (over, lines) == (pytest.approx(30 * PLAYERS * GAMES * 0.99, abs=2), TOTAL * 0.99)
