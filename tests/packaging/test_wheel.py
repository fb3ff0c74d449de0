"""The wheel has the three packages with all that lies in them, and nothing else."""

import re
from configparser import ConfigParser
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

from tests.packaging.pythons import ROOT, promised

PACKAGES = ("bot", "solver", "sandbox")
DATA = """
bot/lessons/zero.toml bot/locales/uk/texts.po bot/puzzles/catalogue.txt bot/pictures/fonts/NotoColorEmoji.ttf
bot/storage/migrations/postgres/0001_begin.sql bot/storage/queries/games.sql sandbox/page/index.html solver/py.typed
solver/data/strength.jsonl solver/data/trees/4x10.mean.tree solver/data/words/ru-5.txt
"""
"""A file of each sort."""
EXTRA = re.compile(r"([\w-]+).*; extra == '(\w+)'")


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
    assert extras == {"asyncpg": "postgres", "matplotlib": "plots", "distributed": "search", "numba": "search"}
    assert any(each.startswith("numpy") for each in needed)
    licences = [file for file in in_checkout() if "/LICENSE" in file]
    assert len(licences) > 3
    assert sorted(metadata.get_all("License-File", [])) == sorted(["LICENSE", *licences])
    assert metadata["Requires-Python"] == f">=3.{promised()[0]}"
