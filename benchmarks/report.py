"""Figures as text."""

import os
import platform
import time
from collections.abc import Callable, Iterable, Sequence


def machine() -> str:
    """The machine, and its load average."""
    runs = (
        f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}, {platform.system()}"
    )
    return f"{runs}; load of the last minute before we began: {os.getloadavg()[0]:.1f}"


def aligned(lines: Sequence[Sequence[str]]) -> str:
    """Aligned columns, the first to the left and the rest to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join((first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))))
        for first, *rest in lines
    )


def milliseconds(works: Iterable[Callable[[], object]]) -> list[float]:
    """Milliseconds of processor time for each."""
    took = []
    for work in works:
        began = time.process_time()
        work()
        took.append(1000 * (time.process_time() - began))
    return took
