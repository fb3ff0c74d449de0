"""`verify` of trees that ship, and of such that lie."""

from dataclasses import replace
from pathlib import Path

import pytest

from solver.__main__ import main
from solver.evaluate import Evaluation
from solver.tree import as_bytes
from tests.solver.cli.running import JsonOf, Read
from tests.solver.growing import grown


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
