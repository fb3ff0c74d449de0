"""`build` and `verify`, of trees that ship, of one's own, and of such that lie; and `ulam`."""

from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

from solver.evaluate import Evaluation
from solver.tree import TREES, as_bytes, stored_tree
from tests.solver.cli.running import JsonOf, Read, Refused, Terminal, object_of, process, refusal_of
from tests.solver.games import grown, with_one

MINI = {
    "secrets": 120, "total": 462, "mean": 3.85, "max": 5, "histogram": {"1": 1, "2": 5, "3": 29, "4": 61, "5": 24},
    "optimum": 462, "proven": True,
}  # fmt: skip
OPTIMA = {
    "classic": (26274, 7, "."),
    "mini:mean": (462, 5, "."),
    "nonzero": (14914, 7, "."),
    "mastermind": (5625, 6, "."),
    "mastermind:max": (5626, 5, ": the least total with no game longer than 5."),
    "classic:sevens": (26450, 7, ": the least total with the fewest games of seven guesses."),
}
LEFT_OUT = "The search that built it left nothing out"
JUDGED = {
    "3x6 mean": "What the least total is, nobody has proven.",
    "3x6 mean proven": f"{LEFT_OUT}.",
    "3x6 max proven": f"{LEFT_OUT}: the least total with no game longer than 5.",
    "3x6 worst proven": "However one plays, some game lasts 5 guesses.",
    "3x6 worst": "How short the longest game can be, nobody has proven.",
    "3x6 rarest proven": f"{LEFT_OUT}: the least total with no game longer than 5, and no more than 9 of that length.",
    "3x6 max": "What the least total is with the longest game as short as can be, nobody has proven.",
    "4x6 mean proven": "The proven optimum is 1446.",
}


def test_a_build_is_verified_and_goes_on(tmp_path: Path, json_of: JsonOf, read: Read, refused: Refused) -> None:
    mini_tree = tmp_path / "mini.tree"
    assert object_of(f"build mini --workers 1 --out {mini_tree}") == MINI
    assert json_of(f"verify {mini_tree}") == MINI
    text = read(f"verify {mini_tree}")
    assert text.startswith("120 secrets, 462 guesses in all: 3.8500 on average, 5 at most\n")
    assert text.endswith("The total is the proven optimum, 462.\n")
    damaged = mini_tree.with_name("damaged.tree")
    damaged.write_bytes(mini_tree.read_bytes()[:-20])
    assert refused(f"verify {damaged} --json", 1).startswith(f"{damaged} fails: ")
    journal = mini_tree.with_suffix(".journal")
    noted = journal.read_bytes()
    assert object_of(f"build mini --workers 1 --out {mini_tree}") == MINI
    assert journal.read_bytes() == noted
    assert "was begun with other settings" in refusal_of(f"build mini --workers 1 --width 2 --out {mini_tree}")


@pytest.mark.costly
def test_the_bar_shows_the_bound_closing(tmp_path: Path) -> None:
    with Terminal(f"build 3x5 --workers 1 --out {tmp_path}/small.tree") as terminal:
        terminal.reads("compiling…")
        terminal.sees(r"\[\.{24}\]  0/\d+  compiling…")
        terminal.sees(r"\[[#.]{24}\]  \d+/\d+ .* bound \d+…(\d+|\?)")
        terminal.reads(f"The tree is in {tmp_path}/small.tree.")
        assert terminal.ends()[1] == 0


def test_a_build_without_numba_says_how_to_install_it(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ModuleNotFoundError('no numba', name='numba')")
    refusal = refusal_of(f"build mini --out {tmp_path}/mini.tree", env={"PYTHONPATH": str(tmp_path)})
    needed = "building needs numba, of the extra `search`: pip install '.[search]' in the project's folder"
    assert refusal == f"solver: {needed}\n"
    assert process("build --help", env={"PYTHONPATH": str(tmp_path)}).returncode == 0


def test_a_changed_or_lying_tree_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, refused: Refused) -> None:
    tree, file = grown("4x6"), tmp_path / "lie.tree"
    file.write_bytes(as_bytes(with_one(tree, "cost", 0, tree.total - 1)))
    for flags in ("", " --json"):
        why = f"{file} fails: node 0 costs {tree.total}, not {tree.total - 1}"
        assert refused(f"verify {file}{flags}", 1) == why
    copytree(TREES, tmp_path, dirs_exist_ok=True)
    with (tmp_path / "3x9.mean.tree").open("ab") as changed:
        changed.write(b"x")
    monkeypatch.setattr("solver.tree.TREES", tmp_path)
    stored_tree.cache_clear()
    assert refused("suggest 3x9", 1) == "3x9.mean.tree is not the file that was shipped"


