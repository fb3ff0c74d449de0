"""Time zones by what people call them: cities, countries and zones, in many languages, and hours ahead of UTC."""

import pickle
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from babel import localedata
from babel.core import get_global

from bot.app.language import LOCALES, locale_of
from bot.app.model.zones import OFFERED, known_zones
from bot.app.texts import LANGUAGES

CITIES = LOCALES / "cities.txt"
MONTHS = datetime(2026, 1, 1), datetime(2026, 7, 1)  # noqa: DTZ001  by the clock of each zone
"""One of winter and one of summer: a zone has other letters in each."""
MOST_OF_IT = re.compile("most of|mainland")
"""What the time zone database says of the zone by which nearly all of a country lives."""

IGNORED = re.compile("['’ʼ`.\u0300-\u036f]+")
"""Apostrophes, full stops, accents."""
SPACES = str.maketrans("-−_", "   ")
Names = dict[str, tuple[str, ...]]


def folded(name: str) -> str:
    """The name without case, accents, apostrophes, and other than single spaces."""
    letters = unicodedata.normalize("NFKD", name.casefold()).translate(SPACES)
    return " ".join(IGNORED.sub("", letters).split())


def zones_named(name: str) -> tuple[str, ...]:
    """The zones that are called so, in any case of Ukrainian and Russian; the best known first, none if none is."""
    called = folded(name)
    return _by_name().get(called) or (_by_stem().get(_stem(called), ()) if len(called) >= SHORTEST else ())


def load_all_places() -> None:
    """Build what is otherwise built on first use, half a second long."""
    _by_stem()


@cache
def _by_name() -> Names:
    """The zones by their names, folded. Our own list comes first, then our languages, then all others."""
    found: Names = dict(_listed())
    spoken = [language for language in LANGUAGES if localedata.exists(language)]  # one of ours may be in no locale data
    ours = [pair for language in spoken for pair in (*_in_language(language), *_by_clock(language))]
    ours += _by_clock("en_CA")  # the only English in which most clocks have letters
    others = (pair for language in sorted(_official()) for pair in _in_language(language))
    former = known_zones() - _places().keys()  # Pacific/Samoa is not in the country of that name
    for name, zones in (*_by_zone(_places()), *_by_letters(), *ours, *_by_zone(former), *others):
        found.setdefault(name, zones)
    return found


def _by_zone(zones: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The zones by their own names, and by the cities in these."""
    parts = {zone.partition("/")[0] for zone in _places()}
    for zone in sorted(zones):
        yield folded(zone), (_renamed(zone),)
        if zone.partition("/")[0] in parts:  # others have no city: US/Eastern, Brazil/East
            yield folded(zone.rpartition("/")[2]), (_renamed(zone),)


def _listed() -> Iterator[tuple[str, tuple[str, ...]]]:
    """What `cities.txt` adds: names of a zone, or of a country by its code."""
    for line in CITIES.read_text("utf-8").splitlines():
        place, _, names = line.partition(": ")
        for name in names.split(", ") if not line.startswith("#") else ():
            yield folded(name), _by_country().get(place, (place,))


@cache
def _places() -> dict[str, tuple[str, str]]:
    """The country of each zone, and what is remarked of it, by the database; well-known cities come first."""
    usual = {zone for _, _, zone, *_ in _table("zonenow.tab")}
    lines = {zone: (country, "".join(remark)) for country, _, zone, *remark in _table("zone.tab")}
    near = {lines[zone][0] for zone in OFFERED}
    known = sorted(lines, key=lambda zone: (zone not in OFFERED, zone not in usual, lines[zone][0] not in near))
    return {zone: lines[zone] for zone in known}


def _table(name: str) -> list[list[str]]:
    text = (files("tzdata") / "zoneinfo" / name).read_text("utf-8")
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


@cache
def _by_country() -> Names:
    """The zones of each country; one alone where nearly all of it lives by that."""
    found: Names = {}
    for zone, (country, _) in _places().items():
        found[country] = (*found.get(country, ()), zone)
    return found | {country: (zone,) for zone, (country, remark) in _places().items() if MOST_OF_IT.search(remark)}


def _official() -> set[str]:
    """The languages that are official in some country: what else the locale data has would take twice as long."""
    spoken = (pair for languages in get_global("territory_languages").values() for pair in languages.items())
    official = {name for name, told in spoken if str(told["official_status"]).endswith("official")}
    return set(filter(localedata.exists, official))


def _in_language(language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The names of zones' cities, and of countries, in that language."""
    # Babel would keep all that it knows of each language, 75 megabytes instead of 20.
    file = Path(localedata.resolve_locale_filename(language))
    told: dict[str, Any] = pickle.loads(file.read_bytes())  # noqa: S301  a file of Babel's
    known, countries = _places(), _by_country()
    for zone, named in told.get("time_zones", {}).items():
        if (city := named.get("city")) and (zone := _renamed(zone)) in known:
            yield folded(city), (zone,)
    for country, name in told.get("territories", {}).items():
        if country in countries:
            yield folded(name), countries[country]


def _by_clock(language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The names of clocks in that language, such as *Eastern Time*."""
    clocks: dict[str, set[str]] = {}
    for zone, clock in get_global("meta_zones").items():
        clocks.setdefault(clock, set()).add(_renamed(zone))
    for clock, kinds in locale_of(language).meta_zones.items():
        if zones := _best_known_first(clocks.get(clock, set())):
            yield from ((folded(name), zones) for names in kinds.values() for name in names.values())


def _by_letters() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The letters of clocks, such as EST, of which each may have several."""
    named: dict[str, set[str]] = {}
    for zone in _places():
        for letters in {str(month.replace(tzinfo=ZoneInfo(zone)).tzname()) for month in MONTHS}:
            named.setdefault(folded(letters), set()).add(zone)
    yield from ((name, _best_known_first(zones)) for name, zones in named.items() if name.isalpha())


def _best_known_first(zones: Collection[str]) -> tuple[str, ...]:
    return tuple(zone for zone in _places() if zone in zones)


def _renamed(zone: str) -> str:
    return str(get_global("zone_aliases").get(zone, zone))


# Names as they are declined, in Ukrainian and Russian: о 9-й у Києві, в 9 по Москве.

CYRILLIC = re.compile("[а-яіє]")
ENDING = re.compile(r"(?<=\w{3})[аеиоуыэюяієьъ]+(?:[мх][аеиоуыэюяіє]*|го)?$")
LAST_VOWEL = re.compile(r"[іеє](?=в$)")
"""It is another in Львів and Львові."""
SHORTEST = 5
"""Letters of a declined name: shorter ones are too like other words."""


def _stem(name: str) -> str:
    """What stays of a name, folded, whatever case it is in."""
    return " ".join(LAST_VOWEL.sub("о", ENDING.sub("", word)) for word in name.split())


@cache
def _by_stem() -> Names:
    found: dict[str, set[str]] = {}
    for name, zones in _by_name().items():
        if CYRILLIC.search(name):
            found.setdefault(_stem(name), set()).update(zones)
    return {stem: _best_known_first(zones) for stem, zones in found.items()}
