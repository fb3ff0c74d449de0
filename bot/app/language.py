"""Languages: each is a folder in `bot/locales`, whose `language.toml` has what the bot reads and language data.

What the bot writes is in `texts.po` beside it (`bot/app/texts.py`).
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError

from solver.characters import APOSTROPHES, COLOUR_NAMES
from solver.variant import VARIANTS, Variant

LOCALES = Path(__file__).parent.parent / "locales"
FILE = "language.toml"
DEFAULT = "en"
CODE = re.compile(r"[a-z]{2}")
LAST = 1_000
"""The rank of a language that names none."""
SECTIONS: Mapping[str, frozenset[str] | None] = {
    "reply": frozenset({"bulls", "cows", "none"}),
    "answer": frozenset({"yes", "no", "higher", "lower"}),
    "range": frozenset({"from", "to", "thousand", "million"}),
    "list": frozenset({"and"}),
    "shape": frozenset({"x", "r"}),
    "colour": frozenset(COLOUR_NAMES),
    "length": frozenset("1234567"),
    "daily": frozenset(
        {"off", "remind", "today", "yesterday", "date", "am", "pm", "afternoon", "night", "at", "unit"} | {"unsure"}
    ),
    "within": frozenset({"within"}),
    "hour": frozenset({"0:00", "12:00", "13:00", "30"} | {str(hour) for hour in range(1, 24)})
    | {f"{hour}:30" for hour in range(1, 13)},
    "command": frozenset({"help", "hint", "menu", "play", "resign", "rules", "stop"}),
    "wish": frozenset({"again", "start", "play", "resign", "rules", "cancel", "games", "daily", "duel", "help"})
    | {"puzzle", "learn", "stats", "top", "settings", "language", "mute"},
    "stop": frozenset({"news"}),
    "around": frozenset({"idle"}),
    "help": frozenset({"all"}),
    "announced": frozenset({"code", "idle"}),
    "digit": frozenset("0123456789"),
    "game": None,
    "other": frozenset({"x2", "x4", "x2-words", "x4-words", "evil-words", "words", "mastermind"})
    | {"strict", "evil", "coached", "classic"},
    "terms": None,
    "time": frozenset({"second", "minute", "hour", "day"}),
}
"""The sections of words, with the meanings that words may have there; None: names of variants, modes and levels."""
LETTERS = "letters"
FIELDS = {"name": str, "rank": int, "keeps-capitals": bool, "unfinished": bool}


class LanguageFault(ValueError):
    """A `language.toml` that is invalid; the message names the file, and the word or the line."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language. `code`: the name of its folder (ISO 639-1); `name`: its own name for itself."""

    code: str
    name: str
    rank: int
    """If a word has meanings in several languages and the reader speaks none of them, the least rank decides."""
    keeps_capitals: bool
    """Whether the name of the language is capitalised within a sentence."""
    is_unfinished: bool
    """Whether texts may be missing; English ones are shown instead."""
    words: Mapping[str, Mapping[str, str]]
    """By section, the meaning of each word in the form of `plain`."""
    letters: Mapping[str, str]
    """By variant, the letters that are typed for the symbols."""


class Vocabulary:
    """The words of one section, in all languages."""

    def __init__(self, section: str, languages: Iterable[Language]) -> None:
        ranked = sorted(languages, key=lambda language: (language.rank, language.code), reverse=True)
        self._by_language = {language.code: language.words.get(section, {}) for language in ranked}
        self._by_rank = {word: meaning for words in self._by_language.values() for word, meaning in words.items()}

    def meaning(self, word: str, language: str = "") -> str | None:
        """The meaning of the word to a reader of that language; None if no language has it."""
        spelt = plain(word)
        return self._by_language.get(language, {}).get(spelt) or self._by_rank.get(spelt)

    def words(self, *meanings: str) -> frozenset[str]:
        """The words with one of these meanings in any language; all words if no meaning is given."""
        every = (pair for words in self._by_language.values() for pair in words.items())
        return frozenset(word for word, meaning in every if not meanings or meaning in meanings)

    def pattern(self, *meanings: str) -> str:
        """The same as alternatives of a regular expression, for text in the form of `plain`."""
        return alternatives(self.words(*meanings))


ONE_APOSTROPHE = str.maketrans(dict.fromkeys(APOSTROPHES | {"‘", "’"}, "'"))


