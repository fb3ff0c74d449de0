"""The pages of the project, the commands that they show, and which of them no test can run, and why."""

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


NOT_RUN = {
    r"make ": "sets up an environment, or goes on for minutes; `make -n` says whether it is there",
    r"\S*pip install ": "fetches packages; tests/packaging installs them",
    r"python3? -m venv ": "writes outside of the folder; tests/packaging makes environments",
    r"git ": "needs the repository that this one was cloned from",
    r"(install|echo|cp) .* /etc/": "writes outside of the folder; tests/deploy reads the units",
    r"(systemctl|journalctl) ": "needs a machine that systemd runs",
    r"docker compose ": "needs an engine that keeps running; tests/deploy runs the image, and compose reads the files",
    r"(DATABASE_URL=\S+ )?(python -m bot|bulls-and-cows)$": "serves until it is stopped; most tests do it",
    r"python -m sandbox -- ": "serves until it is stopped; tests/sandbox does it",
    r"python -m solver play ": "asks a person; tests/solver/cli answers",
    r"python -m solver build ": "searches for minutes; tests/solver/building builds small trees",
    r"python -m benchmarks": "measures for minutes, on an idle machine; tests/benchmarks runs each for a moment",
    r"python -m faults": "goes on for minutes; tests/faults runs it with fixed seeds",
    r"(\.venv/bin/)?python -m (pytest|tests\.golden)": "is tests, or writes what they compare with",
}
"""How they begin, and why they are not run."""


def patterns_for(command: str) -> list[str]:
    """The patterns of the table that a command fits."""
    return [pattern for pattern in NOT_RUN if re.match(pattern, command)]
