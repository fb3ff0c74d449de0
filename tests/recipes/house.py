"""A copy of the sources in which what was made up has been made."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

from tests.recipes.made_up import RECIPES
from tests.recipes.recipe import ROOT, Recipe, Step, text_after

FOLDERS = ("bot", "solver", "sandbox", "faults", "tests")
FILES = ("README.md", "docs/commands.md", "docs/keeping.md", "docs/settings.md", "pyproject.toml", ".env.example")
FIGURES = "solver/data/strength.jsonl"
LONG_AGO = 1_000_000_000
PLAINLY = ("-p", "no:cacheprovider", "--assert=plain")
"""Nothing is rewritten: some of what is to be is imported already."""


class House(ExitStack):
    """The copy."""

    def __init__(self, folder: Path, recipes: Sequence[Recipe] = RECIPES) -> None:
        super().__init__()
        self.folder = folder
        self._steps = tuple(step for recipe in recipes for step in recipe.steps)
        self._figures_before: dict[Step, bytes] = {}
        self._seconds = count(LONG_AGO)
        for name in FOLDERS:
            copytree(ROOT / name, folder / name, ignore=ignore_patterns("__pycache__"))
        (folder / "docs").mkdir()
        for name in FILES:
            copy(ROOT / name, folder / name)
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(folder)}
        command, pipe = [sys.executable, "-m", "tests.recipes.forks"], subprocess.PIPE
        forks = subprocess.Popen(command, cwd=folder, env=environment, stdin=pipe, stdout=pipe, text=True)
        self._forks = self.enter_context(forks)

    def build(self) -> None:
        """Make everything."""
        for file in {change.file for step in self._steps for change in step.changes}:
            self._write(file, None)
        for step in self._steps:
            if step.measures:
                self._figures_before[step] = (self.folder / FIGURES).read_bytes()
                status, said = self.run("solver", "strength", *step.measures)
                assert status == 0, said

    @contextmanager
    def without(self, step: Step) -> Iterator[None]:
        """Everything but that step is made."""
        figures = (self.folder / FIGURES).read_bytes()
        for change in step.changes:
            self._write(change.file, step)
        if step.measures:
            self._put(FIGURES, self._figures_before[step])
        yield
        for change in step.changes:
            self._write(change.file, None)
        if step.measures:
            self._put(FIGURES, figures)

    def run(self, module: str, *arguments: str) -> tuple[int, str]:
        """The exit status of a module in the copy, and what it said."""
        said, options = self.folder / "said.txt", PLAINLY if module == "pytest" else ()
        assert self._forks.stdin is not None
        assert self._forks.stdout is not None
        print(json.dumps([str(said), module, *options, *arguments]), file=self._forks.stdin, flush=True)
        status = int(self._forks.stdout.readline())
        return status, said.read_text("utf-8")

    def _write(self, file: str, without: Step | None) -> None:
        """The file with all changes but those of one step; a new one is only there if there are some."""
        steps = (step for step in self._steps if step is not without)
        changes = [change for step in steps for change in step.changes if change.file == file]
        if not changes and not (ROOT / file).exists():
            (self.folder / file).unlink(missing_ok=True)
            return
        self._put(file, text_after(file, changes).encode())

    def _put(self, file: str, content: bytes) -> None:
        """Write a file, at a time of its own: whoever has compiled it before sees that it is another."""
        path = self.folder / file
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        seconds = next(self._seconds)
        os.utime(path, (seconds, seconds))
