"""How far it is from one thing to another in `bot/`: `python -m tests.distance` prints a table of figures.

Files that a trip enters are counted while it is made, from the update to what is sent, without Telegram.
"""

import ast
import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from statistics import median
from types import FrameType
from typing import Any

import structlog

from bot.app.messages import Chat
from tests.bot.inside import inside

ROOT = Path(__file__).parents[1]
BOT = str(ROOT / "bot")
SECRET = (4, 2, 7, 1)


TRIPS = {
    "A guess is typed": ("/play", "0123"),
    "A key of the keypad is pressed": ("/play", None),
    "The code of the day is asked for": ("/daily",),
    "A puzzle is asked for": ("/puzzle",),
    "A game that is told is reviewed": ("/review 0123 1B1C 4567 0B1C",),
    "The settings are asked for": ("/settings",),
}
"""What is said before and then; None: the first button is pressed."""


async def trips() -> list[str]:
    """A line for each trip."""
    lines = []
    for name, (*before, last) in TRIPS.items():
        calls: list[tuple[str, str]] = []

        def note(frame: FrameType, event: str, _given: Any, calls: list[tuple[str, str]] = calls) -> None:
            code = frame.f_code
            if event == "call" and code.co_filename.startswith(BOT) and code.co_name != "<module>":
                calls.append((code.co_filename, code.co_qualname))

        async with inside(SECRET, Chat(1001)) as bot:
            for said in before:
                await bot.says(said or "")
            sys.setprofile(note)
            await (bot.presses(*bot.buttons[0]) if last is None else bot.says(last))
            sys.setprofile(None)
        entered = Counter(file for file, _ in set(calls))
        once, changes = [*entered.values()].count(1), len([*groupby(file for file, _ in calls)])
        lines.append(f"{name}: {len(entered)} files, {once} of them for one function; {changes} changes of file")
    return lines


def figures() -> Iterator[str]:
    """A line for each figure of the sources."""
    sources = [text for file in Path(BOT).rglob("*.py") if (text := file.read_text("utf-8")).strip()]
    lines, trees = [len(text.splitlines()) for text in sources], [ast.parse(text) for text in sources]
    few = sum(count < 80 for count in lines)
    yield f"files: {len(lines)}, lines: {sum(lines)}, median: {median(lines):.0f}, below 80: {few}"
    yield f"characters: {sum(map(len, sources))}"
    imports = [sum(_is_ours(node) for node in ast.walk(tree)) for tree in trees]
    yield f"imports of the project a file: {sum(imports) / len(imports):.1f}, most: {max(imports)}"
    yield f"comments: {sum(line.lstrip().startswith('# ') for text in sources for line in text.splitlines())}"
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    defined = [node.name for tree in trees for node in tree.body if isinstance(node, functions)]
    used = Counter(_name(node) for tree in trees for node in ast.walk(tree))
    once = sum(used[name] == 1 for name in defined)
    yield f"functions of modules: {len(defined)}, named once elsewhere: {once} ({once / len(defined):.0%})"
    yield f"protocols: {sum(_is_protocol(node) for tree in trees for node in ast.walk(tree))}"


def _is_ours(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in {"bot", "solver"}


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_protocol(node: ast.AST) -> bool:
    return isinstance(node, ast.ClassDef) and any(_name(base) == "Protocol" for base in node.bases)


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    print(*figures(), *asyncio.run(trips()), sep="\n")
