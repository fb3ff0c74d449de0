"""Functions compiled by numba, kept on disk for the processes that come after.

Numba asks whether the file of a function has changed, not the files of those that it calls. So what was compiled lies
in a folder named after all the sources: whoever changes one of them has everything compiled anew.
"""

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numba

_CONFIG: Any = numba.config
"""Its attributes come about when it is loaded."""
HERE = Path(__file__).parent
SOURCES = ("arrays.py", "compiled.py", "guesses.py", "least.py", "memory.py", "objectives.py")


def cache_folder(places: tuple[Path, ...]) -> Path | None:
    """Where compiled functions are kept: in the first of the places that can be written to; None if none can."""
    digest = hashlib.sha256(b"".join((HERE / name).read_bytes() for name in SOURCES)).hexdigest()[:16]
    folders = (place / f"compiled-{digest}" for place in places)
    return next((folder for folder in folders if _is_writable(folder)), None)


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _places() -> tuple[Path, ...]:
    """Beside the sources; where these are read-only, at home. Nobody else can write there, and what lies there runs."""
    if _CONFIG.CACHE_DIR:
        return (Path(_CONFIG.CACHE_DIR),)
    return HERE / "__pycache__", Path("~/.cache/bulls-and-cows").expanduser()


def _decorator(folder: Path | None) -> Callable[..., Any]:
    if folder is None:
        return partial(numba.njit, nogil=True)
    _CONFIG.CACHE_DIR = str(folder)
    return partial(numba.njit, nogil=True, cache=True)


compiled = _decorator(cache_folder(_places()))
"""Compiles a function when it is called first, unless another process has done so before.

A search may take minutes. It lets other threads work meanwhile, since a cluster loses workers that do not report for
long: nogil, which functions that call each other must all have or none.
"""