def plain(text: str) -> str:
    """The text in the form in which words are compared: NFKC, without case, with one kind of apostrophe."""
    return unicodedata.normalize("NFKC", text.translate(ONE_APOSTROPHE)).casefold()


def alternatives(words: Iterable[str]) -> str:
    """The words as alternatives of a regular expression, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def languages_in(folder: Path) -> dict[str, Language]:
    """The languages by code, sorted: every folder in `folder` is one. Raises LanguageFault."""
    return {place.name: _language(place) for place in sorted(folder.iterdir()) if place.is_dir()}


def vocabulary(section: str) -> Vocabulary:
    """The words of that section in the languages that we speak."""
    return Vocabulary(section, KNOWN.values())


def letters_in(language: str, variant: Variant) -> str:
    """The letters typed for the symbols of the variant in that language; empty if it has none of its own."""
    return KNOWN[language].letters.get(variant.name, "") if language in KNOWN else ""


def letters_typed(variant: Variant) -> frozenset[str]:
    """The letters of the variant in each language that has its own."""
    return frozenset(filter(None, (letters_in(language, variant) for language in KNOWN)))


@cache
def names_of_colours() -> Mapping[str, str]:
    """The circle of each colour by its names in all languages, none of which means two colours; *and* is nothing."""
    words = vocabulary("colour")
    called = {word: COLOUR_NAMES[str(words.meaning(word))] for word in words.words()}
    return {**COLOUR_NAMES, **called, **dict.fromkeys(vocabulary("list").words("and"), "")}


@cache
def locale_of(language: str) -> Locale:
    """The CLDR conventions for numbers and lists; English ones if CLDR does not know the language."""
    try:
        return Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return Locale.parse(DEFAULT)


def _language(folder: Path) -> Language:
    file = folder / FILE
    try:
        given = tomllib.loads(file.read_text("utf-8"))
        _check(folder.name, given)
        return Language(
            code=folder.name,
            name=given["name"],
            rank=given.get("rank", LAST),
            keeps_capitals=given.get("keeps-capitals", False),
            is_unfinished=given.get("unfinished", False),
            words={section: _meanings(section, given.get(section, {})) for section in SECTIONS},
            letters=_letters(given.get(LETTERS, {})),
        )
    except (OSError, ValueError) as error:
        raise LanguageFault(f"{file}: {error}") from error


def _check(code: str, given: Mapping[str, Any]) -> None:
    if not CODE.fullmatch(code):
        raise ValueError(f"{code} is not a code of two letters (ISO 639-1), by which Telegram names a language")
    if "name" not in given:
        raise ValueError("name is missing: what the language calls itself")
    for field, value in given.items():
        wanted = FIELDS.get(field) or (dict if field in SECTIONS or field == LETTERS else None)
        if wanted is None:
            raise ValueError(f"{field} is neither a field nor a section")
        if type(value) is not wanted:
            raise ValueError(f"{field} is no {wanted.__name__}")


def _meanings(section: str, given: Mapping[str, Any]) -> dict[str, str]:
    """The meaning of each word of the section. Raises ValueError."""
    meanings: dict[str, str] = {}
    for word, meaning in _pairs(section, given):
        if not word:
            raise ValueError(f"[{section}] {meaning}: an empty word")
        if meanings.get(word, meaning) != meaning:
            raise ValueError(f"[{section}] {word!r} stands under {meanings[word]} and under {meaning}")
        meanings[word] = meaning
    return meanings


def _pairs(section: str, given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    known = SECTIONS[section]
    for meaning, words in given.items():
        if known is not None and meaning not in known:
            raise ValueError(f"[{section}] has no {meaning}, only {', '.join(sorted(known))}")
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise ValueError(f"[{section}] {meaning} is not a list of words")
        yield from ((plain(word), meaning) for word in words)


def _letters(given: Mapping[str, Any]) -> dict[str, str]:
    """The letters of each variant. Raises ValueError."""
    for name, letters in given.items():
        if name not in VARIANTS or not VARIANTS[name].shown:
            raise ValueError(f"[{LETTERS}] {name} is no variant of signs")
        symbols = len(VARIANTS[name].alphabet)
        if not isinstance(letters, str) or not len(set(letters.casefold())) == len(letters) == symbols:
            raise ValueError(f"[{LETTERS}] {name} needs {symbols} different letters")
    return dict(given)


KNOWN = languages_in(LOCALES)
"""Every language of the bot, by code."""
