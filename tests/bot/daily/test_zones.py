"""The minute of a day by the clock of a city, right when summer time begins and ends."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.model.chats import OFFERED, city_of, next_at, zone_of

KYIV = "Europe/Kyiv"


def moment(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("minute", "now", "due"),
    [
        (540, "2026-11-23 06:59", "2026-11-23 07:00"),
        (540, "2026-11-23 07:00", "2026-11-24 07:00"),
        (540, "2026-03-28 07:00", "2026-03-29 06:00"),
        (540, "2026-10-24 06:00", "2026-10-25 07:00"),
        (210, "2026-03-28 12:00", "2026-03-29 01:30"),
        (210, "2026-10-24 12:00", "2026-10-25 00:30"),
        (210, "2026-10-25 00:30", "2026-10-26 01:30"),
    ],
)
def test_it_is_the_same_hour_by_the_clock_in_summer_and_winter(minute: int, now: str, due: str) -> None:
    assert next_at(KYIV, minute, moment(now)) == moment(due)


@given(st.sampled_from(OFFERED), st.integers(0, 1439), st.integers(1_700_000_000, 1_900_000_000))
def test_it_comes_once_on_each_date(zone: str, minute: int, now: int) -> None:
    due = next_at(zone, minute, now)
    later = next_at(zone, minute, due)
    dates = [datetime.fromtimestamp(at, ZoneInfo(zone)).date() for at in (due, later)]
    assert now < due < later
    assert dates[1] - dates[0] == timedelta(days=1)


@pytest.mark.parametrize("city", ["Kyiv", "київ", " Киев", "New  York", "нью-йорк", "Oslo", "europe/oslo"])
def test_cities_are_known_in_our_languages(city: str) -> None:
    assert zone_of(city) is not None


@pytest.mark.parametrize("city", ["", "Nowhere", "Etc/GMT", "../etc/passwd"])
def test_what_is_no_city_is_none(city: str) -> None:
    assert zone_of(city) is None


@pytest.mark.parametrize("zone", OFFERED)
def test_what_is_offered_has_a_name_and_is_found_by_it(zone: str) -> None:
    for language in ("en", "uk", "ru"):
        assert zone_of(city_of(zone, language)) == zone


def test_a_renamed_city_has_its_name_in_every_language() -> None:
    assert [city_of(KYIV, language) for language in ("en", "uk", "ru")] == ["Kyiv", "Київ", "Киев"]
