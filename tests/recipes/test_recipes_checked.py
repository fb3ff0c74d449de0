"""CONTRIBUTING's table "Where do I change …?" is true: whichever step is left out, the check that it names fails."""

import re

import pytest

from tests.recipes.house import House
from tests.recipes.made_up import ALSO, RECIPES
from tests.recipes.recipe import ROOT, Recipe, Step

ROW = re.compile(r"^\| (?P<thing>[^|]+) \| (?P<steps>[^|]+) \| (?P<checks>[^|]+) \|$", re.MULTILINE)
PATH = re.compile(r"`([a-z_]+(?:/[\w.]+)+/?)`")
QUOTED = re.compile(r"`(tests/[^`]+)`")
TABLE = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Where do I change …?")[2]
ROWS = {row["thing"]: row for row in ROW.finditer(TABLE) if "`" in row["steps"]}
EVERY_STEP = pytest.mark.parametrize(
    ("recipe", "step"),
    [pytest.param(recipe, step, id=f"{recipe.row}: {step.named}") for recipe in RECIPES for step in recipe.steps],
)
NOTICED = re.compile(r"^(FAILED|ERROR) tests/|^ImportError while loading conftest", re.MULTILINE)
"""A test failed, or what it imports could not be."""


@pytest.mark.parametrize("thing", ROWS)
def test_every_path_of_the_table_is_there(thing: str) -> None:
    paths = PATH.findall(ROWS[thing].group())
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


@EVERY_STEP
def test_the_table_names_each_step_and_the_check_that_notices_it(recipe: Recipe, step: Step) -> None:
    row = ROWS[recipe.row]
    assert step.named in row["steps"]
    assert step.check.startswith(tuple(QUOTED.findall(row["checks"])))


def test_every_check_accepts_all_that_was_made_up(house: House) -> None:
    checks = dict.fromkeys((*(step.check for recipe in RECIPES for step in recipe.steps), *ALSO))
    status, said = house.run("pytest", *checks)
    assert status == pytest.ExitCode.OK, said


@EVERY_STEP
def test_a_step_that_is_left_out_is_noticed(recipe: Recipe, step: Step, house: House) -> None:
    house.leave_out(step)
    status, said = house.run("pytest", step.check)
    house.put_back(step)
    assert status != pytest.ExitCode.OK, recipe.row
    assert NOTICED.search(said), said
