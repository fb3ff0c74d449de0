"""A city and an hour behind `/daily`, in all the ways people write them; one clock for reminder and quiet hours."""

import pytest

from bot.app.language import LOCALES
from bot.app.messages import Chat
from bot.app.model.chats import Bell, city_of, zone_by, zone_of
from tests.bot.inside import Inside, inside

CITIES = {
    "Europe/Kyiv": ["Львів", "Харьков", "одеса", "Lviv", "Київ", "Киев", "Kiev", "ИВАНО франковск"],
    "Europe/Moscow": ["Санкт-Петербург", "санкт петербург", "Питер", "Москва"],
    "Asia/Kolkata": ["Delhi", "Мумбаї", "Дели", "UTC+5:30"],
    "Europe/Berlin": ["Munich", "München", "Munchen", "Кёльн", "кельн", "Берлін"],
    "Europe/Zurich": ["Zürich", "zurich", "Цюріх"],
    "America/Sao_Paulo": ["São Paulo", "sao paulo", "Сан-Паулу"],
    "Asia/Jerusalem": ["Tel Aviv", "тель-авив", "Єрусалим"],
    "America/New_York": ["Boston", "Нью-Йорк", "нью йорк", "NYC"],
    "Europe/Warsaw": ["Kraków", "Варшава"],
    "Etc/GMT-3": ["UTC+3", "gmt+3", "UTC + 3", "utc+03:00"],
    "Etc/GMT+5": ["UTC-5", "UTC−5"],
    "Etc/GMT": ["UTC", "GMT"],
}
WISHES = {
    "8:30 Oslo": "8:30 (Oslo)",
    "Oslo 8:30": "8:30 (Oslo)",
    "oslo, 8.30": "8:30 (Oslo)",
    "8:30 pm Oslo": "20:30 (Oslo)",
    "Oslo 12am": "0:00 (Oslo)",
    "Oslo at 12 pm": "12:00 (Oslo)",
    "9am Oslo": "9:00 (Oslo)",
    "9 a.m. in Oslo": "9:00 (Oslo)",
    "9 Oslo": "9:00 (Oslo)",
    "9 Amsterdam": "9:00 (Amsterdam)",
    "UTC+3 9:00": "9:00 (UTC+3)",
    "9:00 UTC-5": "9:00 (UTC-5)",
    "7 вечора Львів": "19:00 (Kyiv)",
    "в 9 утра Питер": "9:00 (Moscow)",
    "São Paulo 7:05": "7:05 (Sao Paulo)",
}


async def shown(bot: Inside, typed: str) -> str:
    """What the menu says after that was typed."""
    await bot.says(typed)
    return str(bot.screens["menu"][1].html)


@pytest.mark.parametrize(("city", "zone"), [(city, zone) for zone, cities in CITIES.items() for city in cities])
def test_cities_are_known_as_people_type_them(city: str, zone: str) -> None:
    former = {"Asia/Kolkata": "Asia/Calcutta", "Europe/Kyiv": "Europe/Kiev"}
    assert zone_of(city) in {zone, former.get(zone)}


@pytest.mark.parametrize("city", ["", "Nowhere", "UTC+25", "UTC+3:17", "+3", "am", "Etc/GMT"])
def test_what_is_no_city_is_none(city: str) -> None:
    assert zone_of(city) is None


def test_the_list_of_large_cities_is_short_and_names_zones() -> None:
    lines = [line for line in (LOCALES / "cities.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) <= 150
    for line in lines:
        zone, _, names = line.partition(": ")
        assert {zone_of(name) for name in names.split(", ")} == {zone}, line


@pytest.mark.parametrize("ahead", range(24))
def test_an_hour_that_was_tapped_is_a_clock_as_well(ahead: int) -> None:
    zone = zone_by(Bell(ahead=ahead))
    assert zone is not None
    assert Bell(zone=zone).clock(0.0) == f"{ahead}:00"
    assert city_of(zone, "uk").startswith("UTC")


@pytest.mark.parametrize("typed", WISHES)
async def test_a_city_and_an_hour_are_read_in_any_order(typed: str) -> None:
    async with inside(None, Chat(1001)) as bot:
        assert WISHES[typed] in await shown(bot, f"/daily {typed}")
        assert await bot.board_game() is None


@pytest.mark.parametrize("typed", ["8:30", "9am", "8:30 pm", "at 21:15"])
async def test_an_hour_alone_is_by_the_known_clock_and_asks_where_none_is_known(typed: str) -> None:
    async with inside(None, Chat(1001)) as bot:
        assert "I only ask once" in await shown(bot, f"/daily {typed}")
        await bot.says("/daily Oslo 7:00")
        said = await shown(bot, f"/daily {typed}")
        assert "(Oslo)" in said
        assert "7:00" not in said


@pytest.mark.parametrize("typed", ["13pm Oslo", "24:00 Oslo", "8:30 Atlantis", "9:00 9:30", "9 lives", "0pm"])
async def test_what_is_no_hour_is_pointed_out(typed: str) -> None:
    async with inside(None, Chat(1001)) as bot:
        assert "nothing has changed" in await shown(bot, f"/daily {typed}")
        assert await bot.store.run(lambda work: work.daily.reminder(1001)) is None


@pytest.mark.parametrize("word", ["off", "OFF", "вимкнути", "выключить"])
async def test_it_is_switched_off_by_a_word(word: str) -> None:
    async with inside(None, Chat(1001)) as bot:
        await bot.says("/daily Oslo 8:30")
        assert "No more reminders" in await shown(bot, f"/daily {word}")
        assert await bot.store.run(lambda work: work.daily.reminder(1001)) is None


async def test_one_press_is_for_tomorrow_at_this_hour() -> None:
    async with inside(None, Chat(1001)) as bot:
        await bot.says("/daily off")
        [(data, slot)] = [pressed for pressed in bot.buttons if pressed[0].endswith("remind-now")]
        await bot.presses(data, slot)
        reminder = await bot.store.run(lambda work: work.daily.reminder(1001))
        assert reminder is not None
        assert reminder.minute == 13 * 60 + 46


async def test_the_clock_is_told_once_for_reminder_and_quiet_hours() -> None:
    async with inside(None, Chat(1001)) as bot:
        await bot.says("/daily Oslo 8:30")
        for pressed in ("1:settings", "1:quiet", "1:quiet:22-8"):
            await bot.presses(pressed, "menu")
        assert "Oslo" in bot.screens["menu"][1].html
        await bot.presses("1:hour:city", "menu")
        await bot.presses("1:hour:city-0", "menu")
        reminder = await bot.store.run(lambda work: work.daily.reminder(1001))
        assert reminder is not None
        assert reminder.zone == "Europe/Kyiv"
