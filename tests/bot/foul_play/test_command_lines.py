"""Each command line refuses what is typed wrongly in one line, and begins nothing."""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from sandbox.__main__ import main as sandbox
from tests.bot.environment import TOKEN
from tests.bot.typed import typed

BOT = [
    ("serve", "x"),
    ("check", "x"),
    ("backup",),
    ("backup", "a", "b"),
    ("backup", "copy.db"),
    ("backup", ""),
    ("backup", "copy\n.db"),
    ("restore", "."),
    ("restore", ""),
    ("restore", "x", "--forgotten"),
    ("restore", "x", "--bans", "/"),
    ("failed", "x"),
    ("failed", "retry"),
    ("numbers", "5"),
    ("migrate-data", "x", "y"),
    ("migrate-data", "sqlite:///.", "postgresql://a/b"),
    ("--nope",),
]
SANDBOX = [
    ("--port", "65536"),
    ("--port", "-1"),
    ("--port", "x"),
    ("--port", "8081.5"),
    ("--host", ""),
    ("--host", "\0"),
    ("--host", "a" * 300),
    ("nope",),
]
OTHERS = [
    ("faults.__main__", "--minutes", "nan"),
    ("faults.__main__", "--minutes", "-1"),
    ("faults.__main__", "--players", "-1"),
    ("faults.__main__", "--database", "mysql"),
    ("faults.foul", "nope"),
    ("faults.foul", "--seconds", "inf"),
    ("benchmarks.__main__", "nope"),
    ("benchmarks.year", "sqlite:///x", "--days", "0"),
    ("benchmarks.million", "--seconds", "nan"),
    ("bot.build_puzzles", "x"),
    ("solver.build_words", "xx", "y"),
    ("solver.build_words", "en", "nowhere"),
    ("solver.__main__", "suggest", "classic", "--top", "0"),
]
Told = Callable[[], str]


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    """What was said: on standard error, and nothing else."""

    def said() -> str:
        out, err = capsys.readouterr()
        assert out == ""
        return err

    return said


@pytest.mark.parametrize("line", BOT, ids=" ".join)
async def test_the_bot_refuses_in_one_line(tmp_path: Path, line: tuple[str, ...]) -> None:
    status, printed = await typed(tmp_path, *line, BOT_TOKEN=TOKEN, DATABASE_URL=f"sqlite:///{tmp_path}/bot.db")
    assert (status, printed.count("\n"), printed[-1]) == (2, 1, "\n"), printed
    assert not [*os.scandir(tmp_path)]


@pytest.mark.parametrize("line", SANDBOX, ids=repr)
def test_the_sandbox_refuses_in_one_line(line: tuple[str, ...], told: Told) -> None:
    with pytest.raises(SystemExit) as ended:
        sandbox(line)
    assert ended.value.code == 2
    assert told().count("\n") == 1


@pytest.mark.parametrize("ahead", ["soon", "nan", "-5", "1e300", "1 day"])
def test_a_clock_that_is_no_number_is_not_set_aside(ahead: str, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOCK_AHEAD", ahead)
    with pytest.raises(SystemExit):
        sandbox(["--port", "0", "--", "true"])
    assert told().startswith("python -m sandbox: CLOCK_AHEAD: ")


def test_a_clock_that_is_one_is_passed_on(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOCK_AHEAD", "86400")
    assert sandbox(["--port", "0", "--host", "localhost", "--", "printenv", "CLOCK_AHEAD"]) == 0
    assert capfd.readouterr().out.endswith("\n86400\n")


@pytest.mark.parametrize("line", OTHERS, ids=" ".join)
def test_all_others_do_so_too(line: tuple[str, ...], told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    name, *arguments = line
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    try:
        status = import_module(name).main()
    except SystemExit as ended:
        status = ended.code
    said = told() or f"{status}\n"  # a text with which it exits goes to standard error as well
    assert status
    assert (said.count("\n"), "Traceback" in said) == (1, False)
