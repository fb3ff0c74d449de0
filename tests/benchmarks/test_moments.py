"""Every benchmark runs to its end and prints its figures; how fast anything is, nobody asserts here."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.catalogue import BENCHMARKS
from benchmarks.draw import PICTURES
from tests.distribution import costly_but
from tests.imports import Module, modules_in

ROOT = Path(__file__).parents[2]
NAMES = "__main__ curves draw echo echo_aiogram hasty hour million slow_disk watched year"
RUN_BY_NAME = frozenset(f"benchmarks.{name}" for name in NAMES.split())
QUICK = ("partner", "candidates")
COMMAND = re.compile(r"python -m benchmarks((?: [a-z]+)*)")
PNG = b"\x89PNG"


def run(*words: str) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", *words]
    ended = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def reached(roots: frozenset[str], modules: dict[str, Module]) -> set[str]:
    """The modules that these import, directly or not, and they themselves."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name in modules and name not in found:
            found.add(name)
            waiting += modules[name].imports
    return found


@pytest.mark.parametrize("name", costly_but(QUICK, BENCHMARKS))
def test_a_benchmark_runs_for_a_moment_and_prints_its_ratios(name: str) -> None:
    printed = run("benchmarks", name, "--moment")
    text, _, compared = printed.partition("\nRatios: how many times as good")
    assert f"[{name}]" in text
    assert re.search(r"\d", text.partition(f"[{name}]")[2])
    missing = "PostgreSQL is not installed" in printed
    for ratio in BENCHMARKS[name].RATIOS:
        assert re.search(rf"^{re.escape(ratio)} +\d", compared, re.MULTILINE) or (missing and ".postgres." in ratio)


@pytest.mark.parametrize("name", costly_but(QUICK, PICTURES))
def test_a_picture_of_the_docs_can_be_drawn(name: str, tmp_path: Path) -> None:
    run("benchmarks.draw", name, "--moment", "--into", str(tmp_path))
    assert (tmp_path / f"{name}.png").read_bytes().startswith(PNG)
    assert (ROOT / "docs" / "pictures" / f"{name}.png").exists()


@pytest.mark.costly
def test_the_curves_beside_another_checkout_can_be_drawn(tmp_path: Path) -> None:
    (before := tmp_path / "before").symlink_to(ROOT)
    words = ("--before", str(before), "--databases", "SQLite", "--moment", "--into", str(tmp_path))
    printed = run("benchmarks.curves", *words)
    assert re.search(r"^SQLite, before +[\d.]+ [\d.]+", printed, re.MULTILINE)
    for name in ("load", "stored"):
        assert (tmp_path / f"{name}.png").read_bytes().startswith(PNG)
        assert (ROOT / "docs" / "pictures" / f"{name}.png").exists()


@pytest.mark.costly
def test_an_hour_is_played_beside_an_empty_database(tmp_path: Path) -> None:
    printed = run("benchmarks.hour", f"sqlite:///{tmp_path}/filled.db", "--minutes", "0.1")
    assert re.search(r"^12( +[\d.]+){8}$", printed, re.MULTILINE)


def test_no_benchmark_is_forgotten_as_a_module_would_be_that_nothing_reaches(tmp_path: Path) -> None:
    modules = modules_in(ROOT, "benchmarks")
    assert modules.keys() - reached(RUN_BY_NAME, modules) - {"benchmarks"} == set()
    measuring = {
        name.removeprefix("benchmarks.")
        for name, module in modules.items()
        if any(getattr(node, "name", "") == "measured" for node in module.tree.body)
    }
    assert measuring == BENCHMARKS.keys()
    folder = tmp_path / "benchmarks"
    folder.mkdir()
    for name, source in {"__main__": "from benchmarks import known", "known": "", "forgotten": ""}.items():
        (folder / f"{name}.py").write_text(source, "utf-8")
    modules = modules_in(tmp_path, "benchmarks")
    assert modules.keys() - reached(RUN_BY_NAME, modules) == {"benchmarks.forgotten"}


def test_pages_name_benchmarks_that_there_are() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    named = [words for page in pages for words in COMMAND.findall(page.read_text("utf-8"))]
    assert len(named) > 5
    assert {word for words in named for word in words.split()} - BENCHMARKS.keys() == set()


@pytest.mark.parametrize("name", BENCHMARKS)
def test_ratios_are_named_after_their_benchmark(name: str) -> None:
    ratios = BENCHMARKS[name].RATIOS
    assert [ratio for ratio in ratios if not re.fullmatch(rf"{name}(\.[a-z0-9]+)+", ratio)] == []
    assert len(set(ratios)) == len(ratios) > 0


def test_a_moment_is_not_kept() -> None:
    command = [sys.executable, "-m", "benchmarks", "hints", "--moment", "--keep"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", "A moment tells nothing that is worth keeping.\n")
