"""Builds a tree: jobs go to workers and their solutions into the plan, until no better tree is possible."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from multiprocessing import get_context, parent_process
from pathlib import Path

import numpy as np

from solver.building.arrays import BOUNDED, DEPTHS, TOO_LONG, UNSOLVED
from solver.building.job import Job, Journal, Search, Solution, Task, solve
from solver.feedback import all_codes, as_code
from solver.symmetry import different_questions
from solver.tree import STORED_FROM, Branch, Tree, branch_of

Report = Callable[[int, int, int | None, int | None], None]
"""Called with the second guesses decided, their number, the lower bound and the best total (None: none yet)."""
MARKS = 64
LONGEST = DEPTHS - 1
"""The search finds no longer games."""
MOST_WORKERS = 256


class CannotBuild(ValueError):
    """The search cannot build a tree for this game. The message says why."""


def build(task: Task, journal_file: Path, executor: Executor, workers: int, report: Report) -> Tree:
    """The best tree for the task; with width 0 (every guess tried) it is proven optimal. Raises CannotBuild."""
    if task.variant.words or task.variant.length * len(task.variant.alphabet) > MARKS:
        raise CannotBuild(f"{task.variant.name}: trees are built for places x symbols up to {MARKS}, and not for words")
    if task.variant.size == 1:
        raise CannotBuild(f"{task.variant.name} has but one code: there is nothing to guess")
    if task.objective in BOUNDED and not task.most:
        return _shortest(task, journal_file, executor, workers, report)
    journal = Journal(journal_file, task)
    search = Search(task)
    openings = [Opening(search, root) for root in _roots(search)]
    known = {opening.root: opening for opening in openings}
    for answer in journal.answers():
        known[answer.job.root].replies[answer.job.reply].learn(answer)
    del search
    best = openings[0]
    for opening in openings:
        _search_opening(opening, min(best.cost, TOO_LONG), journal, executor, workers, report)
        best = min(best, opening, key=lambda other: other.cost)
    if best.cost >= TOO_LONG:
        raise CannotBuild(f"no tree of {task.variant.name} ends every game within {task.most or LONGEST} guesses")
    return replace(best.tree(), proven=not task.width)


def _shortest(task: Task, journal_file: Path, executor: Executor, workers: int, report: Report) -> Tree:
    """The best tree with the least maximum of guesses, which is found first: whether there is one is soon known."""
    for most in range(2, LONGEST + 1):
        tried = replace(task, objective="worst", most=most)
        with suppress(CannotBuild):
            tree = build(
                tried, journal_file.with_suffix(f".worst{most}{journal_file.suffix}"), executor, workers, report
            )
            break
    else:
        raise CannotBuild(f"no tree of {task.variant.name} ends every game within {LONGEST} guesses")
    if task.objective == tried.objective:
        return tree
    journal_file = journal_file.with_suffix(f".{most}{journal_file.suffix}")
    return build(replace(task, most=most), journal_file, executor, workers, report)


def _roots(search: Search) -> list[int]:
    variant = search.task.variant
    pool = different_questions(variant, ()).astype(np.int32)
    ranked = [root for root, _ in search.ranked(search.secrets, pool, 1)]
    return ranked[:1] if search.task.width else ranked


def _search_opening(
    opening: "Opening", limit: int, journal: Journal, executor: Executor, workers: int, report: Report
) -> None:
    """Search until the opening's best tree is known, or that none of its trees costs less than the limit."""
    while opening.bound < min(limit, opening.cost):
        jobs = opening.jobs(limit)
        at_work: set[Future[Solution]] = set()
        while True:
            if opening.bound < limit:
                at_work |= {executor.submit(solve, job) for job in _first(jobs, workers + 1 - len(at_work))}
            _report(opening, report)
            if not at_work:
                break
            done, at_work = wait(at_work, return_when=FIRST_COMPLETED)
            for future in done:
                answer = future.result()
                journal.append(answer)
                opening.replies[answer.job.reply].learn(answer)


def _first(jobs: Iterator[Job], count: int) -> Iterator[Job]:
    for _, job in zip(range(count), jobs, strict=False):
        yield job


