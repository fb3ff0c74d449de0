"""What the tests of the command line share: running it here, in a process of its own, and at a real terminal."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import pexpect  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[3]
PYTHON = sys.executable
OLD_CODES = "4B0C 3B0C 2B0C 2B1C 2B2C 1B0C 1B1C 1B2C 1B3C 0B0C 0B1C 0B2C 0B3C 0B4C"
"""The replies of four different symbols by number."""
PATIENCE = 300  # compiling takes its time on a busy machine

JsonOf = Callable[[str], dict[str, Any]]
Read = Callable[[str], str]
Refused = Callable[..., str]


def process(arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    command = [PYTHON, "-m", "solver", *arguments.split()]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False, **more)


def one_object(text: str) -> dict[str, Any]:
    assert text.count("\n") == 1
    found = json.loads(text)
    assert isinstance(found, dict)
    return found


def object_of(arguments: str) -> dict[str, Any]:
    done = process(f"{arguments} --json")
    assert (done.returncode, done.stderr) == (0, "")
    return one_object(done.stdout)


def refusal_of(arguments: str, **more: Any) -> str:
    done = process(arguments, **more)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    return done.stderr


class Terminal:
    """`python -m solver …` at a terminal; what one types comes back on it, as everywhere."""

    def __init__(self, arguments: str, columns: int = 120) -> None:
        self._child = pexpect.spawn(
            PYTHON, ["-m", "solver", *arguments.split()], cwd=ROOT, encoding="utf-8", timeout=PATIENCE,
            env={name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}},
            dimensions=(50, columns),
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._child.close(force=True)

    def sees(self, pattern: str) -> re.Match[str]:
        """Wait until the pattern appears; the text before it is past then."""
        self._child.expect(pattern)
        found: re.Match[str] = self._child.match
        return found

    def reads(self, text: str) -> str:
        """Wait until exactly this text appears; what came before it."""
        self._child.expect_exact(text)
        return str(self._child.before)

    def says(self, line: str, *texts: str) -> str:
        """Type a line, and read these texts one after the other; what came before the last."""
        self._child.sendline(line)
        return [self.reads(text) for text in texts][-1] if texts else ""

    def guess(self, number: int) -> str:
        """The computer's guess of that number, to which it awaits the reply."""
        guess = self.sees(rf"Guess {number}: (\w+)   \(\d+ candidates? left\)")[1]
        self.reads("Your reply: ")
        return guess

    def ends(self, key: str = "") -> tuple[str, int | None]:
        """What else is said until the program has ended, after a control key if any, and its exit code as in shells."""
        if key:
            self._child.sendcontrol(key)
        self._child.expect(pexpect.EOF)
        said = str(self._child.before)
        self._child.close()
        killed_by: int | None = self._child.signalstatus
        return said, self._child.exitstatus if killed_by is None else 128 + killed_by
