"""The plan of a build: for each first guess and reply, the second guesses that may still be better."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from solver.building.job import Job, Search, Solution
from solver.building.objectives import HEAVY
from solver.symmetry import different_questions
from solver.tables import all_codes, as_code
from solver.tree import STORED_FROM, Branch, Tree, branch_of

NOT_FOUND = 1 << 58


@dataclass(slots=True)
class Reply:
    """One reply to a first guess: the second guesses to try, the best tree so far, and a bound for all that is left."""

    index: int
    size: int
    guesses: list[tuple[int, int]]
    cost: int
    branch: Branch | None = None
    waiting: dict[int, int] = field(default_factory=dict)
    """Guesses that are not decided, each with a lower bound of its trees' cost."""

    @property
    def bound(self) -> int:
        """The lower bound of this reply's cost."""
        return min(self.cost, *self.waiting.values()) if self.waiting else self.cost

    def learn(self, solution: Solution) -> None:
        """Add the solution of a job."""
        self.waiting.pop(solution.job.guess, None)
        if solution.branch is not None and solution.bound < self.cost:
            self.cost, self.branch = solution.bound, solution.branch
        for guess, bound in list(self.waiting.items()):
            if bound >= self.cost:
                del self.waiting[guess]


class Opening:
    """A first guess with its replies."""

    def __init__(self, search: Search, root: int) -> None:
        task = search.task
        self.task, self.root, self.size = task, root, task.variant.size
        asked = (as_code(all_codes(task.variant)[root]),)
        pool = different_questions(task.variant, asked).astype(np.int32)
        parts = search.parts(np.arange(self.size, dtype=np.int32), root, 1)
        self.part_sizes = [len(part) for part in parts.values()]
        self.step = int(search.game.step[1])
        self.settled = sum(int(search.game.lower[2, len(part)]) for part in parts.values() if len(part) < STORED_FROM)
        self.replies = {
            index: self._reply(search.ranked(part, pool, 2), index, len(part))
            for index, part in parts.items()
            if len(part) >= STORED_FROM
        }

    def _reply(self, ranked: list[tuple[int, int]], index: int, size: int) -> Reply:
        tried = ranked[: self.task.width * 2] if self.task.width else ranked
        ceiling = HEAVY if self.task.objective == "max" else NOT_FOUND
        return Reply(index, size, tried, ceiling, waiting=dict(tried))

    @property
    def cost(self) -> int:
        """The cost of the best tree so far; NOT_FOUND or more if a part of it is missing."""
        return self._with(reply.cost for reply in self.replies.values())

    @property
    def bound(self) -> int:
        """The lower bound of every tree with this first guess."""
        return self._with(reply.bound for reply in self.replies.values())

    def _with(self, costs: Iterator[int]) -> int:
        return self.size * self.step + self.settled + sum(costs)

    def jobs(self) -> Iterator[Job]:
        """The jobs to try, the most promising of the largest parts first, with the current budgets."""
        rank = 0
        replies = sorted(self.replies.values(), key=lambda reply: -reply.size)
        while any(rank < len(reply.guesses) for reply in replies):
            for reply in replies:
                if rank < len(reply.guesses) and (guess := reply.guesses[rank][0]) in reply.waiting:
                    yield Job(self.task, self.root, reply.index, guess, reply.cost)
            rank += 1

    def tree(self) -> Tree:
        """The best tree so far."""
        below = {index: reply.branch for index, reply in self.replies.items() if reply.branch is not None}
        nodes = branch_of(self.root, self.size, self.part_sizes, below)
        return Tree(self.task.variant, self.task.objective, proven=False, nodes=nodes)
