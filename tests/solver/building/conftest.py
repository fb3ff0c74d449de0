"""Trees built here, each of them once: what numba compiles serves all tests."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import pytest

from solver.building.build import build
from solver.building.job import Task
from solver.tree import Tree
from solver.variant import variant_named

Built = Callable[[str, str], Tree]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The best tree of a variant for an objective."""

    @lru_cache
    def build_one(name: str, objective: str) -> Tree:
        journal = tmp_path_factory.mktemp("built") / "build.journal"
        with ThreadPoolExecutor(1) as executor:
            return build(Task(variant_named(name), objective), journal, executor, 1, lambda *_: None)

    return build_one
