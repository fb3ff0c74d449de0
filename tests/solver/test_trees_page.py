"""docs/trees.md says of every tree what its file says."""

import re
from pathlib import Path

import pytest

from solver.tree import TREES, from_bytes
from solver.verify import verify

PAGE = Path("docs/trees.md").read_text("utf-8")
FILES = sorted(TREES.glob("*.tree"))


def row_of(shape: str, objective: str) -> list[str]:
    (row,) = re.findall(rf"^\| `{shape}\.{objective}` \|(.*)\|$", PAGE, re.MULTILINE)
    return [cell.strip() for cell in row.split("|")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_page_says_what_a_tree_does(file: Path) -> None:
    tree = from_bytes(file.read_bytes())
    played = verify(tree).evaluation
    _, total, mean, longest, histogram, proven = row_of(*file.stem.split("."))
    assert (total, mean, longest) == (str(played.total), f"{played.mean:.4f}", str(played.max))
    assert [int(count) for count in histogram.split(", ")] == [
        played.histogram[turns] for turns in range(1, played.max + 1)
    ]
    assert proven == ("by our own run" if tree.proven else "no")


def test_every_row_is_of_a_tree_that_ships() -> None:
    assert sorted(re.findall(r"^\| `(\w+\.\w+)` \|", PAGE, re.MULTILINE)) == sorted(file.stem for file in FILES)
