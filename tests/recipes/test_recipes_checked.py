"""CONTRIBUTING's table "Where do I change …?" is true: whichever step is left out, the check that it names fails."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.recipes.house import House
from tests.recipes.made_up import ALONE, ALSO, RECIPES, SUBJECT
from tests.recipes.recipe import ROOT, Recipe, Step, text_after

ROW = re.compile(r"^\| (?P<thing>[^|]+) \| (?P<steps>[^|]+) \| (?P<checks>[^|]+) \|$", re.MULTILINE)
PATH = re.compile(r"`([a-z_]+(?:/[\w.]+)+/?)`")
QUOTED = re.compile(r"`(tests/[^`]+)`")
TABLE = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Where do I change …?")[2]
ROWS = {row["thing"]: row for row in ROW.finditer(TABLE) if "`" in row["steps"]}
ALL = dict.fromkeys((*RECIPES, *ALONE))
ALONE_ROWS = [recipe.row for recipe in ALONE]
EVERY_STEP = pytest.mark.parametrize(
    ("recipe", "step"),
    [pytest.param(recipe, step, id=f"{recipe.row}: {step.named}") for recipe in ALL for step in recipe.steps],
)
NOTICED = re.compile(r"^(FAILED|ERROR) tests/|^ImportError while loading conftest", re.MULTILINE)
"""A test failed, or what it imports could not be."""


@pytest.mark.parametrize("thing", ROWS)
def test_every_path_of_the_table_is_there(thing: str) -> None:
    paths = PATH.findall(ROWS[thing].group())
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_row_is_carried_out() -> None:
    assert {recipe.row for recipe in ALL} == ROWS.keys()


@pytest.mark.parametrize("recipes", [RECIPES, *([recipe] for recipe in ALONE)], ids=["together", *ALONE_ROWS])
def test_all_changes_can_be_made(recipes: Sequence[Recipe]) -> None:
    changes = [change for recipe in recipes for step in recipe.steps for change in step.changes]
    for file in {change.file for change in changes}:
        made = text_after(file, (change for change in changes if change.file == file))
        assert not (ROOT / file).exists() or made != (ROOT / file).read_text("utf-8")


@EVERY_STEP
def test_the_table_names_each_step_and_the_check_that_notices_it(recipe: Recipe, step: Step) -> None:
    row = ROWS[recipe.row]
    assert step.named in row["steps"]
    assert step.check.startswith(tuple(QUOTED.findall(row["checks"])))
    file, _, test = step.check.partition("[")[0].partition("::")
    assert f"def {test}" in (ROOT / file).read_text("utf-8") if test else (ROOT / file).exists()


def test_a_subject_touches_three_files_of_the_bot_beside_its_folder_and_its_words() -> None:
    touched = {change.file for step in SUBJECT.steps for change in step.changes if change.old}
    code = {file for file in touched if file.endswith(".py")}
    assert code == {"bot/app/buttons.py", "bot/app/intents.py", "bot/app/registry.py"}


@pytest.mark.costly
@pytest.mark.parametrize("recipe", ALONE, ids=ALONE_ROWS)
def test_whatever_step_is_left_out_is_noticed_where_nothing_else_was_made_up(recipe: Recipe, tmp_path: Path) -> None:
    with House(tmp_path, [recipe]) as house:
        house.build()
        status, said = house.run("pytest", *(step.check for step in recipe.steps))
        assert status == pytest.ExitCode.OK, said
        notices_what_is_left_out(house, recipe)


@pytest.mark.costly
def test_every_check_accepts_all_that_was_made_up(house: House) -> None:
    checks = dict.fromkeys((*(step.check for recipe in RECIPES for step in recipe.steps), *ALSO))
    status, said = house.run("pytest", *checks)
    assert status == pytest.ExitCode.OK, said


@pytest.mark.costly
@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: f"{recipe.row}: {recipe.steps[0].named}")
def test_whatever_step_is_left_out_is_noticed_among_all_that_was_made_up(recipe: Recipe, house: House) -> None:
    notices_what_is_left_out(house, recipe)


def notices_what_is_left_out(house: House, recipe: Recipe) -> None:
    for step in recipe.steps:
        with house.without(step):
            status, said = house.run("pytest", step.check)
        assert status != pytest.ExitCode.OK, step.named
        assert NOTICED.search(said), said
