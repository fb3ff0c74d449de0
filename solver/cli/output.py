"""What commands print, whatever takes it: errors of one line, text tables, histograms, pictures, progress."""

import io
import os
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

from solver.contradictions import Suspect
from solver.evaluate import Evaluation
from solver.information import Information
from solver.variant import Variant

# Errors that are printed in one line, without a traceback.


class BadInput(Exception):
    """The input is invalid. The message is for whoever typed it; the exit code is 2."""


class Failure(Exception):
    """A check failed. The message says what is wrong; the exit code is 1."""


def nearest(typed: str, names: Iterable[str]) -> str:
    """`; did you mean NAME?` for the name most similar to what was typed; empty if none is similar."""
    near = get_close_matches(typed.lower(), names, 1)
    return f"; did you mean {near[0]}?" if near else ""


# Printing, whatever takes it: any encoding, a pipe that nobody reads, a full disk, nothing at all.

BROKEN_PIPE = 141
"""The exit status by which shells report SIGPIPE."""


@contextmanager
def printing() -> Iterator[None]:
    r"""Write out at the end what is printed within; exits where nobody takes it.

    What an encoding does not have is printed as Python writes it, such as `\u2713`.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # whoever started the process has closed it
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        yield
    except OSError as error:
        if error.filename is None:
            _write_out("\n")  # exits if the error is about this output; it may be about anything else
        raise
    finally:
        _write_out()


def _write_out(last: str = "") -> None:
    try:
        sys.stdout.write(last)
        sys.stdout.flush()
    except OSError as error:
        # Otherwise Python would try to write the rest again at exit, and fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(BROKEN_PIPE if isinstance(error, BrokenPipeError) else f"output: {error.strerror}")


# Plain-text tables.


def text_table(head: Sequence[str], rows: Sequence[Sequence[str]], sides: str = "<>") -> str:
    """A table with a side for each column, < for texts and > for numbers; the last holds for all others too."""
    lines = [head, *rows]
    sides = sides.ljust(len(head), sides[-1])
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    return "\n".join(_line(line, widths, sides) for line in lines)


def quantity(number: int, singular: str, plural: str = "") -> str:
    """`1 code`, `2 codes`."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def decimals(number: float | None, places: int = 3) -> str:
    """A fraction for a table; empty for None."""
    return "" if number is None else f"{number:.{places}f}"


def _line(cells: Sequence[str], widths: Sequence[int], sides: str) -> str:
    placed = [f"{cell:{side}{width}}" for cell, side, width in zip(cells, sides, widths, strict=True)]
    return "  ".join(placed).rstrip()


# An evaluation as a histogram, for programs and for people.

BAR = 50


def figures_of(evaluation: Evaluation) -> dict[str, Any]:
    """An evaluation as the data of --json."""
    return {
        "secrets": evaluation.secrets,
        "total": evaluation.total,
        "mean": evaluation.mean,
        "max": evaluation.max,
        "histogram": {str(guesses): secrets for guesses, secrets in sorted(evaluation.histogram.items())},
    }


def histogram_text(evaluation: Evaluation) -> str:
    """An evaluation as text, with bars."""
    most = max(evaluation.histogram.values())
    rows = [
        (str(guesses), str(secrets), "#" * -(-BAR * secrets // most))
        for guesses, secrets in sorted(evaluation.histogram.items())
    ]
    table = text_table(("guesses", "secrets", ""), rows, ">><")
    return (
        f"{quantity(evaluation.secrets, 'secret')}, {quantity(evaluation.total, 'guess', 'guesses')} in all: "
        f"{evaluation.mean:.4f} on average, {evaluation.max} at most\n\n{table}"
    )


# The same as a picture. This is the only importer of matplotlib, an optional dependency.


class Plot:
    """A file to draw into. Raises BadInput at once if that is not possible, before anything is computed."""

    def __init__(self, name: str) -> None:
        self._path = Path(name)
        if self._path.suffix.lower() != ".png" or not self._path.parent.is_dir():
            raise BadInput(f"{name!r} cannot be drawn into: name a .png file in a folder that exists")
        try:
            from matplotlib.figure import Figure  # noqa: PLC0415 -- large, and needed for this alone
        except ImportError:
            raise BadInput("plots need the extra `plots`: pip install '.[plots]' in the project's folder") from None
        self._figure = Figure(figsize=(8, 4.5), layout="constrained")

    def draw(self, evaluation: Evaluation, title: str) -> None:
        """Draw how many secrets took how many guesses. Raises BadInput if the file cannot be written."""
        axes = self._figure.subplots()
        guesses = range(1, evaluation.max + 1)
        bars = axes.bar(guesses, [evaluation.histogram.get(number, 0) for number in guesses], color="#3a7ca5")
        axes.bar_label(bars)
        axes.set(title=f"{title}: {evaluation.mean:.4f} guesses on average", xlabel="guesses", ylabel="secrets")
        axes.set_xticks(guesses)
        axes.spines[["top", "right"]].set_visible(False)
        try:
            self._figure.savefig(self._path, dpi=150)
        except OSError as error:
            raise BadInput(f"{self._path} cannot be written: {error.strerror}") from None


# The information table of a guess, for people.

INFORMATION_HEAD = ("reply", "codes", "p", "H left", "h brought")


def information_text(variant: Variant, table: Information) -> str:
    """The table as text, below a line with the guess's expected information."""
    rows = [
        (
            str(reply.feedback),
            str(reply.count),
            decimals(reply.share, 4),
            decimals(reply.left),
            decimals(reply.information),
        )
        for reply in table.replies
    ]
    candidates = table.replies[0].total
    rows.append(("sum", str(candidates), decimals(1, 4), "", decimals(table.bits)))
    consistent = "consistent" if table.consistent else "not consistent"
    return (
        f"{variant.format(table.guess)}: {table.bits:.4f} bits, {consistent}; {quantity(candidates, 'candidate')},"
        f" at worst {table.worst} left, {table.expected:.2f} on average, {quantity(table.parts, 'part')}\n\n"
        f"{text_table(INFORMATION_HEAD, rows)}"
    )


# Replies that may be wrong, in words.


def suspect_in_lines(variant: Variant, suspect: Suspect, *name: str) -> list[tuple[str, ...]]:
    """Lines of a table: `name`, `turn 2: 4561 not 0B1C but 1B0C`, and the codes then; a line for each reply."""
    changes = [
        f"turn {change.turn}: {variant.format(change.guess)} not {change.said} but {change.could_be}"
        for change in suspect.changes
    ]
    first, *others = changes
    nothing = tuple("" for _ in name)
    return [(*name, first, str(suspect.candidates)), *((*nothing, f"  and {other}", "") for other in others)]


# A progress bar on a terminal; no output anywhere else.

PROGRESS_BAR = 24
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
    full = PROGRESS_BAR * done // total if total else PROGRESS_BAR
    parts = [f"[{'#' * full}{'.' * (PROGRESS_BAR - full)}]", f"{done}/{total}"]
    if before < done < total:
        parts.append(f"{_duration(seconds * (total - done) / (done - before))} left")
    return "  ".join([*parts, beside] if beside else parts)


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
