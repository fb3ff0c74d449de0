"""No page points to what is not there."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, name_of

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
