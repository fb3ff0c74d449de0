"""Printing, whatever takes it: any encoding, a pipe that nobody reads, a full disk, nothing at all."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

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
