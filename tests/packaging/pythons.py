"""The Pythons of this machine on which the project promises to run."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROMISE = "Programming Language :: Python :: 3."
TELL = "import ensurepip, sys, venv; print(sys.version_info[1], sys.version_info.releaselevel)"


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
    told = subprocess.run([python, "-c", TELL], capture_output=True, text=True, check=False)
    return told.stdout.split() == [str(version), "final"]
