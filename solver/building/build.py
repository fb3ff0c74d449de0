"""Builds a tree: jobs go to workers and their solutions into the plan, until no better tree is possible."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context, parent_process
from pathlib import Path

import numpy as np

from solver.building.job import Job, Search, Solution, Task, solve
from solver.building.journal import Journal
from solver.building.objectives import DEPTHS, HEAVY
from solver.building.plan import NOT_FOUND, Opening
from solver.symmetry import different_questions
from solver.tree import Tree

Report = Callable[[int, int, int | None, int | None], None]
"""Called with the second guesses decided, their number, the lower bound and the best total (None: none yet)."""
MARKS = 64
MOST_WORKERS = 256


class CannotBuild(ValueError):
    """The search cannot build a tree for this game. The message says why."""


def build(task: Task, journal_file: Path, executor: Executor, workers: int, report: Report) -> Tree:
    """The best tree for the task; with width 0 (every guess tried) it is proven optimal. Raises CannotBuild."""
    if task.variant.words or task.variant.length * len(task.variant.alphabet) > MARKS:
        raise CannotBuild(f"{task.variant.name}: trees are built for places x symbols up to {MARKS}, and not for words")
    if task.variant.size == 1:
        raise CannotBuild(f"{task.variant.name} has but one code: there is nothing to guess")
    if task.objective == "max" and not task.most:
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
        if opening.bound < best.cost or opening is best:
            _search_opening(opening, journal, executor, workers, report)
        best = min(best, opening, key=lambda other: other.cost)
    if best.cost >= NOT_FOUND or (task.objective == "max" and best.cost >= HEAVY):
        raise CannotBuild(f"no tree of {task.variant.name} ends every game within {task.most or DEPTHS} guesses")
    return replace(best.tree(), proven=not task.width)


def _shortest(task: Task, journal_file: Path, executor: Executor, workers: int, report: Report) -> Tree:
    """The tree with the least maximum of guesses, and of such trees the one with the least mean."""
    for most in range(2, DEPTHS):
        journal = journal_file.with_suffix(f".{most}{journal_file.suffix}")
        try:
            return build(replace(task, most=most), journal, executor, workers, report)
        except CannotBuild:
            continue
    raise CannotBuild(f"no tree of {task.variant.name} ends every game within {DEPTHS} guesses")


def _roots(search: Search) -> list[int]:
    variant = search.task.variant
    pool = different_questions(variant, ()).astype(np.int32)
    ranked = [root for root, _ in search.ranked(np.arange(variant.size, dtype=np.int32), pool, 1)]
    return ranked[:1] if search.task.width else ranked


def _search_opening(opening: Opening, journal: Journal, executor: Executor, workers: int, report: Report) -> None:
    jobs = opening.jobs()
    at_work: set[Future[Solution]] = set()
    while True:
        at_work |= {executor.submit(solve, job) for job in _first(jobs, workers + 1 - len(at_work))}
        _report(opening, report)
        if not at_work:
            return
        done, at_work = wait(at_work, return_when=FIRST_COMPLETED)
        for future in done:
            answer = future.result()
            journal.append(answer)
            opening.replies[answer.job.reply].learn(answer)


def _first(jobs: Iterator[Job], count: int) -> Iterator[Job]:
    for _, job in zip(range(count), jobs, strict=False):
        yield job


def _report(opening: Opening, report: Report) -> None:
    everything = sum(len(reply.guesses) for reply in opening.replies.values())
    waiting = sum(len(reply.waiting) for reply in opening.replies.values())
    bound = None if opening.task.width else opening.bound
    report(everything - waiting, everything, bound, opening.cost if opening.cost < NOT_FOUND else None)


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
