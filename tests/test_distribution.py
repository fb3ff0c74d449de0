"""The tests are handed out as their fixtures allow."""

from pathlib import Path

import pytest

from tests.distribution import APART, TOGETHER, rank, scope_of

ROOT = Path(__file__).parents[1]
SHARED_BY_A_FILE = ('scope="module"', "hall: Stage", "lobby: Stage")


@pytest.mark.parametrize("place", [*APART, *TOGETHER])
def test_whatever_is_named_is_there(place: str) -> None:
    assert (ROOT / place).exists()


@pytest.mark.parametrize("file", APART)
def test_those_that_stand_apart_share_nothing(file: str) -> None:
    source = (ROOT / file).read_text("utf-8")
    assert not [fixture for fixture in SHARED_BY_A_FILE if fixture in source]


def test_the_longest_begin_first_and_one_by_one() -> None:
    first, other = f"{APART[0]}::test_a", f"{APART[0]}::test_b"
    assert scope_of(first) != scope_of(other)
    assert rank(first) == rank(other) < rank("tests/solver/building/test_build.py::test_c") < rank("tests/test_x.py")


def test_what_is_compiled_is_compiled_by_one_process() -> None:
    assert scope_of("tests/solver/building/test_build.py::test_a") == scope_of("tests/solver/cli/test_trees.py::test_b")
    assert scope_of("tests/test_x.py::test_c") is None
