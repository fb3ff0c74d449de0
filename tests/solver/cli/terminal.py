"""A real terminal with a game running in it."""

import os
import re
from types import TracebackType
from typing import Self

import pexpect  # type: ignore[import-untyped]

from tests.solver.cli.running import PATIENCE, PYTHON, ROOT


class Terminal:
    """`python -m solver …` at a terminal; what one types comes back on it, as everywhere."""

    def __init__(self, arguments: str, columns: int = 120) -> None:
        self._child = pexpect.spawn(
            PYTHON,
            ["-m", "solver", *arguments.split()],
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}},
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=(50, columns),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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

    def types(self, line: str) -> None:
        """Type a line."""
        self._child.sendline(line)

    def presses(self, letter: str) -> None:
        """Press a control key: "c", "d"."""
        self._child.sendcontrol(letter)

    def ends(self) -> tuple[str, int | None]:
        """What else is said until the program has ended, and its exit code as shells count it."""
        self._child.expect(pexpect.EOF)
        said = str(self._child.before)
        self._child.close()
        killed_by: int | None = self._child.signalstatus
        return said, self._child.exitstatus if killed_by is None else 128 + killed_by


def guess_made(terminal: Terminal, number: int) -> str:
    guess = terminal.sees(rf"Guess {number}: (\w+)   \(\d+ candidates? left\)")[1]
    terminal.reads("Your reply: ")
    return guess
