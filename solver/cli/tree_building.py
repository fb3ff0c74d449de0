"""Builds a tree, with a progress bar that shows lower bound and best total."""

from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from solver.building.arrays import HEAVY
from solver.building.build import CannotBuild, all_cores, build, cluster, processes
from solver.building.job import OtherBuild, Task
from solver.cli.output import BadInput, Progress
from solver.tree import Tree, as_bytes

UNKNOWN = "?"
COMPILING = "compiling…"


def built_tree(options: Namespace) -> tuple[Tree, Path]:
    """Build the tree that the options describe, and write its file. Raises BadInput."""
    task = Task(options.variant, options.objective, width=options.width)
    file = options.out or Path(f"{task.variant.shape}.{task.objective}{f'.w{task.width}' * bool(task.width)}.tree")
    if file.is_dir() or not file.parent.is_dir():
        raise BadInput(f"{str(file)!r} cannot be written: name a file in a folder that exists")
    with _workers(options) as (executor, workers), Progress() as progress:
        compiling = iter((COMPILING,))  # the first message comes before any worker has answered

        def tell(done: int, total: int, bound: int | None, best: int | None) -> None:
            progress(done, total, next(compiling, f"bound {_cost_text(bound)}…{_cost_text(best)}"))

        progress.note(COMPILING)
        try:
            tree = build(task, file.with_suffix(".journal"), executor, workers, tell)
        except (CannotBuild, OtherBuild) as error:
            raise BadInput(str(error)) from None
    file.write_bytes(as_bytes(tree))
    return tree, file


@contextmanager
def _workers(options: Namespace) -> Iterator[tuple[Executor, int]]:
    """The executor of the jobs, and its number of workers."""
    with ExitStack() as stack:
        if options.scheduler is None:
            workers = options.workers or all_cores()
            yield stack.enter_context(processes(workers)), workers
            return
        try:
            at_work = stack.enter_context(cluster(options.scheduler))
        except (OSError, ValueError) as error:
            raise BadInput(f"no scheduler answers at {options.scheduler}: {error}") from None
        yield at_work


def _cost_text(cost: int | None) -> str:
    """A total; for objectives with heavy costs, the number of these first."""
    if cost is None:
        return UNKNOWN
    heavy, guesses = divmod(cost, HEAVY)
    return f"{heavy}+{guesses}" if heavy else str(guesses)
