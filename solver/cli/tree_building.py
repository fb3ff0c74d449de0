"""Builds a tree, or a mixture of trees, with a progress bar that shows lower bound and best total."""

from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from solver.building.arrays import HEAVY
from solver.building.build import CannotBuild, Report, all_cores, build, cluster, processes
from solver.building.job import OtherBuild, Task
from solver.cli.output import BadInput, Progress
from solver.mixture import Mixture, write_mixture
from solver.tree import Tree, as_bytes

UNKNOWN = "?"
COMPILING = "compiling…"


def built_tree(options: Namespace) -> tuple[Tree, Path]:
    """Build the tree that the options describe, and write its file. Raises BadInput."""
    task = Task(options.variant, options.objective, width=options.width)
    file = options.out or Path(f"{task.variant.shape}.{task.objective}{f'.w{task.width}' * bool(task.width)}.tree")
    if file.is_dir() or not file.parent.is_dir() or file.suffix == ".journal":
        raise BadInput(f"{str(file)!r} cannot be written: name a file in a folder that exists, and no .journal")
    with _workers(options) as (executor, workers), _reporting() as report:
        tree = build(task, file.with_suffix(".journal"), executor, workers, report)
    file.write_bytes(as_bytes(tree))
    return tree, file


def built_mixture(options: Namespace) -> Mixture:
    """Build a mixture of trees of the variant, and write its files. Raises BadInput."""
    from solver.building.mixing import build_mixture  # noqa: PLC0415 -- it needs scipy, which trees do not

    folder: Path = options.build
    if not folder.is_dir():
        raise BadInput(f"{str(folder)!r} is no folder")
    with _workers(options) as (executor, workers), _reporting() as report:
        mixture = build_mixture(options.variant, folder, executor, workers, report)
    write_mixture(mixture, folder)
    return mixture


@contextmanager
def _reporting() -> Iterator[Report]:
    """A progress bar. Raises BadInput where nothing can be built."""
    compiling = iter((COMPILING,))  # the first message comes before any worker has answered
    with Progress() as progress:

        def tell(done: int, total: int, bound: int | None, best: int | None) -> None:
            progress(done, total, next(compiling, f"bound {_cost_text(bound)}…{_cost_text(best)}"))

        progress.note(COMPILING)
        try:
            yield tell
        except (CannotBuild, OtherBuild) as error:
            raise BadInput(str(error)) from None


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
