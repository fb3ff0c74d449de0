"""The packages that a lock names, as files: fetched once with the very versions and hashes, then kept."""

import hashlib
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.packaging.environment import Environment

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")


def entries(*names: str) -> str:
    """The part of the lock about these packages; all of it without names."""
    every = re.split(r"^(?=\w)", LOCK, flags=re.MULTILINE)
    return "".join(entry for entry in every if not names or re.split(r"[=\s]", entry)[0] in names)


def fetched(environment: Environment, kept: Path, *names: str) -> Path:
    """A folder with what the lock says for the environment's Python: of these packages, or all without names.

    From the index at the first time only, as `make test` has it.
    """
    wanted = entries(*names)
    folder = kept / f"{environment.tag()}-{hashlib.sha256(wanted.encode()).hexdigest()[:16]}"
    if not folder.is_dir():
        with TemporaryDirectory(dir=kept) as fresh:
            lock, files = Path(fresh, "lock"), Path(fresh, "files")
            lock.write_text(wanted, "utf-8")
            environment.pip("download", "--require-hashes", "--no-deps", "--prefer-binary", "-r", lock, "-d", files)
            _keep(files, folder)
    return folder


def _keep(files: Path, folder: Path) -> None:
    try:
        files.rename(folder)
    except OSError:  # another process has fetched the same meanwhile
        if not folder.is_dir():
            raise
