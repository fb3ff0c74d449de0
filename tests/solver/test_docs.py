"""docs/solver.md and README.md stay true: what they show comes out, and the former names all that `solver` offers."""

import ast
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
from tests.solver.games import CLASSIC

ROOT = Path(__file__).parents[2]
RECORDED = Path(__file__).with_name("public_api.txt")
PAGE = (ROOT / "docs/solver.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
USING = PAGE.partition("## 9. Using it")[2].partition("\n## ")[0]
PROMPT = "$ python -m solver "
BLOCKS = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [turn.partition("\n")[::2] for block in BLOCKS for turn in block.split(PROMPT)[1:]]
"""Every command line on the page, and what the page says that it prints."""
SNIPPETS = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", f"{PAGE}\n{README}", re.MULTILINE | re.DOTALL)
"""Every piece of Python on the pages, and the output that follows it."""
COMPARED = re.compile(r"^\| `(\w+)` \|.*\| (\d+) \| (\d\.\d+) \| (\d+) \|$", re.MULTILINE)
RENEW = "on purpose? Then `python -m tests.solver.test_docs`, and a line in CHANGELOG.md"


@pytest.mark.parametrize(("command", "output"), [pytest.param(*shown, id=shown[0]) for shown in COMMANDS])
def test_a_command_prints_what_the_page_shows(command: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 0
    assert capsys.readouterr().out.strip() == output.strip()


@pytest.mark.parametrize(("source", "output"), SNIPPETS)
def test_python_prints_what_follows_it(source: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(source, "a page", "exec"), {})
    assert capsys.readouterr().out == output


@pytest.mark.parametrize(("strategy", "total", "mean", "most"), COMPARED.findall(PAGE))
def test_the_page_knows_how_well_strategies_play(strategy: str, total: str, mean: str, most: str) -> None:
    found = evaluate(CLASSIC, named_strategy(strategy, CLASSIC, random.Random(1)))
    assert (str(found.total), f"{found.mean:.3f}", str(found.max)) == (total, mean, most)


def test_nothing_on_the_page_goes_unchecked() -> None:
    assert len(COMMANDS) == PAGE.count(PROMPT) > 5
    assert len(COMPARED.findall(PAGE)) == 4
    assert len(SNIPPETS) == PAGE.count("\n```python\n") + README.count("\n```python\n") > 1
    assert "\n```python\n" in README
    assert all(block.startswith(PROMPT) for block in BLOCKS)


def test_what_is_public_is_as_recorded_named_on_the_page_and_hides_modules_of_its_names() -> None:
    assert described() == RECORDED.read_text("utf-8"), RENEW
    assert [name for name in solver.__all__ if f"`{name}`" not in USING] == []
    imported = re.findall(r"^from (solver[\w.]*) import (.*)$", f"{PAGE}\n{README}", re.MULTILINE)
    assert len(imported) > 5
    assert {module for module, _ in imported} == {"solver"}
    assert {name for _, names in imported for name in names.split(", ")} <= set(solver.__all__)
    for module in pkgutil.iter_modules(solver.__path__, "solver."):
        if module.name != "solver.__main__":
            import_module(module.name)
    assert [name for name in solver.__all__ if isinstance(getattr(solver, name), ModuleType)] == []


@pytest.mark.parametrize(
    "once", ["solver.variant.VARIANTS", "solver.symmetry.different_questions", "solver.interval.between"]
)
def test_what_the_page_imported_from_elsewhere_once_stays_there(once: str) -> None:
    module, _, name = once.rpartition(".")
    assert getattr(import_module(module), name) is getattr(solver, name)
    assert f"`{once}`" in USING


# What is public, read from the source: names and signatures. Run as a module, this file records them anew.
def described() -> str:
    """Every public name with its signature, fields and methods, in order."""
    imports = [node for node in _parsed("solver.__init__") if isinstance(node, ast.ImportFrom)]
    origins = {alias.name: _parsed(node.module or "") for node in imports for alias in node.names}
    found = ((node for node in origins[name] if _name(node) == name) for name in solver.__all__)
    text = "\n\n".join(ast.unparse(_outside(next(nodes))) for nodes in found)
    return re.sub(r":\n +\.\.\.|\n(?=\n )", "", text) + "\n"


def _parsed(module: str) -> list[ast.stmt]:
    return ast.parse(Path(ROOT, *module.split(".")).with_suffix(".py").read_text("utf-8")).body


def _name(node: ast.stmt) -> str:
    match node:
        case ast.FunctionDef(name) | ast.ClassDef(name):
            return name
        case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
            return name
    return ""


def _outside(node: ast.stmt) -> ast.stmt:
    """The node without what it does inside, and without values that are not plain."""
    match node:
        case ast.FunctionDef():
            node.body = [ast.Expr(ast.Constant(...))]
        case ast.ClassDef():
            public = (member for member in node.body if not (_name(member) or "_").startswith("_"))
            begun = (member for member in node.body if _name(member) == "__init__")
            node.body = [_outside(member) for member in (*public, *begun)]
        case ast.AnnAssign(value=value) if value and not isinstance(value, ast.Constant | ast.Tuple):
            node.value = ast.Constant(...)
    return node


if __name__ == "__main__":
    RECORDED.write_text(described(), "utf-8")
