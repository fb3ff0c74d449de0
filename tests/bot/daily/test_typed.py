"""What is typed behind `/daily`: a city and an hour in all the ways people write them, by one clock; and nonsense."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from itertools import product
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import Feature
from bot.app.daily.model import DailyTries, Reminder
from bot.app.language import LOCALES
from bot.app.messages import Chat
from bot.app.model.chats import Notifications
from bot.app.model.zones import OFFERED, city_of, next_at, zone_by, zone_of
from bot.app.operators.model import Operators
from tests.bot.inside import Inside, inside

KYIV = "Europe/Kyiv"
CITIES = {
    "Europe/Kyiv": "Львів, Харьков, одеса, Lviv, Київ, київ, Киев, Kiev, Kyiv, ИВАНО франковск",
    "Europe/Moscow": "Санкт-Петербург, санкт петербург, Питер, Москва",
    "Asia/Kolkata": "Delhi, Мумбаї, Дели, UTC+5:30",
    "Europe/Berlin": "Munich, München, Munchen, Кёльн, кельн, Берлін",
    "Europe/Zurich": "Zürich, zurich, Цюріх",
    "Europe/Oslo": "Oslo, europe/oslo",
    "America/Sao_Paulo": "São Paulo, sao paulo, Сан-Паулу",
    "Asia/Jerusalem": "Tel Aviv, тель-авив, Єрусалим",
    "America/New_York": "Boston, Нью-Йорк, нью-йорк, нью йорк, New  York, NYC",
    "Europe/Warsaw": "Kraków, Варшава",
    "Etc/GMT-3": "UTC+3, gmt+3, UTC + 3, utc+03:00",
    "Etc/GMT+5": "UTC-5, UTC−5",
    "Etc/GMT": "UTC, GMT",
}
WISHES = {
    "Oslo": "8:30 Oslo=8:30; Oslo 8:30=8:30; oslo, 8.30=8:30; 8:30 pm Oslo=20:30; Oslo 12am=0:00; Oslo at 12 pm=12:00; "
    "9am Oslo=9:00; 9 a.m. in Oslo=9:00; 9 Oslo=9:00",
    "Amsterdam": "9 Amsterdam=9:00",
    "UTC+3": "UTC+3 9:00=9:00",
    "UTC-5": "9:00 UTC-5=9:00",
    "Kyiv": "7 вечора Львів=19:00",
    "Moscow": "в 9 утра Питер=9:00",
    "Sao Paulo": "São Paulo 7:05=7:05",
}
NONSENSE = "13pm Oslo, 24:00 Oslo, 25:00 Oslo, 8:30 Atlantis, Atlantis 9:00, 9:00 9:30, 9 lives, 0pm, please, Oslo, -1"


@pytest.fixture
async def bot() -> AsyncIterator[Inside]:
    async with inside(None, Chat(1001)) as bot:
        yield bot


async def shown(bot: Inside, typed: str) -> str:
    await bot.says(typed)
    return str(bot.screens["menu"][1].html)


async def reminder(bot: Inside) -> Reminder | None:
    return await bot.store.run(lambda work: work.of(DailyTries).reminder(1001))


@pytest.mark.parametrize("zone", CITIES)
def test_cities_are_known_as_people_type_them(zone: str) -> None:
    former = {"Asia/Kolkata": "Asia/Calcutta", KYIV: "Europe/Kiev"}
    cities = [*CITIES[zone].split(", "), *[" Киев"] * (zone == KYIV)]
    assert [city for city in cities if zone_of(city) not in {zone, former.get(zone)}] == []


def test_what_is_no_city_is_none_and_the_list_of_large_ones_is_short_and_names_zones() -> None:
    unknown = ("", "Nowhere", "UTC+25", "UTC+3:17", "+3", "am", "Etc/GMT", "../etc/passwd")
    assert {*map(zone_of, unknown)} == {None}
    lines = [line for line in (LOCALES / "cities.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) <= 150
    for line in lines:
        zone, _, names = line.partition(": ")
        assert {zone_of(name) for name in names.split(", ")} == {zone}, line


def test_what_is_offered_has_a_name_in_every_language_and_is_found_by_it() -> None:
    for zone, language in product(OFFERED, ("en", "uk", "ru")):
        assert zone_of(city_of(zone, language)) == zone
    assert [city_of(KYIV, language) for language in ("en", "uk", "ru")] == ["Kyiv", "Київ", "Киев"]


def test_an_hour_that_was_tapped_is_a_clock_as_well() -> None:
    for ahead in range(24):
        zone = zone_by(Notifications(ahead=ahead))
        assert zone is not None
        assert (Notifications(zone=zone).clock(0.0), city_of(zone, "uk")[:3]) == (f"{ahead}:00", "UTC")


@pytest.mark.parametrize(("city", "wish"), [(city, wish) for city in WISHES for wish in WISHES[city].split("; ")])
async def test_a_city_and_an_hour_are_read_in_any_order(bot: Inside, city: str, wish: str) -> None:
    typed, _, hour = wish.partition("=")
    assert f"{hour} ({city})" in await shown(bot, f"/daily {typed}")
    assert await bot.board_game() is None


@pytest.mark.parametrize("typed", ["8:30", "9am", "8:30 pm", "at 21:15"])
async def test_an_hour_alone_is_by_the_known_clock_and_asks_where_none_is_known(bot: Inside, typed: str) -> None:
    assert "I only ask once" in await shown(bot, f"/daily {typed}")
    await bot.says("/daily Oslo 7:00")
    said = await shown(bot, f"/daily {typed}")
    assert ("(Oslo)" in said, "7:00" in said) == (True, False)


@pytest.mark.parametrize("typed", [*NONSENSE.split(", "), "Oslo 25:00", "Oslo 8:75"])
async def test_what_is_no_hour_is_pointed_out_and_begins_nothing(bot: Inside, typed: str) -> None:
    assert "nothing has changed" in await shown(bot, f"/daily {typed}")
    assert (await bot.board_game(), await reminder(bot)) == (None, None)
    assert await bot.store.run(lambda work: work.of(DailyTries).attempt(12, 1001)) is None


@pytest.mark.parametrize("word", ["off", "OFF", "вимкнути", "выключить"])
async def test_the_wish_that_is_kept_stays_until_it_is_switched_off_by_a_word(bot: Inside, word: str) -> None:
    await bot.says("/daily Oslo 8:30")
    assert "8:30 (Oslo)" in await shown(bot, "/daily Atlantis 9:00")
    assert "No more reminders" in await shown(bot, f"/daily {word}")
    assert await reminder(bot) is None


@pytest.mark.parametrize("word", ["remind", "Remind me", "нагадай", "напомни", "off"])
async def test_it_is_asked_for_by_a_word_and_one_press_is_for_tomorrow_at_this_hour(bot: Inside, word: str) -> None:
    await bot.says(f"/daily {word}")
    assert await bot.board_game() is None
    [(data, slot)] = [pressed for pressed in bot.buttons if pressed[0].endswith("remind-now")]
    await bot.presses(data, slot)
    assert (wished := await reminder(bot)) is not None
    assert wished.minute == 13 * 60 + 46


async def test_the_clock_is_told_once_for_reminder_and_quiet_hours(bot: Inside) -> None:
    await bot.says("/daily Oslo 8:30")
    for pressed in ("1:settings", "1:quiet", "1:quiet:22-8"):
        await bot.presses(pressed, "menu")
    assert "Oslo" in bot.screens["menu"][1].html
    await bot.presses("1:hour:city", "menu")
    await bot.presses("1:hour:city-0", "menu")
    assert (wished := await reminder(bot)) is not None
    assert wished.zone == KYIV


# The minute of a day by the clock of a city, right when summer time begins and ends
HOURS = (
    "540: 11-23 06:59 → 11-23 07:00; 540: 11-23 07:00 → 11-24 07:00; 540: 03-28 07:00 → 03-29 06:00; "
    "540: 10-24 06:00 → 10-25 07:00; 210: 03-28 12:00 → 03-29 01:30; 210: 10-24 12:00 → 10-25 00:30; "
    "210: 10-25 00:30 → 10-26 01:30"
)


@pytest.mark.parametrize("line", HOURS.split("; "))
def test_it_is_the_same_hour_by_the_clock_in_summer_and_winter(line: str) -> None:
    minute, _, then = line.partition(": ")
    now, due = (datetime.fromisoformat(f"2026-{at}").replace(tzinfo=UTC).timestamp() for at in then.split(" → "))
    assert next_at(KYIV, int(minute), now) == due


@given(st.sampled_from(OFFERED), st.integers(0, 1439), st.integers(1_700_000_000, 1_900_000_000))
def test_it_comes_once_on_each_date(zone: str, minute: int, now: int) -> None:
    later = next_at(zone, minute, due := next_at(zone, minute, now))
    dates = [datetime.fromtimestamp(at, ZoneInfo(zone)).date() for at in (due, later)]
    assert now < due < later
    assert dates[1] - dates[0] == timedelta(days=1)


async def test_while_it_is_switched_off_no_way_leads_to_it(bot: Inside) -> None:
    async with inside(None, Chat(-1001)) as group:
        await group.says("/daily")
        for each in (bot, group):
            await each.store.run(lambda work: work.of(Operators).switch(Feature.DAILY, on=False))
        assert len(group.buttons) == 2
        for button, slot in group.buttons:
            assert "turned off" in str(await group.presses(button, slot))
        assert "start=daily" not in str(await group.says("/daily"))
    for words in ("/daily", "/start daily"):
        assert "turned off" in str(await bot.says(words))
        assert await bot.board_game() is None
