"""`build` and `verify`."""

from pathlib import Path

import pytest

from solver.__main__ import main
from solver.tree import TREES, stored_tree
from tests.solver.cli.running import JsonOf, Read, Refused, one_object, process
from tests.solver.cli.terminal import Terminal

MINI = {
    "secrets": 120,
    "total": 462,
    "mean": 3.85,
    "max": 5,
    "histogram": {"1": 1, "2": 5, "3": 29, "4": 61, "5": 24},
    "optimum": 462,
    "proven": True,
}


@pytest.fixture(scope="module")
def mini_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the best tree of mini was built."""
    file = tmp_path_factory.mktemp("trees") / "mini.tree"
    built = process(f"build mini --workers 1 --out {file} --json")
    assert (built.returncode, built.stderr) == (0, "")
    assert one_object(built.stdout) == MINI
    return file


def test_a_tree_in_a_file_is_verified(mini_tree: Path, json_of: JsonOf, read: Read) -> None:
    assert json_of(f"verify {mini_tree}") == MINI
    text = read(f"verify {mini_tree}")
    assert text.startswith("120 secrets, 462 guesses in all: 3.8500 on average, 5 at most\n")
    assert text.endswith("The total is the proven optimum, 462.\n")


def test_a_build_goes_on_where_it_was(mini_tree: Path) -> None:
    journal = mini_tree.with_suffix(".journal")
    noted = journal.read_bytes()
    again = process(f"build mini --workers 1 --out {mini_tree} --json")
    assert one_object(again.stdout) == MINI
    assert journal.read_bytes() == noted


def test_a_build_with_other_settings_does_not_go_on(mini_tree: Path) -> None:
    other = process(f"build mini --workers 1 --width 2 --out {mini_tree}")
    assert (other.returncode, other.stdout, other.stderr.count("\n")) == (2, "", 1)
    assert "was begun with other settings" in other.stderr


@pytest.mark.costly
def test_the_bar_shows_the_bound_closing(tmp_path: Path) -> None:
    with Terminal(f"build 3x5 --workers 1 --out {tmp_path}/small.tree") as terminal:
        terminal.reads("compiling…")
        terminal.sees(r"\[\.{24}\]  0/\d+  compiling…")
        terminal.sees(r"\[[#.]{24}\]  \d+/\d+ .* bound \d+…(\d+|\?)")
        terminal.reads(f"The tree is in {tmp_path}/small.tree.")
        assert terminal.ends()[1] == 0


def test_a_damaged_tree_fails(mini_tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damaged = mini_tree.with_name("damaged.tree")
    damaged.write_bytes(mini_tree.read_bytes()[:-20])
    assert main(["verify", str(damaged), "--json"]) == 1
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert printed.err.startswith(f"solver: {damaged} fails: ")


def test_a_build_without_numba_says_how_to_install_it(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ModuleNotFoundError('no numba', name='numba')")
    refusal = process(f"build mini --out {tmp_path}/mini.tree", env={"PYTHONPATH": str(tmp_path)})
    assert (refusal.returncode, refusal.stdout) == (2, "")
    assert refusal.stderr == (
        "solver: building needs numba, of the extra `search`: pip install '.[search]' in the project's folder\n"
    )
    assert process("build --help", env={"PYTHONPATH": str(tmp_path)}).returncode == 0


LONG = "x" * 300
BAD = {
    "build chess": "no variant is called 'chess'",
    "build mini --objective luck": "argument --objective: invalid choice: 'luck'",
    "build mini --workers 0": "argument --workers: 0 is not a number from 1",
    "build mini --out nowhere/mini.tree": "'nowhere/mini.tree' cannot be written: name a file in a folder that exists",
    "build mini --out .": "'.' cannot be written: name a file in a folder that exists",
    f"build mini --out {LONG}.tree": f"{LONG}.tree: File name too long",
    f"verify {LONG}": f"{LONG}: File name too long",
    "build mini --scheduler carrier-pigeon://coop": "no scheduler answers at carrier-pigeon://coop: ",
    "build words-en-4": "words-en-4: trees are built for places x symbols up to 64, and not for words",
    "verify": "the following arguments are required: VARIANT[:OBJECTIVE]|FILE",
    "verify nosuch.tree": "there is no file nosuch.tree",
    "verify trees/mini": "there is no file trees/mini",
    "verify chess": "no variant is called 'chess'",
    "verify classic:luck": "'luck' is no objective: mean, max, sevens",
    "verify words-en-4": "no tree of words-en-4 ships with the solver, and no file is called so",
    "verify three:sevens": "no tree of three:sevens ships with the solver, and no file is called so",
}


@pytest.mark.parametrize("arguments", BAD)
def test_bad_input_is_refused_in_one_line(
    arguments: str, refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(arguments).startswith(BAD[arguments])


def test_a_tree_that_was_changed_is_told_in_one_line_whoever_asks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in TREES.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    with (tmp_path / "3x9.mean.tree").open("ab") as changed:
        changed.write(b"x")
    monkeypatch.setattr("solver.tree.TREES", tmp_path)
    stored_tree.cache_clear()
    assert main(["suggest", "3x9"]) == 1
    assert capsys.readouterr() == ("", "solver: 3x9.mean.tree is not the file that was shipped\n")
