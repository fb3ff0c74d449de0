"""Which words the code asks its catalogue for, read from the source."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
KEY = re.compile(r"[a-z]+\.(?!png)[a-z-]+")


def _nodes(word: str = "") -> Iterator[ast.AST]:
    """What the files consist of in which the word occurs: to parse them all takes seconds."""
    for file in sorted((ROOT / "bot").rglob("*.py")):
        if word in (source := file.read_text("utf-8")):
            yield from ast.walk(ast.parse(source))


def keys_written_out() -> set[str]:
    """Every constant of the code that looks like a key."""
    constants = (node.value for node in _nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return {text for text in constants if KEY.fullmatch(text)}


def keys_put_together() -> set[str]:
    """What every key that is put together begins with, such as `note.`."""
    begins = (node.values[0] for node in _nodes() if isinstance(node, ast.JoinedStr) and len(node.values) == 2)
    texts = (begin.value for begin in begins if isinstance(begin, ast.Constant) and isinstance(begin.value, str))
    return {text for text in texts if re.fullmatch(r"[a-z]+\.", text)}


def keys_of(entry: Any) -> set[str]:
    """The text keys that an entry names, and those of its parts."""
    if isinstance(entry, str):
        return {entry} if KEY.fullmatch(entry) else set()
    if not is_dataclass(entry):
        return set()
    return {key for field in fields(entry) for key in keys_of(getattr(entry, field.name))}


def first_arguments(function: str) -> set[str]:
    """The constants with which a function is called."""
    return {
        node.args[0].value
        for node in _nodes(f"{function}(")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function and node.args
        if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }
