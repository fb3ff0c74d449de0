"""Which commands of the pages no test can run as they stand, and why."""

import re

NOT_RUN = {
    r"make ": "sets up an environment, or goes on for minutes; `make -n` says whether it is there",
    r"\S*pip install ": "fetches packages; tests/packaging installs them",
    r"python3? -m venv ": "writes outside of the folder; tests/packaging makes environments",
    r"git ": "needs the repository that this one was cloned from",
    r"(install|echo|cp) .* /etc/": "writes outside of the folder; tests/deploy reads the units",
    r"(systemctl|journalctl) ": "needs a machine that systemd runs",
    r"docker compose ": "needs an engine that keeps running; tests/deploy runs the image, and compose reads the files",
    r"(DATABASE_URL=\S+ )?(python -m bot|bulls-and-cows)$": "serves until it is stopped; most tests do it",
    r"python -m sandbox -- ": "serves until it is stopped; tests/sandbox does it",
    r"python -m solver play ": "asks a person; tests/solver/cli answers",
    r"python -m solver build ": "searches for minutes; tests/solver/building builds small trees",
    r"python -m benchmarks": "measures for minutes, on an idle machine; tests/benchmarks runs each for a moment",
    r"python -m faults": "goes on for minutes; tests/faults runs it with fixed seeds",
    r"(\.venv/bin/)?python -m (pytest|tests\.golden)": "is tests, or writes what they compare with",
}
"""How they begin, and why they are not run."""


def patterns_for(command: str) -> list[str]:
    """The patterns of the table that a command fits."""
    return [pattern for pattern in NOT_RUN if re.match(pattern, command)]
