"""Jobs of a build: the best tree after a first guess, its reply, and a second guess; and the journal of those done."""

import base64
import json
import threading
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.building.arrays import (
    NO_GUESS,
    OBJECTIVES,
    TOO_LONG,
    UNSOLVED,
    Game,
    Memory,
    Workspace,
    game_of,
    memory_of,
    widths,
    workspace_of,
)
from solver.building.guesses import load_marks, rate_all
from solver.building.least import divide, hash_of, least, slot_of, try_guess
from solver.feedback import all_codes, as_code
from solver.symmetry import different_questions, rows_of_patterns
from solver.tree import STORED_FROM, Branch, branch_of, packed_nodes, unpacked_nodes
from solver.variant import Variant

Members = NDArray[np.int32]
MEMORY_BITS = 23
SCOUT_BITS = 18
SCOUTED = 4
"""The width of the search for a first tree."""
AT_WORK = threading.Lock()
"""Workspace and transposition table serve one job at a time, however many threads a cluster's workers have."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is built: an objective of a variant, with at most `width` guesses tried for a set (0: all of them).

    With `patterns` secrets are of these alone, while every code may be guessed; without any all codes may be secrets.
    """

    variant: Variant
    objective: str = "mean"
    most: int = 0
    width: int = 0
    patterns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """Find a tree below `budget` that goes on with `guess` after `root` and the reply with that index."""

    task: Task
    root: int
    reply: int
    guess: int
    budget: int


@dataclass(frozen=True, slots=True)
class Solution:
    """The solution of a job: a branch that costs less than the budget, or a lower bound of the cost."""

    job: Job
    bound: int
    branch: Branch | None = None


class Search:
    """The arrays of a task and its transposition table."""

    def __init__(self, task: Task) -> None:
        self.task = task
        steps = OBJECTIVES[task.objective](task.most)
        self.game: Game = game_of(task.variant, steps, task.width)
        self.memory: Memory = memory_of(MEMORY_BITS)
        self.secrets: Members = rows_of_patterns(task.variant, task.patterns).astype(np.int32)
        self._reply = {int(key): index for index, key in enumerate(self.game.replies)}
        self.workspace: Workspace = workspace_of(task.variant, task.variant.size)

    def parts(self, members: Members, guess: int, number: int) -> dict[int, Members]:
        """The members by their reply to the guess, as its index; without the winning one."""
        load_marks(self.game, self.workspace, members, number)
        starts, ends, keys, _ = divide(self.game, self.workspace, members, guess, number)
        children = self.workspace.children[number]
        return {
            self._reply[int(key)]: children[start:end].copy()
            for start, end, key in zip(starts, ends, keys, strict=True)
        }

    def ranked(self, members: Members, pool: Members, number: int) -> list[tuple[int, int]]:
        """The guesses of the pool that divide the members, the most promising first, with their lower bounds."""
        load_marks(self.game, self.workspace, members, number)
        rate_all(self.game, self.workspace, pool, len(members), number)
        low, estimate = self.workspace.low[number, : len(pool)], self.workspace.estimate[number, : len(pool)]
        order = [at for at in np.argsort(estimate, kind="stable") if low[at] < UNSOLVED]
        return [(int(pool[at]), int(low[at])) for at in order]

    def solve(self, job: Job) -> Solution:
        """The solution of the job."""
        members = self.parts(self.secrets, job.root, 1)[job.reply]
        self.load_thirds(job.root, job.guess)
        load_marks(self.game, self.workspace, members, 2)
        asked = self.game.anywhere[job.root]
        budget = job.budget
        if budget >= TOO_LONG and not self.task.width:  # without a budget a full search takes far longer
            budget = min(budget, self._scouted(members, job.guess, asked) + 1)
        cost = try_guess(self.game, self.memory, self.workspace, members, job.guess, 2, budget, asked, 0)
        if cost >= budget:
            return Solution(job, int(cost))
        branch, cost = self._branch(members, job.guess, 2, asked)
        return Solution(job, cost, branch)

    def load_thirds(self, root: int, second: int) -> None:
        """Load the third guesses that may follow these two into the workspace, one of each orbit."""
        codes = all_codes(self.task.variant)
        third = different_questions(self.task.variant, (as_code(codes[root]), as_code(codes[second])))
        self.workspace.third[0] = len(third)
        self.workspace.third[1 : 1 + len(third)] = third

    def _scouted(self, members: Members, guess: int, asked: np.uint64) -> int:
        """The cost of a tree that a narrow search finds."""
        narrow = self.game._replace(width=widths(SCOUTED, self.task.variant.size))
        memory = memory_of(SCOUT_BITS)  # what a narrow search finds is no bound
        return int(try_guess(narrow, memory, self.workspace, members, guess, 2, UNSOLVED, asked, 0))

    def _branch(self, members: Members, guess: int, number: int, asked: np.uint64) -> tuple[Branch, int]:
        """The tree that was found, and its cost."""
        asked = asked | self.game.anywhere[guess]
        parts = self.parts(members, guess, number)
        cost = len(members) * int(self.game.step[number])
        below: dict[int, Branch] = {}
        for reply, part in parts.items():
            if len(part) < STORED_FROM:
                cost += int(self.game.lower[number + 1, len(part)])
                continue
            below[reply], more = self._branch(part, self.best_guess(part, number + 1, asked), number + 1, asked)
            cost += more
        return branch_of(guess, len(members), map(len, parts.values()), below), cost

    def best_guess(self, members: Members, number: int, asked: np.uint64) -> int:
        """A guess with which three or more members cost the least. `asked`: a bit for each symbol that was guessed."""
        key = np.uint64(hash_of(self.game, members, number))
        at = slot_of(self.memory, key)
        if at < 0 or self.memory.guess[at] == NO_GUESS:
            if at >= 0:
                self.memory.cost[at] = 0  # a bound found with a smaller budget must not end this search
            least(self.game, self.memory, self.workspace, members, number, 1 << 59, asked)
            at = slot_of(self.memory, key)
        return int(self.memory.guess[at])


@lru_cache(maxsize=1)
def search_for(task: Task) -> Search:
    """The search of a task, cached: the transposition table of one job serves the next."""
    return Search(task)


def solve(job: Job) -> Solution:
    """Solve a job in this process, one at a time. Returns its solution."""
    with AT_WORK:
        return search_for(job.task).solve(job)


# The journal of a build: solutions of jobs are appended as they come, so that a killed build resumes.


class OtherBuild(ValueError):
    """The journal belongs to a build with other settings."""


class Journal:
    """JSON lines: the settings of the build, then a solution a line. A line cut short by a kill is skipped."""

    def __init__(self, file: Path, task: Task) -> None:
        self.file = file
        head = {"shape": task.variant.shape, "objective": task.objective, "most": task.most, "width": task.width}
        self._head = json.dumps(head | ({"patterns": task.patterns} if task.patterns else {})) + "\n"
        self._task = task

    def answers(self) -> Iterator[Solution]:
        """The solutions in the file. Raises OtherBuild if it was begun with other settings."""
        written = self.file.read_text("utf-8", "replace") if self.file.exists() else ""
        if self._head.startswith(written):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(self._head, "utf-8")
        elif not written.startswith(self._head):
            raise OtherBuild(f"{self.file} was begun with other settings: finish that build, or delete the file")
        for line in written.splitlines()[1:]:
            try:
                yield self._read(json.loads(line))
            except (ValueError, KeyError, TypeError, zlib.error):
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
