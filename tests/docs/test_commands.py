"""Every command that a page shows does what it says there, or is listed with the reason why no test can run it.

A shell runs them, with a database, and the sandbox in the place of Telegram. Its `python -m` is a fork, as most bots
of tests are: pages start Python some forty times.
"""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from shutil import copy, copytree
from subprocess import CompletedProcess

import pytest
import pytest_asyncio

from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE
from sandbox.server import SandboxServer
from tests.bot import fork_client
from tests.bot.environment import SETTINGS
from tests.bot.forked_bot import fork_server
from tests.bot.storage.transferable import filled
from tests.distribution import costly_but
from tests.docs.pages import NOT_RUN, PAGES, ROOT, Shown, name_of, patterns_for, shown, shown_on

PROGRAMS = {
    "bin/bulls-and-cows": "python -m bot",
    "bin/bulls-and-cows-solver": "python -m solver",
    ".venv/bin/python": "python",
}
"""What `pip install .` and `make run` would bring."""
DATABASE = "postgresql://user:password@host:5432/name"
"""Stands on the pages for a database of PostgreSQL."""
PLACEHOLDERS = {"/somewhere/else": "somewhere/else"}
"""What else on the pages stands for something, and for what."""
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

    def run(self, command: str, placeholders: Mapping[str, str] = PLACEHOLDERS) -> CompletedProcess[str]:
        """Run it to its end, after what must be done first."""
        prepared = "".join(f"{first}\n" for start, first in FIRST.items() if command.startswith(start))
        for placeholder, real in placeholders.items():
            command = command.replace(placeholder, real)
        programs = [str(self.folder / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
        around = {"PATH": os.pathsep.join(programs), "PYTHONPATH": str(ROOT), "COLUMNS": "200", **self.settings}
        return subprocess.run(
            ["/bin/sh", "-euc", prepared + command], cwd=self.folder, env=os.environ | around, text=True,
            capture_output=True, stdin=subprocess.DEVNULL, timeout=HANGS, check=False,
            pass_fds=[fork_server().fileno()],
        )  # fmt: skip


SESSION = pytest.mark.asyncio(loop_scope="session")
SHOWN = shown()
RUN = [each for each in SHOWN if not patterns_for(each.command)]
ON_A_SERVER = [each for each in RUN if DATABASE in each.command]
HERE = {page: [each for each in RUN if each.page == page and each not in ON_A_SERVER] for page in {e.page for e in RUN}}
LONG_PAGES = {"README.md", "docs/keeping.md", "docs/operating.md"}
ONLY_LISTED = dict.fromkeys(each.command for each in SHOWN if patterns_for(each.command))
MODULE = re.compile(r"python -m (\w[\w.]*)")
PROGRAM = re.compile(r"(?:DATABASE_URL=\S+ )?(?:python -m (?!pip|venv|hatchling|pytest|tests)|bulls-and-cows)\S*.*")
TEXT = "\n".join(page.read_text("utf-8") for page in PAGES)
TEXTS = TEXT, *(f"`{each.command}" for each in SHOWN)
MADE = {made for text in TEXTS for made in re.findall(r"`make ([a-z-]+)", text)}


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
    for command in ONLY_LISTED:
        if PROGRAM.fullmatch(command):
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
    has_done(each, await asyncio.to_thread(place.run, each.command, {**PLACEHOLDERS, DATABASE: url}))


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


@pytest.mark.parametrize("made", sorted(MADE))
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
