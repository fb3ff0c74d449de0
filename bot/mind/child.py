"""What runs in a thinking process. It is imported there anew, so it imports little."""

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
    """That there is nothing to think about, and why."""

    error: ValueError


def prepare(niceness: int) -> None:
    """Be as nice to others, end at once when told to, and with the bot: one that is killed cannot stop its thinkers.

    Ctrl-C is the bot's to hear.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if niceness and hasattr(os, "nice"):  # Windows knows none
        os.nice(niceness)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()


def _watch(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(0)


def pickled_thought(about: Callable[..., Any], given: tuple[Any, ...]) -> bytes:
    """What the function comes to, pickled; or NoThought where what it is given makes no sense."""
    try:
        thought = about(*given)
    except ValueError as error:  # what was asked about is no game: whoever asked is told
        thought = NoThought(error)
    return pickle.dumps(thought, pickle.HIGHEST_PROTOCOL)
