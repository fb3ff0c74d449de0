"""A release: whatever tells the version tells the same one, and CHANGELOG.md is read in a minute."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot import __version__
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests.bot.forked_bot import ForkedBot
from tests.bot.typed import typed
from tests.deploy.test_files import instructions
from tests.needs import ROOT

OPERATOR = {"en": "Operator · version", "uk": "Оператор · версія", "ru": "Оператор · версия"}
CHANGES = (ROOT / "CHANGELOG.md").read_text("utf-8")
RELEASES = re.findall(r"^## (.+)$", CHANGES, re.MULTILINE)


def test_the_wheel_has_the_version_of_the_bot() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "hatchling", "version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told.stdout == f"{__version__}\n"


async def test_the_command_tells_the_version(tmp_path: Path) -> None:
    assert await typed(tmp_path, "--version") == (0, f"bulls-and-cows {__version__}\n")


def test_the_label_of_the_image_is_the_version() -> None:
    labels = dict(re.findall(r'(\S+)="([^"]*)"', " ".join(given for name, given in instructions() if name == "LABEL")))
    assert labels["org.opencontainers.image.version"] == __version__


def test_the_first_page_and_the_newest_release_of_the_changelog_tell_the_version() -> None:
    assert f"this is {__version__}." in (ROOT / "README.md").read_text("utf-8")
    assert RELEASES[0] == "Unreleased"
    assert re.fullmatch(rf"{re.escape(__version__)} - \d{{4}}-\d\d-\d\d", RELEASES[1])


@pytest.mark.asyncio(loop_scope="session")
async def test_operators_are_told_the_version_in_their_language(tmp_path: Path) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        operators = {language: await sandbox.person("Olena", language) for language in OPERATOR}
        admins = ",".join(str(each.id) for each in operators.values())
        async with ForkedBot(server.url, server.token, tmp_path, ADMIN_IDS=admins):
            for language, operator in operators.items():
                screen = await operator.sees(OPERATOR[language], after=await operator.send("/admin"))
                assert screen.text.splitlines()[0] == f"🛠 {OPERATOR[language]} {__version__}"


def test_a_release_is_read_in_a_minute() -> None:
    _, *releases = re.split(r"^## ", CHANGES, flags=re.MULTILINE)
    assert len(releases) == len(RELEASES)
    assert [release.split("\n")[0] for release in releases if len(release.split()) > 300] == []
