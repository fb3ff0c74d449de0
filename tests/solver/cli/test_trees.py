from dataclasses import replace
from pathlib import Path

import pytest

from solver.__main__ import main
from solver.evaluate import Evaluation
from solver.tree import TREES, as_bytes, stored_tree
from tests.solver.cli.running import JsonOf, Read, Refused, one_object, process
from tests.solver.cli.terminal import Terminal
from tests.solver.growing import grown

# `build` and `verify`.
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


# `verify` of trees that ship, and of such that lie.
@pytest.mark.parametrize(
    ("argument", "total", "longest"),
    [("classic", 26274, 7), ("mini:mean", 462, 5), ("mastermind:max", 5626, 5), ("nonzero", 14914, 7)],
)
def test_verify_says_that_the_total_is_the_optimum(argument: str, total: int, longest: int, json_of: JsonOf) -> None:
    figures = json_of(f"verify {argument}")
    assert list(figures) == ["secrets", "total", "mean", "max", "histogram", "optimum", "proven"]
    assert (figures["total"], figures["max"], figures["optimum"], figures["proven"]) == (total, longest, total, True)
    histogram = {int(turns): count for turns, count in figures["histogram"].items()}
    assert Evaluation(histogram).total == total
    assert sum(histogram.values()) == figures["secrets"]
    assert figures["mean"] == pytest.approx(total / figures["secrets"])


def test_a_tree_of_ones_own_is_verified_too(tmp_path: Path, json_of: JsonOf, read: Read) -> None:
    file = tmp_path / "my.tree"
    file.write_bytes(as_bytes(grown("3x6")))
    figures = json_of(f"verify {file}")
    assert (figures["secrets"], figures["total"]) == (120, grown("3x6").total)
    assert (figures["optimum"], figures["proven"]) == (None, False)
    assert read(f"verify {file}").endswith("\nWhat the least total is, nobody has proven.\n")


@pytest.mark.parametrize(
    ("argument", "judgement"),
    [
        ("mastermind", "The total is the proven optimum, 5625."),
        ("mastermind:max", "The total is the proven optimum, 5626: the least total with no game longer than 5."),
        (
            "classic:sevens",
            "The total is the proven optimum, 26450: the least total with the fewest games of seven guesses.",
        ),
    ],
)
def test_two_optima_of_one_game_say_what_each_is_the_least_of(argument: str, judgement: str, read: Read) -> None:
    assert read(f"verify {argument}").endswith(f"\n{judgement}\n")


@pytest.mark.parametrize(
    ("shape", "objective", "proven", "judgement"),
    [
        ("3x6", "mean", False, "What the least total is, nobody has proven."),
        ("3x6", "mean", True, "The search that built it left nothing out."),
        ("3x6", "max", True, "The search that built it left nothing out: the least total with no game longer than 5."),
        ("3x6", "max", False, "What the least total is with the longest game as short as can be, nobody has proven."),
        ("4x6", "mean", True, "The proven optimum is 1446."),
    ],
)
def test_what_is_not_known_is_not_claimed(
    shape: str, objective: str, judgement: str, tmp_path: Path, read: Read, *, proven: bool
) -> None:
    file = tmp_path / "my.tree"
    file.write_bytes(as_bytes(replace(grown(shape), objective=objective, proven=proven)))
    assert read(f"verify {file}").endswith(f"\n{judgement}\n")


@pytest.mark.parametrize("flags", ["", " --json"])
def test_a_tree_that_lies_about_what_it_costs_fails(
    flags: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = grown("4x6")
    cost = tree.nodes.cost.copy()
    cost[0] -= 1
    file = tmp_path / "lie.tree"
    file.write_bytes(as_bytes(replace(tree, nodes=replace(tree.nodes, cost=cost))))
    assert main(f"verify {file}{flags}".split()) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"solver: {file} fails: node 0 costs {tree.total}, not {tree.total - 1}\n"
