"""Time zones as they are stored and shown, and moments by the clocks there. What people call them is in `places`."""

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from functools import cache
from hashlib import sha256
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.core import get_global
from babel.dates import get_timezone_location

from bot.app.model.chats import HOURS, Notifications
from bot.game.daily import DAY

OFFERED = (
    *("Europe/Kyiv", "Europe/Warsaw", "Europe/Berlin", "Europe/London", "Asia/Tbilisi", "Asia/Almaty"),
    *("America/New_York", "America/Los_Angeles"),
)
"""The zones that can be tapped; all others are typed."""
FARTHEST = 14
"""No clock is more hours ahead of UTC."""
MINUTES_AN_HOUR = 60
FIXED = "Etc/GMT"
"""What begins the names of zones without summer time, whose signs are the other way round."""
UTC_ZONE = FIXED
OFF_THE_HOUR = {
    "+3:30": "Asia/Tehran",
    "+4:30": "Asia/Kabul",
    "+5:30": "Asia/Kolkata",
    "+5:45": "Asia/Kathmandu",
    "+6:30": "Asia/Yangon",
    "+9:30": "Australia/Darwin",
    "-9:30": "Pacific/Marquesas",
}


@cache
def known_zones() -> frozenset[str]:
    """All zones that are named after a place, or by their hours ahead of UTC."""
    return frozenset(zone for zone in available_timezones() if "/" in zone)


def mark_of(zone: str) -> str:
    """What buttons call the zone, whose name is too long for them."""
    return sha256(zone.encode()).hexdigest()[:7]


@cache
def zones_by_mark() -> dict[str, str]:
    """The zones that buttons may name; what these are called stays, whichever zones there are besides."""
    return {mark_of(zone): zone for zone in known_zones()}


def distinct(zones: Iterable[str], now: float) -> tuple[str, ...]:
    """The first zone of each clock that differs from all others within the next year, from west to east."""
    moments = [datetime.fromtimestamp(now + days * DAY, UTC) for days in range(0, 370, 10)]
    clocks: dict[tuple[timedelta, ...], str] = {}
    for zone in zones:
        place = ZoneInfo(zone)
        ahead = tuple(moment.astimezone(place).utcoffset() or timedelta() for moment in moments)
        clocks.setdefault(ahead, zone)
    return tuple(zone for _, zone in sorted(clocks.items()))


def zone_ahead(hours: int, minutes: str, sign: str) -> str | None:
    """The zone whose clock is so far ahead of UTC at all times of the year, if there is one."""
    if minutes != "00":
        return OFF_THE_HOUR.get(f"{sign}{abs(hours)}:{minutes}")
    zone = f"{FIXED}{-hours:+d}" if hours else FIXED
    return zone if zone in known_zones() else None


def zone_by(notifications: Notifications) -> str | None:
    """The zone by whose clock somebody with that bell lives; None: they have told nothing of it."""
    if notifications.zone is not None or notifications.ahead is None:
        return notifications.zone
    return zone_ahead(notifications.ahead - HOURS * (notifications.ahead > FARTHEST), "00", "+")


def city_of(zone: str, language: str) -> str:
    """The city after which the zone is named, in that language; `UTC+3` of a zone that has none."""
    if zone.startswith(FIXED):
        return f"UTC{-int(zone.removeprefix(FIXED) or 0):+d}".removesuffix("+0")
    named = Locale.parse(language).time_zones
    former = (old for old, new in get_global("zone_aliases").items() if new == zone)  # of which alone cities are known
    cities = (named.get(each, {}).get("city") for each in (zone, *former))
    return str(next(filter(None, cities), None) or get_timezone_location(zone, return_city=True, locale=language))


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
