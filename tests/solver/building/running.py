"""Programs that the tests start, and end."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[3]
PATIENCE = 300.0
GONE = "XZ"
"""How the system marks processes that have ended."""


@contextmanager
def running(*arguments: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`python -m …` as people run it, what it says going into the log; in the end it is ended."""
    with log.open("wb") as said:
        program = subprocess.Popen([sys.executable, "-m", *arguments], cwd=ROOT, stdout=said, stderr=said)
    try:
        yield program
    finally:
        program.terminate()
        try:
            program.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()


def wait_until(so: Callable[[], bool], why: str) -> None:
    """Return once it is so; a test that waits for ever says what for."""
    given_up = time.monotonic() + PATIENCE
    while not so():
        if time.monotonic() > given_up:
            raise TimeoutError(why)
        time.sleep(0.01)


def descendants(process: int) -> list[int]:
    """The processes that it started, and those that these started."""
    found = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *descendants(child)]
    return found


def has_ended(process: int) -> bool:
    """Whether nothing is left of it but, at most, its exit code."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state in GONE


def kill(process: int) -> None:
    """End it as the system does when memory runs out."""
    os.kill(process, 9)
