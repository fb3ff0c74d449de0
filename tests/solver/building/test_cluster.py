"""Building on a Dask cluster: a scheduler and two workers, one of which offers two threads."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from solver.tree import from_bytes
from tests.solver.building.running import PATIENCE, ROOT, running, wait_until

PLAIN = ["--no-dashboard", "--host", "127.0.0.1"]


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with its workers."""
    folder = tmp_path_factory.mktemp("cluster")
    whereabouts = folder / "scheduler.json"
    with ExitStack() as stack:

        def start(name: str, *arguments: str) -> None:
            log = folder / f"{name}.txt"
            program = stack.enter_context(running("dask", *arguments, log=log))
            assert program.poll() is None

        start("scheduler", "scheduler", *PLAIN, "--port", "0", "--scheduler-file", str(whereabouts))
        wait_until(whereabouts.exists, "the scheduler")
        address = str(json.loads(whereabouts.read_text())["address"])
        for threads in ("1", "2"):
            place = ["--local-directory", str(folder), "--nthreads", threads, "--no-nanny", "--memory-limit", "0"]
            start(f"worker-{threads}", "worker", address, *PLAIN, *place)
        logs = sorted(folder.glob("worker-*.txt"))
        wait_until(lambda: all("Registered to" in log.read_text() for log in logs), "the workers")
        yield address


@pytest.mark.costly
def test_a_cluster_builds_the_proven_tree(scheduler: str, tmp_path: Path) -> None:
    tree = tmp_path / "4x6.tree"
    command = [sys.executable, "-m", "solver", "build", "4x6", "--scheduler", scheduler, "--out", str(tree), "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    assert (figures["total"], figures["max"], figures["proven"]) == (1446, 5, True)
    assert from_bytes(tree.read_bytes()).proven
