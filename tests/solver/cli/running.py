"""What the tests of the command line share: running it here, and in a process of its own."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
PYTHON = sys.executable
PATIENCE = 180  # compiling takes its time on a busy machine
JsonOf = Callable[[str], dict[str, Any]]
Read = Callable[[str], str]
Refused = Callable[[str], str]


def process(arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """`python -m solver …` as people run it."""
    command = [PYTHON, "-m", "solver", *arguments.split()]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False, **more)


def one_object(text: str) -> dict[str, Any]:
    """What --json printed: one object on one line."""
    assert text.count("\n") == 1
    found = json.loads(text)
    assert isinstance(found, dict)
    return found
