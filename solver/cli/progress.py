"""A progress bar on a terminal; no output anywhere else."""

import shutil
import sys
import time
from types import TracebackType
from typing import Self, TextIO

BAR = 24
PAUSE = 0.1
CLEAR = "\r\x1b[K"


class Progress:
    """A line that says how much is done, how long the rest will take, and what else there is to say.

    It is written on stderr if that is a terminal, at most ten times a second, and wiped out at the end:

        with Progress() as progress:
            progress(done, total, "bound 26274…26301")
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._shown = self._stream.isatty()
        self._next = time.monotonic()
        self._begun: tuple[float, int, int] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._write(CLEAR)

    def __call__(self, done: int, total: int, beside: str = "") -> None:
        """Show that `done` of `total` is done, with `beside` next to it.

        The remaining time is estimated from what was done since the first call; another total starts anew.
        """
        now = time.monotonic()
        if self._begun is None or self._begun[2] != total or done < self._begun[1]:
            self._begun = (now, done, total)
        if not self._shown or (now < self._next and done < total):
            return
        self._next = now + PAUSE
        started, before, _ = self._begun
        self._show(line(done, total, now - started, beside, before))

    def note(self, text: str) -> None:
        """Show a text before there is anything to count."""
        if self._shown:
            self._show(text)

    def _show(self, text: str) -> None:
        self._write(CLEAR + text[: shutil.get_terminal_size().columns - 1])

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def line(done: int, total: int, seconds: float, beside: str = "", before: int = 0) -> str:
    """The text of the line after so many seconds; `before`: what had been done when they began."""
    full = BAR * done // total if total else BAR
    parts = [f"[{'#' * full}{'.' * (BAR - full)}]", f"{done}/{total}"]
    if before < done < total:
        parts.append(f"{_duration(seconds * (total - done) / (done - before))} left")
    return "  ".join([*parts, beside] if beside else parts)


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
