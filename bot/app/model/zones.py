"""Time zones by the cities that people name, and moments by the clocks there."""

import re
import unicodedata
from datetime import UTC, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.dates import get_timezone_location

from bot.app.language import LOCALES, locale_of
from bot.app.model.chats import HOURS, Notifications
from bot.app.texts import LANGUAGES

OFFERED = (
    *("Europe/Kyiv", "Europe/Warsaw", "Europe/Berlin", "Europe/London", "Asia/Tbilisi", "Asia/Almaty"),
    *("America/New_York", "America/Los_Angeles"),
)
"""The zones that can be tapped; all others are typed."""
CITIES = LOCALES / "cities.txt"
FARTHEST = 14
"""No clock is more hours ahead of UTC."""
FORMER_NAMES = {"Europe/Kyiv": "Europe/Kiev"}
"""Zones that were renamed, by whose former names the locale data still have their cities."""
MINUTES_AN_HOUR = 60


AHEAD = re.compile(r"(?:utc|gmt)\s*(?:(?P<sign>[+-])\s*(?P<hours>\d{1,2})(?::?(?P<minutes>30|45|00))?)?")
FIXED = "Etc/GMT"
"""What begins the names of zones without summer time, whose signs are the other way round."""
OFF_THE_HOUR = {
    "+3:30": "Asia/Tehran",
    "+4:30": "Asia/Kabul",
    "+5:30": "Asia/Kolkata",
    "+5:45": "Asia/Kathmandu",
    "+6:30": "Asia/Yangon",
    "+9:30": "Australia/Darwin",
    "-9:30": "Pacific/Marquesas",
}


def _folded(name: str) -> str:
    """The name without case, accents, apostrophes, and other than single spaces."""
    letters = (each for each in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(each))
    return " ".join(re.sub(r"['’ʼ`.]", "", "".join(letters)).replace("-", " ").replace("−", " ").split())


@cache
def _by_city() -> dict[str, str]:
    """Every zone that is named after a city, and those of further large cities, by their names, folded."""
    zones = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "posix/")))
    found: dict[str, str] = {}
    for zone in zones:
        found.setdefault(_folded(zone.rpartition("/")[2].replace("_", " ")), zone)
        found[_folded(zone)] = zone
    for language in LANGUAGES:
        named = locale_of(language).time_zones
        for zone in zones:
            if city := named.get(zone, {}).get("city"):
                found.setdefault(_folded(str(city)), zone)
    for line in CITIES.read_text("utf-8").splitlines():
        zone, _, names = line.partition(": ")
        if not line.startswith("#"):
            found |= {_folded(name): zone for name in names.split(", ")}
    for zone in OFFERED:
        for language in LANGUAGES:
            found[_folded(city_of(zone, language))] = zone
    return found


def zone_of(city: str) -> str | None:
    """The zone of that city, as people who speak our languages type it, or of `UTC+3`; None: it is not known."""
    if ahead := AHEAD.fullmatch(city.strip().casefold().replace("−", "-")):
        hours = int(f"{ahead['sign'] or '+'}{ahead['hours'] or 0}")
        return _zone_ahead(hours, ahead["minutes"] or "00", ahead["sign"] or "+")
    return _by_city().get(_folded(city))


def _zone_ahead(hours: int, minutes: str, sign: str) -> str | None:
    """The zone whose clock is so far ahead of UTC at all times of the year, if there is one."""
    if minutes != "00":
        return OFF_THE_HOUR.get(f"{sign}{abs(hours)}:{minutes}")
    zone = f"{FIXED}{-hours:+d}" if hours else FIXED
    return zone if zone in available_timezones() else None


def zone_by(notifications: Notifications) -> str | None:
    """The zone by whose clock somebody with that bell lives; None: they have told nothing of it."""
    if notifications.zone is not None or notifications.ahead is None:
        return notifications.zone
    return _zone_ahead(notifications.ahead - HOURS * (notifications.ahead > FARTHEST), "00", "+")


def city_of(zone: str, language: str) -> str:
    """The city after which the zone is named, in that language; `UTC+3` of a zone that has none."""
    if zone.startswith(FIXED):
        return f"UTC{-int(zone.removeprefix(FIXED) or 0):+d}".removesuffix("+0")
    renamed = Locale.parse(language).time_zones.get(FORMER_NAMES.get(zone), {})
    return str(renamed.get("city") or get_timezone_location(zone, return_city=True, locale=language))


def next_at(zone: str, minute: int, now: float) -> float:
    """When the clock there shows that minute of the day next, after that time (seconds since 1970).

    Once a day, also where a clock is put forward over it (then it is as much later) or shows it twice (the first time).
    """
    place = ZoneInfo(zone)
    date = datetime.fromtimestamp(now, place).date()
    for day in range(3):
        local = datetime.combine(
            date + timedelta(days=day), time(minute // MINUTES_AN_HOUR, minute % MINUTES_AN_HOUR), place
        )
        moment = local.astimezone(UTC).timestamp()
        if moment > now:
            return moment
    raise ValueError(f"{zone} has no such minute")
