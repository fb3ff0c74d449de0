"""What the thinking processes are asked in tests. They import it, so it imports little."""

import os
import signal
import time
from pathlib import Path


def noted(file: str, word: str) -> str:
    with Path(file).open("a", encoding="utf-8") as stream:
        stream.write(f"{word}\n")
    return word


def for_ever(file: str) -> None:
    noted(file, "begun")
    time.sleep(1000)


def until_there(file: str) -> str:
    """Comes to its end once there is a file of that name with `.done` behind it."""
    noted(file, "begun")
    while not Path(f"{file}.done").exists():
        time.sleep(0.005)
    return noted(file, "done")


def let_end(file: str) -> None:
    Path(f"{file}.done").touch()


def lasting(seconds: float, name: int) -> int:
    time.sleep(seconds)
    return name


def deadly(file: str, times: int) -> str:
    if len(words_in(file)) < times:
        noted(file, "died")
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    return noted(file, "lived")


def process(_number: int) -> tuple[int, int]:
    """The process that thinks, and how nice it is."""
    return os.getpid(), os.nice(0)


def senseless() -> None:
    raise ValueError("no game")


def broken() -> None:
    raise ZeroDivisionError("over nothing")


def words_in(file: str) -> list[str]:
    return Path(file).read_text("utf-8").split() if Path(file).exists() else []
