"""How far it is from one thing to another in `bot/`: `python -m tests.distance` prints a table of figures.

Files that a trip enters are counted while it is made, from the update to what is sent, without Telegram.
A subject is a folder of `bot/app` that is no floor; `python -m tests.distance groups.txt` reads from lines
`new path: old paths` to which subject a file will belong.
"""

import ast
import asyncio
import logging
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
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
APP = "bot/app/"
SECRET = (4, 2, 7, 1)
FLOORS = frozenset({"model", "screens", "actions", "kinds", "handlers"})
FEW = 4
"""Modules of other subjects that know a subject, at most, if it is one of its own."""
MANY = 10
"""Subjects that a module knows, at most, unless it is a registry."""

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
    yield f"lines of code: {sum(len(_code_lines(text, tree)) for text, tree in zip(sources, trees, strict=True))}"


def _code_lines(text: str, tree: ast.Module) -> set[int]:
    """The lines that are no blank, import, comment, or string that stands alone."""
    beside = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    tokens = tokenize.generate_tokens(iter(text.splitlines(keepends=True)).__next__)
    lines = {line for each in tokens if each.type not in beside for line in range(each.start[0], each.end[0] + 1)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom) or (isinstance(node, ast.Expr) and _is_string(node.value)):
            lines -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def _is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def between_subjects(moved: Mapping[str, str]) -> Iterator[str]:
    """A line for each figure of what knows what in `bot/app`. `moved`: where a file will lie."""
    paths = [path.relative_to(ROOT).as_posix() for path in (ROOT / APP).rglob("*.py") if path.read_text("utf-8")]
    known = {path: _known(path) for path in paths}
    yield f"modules of bot/app: {len(known)}, of bot/ imported by one: {_mean(known):.1f}, most: {_most(known)}"
    subject = {path: name for path in paths if (name := _subject(moved.get(path, path)))}
    subjects = {path: {subject[other] for other in others if other in subject} for path, others in known.items()}
    much = sorted(path for path, found in subjects.items() if len(found) > MANY)
    yield f"modules that know more than {MANY} subjects: {len(much)} ({', '.join(much)})"
    known_by = dict.fromkeys(sorted(set(subject.values())), 0)
    for path, others in subjects.items():
        for name in others - {subject.get(path, "")}:
            known_by[name] += 1
    few = [name for name, count in known_by.items() if count <= FEW]
    yield f"subjects: {len(known_by)}, known by at most {FEW} modules outside: {len(few)} ({', '.join(few)})"
    yield "known outside by: " + ", ".join(f"{name} {count}" for name, count in known_by.items())
    imports = [(subject[path], subject[other]) for path in subject for other in known[path] if other in subject]
    within = sum(one == other for one, other in imports)
    pairs = {frozenset(pair) for pair in imports if len(set(pair)) > 1}
    yield f"imports among subjects: {len(imports)}, within one: {within / len(imports):.0%}; pairs: {len(pairs)}"


def _mean(known: Mapping[str, frozenset[str]]) -> float:
    return sum(map(len, known.values())) / len(known)


def _most(known: Mapping[str, frozenset[str]]) -> str:
    most = max(known, key=lambda path: len(known[path]))
    return f"{len(known[most])} ({most})"


def _known(path: str) -> frozenset[str]:
    """The files of bot/ that one imports."""
    found = set[str]()
    for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("bot"):
            continue
        module = (node.module or "").replace(".", "/")
        for alias in node.names:
            full = (f"{module}/{alias.name}.py", f"{module}.py", f"{module}/__init__.py")
            found.add(next(file for file in full if (ROOT / file).is_file()))
    return frozenset(found)


def _subject(path: str) -> str | None:
    folder, _, rest = path.removeprefix(APP).partition("/")
    return folder if path.startswith(APP) and rest and folder not in FLOORS else None


def moved_by(groups: str) -> dict[str, str]:
    """The new path of each old one, by lines `new path: old paths  # names`. The first one counts."""
    moved: dict[str, str] = {}
    for line in groups.splitlines():
        new, _, old = line.partition("#")[0].partition(":")
        for path in old.split():
            moved.setdefault(path, new.strip())
    return moved


def _is_ours(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in {"bot", "solver"}


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_protocol(node: ast.AST) -> bool:
    return isinstance(node, ast.ClassDef) and any(_name(base) == "Protocol" for base in node.bases)


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    groups = moved_by(Path(sys.argv[1]).read_text("utf-8")) if len(sys.argv) > 1 else {}
    print(*figures(), *between_subjects(groups), *asyncio.run(trips()), sep="\n")
