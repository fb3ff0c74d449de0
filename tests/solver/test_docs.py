"""docs/solver.md stays true: what it shows is what comes out."""

import random
import re
from pathlib import Path

import pytest

from solver.__main__ import main
from solver.evaluate import evaluate
from solver.strategies import named_strategy
from tests.solver.games import CLASSIC

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
