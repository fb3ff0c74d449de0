"""One notion keeps one word in each language: by the keys of texts and the stems of words, not over everything."""

import re
import tomllib
from fnmatch import fnmatch
from typing import Any

import pytest

from bot.app.language import LOCALES
from tests.bot.catalogues import every_text

NAME = "glossary.toml"
WRITTEN = sorted(file.parent.name for file in LOCALES.glob(f"*/{NAME}"))


def glossary(language: str) -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads((LOCALES / language / NAME).read_text("utf-8"))


def forms(language: str) -> dict[str, list[str]]:
    """By key, the texts in all their plural forms."""
    found: dict[str, list[str]] = {}
    for key, text in every_text(language):
        found.setdefault(key, []).append(text.lower())
    return found


def test_every_language_of_ours_has_one_and_all_speak_of_the_same() -> None:
    assert {"en", "uk", "ru"} <= set(WRITTEN)
    notions = {language: [notion["name"] for notion in glossary(language)["notion"]] for language in WRITTEN}
    assert all(names == notions["en"] for names in notions.values())


@pytest.mark.parametrize("language", WRITTEN)
def test_where_a_text_speaks_of_a_notion_its_word_stands(language: str) -> None:
    texts = forms(language)
    for notion in glossary(language)["notion"]:
        for key in notion["keys"]:
            for text in texts[key]:
                assert any(stem in text for stem in notion["stems"]), (notion["name"], key, text)


@pytest.mark.parametrize("language", WRITTEN)
def test_what_misleads_stands_nowhere_that_it_would(language: str) -> None:
    texts = forms(language)
    for misleading in glossary(language)["avoid"]:
        of = [key for key in texts if any(fnmatch(key, pattern) for pattern in misleading["keys"])]
        assert of, misleading["name"]
        for key in of:
            for text in texts[key]:
                assert not any(stem in text for stem in misleading["stems"]), (misleading["name"], key, text)


def test_ukrainian_writes_its_apostrophe_in_one_way_and_shells_keep_theirs() -> None:
    texts = forms("uk")
    other = re.compile(r"[а-яєіїґ][\N{APOSTROPHE}\N{MODIFIER LETTER APOSTROPHE}][а-яєіїґ]")
    assert {key for key in texts if any(other.search(text) for text in texts[key])} == set()
    assert all("printf '" in text for text in texts["board.proof-check"])
