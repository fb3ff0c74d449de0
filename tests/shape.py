"""How long files and functions are, and how many parameters they take, read from the source without running it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.imports import tree_of

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most lines of a file, and the most lines and parameters of a function."""

    file_lines: int = 700
    lines: int = 60
    parameters: int = 8


def excesses(root: Path, files: list[Path], bounds: Bounds) -> dict[str, list[str]]:
    """What exceeds the bounds, by file: `lines of the file`, `lines of NAME`, `parameters of NAME`."""
    found = {file.relative_to(root).as_posix(): list(_excesses(file.read_text("utf-8"), bounds)) for file in files}
    return {name: faults for name, faults in found.items() if faults}


def _excesses(source: str, bounds: Bounds) -> Iterator[str]:
    if len(source.splitlines()) > bounds.file_lines:
        yield "lines of the file"
    for node in ast.walk(tree_of(source)):
        if isinstance(node, Function):
            if function_lines(node) > bounds.lines:
                yield f"lines of {node.name}"
            if parameters(node) > bounds.parameters:
                yield f"parameters of {node.name}"


def function_lines(function: Function) -> int:
    """The lines from `def` to the end, without decorators and docstring."""
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    if ast.get_docstring(function) is None:
        return lines
    docstring = function.body[0]
    return lines - ((docstring.end_lineno or docstring.lineno) - docstring.lineno + 1)


def parameters(function: Function) -> int:
    """The parameters that a caller may give: `self` and `cls` are none."""
    given = function.args
    names = [argument.arg for argument in (*given.posonlyargs, *given.args)]
    own = bool(names) and names[0] in {"self", "cls"}
    stars = (given.vararg is not None) + (given.kwarg is not None)
    return len(names) - own + len(given.kwonlyargs) + stars
