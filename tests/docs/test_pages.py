"""Every command that a page shows does what it says there, or is listed with the reason why no test can run it.

A shell runs them, with a database, and the sandbox in the place of Telegram. Its `python -m` is a fork, as most bots
of tests are: pages start Python some forty times. And no page and no list names what is not there.
"""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from shutil import copy, copytree
from subprocess import CompletedProcess
from textwrap import dedent

import pytest
import pytest_asyncio

from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE
from sandbox.server import SandboxServer
from tests.bot import fork_client
from tests.bot.environment import SETTINGS
from tests.bot.forked_bot import fork_server
from tests.bot.storage.transferable import filled
from tests.distribution import APART, TOGETHER, costly_but, rank, scope_of
from tests.mutants import mutants
from tests.needs import ROOT

PAGES = sorted(
    page
    for place in ROOT.iterdir()
    if not place.name.startswith(".")  # what was installed has pages of its own
    for page in (place.rglob("*.md") if place.is_dir() else [place])
    if page.suffix == ".md"
)
FENCED = re.compile(r"^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
REMARK = re.compile(r"(^|\s{2,})#.*")


@dataclass(frozen=True, slots=True)
class Shown:
    """A command on a page, and what the page says that it prints; empty where it says nothing."""

    page: str
    command: str
    output: str = ""


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def shown_on(page: str, text: str) -> Iterator[Shown]:
    """The commands on one page: the lines between the fences of `sh`, the prompts between those of `console`."""
    for block in FENCED.finditer(text):
        language, lines = block["language"], dedent(block["text"])
        if (page, language) == ("docs/solver.md", "console"):
            continue  # tests/solver/test_docs.py runs these, in its own process
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


PROGRAMS = {
    "bin/bulls-and-cows": "python -m bot",
    "bin/bulls-and-cows-solver": "python -m solver",
    ".venv/bin/python": "python",
}
"""What `pip install .` and `make run` would bring."""
DATABASE = "postgresql://user:password@host:5432/name"
"""Stands on the pages for a database of PostgreSQL."""
HANGS = 5 * PATIENCE
"""Seconds after which a command waits for somebody: a start alone has taken a minute on a machine with much to do."""
FIRST = {"python -m bot restore ": "rm -f data/bot.db*"}
"""What the page says in words that must be done before a command."""


@dataclass(frozen=True, slots=True)
class Place:
    """The folder, and the settings of the bot there."""

    folder: Path
    settings: Mapping[str, str]

    def furnish(self, database: Path) -> None:
        """Put into it what pages take for granted: a bot's database, what is installed, and what a checkout has."""
        for name in (".venv/bin", "bin", "data", "deploy", "somewhere/else"):
            (self.folder / name).mkdir(parents=True)
        copytree(ROOT / "bot" / "locales", self.folder / "bot" / "locales")
        copy(ROOT / ".env.example", self.folder)
        copy(database, self.folder / "data" / "bot.db")
        forking = f"{sys.executable} -SE {fork_client.__file__} {fork_server().fileno()}"
        for name, command in {**PROGRAMS, "bin/python": forking}.items():
            program = self.folder / name
            program.write_text(f'#!/bin/sh\nexec {command} "$@"\n', "utf-8")
            program.chmod(0o755)

    def run(self, command: str, database: str = DATABASE) -> CompletedProcess[str]:
        """Run it to its end, after what must be done first; there is a folder `somewhere/else`."""
        prepared = "".join(f"{first}\n" for start, first in FIRST.items() if command.startswith(start))
        command = command.replace("/somewhere/else", "somewhere/else").replace(DATABASE, database)
        programs = [str(self.folder / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
        around = {"PATH": os.pathsep.join(programs), "PYTHONPATH": str(ROOT), "COLUMNS": "200", **self.settings}
        return subprocess.run(
            ["/bin/sh", "-euc", prepared + command], cwd=self.folder, env=os.environ | around, text=True,
            capture_output=True, stdin=subprocess.DEVNULL, timeout=HANGS, check=False,
            pass_fds=[fork_server().fileno()],
        )  # fmt: skip


SESSION = pytest.mark.asyncio(loop_scope="session")
SHOWN = [each for page in PAGES for each in shown_on(name_of(page), page.read_text("utf-8"))]
RUN = [each for each in SHOWN if not patterns_for(each.command)]
ON_A_SERVER = [each for each in RUN if DATABASE in each.command]
HERE = {page: [each for each in RUN if each.page == page and each not in ON_A_SERVER] for page in {e.page for e in RUN}}
LONG_PAGES = {"README.md", "docs/keeping.md", "docs/operating.md"}
ONLY_LISTED = dict.fromkeys(each.command for each in SHOWN if patterns_for(each.command))
MODULE = re.compile(r"python -m (\w[\w.]*)")
PROGRAM = re.compile(r"(?:DATABASE_URL=\S+ )?(?:python -m (?!pip|venv|hatchling|pytest|tests)|bulls-and-cows)\S*.*")
TEXT = "\n".join(page.read_text("utf-8") for page in PAGES)
MADE = sorted({*re.findall(r"`make ([a-z-]+)", "\n".join((TEXT, *(f"`{each.command}" for each in SHOWN))))})


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bot's database with one of each."""
    file = tmp_path_factory.mktemp("served") / "bot.db"
    asyncio.run(filled(file))
    return file


@pytest_asyncio.fixture(loop_scope="session")
async def place(tmp_path: Path, database: Path) -> AsyncIterator[Place]:
    async with SandboxServer() as server:
        settings = {**dict.fromkeys(SETTINGS, ""), "BOT_TOKEN": server.token, "BOT_API_URL": server.url}
        made = Place(tmp_path, settings)
        made.furnish(database)
        yield made


def has_done(each: Shown, done: CompletedProcess[str]) -> None:
    assert done.returncode == 0, f"{each.command}\n{done.stdout}\n{done.stderr}"
    if each.output:
        assert done.stdout.strip() == each.output


def options_shown() -> dict[str, str]:
    """The options of programs that are not run, by what stands before them: on several pages there may be others."""
    found: dict[str, str] = {}
    for command in filter(PROGRAM.fullmatch, ONLY_LISTED):
        program, dashes, options = command.partition(" -- ")[0].partition(" --")
        found[program] = found.get(program, "") + dashes + options
    return found


@SESSION
@pytest.mark.parametrize("page", costly_but(HERE.keys() - LONG_PAGES, sorted(page for page in HERE if HERE[page])))
async def test_the_commands_of_a_page_do_what_it_says(page: str, place: Place) -> None:
    for each in HERE[page]:
        has_done(each, await asyncio.to_thread(place.run, each.command))


@SESSION
@pytest.mark.parametrize("each", [pytest.param(each, id=each.command) for each in ON_A_SERVER])
async def test_a_command_for_postgresql_does_what_it_says(each: Shown, place: Place, postgres: Cluster) -> None:
    url = await postgres.new_database()
    has_done(each, await asyncio.to_thread(place.run, each.command, url))


@SESSION
@pytest.mark.parametrize(("program", "options"), options_shown().items(), ids=options_shown())
async def test_a_program_that_is_not_run_has_options_that_are_shown(program: str, options: str, place: Place) -> None:
    done = await asyncio.to_thread(place.run, f"{program}{options} --help")
    assert done.returncode == 0, done.stderr
    assert [option for option in re.findall(r" (--[a-z-]+)", options) if option not in done.stdout] == []


@SESSION
@pytest.mark.costly
async def test_a_program_starts_where_nothing_is_imported_yet(place: Place) -> None:
    """Which a fork cannot tell. All at once: none is worth a test of its own."""
    modules = {module for each in SHOWN if PROGRAM.fullmatch(each.command) for module in MODULE.findall(each.command)}
    assert modules >= {"bot", "solver", "sandbox", "faults", "benchmarks"}
    for module in sorted(modules):
        done = await asyncio.to_thread(place.run, f"{sys.executable} -m {module} --help")
        assert (done.returncode, done.stderr, done.stdout[:7]) == (0, "", "usage: "), module


@pytest.mark.parametrize("made", MADE)
def test_what_is_made_is_in_the_makefile(made: str) -> None:
    dry = subprocess.run(["make", "-n", made], cwd=ROOT, capture_output=True, text=True, check=False)
    assert dry.returncode == 0, dry.stderr


@SESSION
@pytest.mark.parametrize("program", ["bot", "solver"])
async def test_every_command_that_the_text_names_is_there(program: str, place: Place) -> None:
    named = set(re.findall(rf"`python -m {program} ([a-z][a-z-]+)", TEXT))
    known = await asyncio.to_thread(place.run, f"python -m {program} --help")
    assert len(named) > 2
    assert [name for name in named if not re.search(rf"\b{name}\b", known.stdout)] == []


def test_each_page_with_a_fence_is_read_and_what_is_run_listed_or_set_there_is_known() -> None:
    assert len(RUN) > 10
    fenced = {name_of(page) for page in PAGES if "```sh\n" in page.read_text("utf-8")}
    assert {each.page for each in SHOWN} >= fenced
    assert set(NOT_RUN) == {pattern for each in SHOWN for pattern in patterns_for(each.command)}
    named = sorted(set(re.findall(r"python -m (\w[\w.]*\w)", TEXT)))
    assert [name for name in named if find_spec(name) is None] == []
    makes = (each.command for each in SHOWN if each.command.startswith("make "))
    given = {name for command in makes for name in re.findall(r" (\w+)=", command)}
    assert given <= set(re.findall(r"\$\((\w+)\)", (ROOT / "Makefile").read_text("utf-8")))


def test_remarks_and_outputs_are_no_commands() -> None:
    page = "```sh\n# first\na b && c   # why\n```\n\n1. x\n\n   ```console\n   $ d   # why\n   e  # f\n   $ g\n   ```\n"
    wanted = Shown("x.md", "a b"), Shown("x.md", "c"), Shown("x.md", "d", "e  # f"), Shown("x.md", "g")
    assert (*shown_on("x.md", page),) == wanted


# What is named
LINK = re.compile(r"\]\((?!https?:)(?P<page>[^)#\s]*)(?:#(?P<heading>[^)\s]+))?\)|src=\"(?P<picture>[^\":]+)\"")
PLACE = re.compile(
    r"(?<![\w/<>…])(?:bot|solver|sandbox|faults|benchmarks|tests|docs|deploy)(?:/[\w-]+)+(?:\.\w+)*(?![\w<*-])"
)
"""A file or folder of the repository."""
MAPS = ("README.md", "CONTRIBUTING.md", "docs/architecture.md")
"""The pages that say where to look for what."""


def anchors(page: Path) -> set[str]:
    """What links to headings of a page may end with."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def leads_somewhere(page: Path, link: re.Match[str]) -> bool:
    """Whether there is such a file, and such a heading in it."""
    target = page.parent / (link["page"] or link["picture"] or page.name)
    return target.exists() and (link["heading"] is None or link["heading"] in anchors(target))


def test_there_are_links_to_follow_and_every_one_leads_somewhere() -> None:
    links = [(page, link) for page in PAGES for link in LINK.finditer(page.read_text("utf-8"))]
    assert len(links) > 10
    assert any(link["heading"] for _, link in links)
    assert [(name_of(page), link.group()) for page, link in links if not leads_somewhere(page, link)] == []


@pytest.mark.parametrize("page", MAPS)
def test_every_place_that_is_named_is_there(page: str) -> None:
    places = PLACE.findall((ROOT / page).read_text("utf-8"))
    assert len(places) > 2
    assert [place for place in places if not (ROOT / place).exists()] == []


QUOTED = re.compile(rf"`({PLACE.pattern}/?)`")


def test_every_place_that_a_page_of_docs_quotes_is_there() -> None:
    pages = [page for page in PAGES if page.is_relative_to(ROOT / "docs")]
    quoted = {(name_of(page), place) for page in pages for place in QUOTED.findall(page.read_text("utf-8"))}
    assert len(quoted) > 100
    assert sorted((page, place) for page, place in quoted if not (ROOT / place).exists()) == []


def test_every_decision_is_in_the_index_once() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = re.findall(r"^- \[.+?\]\((.+?)\)", (folder / "README.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(page.name for page in folder.glob("*.md") if page.name != "README.md")


def test_every_page_of_docs_is_in_the_contents_once_and_the_first_page_leads_there() -> None:
    folder = ROOT / "docs"
    contents = (folder / "README.md").read_text("utf-8")
    listed = re.findall(r"^- \[.+?\]\((.+?)\): ", contents, re.MULTILINE)
    pages = {page.name for page in folder.glob("*.md")} - {"README.md"} | {INDEX_OF_DECISIONS}
    assert sorted(each for each in listed if not each.startswith("../")) == sorted(pages)
    assert "(docs/README.md)" in (ROOT / "README.md").read_text("utf-8")


INDEX_OF_DECISIONS = "decisions/README.md"
"""It has the pages of its folder, as another test holds."""


def test_contributing_is_read_in_one_sitting() -> None:
    assert len((ROOT / "CONTRIBUTING.md").read_text("utf-8").split()) <= 1_500


def test_every_number_that_a_decision_had_leads_to_one_page() -> None:
    index = (ROOT / "docs" / "decisions" / "README.md").read_text("utf-8")
    numbered = [int(number) for number, _ in re.findall(r"^\| (\d+) \| \[.+?\]\((.+?)\) \|", index, re.MULTILINE)]
    assert numbered == sorted(set(numbered))
    assert len(numbered) > 60


def test_the_decisions_are_read_in_one_sitting() -> None:
    pages = [page for page in (ROOT / "docs" / "decisions").glob("*.md") if page.name != "README.md"]
    assert sum(len(page.read_text("utf-8").split()) for page in pages) <= 12_000


def test_whatever_is_named_is_there_and_those_that_stand_apart_share_nothing() -> None:
    assert [place for place in (*APART, *TOGETHER) if not (ROOT / place).exists()] == []
    sources = {file: (ROOT / file).read_text("utf-8") for file in APART}
    by_a_file = ('scope="module"', "hall: Stage", "lobby: Stage")
    assert [file for file, source in sources.items() for shared in by_a_file if shared in source] == []


def test_the_longest_begin_first_and_one_by_one_and_what_is_compiled_is_compiled_by_one_process() -> None:
    first, other = f"{APART[0]}::test_a", f"{APART[0]}::test_b"
    compiled, other_compiled = "tests/solver/building/test_build.py::test_c", "tests/solver/cli/test_trees.py::test_d"
    assert rank(first) == rank(other) < rank(compiled) < rank("tests/test_x.py")
    assert scope_of(first) != scope_of(other)
    assert (scope_of(compiled), scope_of("tests/test_x.py::test_e")) == (scope_of(other_compiled), None)


def test_each_of_the_list_of_faults_can_still_be_put_in_and_there_are_tests_that_are_to_notice_it() -> None:
    assert len(mutants()) >= 40
    for mutant in mutants():
        assert (ROOT / mutant.file).read_text("utf-8").count(mutant.was) == 1, mutant
        assert [test for test in mutant.tests if not (ROOT / test).exists()] == []
