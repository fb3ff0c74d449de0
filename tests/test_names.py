"""No page and no list names what is not there."""

import re
from pathlib import Path

import pytest

from tests.distribution import APART, TOGETHER, rank, scope_of
from tests.docs.pages import PAGES, ROOT, name_of
from tests.mutants import mutants

LINK = re.compile(r"\]\((?!https?:)(?P<page>[^)#\s]*)(?:#(?P<heading>[^)\s]+))?\)|src=\"(?P<picture>[^\":]+)\"")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
PLACE = re.compile(
    r"(?<![\w/<>…])(?:bot|solver|sandbox|faults|benchmarks|tests|docs|deploy)(?:/[\w-]+)+(?:\.\w+)*(?![\w<*-])"
)
"""A file or folder of the repository."""
MAPS = ("README.md", "CONTRIBUTING.md", "docs/architecture.md")
"""The pages that say where to look for what."""


def anchors(page: Path) -> set[str]:
    """What links to headings of a page may end with."""
    headings = HEADING.findall(page.read_text("utf-8"))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def leads_somewhere(page: Path, link: re.Match[str]) -> bool:
    """Whether there is such a file, and such a heading in it."""
    target = page.parent / (link["page"] or link["picture"] or page.name)
    return target.exists() and (link["heading"] is None or link["heading"] in anchors(target))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = LINK.finditer(page.read_text("utf-8"))
    assert [link.group() for link in links if not leads_somewhere(page, link)] == []


def test_there_are_links_to_follow() -> None:
    links = [link for page in PAGES for link in LINK.finditer(page.read_text("utf-8"))]
    assert len(links) > 10
    assert any(link["heading"] for link in links)


@pytest.mark.parametrize("page", MAPS)
def test_every_place_that_is_named_is_there(page: str) -> None:
    places = PLACE.findall((ROOT / page).read_text("utf-8"))
    assert len(places) > 2
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_every_decision_is_in_the_index_once() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = re.findall(r"^- \[\d+\]\((.+?)\)", (folder / "README.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(page.name for page in folder.glob("0*.md"))


# The tests are handed out as their fixtures allow.
SHARED_BY_A_FILE = ('scope="module"', "hall: Stage", "lobby: Stage")


def test_whatever_is_named_is_there_and_those_that_stand_apart_share_nothing() -> None:
    assert [place for place in (*APART, *TOGETHER) if not (ROOT / place).exists()] == []
    sources = {file: (ROOT / file).read_text("utf-8") for file in APART}
    assert [file for file, source in sources.items() for shared in SHARED_BY_A_FILE if shared in source] == []


def test_the_longest_begin_first_and_one_by_one() -> None:
    first, other = f"{APART[0]}::test_a", f"{APART[0]}::test_b"
    assert scope_of(first) != scope_of(other)
    assert rank(first) == rank(other) < rank("tests/solver/building/test_build.py::test_c") < rank("tests/test_x.py")


def test_what_is_compiled_is_compiled_by_one_process() -> None:
    assert scope_of("tests/solver/building/test_build.py::test_a") == scope_of("tests/solver/cli/test_trees.py::test_b")
    assert scope_of("tests/test_x.py::test_c") is None


# The list of faults is of this program: each can still be put in, and there are tests that are to notice it.
def test_the_list_of_faults_is_up_to_date() -> None:
    assert len(mutants()) >= 40
    for mutant in mutants():
        assert (ROOT / mutant.file).read_text("utf-8").count(mutant.was) == 1, mutant
        assert [test for test in mutant.tests if not (ROOT / test).exists()] == []
