import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from solver.building import compiled
from solver.tree import from_bytes
from tests.solver.building.conftest import Built
from tests.solver.building.running import PATIENCE, ROOT, running, wait_until

# Building on a Dask cluster: a scheduler and two workers, one of which offers two threads.
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


# What is compiled here is there for the next process, wherever the sources lie.
COUNTED = """
from numba.core.dispatcher import Dispatcher
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from solver.building import build, guesses, job, least, memory
from solver.variant import variant_named

with ThreadPoolExecutor(1) as executor:
    build.build(job.Task(variant_named("2x5")), Path({journal!r}), executor, 1, lambda *_: None)
functions = {{f for module in (guesses, least, memory) for f in vars(module).values() if isinstance(f, Dispatcher)}}
hits, misses = ([sum(getattr(f.stats, kind).values()) for f in functions] for kind in ("cache_hits", "cache_misses"))
print(sum(hits), sum(misses))
"""


def test_the_next_process_compiles_nothing(built: Built, tmp_path: Path) -> None:
    built("2x5", "mean")
    program = COUNTED.format(journal=str(tmp_path / "build.journal"))
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=True)
    hits, misses = map(int, done.stdout.split())
    assert hits
    assert not misses


def test_a_change_of_any_source_has_everything_compiled_anew() -> None:
    """Each module that is compiled, and all that it takes from others: constants are compiled in."""
    known = {compiled.HERE / name for name in compiled.SOURCES}
    users = {file for file in compiled.HERE.glob("*.py") if "@compiled" in file.read_text()}
    assert users < known
    taken = {
        node.module
        for file in users
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("solver")
    }
    assert {ROOT.joinpath(*module.split(".")).with_suffix(".py") for module in taken} <= known


def test_where_the_sources_are_read_only_another_place_is_taken(tmp_path: Path) -> None:
    """A file where the folder should be: nothing can be written there, whoever asks."""
    read_only = tmp_path / "read only"
    read_only.touch()
    found = compiled.cache_folder((read_only, tmp_path / "home" / "cache"))
    assert found is not None
    assert found.parent == tmp_path / "home" / "cache"
    assert compiled.cache_folder((read_only,)) is None
