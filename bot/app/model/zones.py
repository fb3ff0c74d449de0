"""Time zones by the cities that people name, and moments by the clocks there."""

from datetime import UTC, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.dates import get_timezone_location

from bot.app.texts import LANGUAGES

OFFERED = (
    *("Europe/Kyiv", "Europe/Warsaw", "Europe/Berlin", "Europe/London", "Asia/Tbilisi", "Asia/Almaty"),
    *("America/New_York", "America/Los_Angeles"),
)
"""The zones that can be tapped; all others are typed."""
FORMER_NAMES = {"Europe/Kyiv": "Europe/Kiev"}
"""Zones that were renamed, by whose former names the locale data still have their cities."""
HOUR = 60
"""Minutes."""


@cache
def _by_city() -> dict[str, str]:
    """Every zone that is named after a city, by its names in our languages, in small letters."""
    zones = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "posix/")))
    found: dict[str, str] = {}
    for zone in zones:
        found.setdefault(zone.rpartition("/")[2].replace("_", " ").casefold(), zone)
        found[zone.casefold()] = zone
    for zone in OFFERED:
        for language in LANGUAGES:
            found[city_of(zone, language).casefold()] = zone
    return found


def zone_of(city: str) -> str | None:
    """The zone of that city, as it is called in English or in one of our languages; None: it is not known."""
    return _by_city().get(" ".join(city.split()).casefold())


def city_of(zone: str, language: str) -> str:
    """The city after which the zone is named, in that language."""
    renamed = Locale.parse(language).time_zones.get(FORMER_NAMES.get(zone), {})
    return str(renamed.get("city") or get_timezone_location(zone, return_city=True, locale=language))


def next_at(zone: str, minute: int, now: float) -> float:
    """When the clock there shows that minute of the day next, after that time (seconds since 1970).

    Once a day, also where a clock is put forward over it (then it is as much later) or shows it twice (the first time).
    """
    place = ZoneInfo(zone)
    date = datetime.fromtimestamp(now, place).date()
    for day in range(3):
        local = datetime.combine(date + timedelta(days=day), time(minute // HOUR, minute % HOUR), place)
        moment = local.astimezone(UTC).timestamp()
        if moment > now:
            return moment
    raise ValueError(f"{zone} has no such minute")