def _report(opening: "Opening", report: Report) -> None:
    everything = sum(len(reply.guesses) for reply in opening.replies.values())
    waiting = sum(len(reply.waiting) for reply in opening.replies.values())
    bound = None if opening.task.width else opening.bound
    report(everything - waiting, everything, bound, opening.cost if opening.cost < TOO_LONG else None)


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """A pool of worker processes on this machine; they end if the build is killed."""
    workers = min(workers, MOST_WORKERS)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_end_with_parent) as executor:
        yield executor


def _end_with_parent() -> None:
    threading.Thread(target=_end_after_parent, daemon=True).start()


def _end_after_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster, and how many they are. Raises CannotBuild where there are none."""
    from distributed import Client  # noqa: PLC0415 -- an extra, for clusters only

    with Client(address) as client:  # type: ignore[no-untyped-call]
        if not (workers := sum(client.nthreads().values())):
            raise CannotBuild(f"the scheduler at {address} has no workers yet: start some with `dask worker {address}`")
        yield client.get_executor(pure=False), workers


def all_cores() -> int:
    """The number of processor cores, at least 1."""
    return os.cpu_count() or 1


# The plan of a build: for each first guess and reply, the second guesses that may still be better.


@dataclass(slots=True)
class Reply:
    """One reply to a first guess: the second guesses to try, the best tree so far, and a bound for all that is left."""

    index: int
    size: int
    guesses: list[int]
    """The most promising first."""
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
        if solution.branch is not None and solution.bound < self.cost:
            self.cost, self.branch = solution.bound, solution.branch
        if self.waiting.get(solution.job.guess, UNSOLVED) < solution.bound:
            self.waiting[solution.job.guess] = solution.bound
        if solution.job.task.width:  # what a narrow search has not found is not looked for again
            self.waiting.pop(solution.job.guess, None)
        for guess, bound in list(self.waiting.items()):
            if bound >= self.cost:
                del self.waiting[guess]


class Opening:
    """A first guess with its replies."""

    def __init__(self, search: Search, root: int) -> None:
        task = search.task
        self.task, self.root, self.size = task, root, len(search.secrets)
        asked = (as_code(all_codes(task.variant)[root]),)
        pool = different_questions(task.variant, asked).astype(np.int32)
        parts = search.parts(search.secrets, root, 1)
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
        return Reply(index, size, [guess for guess, _ in tried], TOO_LONG, waiting=dict(tried))

    @property
    def cost(self) -> int:
        """The cost of the best tree so far; TOO_LONG or more if a part of it is not known yet."""
        return self._with(reply.cost for reply in self.replies.values())

    @property
    def bound(self) -> int:
        """The lower bound of every tree with this first guess."""
        return self._with(reply.bound for reply in self.replies.values())

    def _with(self, costs: Iterator[int]) -> int:
        return self.size * self.step + self.settled + sum(costs)

    def jobs(self, limit: int) -> Iterator[Job]:
        """The jobs to try, the most promising of the largest parts first, with the current budgets.

        Where a tree is known, what the limit leaves is shared out among the replies by their size: if each exceeds its
        share, no tree of the opening is below the limit.
        """
        replies = sorted((reply for reply in self.replies.values() if reply.waiting), key=lambda reply: -reply.size)
        members, left = sum(reply.size for reply in replies), limit - self.bound
        shares = {reply.index: reply.bound + 1 + left * reply.size // members for reply in replies}
        rank = 0
        while any(rank < len(reply.guesses) for reply in replies):
            for reply in replies:
                if rank >= len(reply.guesses):
                    continue
                guess, budget = reply.guesses[rank], reply.cost
                if limit < TOO_LONG:
                    budget = min(budget, shares[reply.index])
                if reply.waiting.get(guess, UNSOLVED) < budget:
                    yield Job(self.task, self.root, reply.index, guess, budget)
            rank += 1

    def tree(self) -> Tree:
        """The best tree so far."""
        below = {index: reply.branch for index, reply in self.replies.items() if reply.branch is not None}
        nodes = branch_of(self.root, self.size, self.part_sizes, below)
        return Tree(self.task.variant, self.task.objective, proven=False, nodes=nodes)
