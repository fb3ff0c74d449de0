"""The journal of a build: solutions of jobs are appended as they come, so that a killed build resumes."""

import base64
import json
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from solver.building.job import Job, Solution, Task
from solver.tree import packed_nodes, unpacked_nodes


class OtherBuild(ValueError):
    """The journal belongs to a build with other settings."""


class Journal:
    """JSON lines: the settings of the build, then a solution a line. A line cut short by a kill is skipped."""

    def __init__(self, file: Path, task: Task) -> None:
        self.file = file
        head = {"shape": task.variant.shape, "objective": task.objective, "most": task.most, "width": task.width}
        self._head = json.dumps(head) + "\n"
        self._task = task

    def answers(self) -> Iterator[Solution]:
        """The solutions in the file. Raises OtherBuild if it was begun with other settings."""
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

    def append(self, solution: Solution) -> None:
        """Append a solution."""
        job = solution.job
        entry: dict[str, int | str] = {
            "root": job.root,
            "reply": job.reply,
            "guess": job.guess,
            "budget": job.budget,
            "bound": solution.bound,
        }
        if solution.branch is not None:
            entry["branch"] = base64.b64encode(packed_nodes(solution.branch)).decode()
        with self.file.open("a", encoding="utf-8") as file:
            file.write("\n" * (not self._ends_well()) + json.dumps(entry) + "\n")

    def _ends_well(self) -> bool:
        with self.file.open("rb") as file:
            file.seek(-1, 2)
            return file.read(1) == b"\n"

    def _read(self, entry: dict[str, int | str]) -> Solution:
        numbers = {name: int(entry[name]) for name in ("root", "reply", "guess", "budget")}
        solution = Solution(Job(self._task, **numbers), int(entry["bound"]))
        return (
            replace(solution, branch=unpacked_nodes(base64.b64decode(str(entry["branch"]))))
            if "branch" in entry
            else solution
        )
