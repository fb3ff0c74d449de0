"""The pages of the project, and the commands that they show."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for place in ROOT.iterdir()
    if not place.name.startswith(".")  # what was installed has pages of its own
    for page in (place.rglob("*.md") if place.is_dir() else [place])
    if page.suffix == ".md"
)
FENCED = re.compile(r"^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
REMARK = re.compile(r"(^|\s{2,})#.*")
CHECKED_ELSEWHERE = ("docs/solver.md", "console")
"""tests/solver/test_docs.py runs these, in its own process."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A command on a page, and what the page says that it prints; empty where it says nothing."""

    page: str
    command: str
    output: str = ""


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def shown() -> list[Shown]:
    return [each for page in PAGES for each in shown_on(name_of(page), page.read_text("utf-8"))]


def shown_on(page: str, text: str) -> Iterator[Shown]:
    """The commands on one page: the lines between the fences of `sh`, the prompts between those of `console`."""
    for block in FENCED.finditer(text):
        language, lines = block["language"], dedent(block["text"])
        if (page, language) == CHECKED_ELSEWHERE:
            continue
        if language == "sh":
            commands = (command for line in lines.splitlines() for command in REMARK.sub("", line).split(" && "))
            yield from (Shown(page, command.strip()) for command in commands if command.strip())
        if language == "console":
            for turn in re.split(r"^\$ ", lines, flags=re.MULTILINE)[1:]:
                command, _, output = turn.partition("\n")
                yield Shown(page, REMARK.sub("", command), output.strip())
