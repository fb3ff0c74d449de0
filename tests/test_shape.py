"""Files have at most 700 lines, functions 60 lines (without their docstring) and 8 parameters."""

import ast
from inspect import signature
from pathlib import Path

import pytest
from telegram.request import BaseRequest

from bot.telegram.api import AiohttpRequest
from tests.shape import Bounds, excesses, function_lines, parameters

ROOT = Path(__file__).parents[1]
SOURCES = ("bot", "solver", "sandbox", "faults", "benchmarks", "tests")
COMPILED = {"solver/building/guesses.py", "solver/building/least.py", "solver/building/memory.py"}
"""Compiled kernels: numba inlines nothing that it is not given, and calls are dear."""


def test_files_and_functions_are_short_and_take_few_parameters() -> None:
    files = [file for folder in SOURCES for file in sorted((ROOT / folder).rglob("*.py"))]
    judged = [file for file in files if file.relative_to(ROOT).as_posix() not in COMPILED]
    found = excesses(ROOT, judged, Bounds())
    assert len(files) > 300
    assert found == {}


def test_what_overrides_a_library_takes_the_parameters_that_it_gives() -> None:
    assert list(signature(AiohttpRequest.do_request).parameters) == list(signature(BaseRequest.do_request).parameters)


def test_the_compiled_kernels_are_there() -> None:
    assert all("@compiled" in (ROOT / name).read_text("utf-8") for name in COMPILED)


LONG = '''
def long(self, a, /, b, *c, d, **e):
    """Two lines

    and one."""
    return (
        a)
'''


def test_a_function_is_measured_without_its_docstring() -> None:
    function = ast.parse(LONG).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert function_lines(function) == 3
    assert parameters(function) == 5


@pytest.mark.parametrize(
    ("bounds", "faults"),
    [
        (Bounds(), []),
        (Bounds(file_lines=6), ["lines of the file"]),
        (Bounds(lines=2), ["lines of long"]),
        (Bounds(parameters=4), ["parameters of long"]),
    ],
)
def test_the_check_finds_each_excess(tmp_path: Path, bounds: Bounds, faults: list[str]) -> None:
    (tmp_path / "a.py").write_text(LONG)
    assert excesses(tmp_path, [tmp_path / "a.py"], bounds) == ({"a.py": faults} if faults else {})
