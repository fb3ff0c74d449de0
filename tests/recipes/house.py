"""A copy of the sources in which what was made up has been made."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from shutil import copy, copytree, ignore_patterns
from types import TracebackType
from typing import Self

from tests.recipes.made_up import RECIPES
from tests.recipes.recipe import ROOT, Change, Recipe, Step

FOLDERS = ("bot", "solver", "sandbox", "faults", "tests")
FILES = ("README.md", "docs/commands.md", "docs/settings.md", "pyproject.toml", ".env.example")
FIGURES = "solver/data/strength.jsonl"
LONG_AGO = 1_000_000_000


class House:
    """The copy. Whoever leaves a step out in it puts it back."""

    def __init__(self, folder: Path, recipes: Sequence[Recipe] = RECIPES) -> None:
        self.folder = folder
        self._steps = tuple(step for recipe in recipes for step in recipe.steps)
        self._figures_before: dict[Step, bytes] = {}
        self._figures = b""
        self._seconds = count(LONG_AGO)
        for name in FOLDERS:
            copytree(ROOT / name, folder / name, ignore=ignore_patterns("__pycache__"))
        (folder / "docs").mkdir()
        for name in FILES:
            copy(ROOT / name, folder / name)
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(folder)}
        command = [sys.executable, "-m", "tests.recipes.forks"]
        self._forks = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._forks:
            assert self._forks.stdin is not None
            self._forks.stdin.close()

    def build(self) -> None:
        """Make everything."""
        for file in {change.file for step in self._steps for change in step.changes}:
            self._write(file, None)
        for step in self._steps:
            if step.measures:
                self._figures_before[step] = (self.folder / FIGURES).read_bytes()
                status, said = self.run("solver", "strength", *step.measures)
                assert status == 0, said

    def leave_out(self, step: Step) -> None:
        """Make everything but that step."""
        for change in step.changes:
            self._write(change.file, step)
        if step.measures:
            self._figures = (self.folder / FIGURES).read_bytes()
            self._put(FIGURES, self._figures_before[step])

    def put_back(self, step: Step) -> None:
        """Make that step as well."""
        for change in step.changes:
            self._write(change.file, None)
        if step.measures:
            self._put(FIGURES, self._figures)

    def run(self, what: str, *arguments: str) -> tuple[int, str]:
        """The exit status of `pytest` or of a module in the copy, and what it said."""
        said = self.folder / "said.txt"
        assert self._forks.stdin is not None
        assert self._forks.stdout is not None
        print(json.dumps({"what": what, "arguments": arguments, "file": str(said)}), file=self._forks.stdin, flush=True)
        status = int(self._forks.stdout.readline())
        return status, said.read_text("utf-8")

    def _write(self, file: str, without: Step | None) -> None:
        """The file with all changes but those of one step; a new one is only there if there are some."""
        changes = [
            change for step in self._steps if step is not without for change in step.changes if change.file == file
        ]
        original = ROOT / file
        if not changes and not original.exists():
            (self.folder / file).unlink(missing_ok=True)
            return
        text = original.read_text("utf-8") if original.exists() else ""
        self._put(file, _made(changes, text).encode())

    def _put(self, file: str, content: bytes) -> None:
        """Write a file, at a time of its own: whoever has compiled it before sees that it is another."""
        path = self.folder / file
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        seconds = next(self._seconds)
        os.utime(path, (seconds, seconds))


def _made(changes: list[Change], text: str) -> str:
    for change in changes:
        text = change.made(text)
    return text
