"""The names and signatures of the solver's public API, read from the source; run as a module, it records them anew."""

import ast
from collections.abc import Iterator
from pathlib import Path

import solver

ROOT = Path(__file__).parents[2]
RECORDED = Path(__file__).with_name("public_api.txt")


def described() -> str:
    """Every public name with its signature, fields and methods, in order."""
    modules = dict(_origins())
    return "\n\n".join("\n".join(_lines(_definition(modules[name], name), name)) for name in solver.__all__) + "\n"


def _origins() -> Iterator[tuple[str, str]]:
    """Each name that `solver` imports, with its module."""
    for node in ast.parse((ROOT / "solver/__init__.py").read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((alias.name, node.module) for alias in node.names)


def _definition(module: str, name: str) -> ast.stmt:
    source = (ROOT / f"{module.replace('.', '/')}.py").read_text("utf-8")
    return next(node for node in ast.parse(source).body if _name(node) == name)


def _name(node: ast.stmt) -> str:
    match node:
        case ast.FunctionDef(name) | ast.ClassDef(name):
            return name
        case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
            return name
    return ""


def _lines(node: ast.stmt, name: str) -> Iterator[str]:
    match node:
        case ast.FunctionDef():
            yield _signature(node)
        case ast.ClassDef(bases=bases):
            yield f"class {name}({', '.join(map(ast.unparse, bases))})" if bases else f"class {name}"
            yield from (
                f"    {line}" for member in node.body for line in _lines(member, _name(member)) if _is_public(line)
            )
        case ast.AnnAssign(annotation=annotation, value=value):
            yield f"{name}: {ast.unparse(annotation)}{_default(value)}"
        case ast.Assign(value=value):
            yield f"{name} = {ast.unparse(value)}"


def _signature(function: ast.FunctionDef) -> str:
    takes, gives = ast.unparse(function.args), ast.unparse(function.returns or ast.Constant(None))
    if any(ast.unparse(decorator) == "property" for decorator in function.decorator_list):
        return f"{function.name} -> {gives}"
    return f"{function.name}({takes}) -> {gives}"


def _default(value: ast.expr | None) -> str:
    """The value if it is a plain one."""
    if value is None:
        return ""
    return f" = {ast.unparse(value)}" if isinstance(value, ast.Constant | ast.Tuple) else " = …"


def _is_public(line: str) -> bool:
    return not line.startswith("_") or line.startswith("__init__")


if __name__ == "__main__":
    RECORDED.write_text(described(), "utf-8")
