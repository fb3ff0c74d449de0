"""What `solver` offers to others stays as it is, and the page about it names all of it."""

import pkgutil
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import solver
from tests.solver.public_api import RECORDED, described

PAGE = (Path(__file__).parents[2] / "docs/solver.md").read_text("utf-8")
USING = PAGE.partition("## 9. Using it")[2].partition("\n## ")[0]
RENEW = "on purpose? Then `python -m tests.solver.public_api`, and a line in CHANGELOG.md"


def test_names_and_signatures_are_as_recorded() -> None:
    assert described() == RECORDED.read_text("utf-8"), RENEW


@pytest.mark.parametrize("name", solver.__all__)
def test_the_page_names_all_that_is_public(name: str) -> None:
    assert f"`{name}`" in USING


def test_the_section_on_using_it_imports_nothing_but_what_is_public() -> None:
    imported = re.findall(r"^from (solver[\w.]*) import (.*)$", USING, re.MULTILINE)
    assert len(imported) > 2
    for module, names in imported:
        assert module == "solver"
        assert set(names.split(", ")) <= set(solver.__all__)


def test_a_function_hides_the_module_of_its_name_whatever_is_imported() -> None:
    for module in pkgutil.iter_modules(solver.__path__, "solver."):
        if module.name != "solver.__main__":
            import_module(module.name)
    assert [name for name in solver.__all__ if isinstance(getattr(solver, name), ModuleType)] == []
