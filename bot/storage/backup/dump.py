"""Backs up and restores a PostgreSQL database with PostgreSQL's own programs, pg_dump and pg_restore."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bot.storage.backup.copy import CannotBackUp, part_of, placed

LOOK = 0.2
"""Seconds between two looks at how far it has come."""
Tell = Callable[[int], None]
"""Called with the bytes written so far."""


def dump_to(target: Path, url: str, tell: Tell = lambda _done: None) -> int:
    """Dump the database as of one moment, readable by its owner only; returns the bytes. Raises CannotBackUp."""
    part = part_of(target)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        options = ("--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
        with _place(url) as place:
            _run(("pg_dump", *options, f"--dbname={place}"), lambda: tell(part.stat().st_size))
        _run(("pg_restore", "--list", str(part)))
        return placed(part, target)
    except OSError as error:
        raise CannotBackUp(f"{target} cannot be written ({error.strerror})") from None
    finally:
        part.unlink(missing_ok=True)


def restore_from(file: Path, url: str) -> None:
    """Restore a dump into an empty database, all of it or nothing. Raises CannotBackUp."""
    if not file.is_file():
        raise CannotBackUp(f"{file} is not there")
    options = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges")
    with _place(url) as place:
        _run(("pg_restore", *options, f"--dbname={place}", str(file)))


def _run(command: tuple[str, ...], look: Callable[[], None] = lambda: None) -> None:
    """Run one of PostgreSQL's programs, looking at it meanwhile. Raises CannotBackUp."""
    if shutil.which(command[0]) is None:
        raise CannotBackUp(f"{command[0]} is not installed here; it comes with PostgreSQL's client programs")
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            said = _said(process, look)
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise CannotBackUp(f"{command[0]}: {' '.join(said.split()) or 'it failed'}")


def _said(process: "subprocess.Popen[str]", look: Callable[[], None]) -> str:
    """What the program has complained of, once it has ended."""
    while True:
        try:
            return process.communicate(timeout=LOOK)[1]
        except subprocess.TimeoutExpired:
            look()


@contextmanager
def _place(url: str) -> Iterator[str]:
    """The URL for a command line, which everybody on this machine can read: its password is in a file of ours."""
    parts = urlsplit(url)
    user, _, host = parts.netloc.rpartition("@")
    name, _, password = user.partition(":")
    if not password:
        yield url
        return
    with tempfile.NamedTemporaryFile("w", prefix="pgpass") as file:  # readable by its owner only
        escaped = unquote(password).replace("\\", r"\\").replace(":", r"\:")
        file.write(f"*:*:*:*:{escaped}\n")
        file.flush()
        query = f"{parts.query}&passfile={file.name}".lstrip("&")
        yield parts._replace(netloc=f"{name}@{host}", query=query).geturl()
