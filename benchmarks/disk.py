"""How long the disk itself takes to make a write safe."""

import os
import time
from pathlib import Path

PIECE = os.urandom(16 * 1024)
"""As much as a commit of a few updates writes."""
FILE = 4 * 2**20
"""Bytes after which writing begins at the start again, as SQLite does in its write-ahead log."""
flush = getattr(os, "fdatasync", os.fsync)  # macOS and Windows have only the latter


def flushes(folder: Path, count: int) -> list[float]:
    """Write so many pieces to a file in the folder, one after the other; returns the seconds that each flush took."""
    path = folder / "flushed"
    file = os.open(path, os.O_CREAT | os.O_RDWR)
    try:
        return [_flush(file, place * len(PIECE) % FILE) for place in range(count)]
    finally:
        os.close(file)
        path.unlink()


def _flush(file: int, offset: int) -> float:
    os.lseek(file, offset, os.SEEK_SET)
    os.write(file, PIECE)
    began = time.perf_counter()
    flush(file)
    return time.perf_counter() - began
