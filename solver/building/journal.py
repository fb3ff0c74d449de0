"""Answers of jobs, written down as they come, so that a killed build goes on where it was."""

import base64
import json
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from solver.building.job import Job, Solved, Task
from solver.tree import packed, unpacked


class OtherBuild(ValueError):
    """The journal belongs to a build with other settings."""


class Journal:
    """A file of lines: first what is built, then an answer a line. A line cut short by a kill is left out."""

    def __init__(self, file: Path, task: Task) -> None:
        self.file = file
        head = {"shape": task.variant.shape, "objective": task.objective, "most": task.most, "width": task.width}
        self._head = json.dumps(head) + "\n"
        self._task = task

    def answers(self) -> Iterator[Solved]:
        """What was written down so far. Raises OtherBuild."""
        written = self.file.read_text("utf-8") if self.file.exists() else ""
        if self._head.startswith(written):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(self._head, "utf-8")
        elif not written.startswith(self._head):
            raise OtherBuild(f"{self.file} was begun with other settings: finish that build, or delete the file")
        for line in written.splitlines()[1:]:
            try:
                yield self._read(json.loads(line))
            except (ValueError, zlib.error):
                continue

    def note(self, solved: Solved) -> None:
        """Write an answer down."""
        job = solved.job
        entry: dict[str, int | str] = {
            "root": job.root,
            "reply": job.reply,
            "guess": job.guess,
            "budget": job.budget,
            "bound": solved.bound,
        }
        if solved.branch is not None:
            entry["branch"] = base64.b64encode(packed(solved.branch)).decode()
        with self.file.open("a", encoding="utf-8") as file:
            file.write("\n" * (not self._ends_well()) + json.dumps(entry) + "\n")

    def _ends_well(self) -> bool:
        with self.file.open("rb") as file:
            file.seek(-1, 2)
            return file.read(1) == b"\n"

    def _read(self, entry: dict[str, int | str]) -> Solved:
        numbers = {name: int(entry[name]) for name in ("root", "reply", "guess", "budget")}
        solved = Solved(Job(self._task, **numbers), int(entry["bound"]))
        return replace(solved, branch=unpacked(base64.b64decode(str(entry["branch"])))) if "branch" in entry else solved
