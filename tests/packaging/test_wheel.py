"""The wheel has the three packages with all that lies in them and nothing else; the bot that it brings is played."""

import re
import sys
from collections.abc import AsyncIterator
from configparser import ConfigParser
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest
import pytest_asyncio

from faults.processes.process import BotProcess
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.environment import TOKEN
from tests.needs import ROOT, promised
from tests.packaging.conftest import Environment, fetched

PACKAGES = ("bot", "solver", "sandbox")
DATA = """
bot/lessons/zero.toml bot/locales/uk/texts.po bot/puzzles/catalogue.txt bot/pictures/fonts/NotoColorEmoji.ttf
bot/storage/migrations/postgres/0001_begin.sql bot/storage/queries/games.sql sandbox/page/index.html solver/py.typed
solver/data/strength.jsonl solver/data/trees/4x10.mean.tree solver/data/words/ru-5.txt
"""
"""A file of each sort."""
EXTRA = re.compile(r"([\w-]+).*; extra == '(\w+)'")
ASYNC = pytest.mark.asyncio(loop_scope="session")
LEFT_OUT = "from importlib.util import find_spec; print([n for n in ('asyncpg', 'numba', 'tests') if find_spec(n)])"
LIGHT = "import bot.command, sys; print('bot.__main__' in sys.modules)"
FETCH = """
import os, re, urllib.request
def page(name):
    return urllib.request.urlopen(f"{os.environ['BOT_API_URL']}/{name}").read().decode()
print(*(bool(page(name)) for name in re.findall(r'(?:href|src)="/?([\\w./-]+)"', page(""))))
"""


def about(wheel: Path, name: str) -> str:
    with ZipFile(wheel) as packed:
        (found,) = (each for each in packed.namelist() if each.endswith(f".dist-info/{name}"))
        return packed.read(found).decode()


def in_checkout() -> list[str]:
    """Every file of the three packages."""
    files = (file for package in PACKAGES for file in (ROOT / package).rglob("*") if file.is_file())
    return sorted(file.relative_to(ROOT).as_posix() for file in files if "__pycache__" not in file.parts)


def test_all_of_the_three_packages_is_in_the_wheel_with_data_of_each_sort_and_nothing_else(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert sorted(name for name in names if ".dist-info/" not in name) == in_checkout()
    assert set(DATA.split()) <= set(names)


def test_it_has_two_commands(wheel: Path) -> None:
    entries = ConfigParser()
    entries.read_string(about(wheel, "entry_points.txt"))
    commands = {"bulls-and-cows": "bot.command:main", "bulls-and-cows-solver": "solver.__main__:main"}
    assert dict(entries["console_scripts"]) == commands


def test_what_only_some_need_is_an_extra_and_licences_and_the_oldest_python_are_named(wheel: Path) -> None:
    metadata = Parser().parsestr(about(wheel, "METADATA"))
    needed = metadata.get_all("Requires-Dist", [])
    extras = {found[1]: found[2] for each in needed if (found := EXTRA.match(each))}
    assert extras == {
        "asyncpg": "postgres",
        "matplotlib": "plots",
        "distributed": "search",
        "numba": "search",
        "scipy": "search",
    }
    assert any(each.startswith("numpy") for each in needed)
    licences = [file for file in in_checkout() if "/LICENSE" in file]
    assert len(licences) > 3
    assert sorted(metadata.get_all("License-File", [])) == sorted(["LICENSE", *licences])
    assert metadata["Requires-Python"] == f">=3.{promised()[0]}"


# Installed
@pytest.fixture(scope="module")
def installed(wheel: Path, kept: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the wheel and what it asks for, in the versions of the lock."""
    environment = Environment(tmp_path_factory.mktemp("installed"), sys.executable)
    environment.install(wheel, folder=fetched(environment, kept))
    return environment


@pytest_asyncio.fixture(loop_scope="session")
async def server() -> AsyncIterator[SandboxServer]:
    async with SandboxServer() as running:
        yield running


class InstalledBot(BotProcess):
    """The command `bulls-and-cows`, with its data where it puts them by itself."""

    def __init__(self, environment: Environment, server: SandboxServer) -> None:
        folder = environment.elsewhere
        super().__init__(server.url, server.token, folder, PYTHONPATH="", DATABASE_URL="")
        self.database = folder / "data" / "bot.db"
        self.command = (environment.program("bulls-and-cows"),)


@pytest.mark.costly
@ASYNC
async def test_a_game_is_played_and_reviewed(installed: Environment, server: SandboxServer) -> None:
    async with Sandbox(server.url) as sandbox, InstalledBot(installed, server) as bot:
        olena = await sandbox.person("Олена", language="uk")
        await olena.send("/play")
        await olena.sees("🔒")
        secret = stored.position(bot, olena.id).split()[2]
        guesses = [*(guess for guess in ("0123", "4567") if guess != secret), secret]
        for number, guess in enumerate(guesses, 1):
            await olena.send(guess)
            await olena.sees(f"{number}. {guess}")
        await olena.presses("📊 Розбір")
        await olena.sees("кодів: ")
        # Whoever has played few games sees the picture of told ones only.
        await olena.send("/review 0123 0B2C 4567 1B1C")
        review = await olena.sees("Точність")
        assert (await sandbox.photo(review)).startswith(b"\x89PNG")
        assert bot.rows("SELECT * FROM failed_updates") == []


@pytest.mark.costly
@ASYNC
async def test_it_has_what_the_bot_needs_and_says_in_one_line_what_is_missing(installed: Environment) -> None:
    assert (installed.told(LEFT_OUT), installed.told(LIGHT)) == ("[]", "False")
    done = installed.run("bulls-and-cows")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"BOT_TOKEN: missing; .* `python -m sandbox -- bulls-and-cows`.*\n", done.stderr)
    url = "postgresql://ann:hidden@127.0.0.1/bot"
    serving = installed.run("bulls-and-cows", BOT_TOKEN=TOKEN, DATABASE_URL=url)
    moving = installed.run("bulls-and-cows", "migrate-data", "sqlite:///bot.db", url)
    assert (serving.returncode, moving.returncode) == (2, 2)
    needs = "PostgreSQL needs the package asyncpg, which is not installed: pip install asyncpg\n"
    assert (serving.stderr, moving.stderr) == (needs, f"migrate-data: {needs}")


@pytest.mark.costly
@ASYNC
async def test_the_sandbox_has_its_page(installed: Environment) -> None:
    python = installed.program("python")
    done = installed.run("python", "-m", "sandbox", "--port", "0", "--", python, "-c", FETCH)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^True( True)+$", done.stdout, re.MULTILINE)
