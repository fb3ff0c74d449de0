"""Texts in each language, from `bot/locales/<language>/texts.po`; missing ones are in English."""

import gettext
import re
import unicodedata
from datetime import UTC, datetime, timedelta
from functools import cache
from html import escape, unescape
from io import BytesIO
from typing import Any

from babel.dates import format_date, format_skeleton, format_timedelta
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from bot.app.language import DEFAULT, KNOWN, LOCALES, locale_of
from bot.game.daily import DAY

LANGUAGES = tuple(KNOWN)
FILE = "texts.po"
LONGEST_WORD = 32
GROUPED = 10_000
WEEK = 6 * DAY
"""Seconds for which the name of a day says which day it was."""


TAG = re.compile(r"<[^>]*>")


class Html(str):
    """HTML to be shown as it is: whatever a person wrote in it has been escaped."""

    __slots__ = ()

    @property
    def plain(self) -> str:
        """What is read of it, without tags."""
        return unescape(TAG.sub("", self))


NOTHING = Html("")


class Texts:
    """The texts of one language, by key of the catalogue, with named placeholders.

    `has_faces`: whether the levels of the bot's have faces for whoever reads.
    """

    def __init__(self, language: str, *, has_faces: bool = False) -> None:
        self.language, self.has_faces = language, has_faces
        self._locale = locale_of(language)
        self._catalogue = _catalogue(language)

    @staticmethod
    def escaped(text: str) -> Html:
        """What somebody wrote, as it is."""
        return Html(escape(text, quote=False))

    def html(self, key: str, **values: Any) -> Html:
        """The text as HTML; values that are not Html themselves are escaped."""
        safe = {
            name: value if isinstance(value, Html) else escape(str(value), quote=False)
            for name, value in values.items()
        }
        return Html(self._catalogue.gettext(key).format_map(safe))

    def plain(self, key: str, **values: Any) -> str:
        """The text for a button or a toast."""
        return self._catalogue.gettext(key).format_map(values)

    def counted(self, key: str, count: int, **values: Any) -> Html:
        """The text in the plural form for `count`; `{count}` is the number."""
        safe = {
            name: value if isinstance(value, Html) else escape(str(value), quote=False)
            for name, value in values.items()
        }
        return Html(self._catalogue.ngettext(key, key, count).format_map({"count": self.whole(count), **safe}))

    def whole(self, number: int) -> str:
        """A whole number in the language's format; from five digits on its thousands are separated."""
        return str(number) if abs(number) < GROUPED else format_decimal(number, locale=self._locale)

    def decimal(self, number: float, pattern: str = "0.00") -> str:
        """A number with the language's own decimal mark."""
        return format_decimal(number, format=pattern, locale=self._locale)

    def ago(self, seconds: float) -> str:
        """How long ago something was, in the largest unit of time, such as `5 min ago`."""
        since = -timedelta(minutes=int(seconds // 60))
        return format_timedelta(
            since, granularity="minute", threshold=1, add_direction=True, format="short", locale=self._locale
        )

    def day(self, at: float, now: float) -> str:
        """The day of that moment (seconds since 1970): of the week, or of the month once a week has passed.

        With the apostrophe that stands in all texts; CLDR has another one.
        """
        day = datetime.fromtimestamp(at, UTC)
        if now - at < WEEK:
            return format_date(day, "EEEE", locale=self._locale).replace("ʼ", "’")
        return format_skeleton("MMMMd", day, locale=self._locale)

    def listed(self, things: list[Html]) -> Html:
        """The things as a list in the language's form, such as `a, b and c`."""
        return Html(format_list(things, locale=self._locale))


# What people write, as others may see it.

UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""
JOINER = "\u200d"
"""The zero-width joiner of composed emoji; the only invisible character that is kept."""
MARKS = {"Mn", "Me"}
MOST_MARKS, MOST_POINTS = 2, 4
"""Of marks on one letter; more would run over the lines beside it. Points have each a place of their own."""
POINTS = range(10, 36)
"""The combining classes of the points of Hebrew and Arabic."""


def visible(text: str) -> str:
    """The text without what nobody sees, what turns it round and what runs over other lines; newlines stay."""
    kept, marks = "", 0
    for sign in text:
        category = unicodedata.category(sign)
        if category in MARKS:
            marks += 1
            if marks > (MOST_POINTS if unicodedata.combining(sign) in POINTS else MOST_MARKS):
                continue
        elif sign != JOINER:
            marks = 0
        is_seen = sign in {"\n", JOINER} or (category not in UNSEEN and sign not in BLANK)
        kept += sign if is_seen else " "
    return kept


def short_text(words: str) -> str:
    """Words that somebody wrote, on one line, cut to a length that can be shown."""
    line = " ".join(visible(words).split())
    return line if len(line) <= LONGEST_WORD else f"{line[: LONGEST_WORD - 1]}…"


def language_of(*tags: str | None) -> str:
    """The first of these languages that the bot speaks (`uk-UA` counts as `uk`), else English."""
    for tag in tags:
        base = (tag or "").lower().replace("_", "-").partition("-")[0]
        if base in LANGUAGES:
            return base
    return DEFAULT


@cache
def texts_in(language: str, *, has_faces: bool = False) -> Texts:
    """The texts of a language of LANGUAGES."""
    return Texts(language, has_faces=has_faces)


def load_all_texts() -> None:
    """Load the texts and number formats of all languages, lest the first who asks for one wait for it."""
    for language in LANGUAGES:
        texts = texts_in(language)
        texts.decimal(GROUPED)
        texts.listed([NOTHING, NOTHING])


@cache
def _catalogue(language: str) -> gettext.GNUTranslations:
    """The catalogue of the language, with English as its fallback."""
    compiled = BytesIO()
    with (LOCALES / language / FILE).open("rb") as source:
        write_mo(compiled, read_po(source, locale=language, abort_invalid=True))
    compiled.seek(0)
    catalogue = gettext.GNUTranslations(compiled)
    if language != DEFAULT:
        catalogue.add_fallback(_catalogue(DEFAULT))
    return catalogue
