"""Tracebacks for logs and database, without values: an error's message may quote what somebody wrote."""

import sqlite3
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]
PLAIN = "tells_no_values"
"""The attribute of exceptions whose message may be logged: their author vouches that it holds no value."""
DEEPEST = 20
"""The most exceptions of a chain that are shown."""


def trace_of(error: BaseException) -> str:
    """Where the exception came from, cause by cause: files, lines of code and types."""
    return "\n".join(_trace_text(each) for each in _chain(error, set()))


def trace_of_info(exc_info: ExcInfo) -> str:
    """The same for logging's `exc_info`."""
    return trace_of(exc_info[1])


def _chain(error: BaseException | None, seen: set[int]) -> Iterator[BaseException]:
    """The chain of exceptions: causes first, then the exception itself and what it groups."""
    if error is None or id(error) in seen or len(seen) >= DEEPEST:
        return
    seen.add(id(error))
    yield from _chain(error.__cause__ or (None if error.__suppress_context__ else error.__context__), seen)
    yield error
    for part in getattr(error, "exceptions", ()):
        yield from _chain(part, seen)


def _trace_text(error: BaseException) -> str:
    frames = "".join(traceback.format_tb(error.__traceback__))
    return f"Traceback (most recent call last):\n{frames}{_kind(error)}"


def _kind(error: BaseException) -> str:
    """The exception's type, with its message if that comes from the system or its author vouches for it."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    said: Any = str(error) if getattr(error, PLAIN, False) else None
    if isinstance(error, OSError):
        said = error.strerror
    if isinstance(error, sqlite3.OperationalError):
        said = str(error)  # about schema, disk or statement; values are bound, not quoted
    return name if said is None else f"{name}: {said}"
