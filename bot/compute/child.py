"""What runs in a solver process. It is imported there anew, so it imports little."""

import os
import pickle
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import connection, parent_process
from typing import Any


@dataclass(frozen=True, slots=True)
class NoThought:
    """The result of a function that raised ValueError."""

    error: ValueError


def prepare(niceness: int) -> None:
    """Set the process's niceness; end it on SIGTERM and when the bot's process ends, which may be killed.

    Ctrl-C is ignored here: the bot handles it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if niceness and hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()


def _watch(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(0)


def pickled_thought(about: Callable[..., Any], given: tuple[Any, ...]) -> bytes:
    """The function's result, pickled; NoThought if it raises ValueError."""
    try:
        thought = about(*given)
    except ValueError as error:  # the arguments make no sense: whoever asked is told
        thought = NoThought(error)
    return pickle.dumps(thought, pickle.HIGHEST_PROTOCOL)
