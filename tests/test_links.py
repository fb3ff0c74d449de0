"""No page points to what is not there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\]\((?!https?:)(?P<page>[^)#\s]+)|src=\"(?P<picture>[^\":]+)\"")
PLACE = re.compile(r"(?<![\w/<>…])(?:bot|solver|sandbox|faults|benchmarks|tests|docs)(?:/[\w-]+)+(?:\.\w+)?(?![\w<*-])")
"""A file or folder of the repository."""
MAPS = ("README.md", "CONTRIBUTING.md", "docs/architecture.md")
"""The pages that say where to look for what."""
PAGES = sorted(page for place in (".", "docs", "docs/decisions", "faults") for page in (ROOT / place).glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    targets = [link["page"] or link["picture"] for link in LINK.finditer(page.read_text("utf-8"))]
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_there_are_links_to_follow() -> None:
    assert sum(len(LINK.findall(page.read_text("utf-8"))) for page in PAGES) > 10


@pytest.mark.parametrize("page", MAPS)
def test_every_place_that_is_named_is_there(page: str) -> None:
    places = PLACE.findall((ROOT / page).read_text("utf-8"))
    assert len(places) > 2
    assert [place for place in places if not (ROOT / place).exists()] == []
