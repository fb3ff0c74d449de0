"""Jobs of a build: the best tree after a first guess, its reply, and a second guess. They run in worker processes."""

import threading
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.building.arrays import NO_GUESS, UNSOLVED, Game, Memory, Workspace, game_of, memory_of, workspace_of
from solver.building.guesses import load_marks, rate_all
from solver.building.least import divide, least, try_guess
from solver.building.memory import hash_of, slot_of
from solver.building.objectives import OBJECTIVES
from solver.symmetry import different_questions
from solver.tables import all_codes, as_code
from solver.tree import STORED_FROM, Branch, branch_of
from solver.variant import Variant

Members = NDArray[np.int32]
MEMORY_BITS = 23
AT_WORK = threading.Lock()
"""Workspace and transposition table serve one job at a time, however many threads a cluster's workers have."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is built: an objective of a variant, with at most `width` guesses tried for a set (0: all of them)."""

    variant: Variant
    objective: str = "mean"
    most: int = 0
    width: int = 0


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
        members = self.parts(np.arange(self.task.variant.size, dtype=np.int32), job.root, 1)[job.reply]
        codes = all_codes(self.task.variant)
        third = different_questions(self.task.variant, (as_code(codes[job.root]), as_code(codes[job.guess])))
        self.workspace.third[0] = len(third)
        self.workspace.third[1 : 1 + len(third)] = third
        load_marks(self.game, self.workspace, members, 2)
        asked = self.game.anywhere[job.root]
        cost = try_guess(self.game, self.memory, self.workspace, members, job.guess, 2, job.budget, asked, 0)
        if cost >= job.budget:
            return Solution(job, int(cost))
        branch, cost = self._branch(members, job.guess, 2, asked)
        return Solution(job, cost, branch)

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
            below[reply], more = self._branch(part, self._best_guess(part, number + 1, asked), number + 1, asked)
            cost += more
        return branch_of(guess, len(members), map(len, parts.values()), below), cost

    def _best_guess(self, members: Members, number: int, asked: np.uint64) -> int:
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
