"""The commit that is measured: the one that is checked out, if there are no changes."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


class NotCommitted(Exception):
    """There are uncommitted changes, or no commit. The message says so."""


def commit_measured(root: Path = ROOT, beside: Path | None = None) -> str:
    """The commit's short name; the file `beside` may differ from it. Raises NotCommitted."""
    changed = [line[3:] for line in _git(root, "status", "--porcelain", "--untracked-files=no").splitlines()]
    allowed = beside.relative_to(root).as_posix() if beside else ""
    if others := [path for path in changed if path != allowed]:
        raise NotCommitted(f"not committed: {', '.join(others)}")
    return _git(root, "rev-parse", "--short=7", "HEAD").strip()


def _git(root: Path, *words: str) -> str:
    try:
        return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise NotCommitted(f"git does not know: {error}") from error
