"""What is missing on a machine skips, and says what brings it: each is hidden in turn, as if it were missing."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bot import fork_client
from tests.bot.forked_bot import fork_server
from tests.needs import BY_HAND, NEEDS, ROOT

EXAMPLES = {
    "buildah": "deploy/test_container.py::test_it_says_how_it_is_run",
    "chromium": "sandbox/page/test_window.py::test_the_theme_follows_the_system",
    "git": "benchmarks/test_moments.py::test_only_what_is_committed_is_kept",
    "prometheus": "deploy/test_files.py::test_an_alert_or_a_panel_looks_at_what_is_there",
    "promtool": "deploy/test_files.py::test_prometheus_takes_the_rules",
    "systemd-analyze": "deploy/test_files.py::test_systemd_knows_every_line",
    "postgresql": "test_postgres_cluster.py::test_it_goes_away_even_when_it_is_paused",
    "pg_dump": "bot/storage/test_copies.py::test_a_server_that_cannot_be_copied_is_told_in_one_line",
    "debootstrap": "deploy/test_container.py::test_it_says_how_it_is_run",
    "docker-compose": "deploy/test_files.py::test_compose_makes_one_process_with_its_data_of_the_file_for_sqlite",
    "emoji": "bot/test_narrow_in_browser.py::test_nothing_is_cut_off_at_320_pixels",
    "history": "upgrade/test_upgrade.py::test_what_the_first_release_has_stored_goes_on",
    "pythons": "packaging/test_solver_installed.py::test_the_solver_runs_on_every_other_python_that_is_promised",
}
"""A test of each that needs it."""
NO_FONTS = "<!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig></fontconfig>"


def without(name: str, folder: Path) -> dict[str, str]:
    """What in the environment hides it; for programs, a folder of links to all others in the place of the path."""
    (folder / "fonts.conf").write_text(NO_FONTS, "utf-8")
    for program in (each for place in os.environ["PATH"].split(os.pathsep) for each in Path(place).glob("*")):
        link = folder / program.name
        if not program.name.startswith("python3." if name == "pythons" else name) and not link.is_symlink():
            link.symlink_to(program)
    places = {"postgresql": "PG_BIN", "history": "GIT_DIR", "emoji": "FONTCONFIG_FILE", "pythons": "PYENV_ROOT"}
    nothing = folder / ("fonts.conf" if name == "emoji" else "nothing")
    return {"PATH": str(folder)} | ({places[name]: str(nothing)} if name in places else {})


def pytest_in(environment: dict[str, str], *words: str) -> str:
    """What pytest prints, which finds no fault, where so much of the environment is otherwise."""
    server, around = fork_server().fileno(), os.environ | environment
    client = [sys.executable, "-SE", fork_client.__file__, str(server)]
    command = [*client, "-m", "pytest", "-p", "no:cacheprovider", *words]
    done = subprocess.run(command, cwd=ROOT, env=around, capture_output=True, text=True, check=False, pass_fds=[server])
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("name", sorted(EXAMPLES.keys() | NEEDS.keys()))
def test_what_is_hidden_skips_and_says_what_brings_it(name: str, tmp_path: Path) -> None:
    printed = pytest_in(without(name, tmp_path), f"tests/{EXAMPLES[name]}")
    assert re.search(r"^\d+ skipped in ", printed, re.MULTILINE), printed
    assert ("make deps" in printed) is (name not in BY_HAND), printed
