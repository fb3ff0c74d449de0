"""The page's modules among each other."""

import re
from pathlib import Path

import sandbox

PAGE = Path(sandbox.__file__).parent / "page"


def imports_of(module: Path) -> set[Path]:
    return {(module.parent / name).resolve() for name in re.findall(r'from "(\./[^"]+)"', module.read_text())}


def reached_from(module: Path) -> set[Path]:
    reached, waiting = set[Path](), imports_of(module)
    while waiting:
        reached |= waiting
        waiting = {further for one in waiting for further in imports_of(one)} - reached
    return reached


def test_no_module_imports_itself_by_way_of_others() -> None:
    modules = set(PAGE.resolve().rglob("*.js"))
    assert reached_from(PAGE.resolve() / "main.js") == modules - {PAGE.resolve() / "main.js"}
    assert [module.name for module in modules if module in reached_from(module)] == []
