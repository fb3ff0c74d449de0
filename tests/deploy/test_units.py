"""The systemd units: read by systemd itself, without one that runs."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.__main__ import COMMANDS
from bot.settings import Settings

UNITS = Path(__file__).parents[2] / "deploy" / "systemd"
SERVICES = sorted(UNITS.glob("*.service"))
PROGRAM = "/opt/bulls-and-cows/bin/bulls-and-cows"
MOST_EXPOSED = {"bulls-and-cows.service": 1.5, "bulls-and-cows-backup.service": 5.0}
"""How exposed systemd may find them, of 10."""


@pytest.mark.needs("systemd-analyze")
@pytest.mark.parametrize("service", SERVICES, ids=lambda path: path.name)
def test_systemd_finds_a_service_hardly_exposed(service: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(service)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found, done.stdout
    assert float(found[1]) <= MOST_EXPOSED[service.name], done.stdout


@pytest.mark.needs("systemd-analyze")
def test_systemd_knows_every_line(tmp_path: Path) -> None:
    for unit in UNITS.iterdir():
        shutil.copy(unit, tmp_path)
    for service in tmp_path.glob("*.service"):
        service.write_text(service.read_text("utf-8").replace(PROGRAM, "/bin/true"), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    ours = [line for line in done.stderr.splitlines() if "bulls-and-cows" in line]
    assert ours == []


def test_commands_and_settings_in_them_are_those_of_the_bot() -> None:
    for service in SERVICES:
        text = service.read_text("utf-8")
        commands = re.findall(rf"{PROGRAM} ([a-z-]+)", text)
        assert commands
        assert set(commands) <= COMMANDS.keys()
        for line in re.findall(r"^Environment=(.*)$", text, re.MULTILINE):
            assert {pair.partition("=")[0].lower() for pair in line.split()} <= Settings.model_fields.keys()
