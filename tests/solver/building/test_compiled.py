"""What is compiled here is there for the next process, wherever the sources lie."""

import ast
import subprocess
import sys
from pathlib import Path

from solver.building import compiled
from tests.solver.building.conftest import Built
from tests.solver.building.running import PATIENCE, ROOT

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
