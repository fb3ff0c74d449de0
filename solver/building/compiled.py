"""Compiles functions by numba, and caches them on disk for later processes.

Numba checks whether the file of a function has changed, but not the files of the functions that it calls. So the cache
folder is named by the hash of all the sources: changing one of them compiles everything anew.
"""

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numba

_CONFIG: Any = numba.config
"""Annotated as Any because its attributes are created at import time."""
HERE = Path(__file__).parent
SOURCES = ("arrays.py", "compiled.py", "guesses.py", "least.py", "memory.py", "objectives.py")


def cache_folder(places: tuple[Path, ...]) -> Path | None:
    """The cache folder, in the first of the places that is writable; None if none is."""
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
    """The places for the cache: beside the sources or in the user's home.

    Its files are executed, so no shared folder.
    """
    if _CONFIG.CACHE_DIR:
        return (Path(_CONFIG.CACHE_DIR),)
    return HERE / "__pycache__", Path("~/.cache/bulls-and-cows").expanduser()


def _decorator(folder: Path | None) -> Callable[..., Any]:
    if folder is None:
        return partial(numba.njit, nogil=True)
    _CONFIG.CACHE_DIR = str(folder)
    return partial(numba.njit, nogil=True, cache=True)


compiled = _decorator(cache_folder(_places()))
"""Compiles a function at its first call, unless it is in the cache.

A search may take minutes. It releases the interpreter's lock (nogil), since a cluster loses workers that do not report
for long. Functions that call each other must all have nogil, or none.
"""