@pytest.mark.parametrize("argument", OPTIMA)
def test_verify_says_that_the_total_is_the_least_and_of_what(argument: str, json_of: JsonOf, read: Read) -> None:
    total, longest, least = OPTIMA[argument]
    figures = json_of(f"verify {argument}")
    assert list(figures) == ["secrets", "total", "mean", "max", "histogram", "optimum", "proven"]
    assert (figures["total"], figures["max"], figures["optimum"], figures["proven"]) == (total, longest, total, True)
    found = Evaluation({int(turns): count for turns, count in figures["histogram"].items()})
    assert (found.total, found.secrets) == (total, figures["secrets"])
    assert figures["mean"] == pytest.approx(total / figures["secrets"])
    assert read(f"verify {argument}").endswith(f"\nThe total is the proven optimum, {total}{least}\n")


@pytest.mark.parametrize("of", JUDGED)
def test_what_is_not_known_is_not_claimed(of: str, tmp_path: Path, json_of: JsonOf, read: Read) -> None:
    shape, objective, *proven = of.split()
    file, tree = tmp_path / "my.tree", replace(grown(shape), objective=objective, proven=bool(proven))
    file.write_bytes(as_bytes(tree))
    assert read(f"verify {file}").endswith(f"\n{JUDGED[of]}\n")
    figures = json_of(f"verify {file}")
    assert (figures["secrets"], figures["total"]) == (tree.variant.size, tree.total)
    assert (figures["optimum"] is None, figures["proven"]) == (shape == "3x6", False)


# `value`: what the code maker can enforce.
def test_the_value_is_told_by_pattern_with_both_bounds(json_of: JsonOf, read: Read) -> None:
    text, figures = read("value mastermind"), json_of("value mastermind")
    assert "\naabb        90  4.34109\n" in text
    assert "aabb, aaab no play needs less than 5600/1290 = 4.34109.\nSo this is the value of the game.\n" in text
    assert text.count("One of 4 trees, drawn by lot and relabelled at random: ") == 1
    assert (figures["proven"], figures["lower"], figures["total"]) == (True, 5600 / 1290, 5600)
    assert sum(pattern["codes"] for pattern in figures["patterns"].values()) == 1296
    assert "The tree relabelled at random: no secret costs more than 3.85000 on average.\n" in read("value mini")


def test_a_mixture_that_does_not_ship_is_named_and_built_into_a_folder(tmp_path: Path, refused: Refused) -> None:
    for name in ("repeats", "words-en-4", "4x12"):
        assert f"no mixture of trees of {name} ships with the solver: --build" in refused(f"value {name}")
    assert f"'{tmp_path}/none' is no folder" in refusal_of(f"value 2x3r --build {tmp_path}/none")
    figures = object_of(f"value 2x3r --workers 1 --build {tmp_path}")
    assert figures["lower"] <= figures["upper"]
    assert {"2x3r.value.json", "2x3r.value-1.tree"} <= {file.name for file in tmp_path.iterdir()}


# `ulam`: one reply may be wrong.
ULAM = {
    "2x4": "4 questions always name the secret for certain, and fewer do not",
    "2x4 --questions 3": "3 questions do not suffice",
    "2x4 --questions 4": "4 questions always name the secret for certain",
    "2x4 --questions 3 --width 1": "3 questions may not suffice: no way was found",
}


@pytest.mark.parametrize("asked", ULAM)
def test_ulam_says_how_many_questions_name_the_secret_although_a_reply_may_be_wrong(asked: str, read: Read) -> None:
    assert read(f"ulam {asked}") == f"If one reply may be wrong, {ULAM[asked]}.\n"


def test_ulam_tells_programs_what_is_proven_and_what_is_not(json_of: JsonOf) -> None:
    told = [json_of(f"ulam 2x4 {more}") for more in ("", "--questions 3", "--questions 3 --width 1")]
    assert told == [{"questions": 4, "suffice": True}, *({"questions": 3, "suffice": how} for how in (False, None))]
