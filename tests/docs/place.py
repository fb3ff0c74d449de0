"""A folder in which commands of the pages run: a database, and the sandbox in the place of Telegram.

A shell runs them. Its `python -m` is a fork, as most bots of tests are: pages start Python some forty times.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import copy, copytree
from subprocess import CompletedProcess

from sandbox.client import PATIENCE
from tests.bot import fork_client
from tests.bot.forked_bot import fork_server
from tests.docs.pages import ROOT

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
