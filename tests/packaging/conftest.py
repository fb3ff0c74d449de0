"""An environment of its own, far from the checkout, and the packages that a lock names for it."""

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

import pytest

from tests.needs import ROOT

PATIENCE = 300
"""Seconds: packages may come from far away, to a busy machine."""
TAG = "import sys, sysconfig; print(f'{sys.implementation.cache_tag}-{sysconfig.get_platform()}')"
"""Tells what files must be made for to be of use there."""


class Environment:
    """An empty environment of a Python, in a folder that is made for it; commands run in another one beside it."""

    def __init__(self, folder: Path, python: str) -> None:
        self.folder = folder / "environment"
        self.elsewhere = folder / "elsewhere"
        self.elsewhere.mkdir(parents=True)
        made = _run([python, "-m", "venv", str(self.folder)], self.elsewhere)
        assert made.returncode == 0, made.stdout

    def program(self, name: str) -> str:
        return str(self.folder / "bin" / name)

    def run(self, program: str, *arguments: str, **settings: str) -> CompletedProcess[str]:
        """Run one of its programs to the end, with these settings in its environment."""
        return _run([self.program(program), *arguments], self.elsewhere, **settings)

    def pip(self, command: str, *arguments: str | Path) -> None:
        """Run its pip, which must not fail."""
        quiet = ("--quiet", "--disable-pip-version-check")
        done = self.run("python", "-m", "pip", command, *quiet, *map(str, arguments))
        assert done.returncode == 0, done.stderr

    def install(self, *what: str | Path, folder: Path | None = None) -> None:
        """Install from these files and, for what they need, from a folder of files; without one they get nothing."""
        source = ("--no-deps",) if folder is None else ("--find-links", folder)
        self.pip("install", "--no-index", "--no-compile", *source, *what)

    def told(self, source: str) -> str:
        """What a piece of Python prints in it; it must not fail."""
        done = self.run("python", "-c", source)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


def _run(command: list[str], folder: Path, **settings: str) -> CompletedProcess[str]:
    around = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "BOT_TOKEN"}}
    return subprocess.run(
        command, cwd=folder, env=around | settings, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


LOCK = (ROOT / "requirements.lock").read_text("utf-8")


def entries(*names: str) -> str:
    """The part of the lock about these packages; all of it without names."""
    every = re.split(r"^(?=\w)", LOCK, flags=re.MULTILINE)
    return "".join(entry for entry in every if not names or re.split(r"[=\s]", entry)[0] in names)


def fetched(environment: Environment, kept: Path, *names: str) -> Path:
    """A folder with what the lock says for the environment's Python: of these packages, or all without names."""
    return kept_files(kept, environment.told(TAG), entries(*names), partial(environment.pip, "download"))


def kept_files(kept: Path, what_for: str, wanted: str, download: Callable[..., object]) -> Path:
    """A folder with what a lock says, fetched at the first time only: with its very versions and hashes."""
    folder = kept / f"{what_for}-{hashlib.sha256(wanted.encode()).hexdigest()[:16]}"
    if not folder.is_dir():
        with TemporaryDirectory(dir=kept) as fresh:
            lock, files = Path(fresh, "lock"), Path(fresh, "files")
            lock.write_text(wanted, "utf-8")
            download("--require-hashes", "--no-deps", "--prefer-binary", "-r", lock, "-d", files)
            try:
                files.rename(folder)
            except OSError:  # another process has fetched the same meanwhile
                if not folder.is_dir():
                    raise
    return folder


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built by the backend that requirements-dev.lock names."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="session")
def kept(request: pytest.FixtureRequest) -> Path:
    """Where fetched packages are kept from one run to the next."""
    assert request.config.cache is not None
    return request.config.cache.mkdir("packages")
