"""The solver where numpy alone is installed, on every promised Python that is at hand."""

import sys
from pathlib import Path

import pytest

from tests.needs import at_hand
from tests.packaging.conftest import Environment, entries, fetched

INSTALLED = """
from importlib.metadata import distributions
print(*sorted({each.name for each in distributions()} - {"pip", "setuptools"}))
"""
IMPORT_ALL = """
import importlib, pkgutil, solver
missing = set()
for module in pkgutil.walk_packages(solver.__path__, "solver."):
    if module.name != "solver.__main__":
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            missing.add(error.name)
print(*sorted(missing))
"""
COMPILE_ALL = """
import compileall, pathlib, solver
site = pathlib.Path(solver.__file__).parents[1]
print(*(compileall.compile_dir(site / package, quiet=1) for package in ("bot", "sandbox", "solver")))
"""


@pytest.mark.costly
def test_the_solver_runs_where_numpy_alone_is(wheel: Path, kept: Path, tmp_path: Path) -> None:
    runs_where_numpy_alone_is(Environment(tmp_path, sys.executable), wheel, kept)


@pytest.mark.costly
@pytest.mark.needs("pythons")
def test_the_solver_runs_on_every_other_python_that_is_promised(wheel: Path, kept: Path, tmp_path: Path) -> None:
    for version, python in at_hand().items():
        if version != sys.version_info[1]:
            runs_where_numpy_alone_is(Environment(tmp_path / str(version), python), wheel, kept)


def runs_where_numpy_alone_is(environment: Environment, wheel: Path, kept: Path) -> None:
    environment.install("numpy", folder=fetched(environment, kept, "numpy"))
    environment.install(wheel)
    assert environment.told(INSTALLED) == "bulls-and-cows numpy"
    assert environment.told(IMPORT_ALL) == "llvmlite numba scipy"  # of the extra `search`
    assert environment.told(COMPILE_ALL) == "True True True"
    plays(environment)


def plays(environment: Environment) -> None:
    """The command works: it is helpful, and its trees and words are there."""
    told = environment.run("bulls-and-cows-solver", "--help")
    assert told.stdout.startswith("usage: bulls-and-cows-solver COMMAND")
    assert "python -m" not in told.stdout
    best = environment.run("bulls-and-cows-solver", "suggest", "classic", "0123=0B1C")
    assert "\n1456   2.8589 " in best.stdout
    word = environment.run("bulls-and-cows-solver", "suggest", "words-en-4", "--strategy", "entropy")
    assert "\ntare " in word.stdout
    assert (told.stderr, best.stderr, word.stderr) == ("", "", "")


def test_the_lock_names_numpy_for_every_python() -> None:
    assert entries("numpy").count("numpy==") > 1
    assert set(entries("numpy").split()) < set(entries().split())
