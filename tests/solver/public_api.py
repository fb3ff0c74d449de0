"""The names and signatures of the solver's public API, read from the source; run as a module, it records them anew."""

import ast
import re
from pathlib import Path

import solver

ROOT = Path(__file__).parents[2]
RECORDED = Path(__file__).with_name("public_api.txt")


def described() -> str:
    """Every public name with its signature, fields and methods, in order."""
    origins = {
        alias.name: _parsed(node.module or "")
        for node in _parsed("solver.__init__")
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
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
