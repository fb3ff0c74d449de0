"""What tests need besides Python: named and found here alone. A test says `@pytest.mark.needs("promtool")`.

Where that is missing the test skips and says what brings it. tests/test_needs.py hides each of them in turn.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import pytest

from faults.processes.postgres import NotInstalled, binaries

ROOT = Path(__file__).parents[1]
FIRST_RELEASE = "accf1cdc8fd0d8439a0f2b56ca0122180d40ec0d"
"""The commit of 0.1.0: whoever has it has the whole history."""
PROGRAMS = {"chromium": ("chromium-headless-shell", "chromium")}
"""Where several programs do, the first that is here. The shell is Chromium without windows: a page is a fifth of the
work."""
MIRROR = ("indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Origin: Debian", "Label: Debian")
"""Tells where apt has Debian from."""
WITH_OXEN = ":charset=1f402"
"""Fonts with the code point of 🐂, which those of emoji have and others have not."""
ON_PATH = ("chromium", "git", "prometheus", "promtool", "systemd-analyze", "buildah", "docker-compose")
HISTORY = ("-c", "safe.directory=*", "rev-parse", "--verify", "--quiet", f"{FIRST_RELEASE}^{{commit}}")
PROMISE = "Programming Language :: Python :: 3."
TELL = "import ensurepip, sys, venv; print(sys.version_info[1], sys.version_info.releaselevel)"


def _path_of(name: str) -> str | None:
    return next(filter(None, map(shutil.which, PROGRAMS.get(name, (name,)))), None)


def _on_path(name: str) -> bool:
    return _path_of(name) is not None


def _postgres() -> bool:
    try:
        binaries()
    except NotInstalled:
        return False
    return True


def _printed(*command: str) -> str:
    """What a program prints; nothing where it is missing."""
    if not _on_path(command[0]):
        return ""
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def mirrors() -> list[str]:
    """The addresses from which apt has Debian."""
    return _printed("apt-get", *MIRROR).split()


def promised() -> list[int]:
    """The versions that pyproject.toml names: 11 is Python 3.11."""
    named = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["classifiers"]
    return [int(each.removeprefix(PROMISE)) for each in named if each.startswith(PROMISE)]


def at_hand() -> dict[int, str]:
    """A Python of each promised version that is here and can make environments, the one that runs this among them."""
    found = {version: next(filter(lambda each: _is(each, version), _named(version)), None) for version in promised()}
    return {version: python for version, python in found.items() if python is not None}


def _named(version: int) -> Iterator[str]:
    """What may be a Python of that version."""
    if sys.version_info[1] == version:
        yield sys.executable
    if on_path := shutil.which(f"python3.{version}"):
        yield on_path
    kept = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser() / "versions"
    yield from map(str, sorted(kept.glob(f"3.{version}.*/bin/python")))


def _is(python: str, version: int) -> bool:
    return _printed(python, "-c", TELL).split() == [str(version), "final"]


NEEDS: dict[str, Callable[[], bool]] = {
    **{name: partial(_on_path, name) for name in ON_PATH},
    "debootstrap": lambda: os.geteuid() == 0 and _on_path("debootstrap") and bool(mirrors()),
    "postgresql": _postgres,
    "pg_dump": lambda: _on_path("pg_dump") and _on_path("pg_restore"),
    "emoji": lambda: bool(_printed("fc-list", WITH_OXEN)),
    "history": lambda: bool(_printed("git", *HISTORY)),
    "pythons": lambda: len(at_hand()) > 1,
}
"""Whether each of them is here."""
NAMES = {
    "debootstrap": "debootstrap, as root and with a mirror that apt knows,",
    "emoji": "a font with emoji",
    "history": "the history of the project (a clone that is not shallow)",
    "pythons": "another Python that pyproject.toml promises",
}
"""What they are called where the name alone does not tell."""
BY_HAND = frozenset({"history", "pythons"})
"""What `make deps` does not bring."""


@cache
def is_here(name: str) -> bool:
    """Whether this machine has it."""
    return NEEDS[name]()


def require(*names: str) -> None:
    """Skip the test that runs, unless this machine has all of them."""
    for name in names:
        if not is_here(name):
            pytest.skip(f"{NAMES.get(name, name)} is not here{'' if name in BY_HAND else ': make deps'}")


def program(name: str) -> str:
    """The path of that program; the test that runs is skipped where it is missing."""
    require(name)
    found = _path_of(name)
    assert found is not None
    return found
