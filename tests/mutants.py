"""Tries whether tests notice faults: `python -m tests.mutants` puts each of `mutants.txt` into a copy of the project.

It names those that nobody notices within a minute; whoever changes how much tests say looks at it before and after.
"""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_name("mutants.txt")
ENOUGH = 60.0
"""Seconds in which a fault is to be noticed."""
LEFT_OUT = ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")


@dataclass(frozen=True)
class Mutant:
    """A fault: what stands in a file, and what is put in its place."""

    file: str
    was: str
    now: str
    tests: tuple[str, ...]


def mutants() -> list[Mutant]:
    """Those of the list. Raises ValueError where one is out of date."""
    found = []
    for line in FILE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            file, was, now, tests = (part.strip() for part in line.split("|"))
            if (ROOT / file).read_text("utf-8").count(was) < 1:
                raise ValueError(f"{file} has no `{was}` any more")
            found.append(Mutant(file, was, now, tuple(tests.split())))
    return found


def what_notices(mutant: Mutant, copy: Path) -> str:
    """The first test that fails with that fault; empty: none does."""
    file = copy / mutant.file
    before = file.read_text("utf-8")
    file.write_text(before.replace(mutant.was, mutant.now, 1), "utf-8")
    options = ["-q", "-x", "-m", "not costly and not again", "-p", "no:cacheprovider", "-n", "2"]
    command = [sys.executable, "-m", "pytest", *options, *mutant.tests]
    try:
        ran = subprocess.run(command, check=False, cwd=copy, capture_output=True, text=True, timeout=ENOUGH)
    except subprocess.TimeoutExpired:
        return "NOBODY IN TIME"
    finally:
        file.write_text(before, "utf-8")
    failed = (line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR")))
    return next(failed, "a worker broke" if ran.returncode else "").partition(" - ")[0]


def main() -> None:
    """Try them all, or those of the files that are named."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        copytree(ROOT, copy, ignore=LEFT_OUT)
        for mutant in mutants():
            if not sys.argv[1:] or mutant.file in sys.argv[1:]:
                noticed = what_notices(mutant, copy) or "NOBODY"
                print(f"{mutant.file}: {mutant.now or '(nothing)'}\n    {noticed}", flush=True)


if __name__ == "__main__":
    main()
