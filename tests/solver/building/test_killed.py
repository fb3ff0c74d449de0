"""A build on processes of its own, killed in the middle."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.solver.building.running import PATIENCE, ROOT, descendants, has_ended, kill, running, wait_until

pytestmark = pytest.mark.costly
ARGUMENTS = ["solver", "build", "4x8", "--workers", "1"]
TOTAL = 7817


def lines(journal: Path) -> list[str]:
    return journal.read_text().splitlines() if journal.exists() else []


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[int]]:
    """Where a build was killed after its first answers, and the workers that it had."""
    folder = tmp_path_factory.mktemp("killed")
    tree, journal = folder / "4x8.tree", folder / "4x8.journal"
    with running(*ARGUMENTS, "--out", str(tree), log=folder / "log.txt") as build:
        wait_until(lambda: len(lines(journal)) > 3, "the first answers")
        workers = descendants(build.pid)
        kill(build.pid)
    return tree, workers


def test_a_killed_build_leaves_no_workers_behind(killed: tuple[Path, list[int]]) -> None:
    _, workers = killed
    assert workers
    wait_until(lambda: all(map(has_ended, workers)), "workers to end")


def test_started_again_it_ends_with_the_proven_total_and_repeats_nothing(killed: tuple[Path, list[int]]) -> None:
    tree, _ = killed
    journal = tree.with_suffix(".journal")
    before = lines(journal)
    assert not tree.exists()
    command = [sys.executable, "-m", *ARGUMENTS, "--out", str(tree), "--json"]
    again = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=True)
    figures = json.loads(again.stdout)
    assert (figures["total"], figures["optimum"], figures["proven"]) == (TOTAL, TOTAL, True)
    assert again.stderr == ""
    after = lines(journal)
    assert after[: len(before)] == before
    tried = [(entry["root"], entry["reply"], entry["guess"]) for entry in map(json.loads, after[1:])]
    assert len(tried) > len(before)
    assert len(tried) == len(set(tried))
    verified = subprocess.run(
        [sys.executable, "-m", "solver", "verify", str(tree), "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert json.loads(verified.stdout) == figures
