"""Who imports whom, read from the source without running it."""

import ast
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

Layers = Mapping[str, frozenset[str]]
"""Each layer, named by the module it begins with, and the layers below it."""


@dataclass(frozen=True, slots=True)
class Module:
    """A source file: its dotted name, its syntax, and the names of everything it imports."""

    name: str
    tree: ast.Module
    imports: frozenset[str]


@cache
def tree_of(source: str) -> ast.Module:
    """What it says, read once."""
    return ast.parse(source)


def modules_in(root: Path, *packages: str) -> dict[str, Module]:
    """Every module of the packages under `root`, by name."""
    files = [file for package in packages for file in sorted((root / package).rglob("*.py"))]
    trees = {dotted(file, root): tree_of(file.read_text("utf-8")) for file in files}
    return {name: Module(name, tree, frozenset(_imported(tree, trees.keys()))) for name, tree in trees.items()}


def dotted(file: Path, root: Path) -> str:
    """The name of the module in that file."""
    return ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def _imported(tree: ast.Module, known: Container[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module, names, 0) if module:
                yield from (full if (full := f"{module}.{alias.name}") in known else module for alias in names)
            case ast.ImportFrom():
                yield "a relative import"


def layer_of(module: str, layers: Layers) -> str | None:
    """The innermost layer that a module lies in."""
    return max((layer for layer in layers if _within(module, layer)), key=len, default=None)


def _within(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.")


def against_the_arrows(modules: Mapping[str, Module], layers: Layers) -> list[str]:
    """Every import that points from a layer to one that is not below it, and every module that lies in none."""
    faults = []
    for module in modules.values():
        layer = layer_of(module.name, layers)
        if layer is None:
            faults.append(f"{module.name} lies in no layer")
            continue
        for target in sorted(module.imports & modules.keys()):
            below = layer_of(target, layers)
            if below != layer and below not in layers[layer]:
                faults.append(f"{module.name} imports {target}")
    return faults


def forbidden_imports(modules: Mapping[str, Module], forbidden: Mapping[str, frozenset[str]]) -> list[str]:
    """Every import of a library from which a package must stay away."""
    return [
        f"{module.name} imports {target}"
        for package, libraries in forbidden.items()
        for module in modules.values()
        if _within(module.name, package)
        for target in sorted(module.imports)
        if target.partition(".")[0] in libraries
    ]


def readers_of_the_environment(modules: Mapping[str, Module]) -> set[str]:
    """The modules that look at environment variables."""
    settings = {name for name, module in modules.items() if "pydantic_settings" in module.imports}
    return settings | {name for name, each in modules.items() if any(map(_reads_environment, ast.walk(each.tree)))}


def _reads_environment(node: ast.AST) -> bool:
    names = {"environ", "environb", "getenv", "getenvb"}
    match node:
        case ast.Attribute(ast.Name("os"), attribute):
            return attribute in names
        case ast.ImportFrom("os", imported):
            return any(alias.name in names for alias in imported)
    return False


def import_cycle(modules: Mapping[str, Module]) -> list[str]:
    """Modules that import each other in a ring, for types or when run; empty if there is no ring."""
    left: set[str] = set()

    def ring(path: list[str]) -> list[str]:
        here = path[-1]
        if here in path[:-1]:
            return path[path.index(here) :]
        if here in left:
            return []
        targets = sorted(modules[here].imports & modules.keys())
        found = next((found for target in targets if (found := ring([*path, target]))), [])
        left.add(here)
        return found

    return next((found for name in sorted(modules) if (found := ring([name]))), [])


def lines_of(file: Path) -> int:
    return len(file.read_text("utf-8").splitlines())


def overlong(files: Iterable[Path], most: int) -> list[str]:
    """The files that have more lines than that."""
    return [f"{file.name}: {lines} lines" for file in files if (lines := lines_of(file)) > most]
