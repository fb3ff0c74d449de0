import pkgutil
import random
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import solver
from solver.__main__ import main
from solver.evaluate import evaluate
from solver.strategies import named_strategy
from solver.tree import TREES, from_bytes
from solver.verify import verify
from tests.solver.games import CLASSIC
from tests.solver.public_api import RECORDED, described

# docs/solver.md stays true: what it shows is what comes out.
PAGE = (Path(__file__).parents[2] / "docs/solver.md").read_text("utf-8")
PROMPT = "$ python -m solver "
COMPARED = re.compile(r"^\| `(\w+)` \|.*\| (\d+) \| (\d\.\d+) \| (\d+) \|$", re.MULTILINE)


def blocks(language: str) -> list[str]:
    """What stands between the fences of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def commands() -> list[tuple[str, str]]:
    """Every command line on the page, and what the page says that it prints."""
    shown = [turn for block in blocks("console") for turn in block.split(PROMPT)[1:]]
    return [(command, output) for command, _, output in (turn.partition("\n") for turn in shown)]


def snippets() -> list[tuple[str, str]]:
    """Every piece of Python on the page, and the output that follows it."""
    pairs = r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$"
    return re.findall(pairs, PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("command", "output"), [pytest.param(*shown, id=shown[0]) for shown in commands()])
def test_a_command_prints_what_the_page_shows(command: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 0
    assert capsys.readouterr().out.strip() == output.strip()


@pytest.mark.parametrize(("source", "output"), snippets())
def test_python_on_the_page_prints_what_follows_it(
    source: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(source, "docs/solver.md", "exec"), {})
    assert capsys.readouterr().out == output


@pytest.mark.parametrize(("strategy", "total", "mean", "most"), COMPARED.findall(PAGE))
def test_the_page_knows_how_well_strategies_play(strategy: str, total: str, mean: str, most: str) -> None:
    found = evaluate(CLASSIC, named_strategy(strategy, CLASSIC, random.Random(1)))
    assert (str(found.total), f"{found.mean:.3f}", str(found.max)) == (total, mean, most)


def test_nothing_on_the_page_goes_unchecked() -> None:
    assert len(commands()) == PAGE.count(PROMPT) > 5
    assert len(COMPARED.findall(PAGE)) == 4
    assert len(snippets()) == len(blocks("python")) > 1
    assert all(block.startswith(PROMPT) for block in blocks("console"))


# What `solver` offers to others stays as it is, and the page about it names all of it.
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


# docs/trees.md says of every tree what its file says.
TREES_PAGE = Path("docs/trees.md").read_text("utf-8")
FILES = sorted(TREES.glob("*.tree"))


def row_of(shape: str, objective: str) -> list[str]:
    (row,) = re.findall(rf"^\| `{shape}\.{objective}` \|(.*)\|$", TREES_PAGE, re.MULTILINE)
    return [cell.strip() for cell in row.split("|")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_page_says_what_a_tree_does(file: Path) -> None:
    tree = from_bytes(file.read_bytes())
    played = verify(tree).evaluation
    _, total, mean, longest, histogram, proven = row_of(*file.stem.split("."))
    assert (total, mean, longest) == (str(played.total), f"{played.mean:.4f}", str(played.max))
    assert [int(count) for count in histogram.split(", ")] == [
        played.histogram[turns] for turns in range(1, played.max + 1)
    ]
    assert proven == ("by our own run" if tree.proven else "no")


def test_every_row_is_of_a_tree_that_ships() -> None:
    assert sorted(re.findall(r"^\| `(\w+\.\w+)` \|", TREES_PAGE, re.MULTILINE)) == sorted(file.stem for file in FILES)
