"""CONTRIBUTING's table "Where do I change …?" is true: whichever step is left out, the check that it names fails."""

import re
from pathlib import Path

import pytest

from tests.recipes.house import House
from tests.recipes.made_up import ALSO, RECIPES, ROOT, STYLE, SUBJECT, Recipe, Step

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
    file, _, test = step.check.partition("[")[0].partition("::")
    assert f"def {test}" in (ROOT / file).read_text("utf-8") if test else (ROOT / file).exists()


def test_a_subject_touches_three_files_of_the_bot_beside_its_folder_and_its_words() -> None:
    touched = {change.file for step in SUBJECT.steps for change in step.changes if change.old}
    code = {file for file in touched if file.endswith(".py")}
    assert code == {"bot/app/buttons.py", "bot/app/intents.py", "bot/app/registry.py"}


@pytest.mark.costly
def test_steps_of_a_recipe_that_are_left_out_are_noticed(tmp_path: Path) -> None:
    with House(tmp_path, [STYLE]) as house:
        house.build()
        notices_what_is_left_out(house, STYLE)


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
