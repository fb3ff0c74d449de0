"""What is typed behind `/daily`: a city and an hour in all the ways people write them, by one clock; and nonsense."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from time import perf_counter
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import Feature, button_data, press_from
from bot.app.daily.model import DailyTries, Reminder
from bot.app.daily.reading import read_wish
from bot.app.daily.screens import CITY, OFF, OWN, OfReminder, at_place, clock, to_days
from bot.app.daily.screens import NOW as AT_THIS_HOUR
from bot.app.language import LOCALES
from bot.app.messages import Chat
from bot.app.model.chats import Notifications
from bot.app.model.places import zones_named
from bot.app.model.zones import OFFERED, city_of, distinct, known_zones, mark_of, next_at, zone_by, zones_by_mark
from bot.app.operators.model import Operators
from bot.app.screens.people import WORD_JOINER
from bot.app.texts import LANGUAGES, texts_in
from tests.bot.inside import Inside, inside

KYIV = "Europe/Kyiv"
NOW = datetime(2026, 11, 23, tzinfo=UTC).timestamp()
CITIES = {
    "Europe/Kyiv": "Львів, Харьков, одеса, Lviv, Київ, київ, Киев, Kiev, Kyiv, ИВАНО франковск",
    "Europe/Moscow": "Санкт-Петербург, санкт петербург, Питер, Москва",
    "Asia/Kolkata": "Delhi, Мумбаї, Дели",
    "Europe/Berlin": "Munich, München, Munchen, Кёльн, кельн, Берлін",
    "Europe/Zurich": "Zürich, zurich, Цюріх",
    "Europe/Oslo": "Oslo, europe/oslo",
    "America/Sao_Paulo": "São Paulo, sao paulo, Сан-Паулу",
    "Asia/Jerusalem": "Tel Aviv, тель-авив, Єрусалим",
    "America/New_York": "Boston, Нью-Йорк, нью-йорк, нью йорк, New  York, NYC",
    "Europe/Warsaw": "Kraków, Варшава",
    "Europe/Copenhagen": "København, Kopenhagen, Копенгаген, Данія, Denmark, Danmark",
    "Etc/GMT": "UTC, GMT",
}
WISHES = {
    "Oslo": "8:30 Oslo=8:30; Oslo 8:30=8:30; oslo, "
    "8.30=8:30; 8:30 pm Oslo=20:30; Oslo 12am=0:00; Oslo at 12 pm=12:00; "
    "9am Oslo=9:00; 9 a.m. in Oslo=9:00; 9 Oslo=9:00",
    "Amsterdam": "9 Amsterdam=9:00",
    "UTC+3": "UTC+3 9:00=9:00",
    "UTC-5": "9:00 UTC-5=9:00",
    "Kyiv": "7 вечора Львів=19:00",
    "Moscow": "в 9 утра Питер=9:00",
    "Sao Paulo": "São Paulo 7:05=7:05",
}
NONSENSE = (
    "24:00 Oslo, 25:00 Oslo, 8:30 Atlantis, Atlantis 9:00, 9:00 9:30, 9 lives, 0pm, 13am, please, Oslo 9:75, lives"
)
# As people write it, in any language whatever theirs is: the minute of the day and the zone that are meant
READ = {
    "America/New_York": "9am EST=9:00 | New York, USA 9am=9:00 | 9am New York time=9:00 | 9:00 Eastern=9:00 "
    "| 9 am в Нью-Йорку=9:00",
    "America/Los_Angeles": "9 pm PST=21:00 | 9 pm Pacific Time=21:00",
    "Europe/Berlin": "9:00 CET=9:00 | Germany 9:00=9:00 | Німеччина 9:00=9:00 | Deutschland 9 Uhr=9:00 "
    "| в Германии в 9=9:00 "
    "| at 9 in the morning, Berlin=9:00 | 9:00 Central European Time=9:00",
    "Europe/Moscow": "9:00 мск=9:00 | в 9:00 по Москве=9:00 | полдевятого, Москва=8:30 "
    "| 9:00 по московскому времени=9:00",
    "Europe/Kyiv": "Україна 9:00=9:00 | Kyiv, Ukraine 9:00=9:00 | 9.00 Киев=9:00 | о 9-й ранку у Києві=9:00 "
    "| 18:30 (Kyiv)=18:30 "
    "| пів на дев’яту, Львів=8:30 | 9-00 по Киеву=9:00 | 9 год 30 хв Одеса=9:30 | 9:00 EET=9:00 | Запоріжжя 9=9:00 "
    "| 9 вечора за київським часом=21:00 | опівночі Харків=0:00 | 11 ночи, Днепр=23:00 | Київ 3 дня=15:00",
    "Europe/Oslo": "noon Oslo=12:00 | 0830 Oslo=8:30 | 930 pm Oslo=21:30 | Norge 9:00=9:00 "
    "| Oslo 9 o'clock=9:00 | 13pm Oslo=13:00 "
    "| half past eight, Oslo=8:30 | remind me at 9:00 in Oslo, please=9:00 | Europe/Oslo 9:00=9:00 "
    "| 9 pm tonight Oslo=21:00",
    "Europe/Warsaw": "time 9:00 Warsaw=9:00 | о 8 ранку у Польщі=8:00 | Варшава в девять=9:00",
    "Europe/Copenhagen": "København 9:00=9:00 | Данія 9 ранку=9:00",
    "Europe/Paris": "21h30 Paris=21:30 | France 21h=21:00",
    "Etc/GMT-3": "+3 9:00=9:00 | 9:00 +03:00=9:00 | 9:00 GMT+3=9:00 | 9:00+3=9:00 | UTC + 3, 9am=9:00",
    "Etc/GMT+5": "-5 9:00=9:00 | 9:00 UTC−5=9:00",
    "Asia/Kolkata": "UTC+5:30 9:00=9:00 | India 9:00=9:00 | Індія о дев'ятій вечора=21:00",
    "": "every day at 9:00=9:00 | 21h=21:00 | в девять=9:00 | о дев’ятій вечора=21:00 | щодня о 9 ранку=9:00 "
    "| 15-30=15:30 "
    "| каждый день в 9 утра=9:00 | noon=12:00 | в полдень=12:00 | 12 ночи=0:00 | 2 ночи=2:00 | 11 дня=11:00 "
    "| at nine=9:00",
}
SEVERAL = {
    "IST 9:00": "Europe/Dublin, Asia/Jerusalem, Asia/Kolkata",
    "9am CST": "America/Mexico_City, America/Chicago, America/Havana, Asia/Shanghai",
    "9:00 Росія": "Europe/Kaliningrad, Europe/Moscow, Europe/Astrakhan, Asia/Yekaterinburg, Asia/Omsk, "
    "Asia/Novosibirsk, "
    "Asia/Irkutsk, Asia/Chita, Asia/Vladivostok, Asia/Magadan, Asia/Kamchatka",
    "США, 9 утра": "Pacific/Honolulu, America/Adak, America/Anchorage, America/Los_Angeles, America/Phoenix, "
    "America/Denver, "
    "America/Chicago, America/New_York",
    "Oslo Kyiv 9:00": "Europe/Oslo, Europe/Kyiv",
}


@pytest.fixture
async def bot() -> AsyncIterator[Inside]:
    async with inside(None, Chat(1001)) as bot:
        yield bot


async def shown(bot: Inside, typed: str) -> str:
    await bot.says(typed)
    return bot.screens["menu"][1].html.replace(WORD_JOINER, "")


def offered(bot: Inside) -> list[str]:
    """The data of the buttons on the menu that keep an hour, or ask for it."""
    return [data for data, slot in bot.buttons if slot == "menu" and data.startswith("1:daily:remind-")]


def keeps(zone: str, minute: int) -> str:
    return button_data(to_days(at_place(zone, minute)))


def read_of(zone: str) -> list[tuple[str, str]]:
    return [(typed, hour) for wish in READ[zone].split(" | ") for typed, _, hour in [wish.strip().rpartition("=")]]


async def reminder(bot: Inside) -> Reminder | None:
    return await bot.store.run(lambda work: work.of(DailyTries).reminder(1001))


@pytest.mark.parametrize("zone", CITIES)
def test_cities_are_known_as_people_type_them(zone: str) -> None:
    cities = [*CITIES[zone].split(", "), *[" Киев"] * (zone == KYIV)]
    assert [city for city in cities if zones_named(city) != (zone,)] == []


def test_what_is_no_city_is_none_and_the_list_of_large_ones_is_short_and_names_zones() -> None:
    unknown = ("", "Nowhere", "UTC+25", "UTC+3:17", "am", "../etc/passwd")
    assert {*map(zones_named, unknown)} == {()}
    lines = [line for line in (LOCALES / "cities.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) <= 150
    for line in lines:
        zone, _, names = line.partition(": ")
        assert {(len(zones_named(name)) > 1 or zones_named(name)[0]) for name in names.split(", ")} == {
            zone == "US" or zone
        }, line


def test_what_is_offered_has_a_name_in_every_language_and_is_found_by_it() -> None:
    for zone, language in product(OFFERED, ("en", "uk", "ru")):
        assert zones_named(city_of(zone, language)) == (zone,)
    assert [city_of(KYIV, language) for language in ("en", "uk", "ru")] == ["Kyiv", "Київ", "Киев"]
    renamed = ("Asia/Kolkata", "America/Argentina/Buenos_Aires", "Asia/Ho_Chi_Minh")
    assert [city_of(zone, "uk") for zone in renamed] == ["Колката", "Буенос-Айрес", "Хошимін"]


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
    assert "(Oslo)" in said
    assert "7:00" not in said


@pytest.mark.parametrize(("zone", "typed", "hour"), [(zone, *wish) for zone in READ for wish in read_of(zone)])
def test_hours_and_places_are_read_as_people_write_them(zone: str, typed: str, hour: str) -> None:
    wish = read_wish(typed)
    assert wish.minute is not None
    assert (clock(wish.minute), wish.unread, wish.wrong) == (hour, "", "")
    assert distinct(wish.zones, NOW) == ((zone,) if zone else ())


@pytest.mark.parametrize("typed", SEVERAL)
def test_several_zones_are_one_for_each_clock_from_west_to_east(typed: str) -> None:
    assert ", ".join(distinct(read_wish(typed).zones, NOW)) == SEVERAL[typed]


@pytest.mark.parametrize("typed", SEVERAL)
async def test_several_zones_are_asked_about_and_one_press_keeps_the_hour(bot: Inside, typed: str) -> None:
    zones = distinct(read_wish(typed).zones, 1_000_000)
    for zone in zones:
        assert "Which is yours?" in await shown(bot, f"/daily {typed}")
        assert offered(bot) == [keeps(each, 540) for each in zones]
        await bot.presses(keeps(zone, 540), "menu")
        assert (wished := await reminder(bot)) is not None
        assert (wished.zone, wished.minute) == (zone, 540)


def test_every_zone_has_a_button_of_its_own_and_a_name() -> None:
    for zone in known_zones():
        press = to_days(at_place(zone, 1439))
        assert press_from(button_data(press)) == press
        assert OfReminder.read(press.argument) == OfReminder(mark_of(zone), 23, 59)
        assert all(city_of(zone, language) for language in LANGUAGES)
    assert {zones_by_mark()[mark_of(zone)] for zone in known_zones()} == known_zones()
    assert zones_by_mark().keys().isdisjoint({*map(str, range(len(OFFERED))), AT_THIS_HOUR, OFF, CITY, OWN})


OSLO = mark_of("Europe/Oslo")
FORGED = f"0000000-9-0, {OSLO}-24-0, {OSLO}-9-60, {OSLO}-9-9-9, {OSLO}--9, own-9, now-9, 9-9-9"


@pytest.mark.parametrize("forged", FORGED.split(", "))
async def test_what_no_button_says_keeps_no_hour(bot: Inside, forged: str) -> None:
    await bot.says("/daily USA 9:00")
    await bot.presses(f"1:daily:remind-{forged}", "menu")
    assert await reminder(bot) is None


async def test_a_place_lacks_the_hour_which_is_asked_for(bot: Inside) -> None:
    haiti, madrid = "America/Port-au-Prince", "Europe/Madrid"
    assert "Port-au-Prince: what time?" in await shown(bot, "/daily Haiti")
    assert offered(bot)[:24] == [f"1:daily:remind-{mark_of(haiti)}-{hour}" for hour in range(24)]
    await bot.presses(f"1:daily:remind-{mark_of(haiti)}-8", "menu")
    assert (wished := await reminder(bot)) is not None
    assert (wished.zone, wished.minute) == (haiti, 480)
    assert "Which is yours?" in await shown(bot, "/daily Spain Mexico")
    await bot.presses(f"1:daily:remind-{mark_of(madrid)}", "menu")
    assert "Madrid: what time?" in bot.screens["menu"][1].html


@pytest.mark.parametrize(
    "typed", ["Tromso, Norway 9:00", "every saturday 9:00 Oslo", "Oslo, завтра, 9:00", "вчора 9:00 Осло"]
)
async def test_what_is_not_understood_beside_a_place_is_named_and_that_place_offered(bot: Inside, typed: str) -> None:
    said = await shown(bot, f"/daily {typed}")
    assert "I don’t know “" in said
    assert await reminder(bot) is None
    assert any(word in said for word in ("Tromso", "saturday", "завтра", "вчора"))
    assert offered(bot) == [keeps("Europe/Oslo", 540)]


async def test_a_city_that_is_unknown_is_named_and_the_usual_ones_keep_the_hour_ones_own_first(bot: Inside) -> None:
    assert "“Tromso”" in await shown(bot, "/daily 9:15 Tromso")
    assert offered(bot) == [keeps(zone, 555) for zone in OFFERED]
    await bot.says("/daily Oslo 8:30")
    assert "“Tromso &lt;b&gt;”" in await shown(bot, "/daily 9:15 Tromso <b>")
    assert offered(bot)[0] == keeps("Europe/Oslo", 555)


@pytest.mark.parametrize(
    ("typed", "named"), [("25:00", "25:00"), ("at 8:75", "8:75"), ("9:00 9:30", "9:00 9:30"), ("0pm", "0pm")]
)
async def test_what_is_no_hour_is_named_and_the_hours_of_the_known_city_are_there(
    bot: Inside, typed: str, named: str
) -> None:
    assert f"I can’t read “{named}” as a time of day" in await shown(bot, f"/daily {typed}")
    await bot.says("/daily Oslo 8:30")
    assert "Oslo: what time?" in await shown(bot, f"/daily {typed}")


@pytest.mark.parametrize("typed", [*NONSENSE.split(", "), "x" * 4000, "9 " * 2000])
async def test_what_is_no_hour_is_pointed_out_and_begins_nothing(bot: Inside, typed: str) -> None:
    assert "nothing has changed" in await shown(bot, f"/daily {typed}")
    assert (await bot.board_game(), await reminder(bot)) == (None, None)
    assert await bot.store.run(lambda work: work.of(DailyTries).attempt(12, 1001)) is None


SAID = {
    "9:00 Tromso": ("remind.no-place", "Tromso"),
    "25:00": ("remind.no-time", "25:00"),
    "lives": ("remind.unread", "lives"),
    "IST 9:00": ("remind.which", ""),
    "9:00": ("remind.where", ""),
    "Осло": ("remind.hour", "Europe/Oslo"),
}


@pytest.mark.parametrize(("language", "typed"), [*product(LANGUAGES, SAID)])
async def test_what_is_asked_and_named_is_said_in_the_language_of_the_reader(
    bot: Inside, language: str, typed: str
) -> None:
    bot.person = replace(bot.person, language=language)
    key, named = SAID[typed]
    said = {"city": city_of(named, language)} if "/" in named else {"typed": named}
    assert texts_in(language).html(key, **said) in await shown(bot, f"/daily {typed}")


@pytest.mark.parametrize("word", ["yesterday", "Вчора", "вчера", "#11", "№ 11", "day 11", "день 11", "11"])
async def test_a_day_of_the_archive_is_shown_by_its_number_and_yesterday_by_its_name(bot: Inside, word: str) -> None:
    assert "#11" in await shown(bot, f"/daily {word}")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_number_is_an_hour_or_a_day_to_whoever_has_a_reminder(bot: Inside, language: str) -> None:
    bot.person = replace(bot.person, language=language)
    assert texts_in(language).html("daily.title", number=9) in await shown(bot, "/daily 9"), "without one it is a day"
    await bot.says("/daily Oslo 8:30")
    await bot.says("/daily 9")
    assert [data for data, _ in bot.buttons][:2] == ["1:daily:9", "1:daily:remind-own-9"]
    await bot.presses("1:daily:remind-own-9", "menu")
    assert (wished := await reminder(bot)) is not None
    assert wished.minute == 540
    assert "20:00" in await shown(bot, "/daily 20"), "no such day has been"
    assert texts_in(language).html("daily.title", number=9) in await shown(bot, "/daily #9")


TYPED = st.text(st.sampled_from("0129:.+-−,ҐїЙéﷺ🇺🇦 \u0301'’()apmhUTCутра"), max_size=300)


@given(
    TYPED
    | st.lists(
        st.sampled_from(
            ["9", "9:00", "Oslo", "+3", "UTC", "пів", "на", "о", "am", "ранку", "IST", "USA", "off", "вчора", "x"]
        )
    ).map(" ".join)
)
def test_whatever_is_typed_is_read_as_a_minute_and_zones_or_named(typed: str) -> None:
    wish = read_wish(typed)
    assert wish.minute is None or 0 <= wish.minute < 1440
    assert set(wish.zones) <= known_zones()
    assert wish.minute is not None or wish.zones or wish.wrong or wish.unread or wish.order or not typed.strip()


@pytest.mark.parametrize(
    "piece", ["9 ", "9-", "1:", "+1", "пів на ", "ﷺ", "у ", "а", "9 h ", "Central European ", "a\u0301"]
)
def test_no_text_of_the_longest_message_holds_the_bot_up(piece: str) -> None:
    read_wish("Oslo 9:00")  # the names are there
    for length in (100, 4096):
        begun = perf_counter()
        distinct(read_wish((piece * length)[:length]).zones, NOW)
        assert perf_counter() - begun < 0.1


@pytest.mark.parametrize("word", ["off", "OFF", "вимкнути", "выключить"])
async def test_the_wish_that_is_kept_stays_until_it_is_switched_off_by_a_word(bot: Inside, word: str) -> None:
    await bot.says("/daily Oslo 8:30")
    assert "“Atlantis”" in await shown(bot, "/daily Atlantis 9:00")
    assert (kept := await reminder(bot)) is not None
    assert (kept.zone, kept.minute) == ("Europe/Oslo", 510)
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


@pytest.mark.parametrize(
    "typed",
    [
        *("in 3 hours", "every 2 hours Kyiv", "2 hours", "за 2 часа", "через 2 часа", "за 3 години", "через 15 хв"),
        *("9-10 Kyiv", "18-20 London", "9–11 UTC", "quarter to nine Dublin", "twenty past six Rome", "half 8 Dublin"),
        *("за чверть дев'ята", "чверть на дев'яту Київ", "без четверти девять Рига", "2 hours earlier"),
    ],
)
def test_a_while_two_hours_and_a_part_of_one_are_no_hour_that_is_set_or_offered(typed: str) -> None:
    wish = read_wish(typed)
    assert wish.minute is None
    assert wish.wrong


@pytest.mark.parametrize(
    ("typed", "minute"),
    [
        ("9-30 Kyiv", 9 * 60 + 30),
        ("9-00 Kyiv", 9 * 60),
        ("в 3 часа Киев", 3 * 60),
        ("21 hours Kyiv", 21 * 60),
        ("в час дня Киев", 13 * 60),
        ("в час ночи Киев", 60),
        ("двадцать один час Киев", 21 * 60),
        ("о двадцять другій, Київ", 22 * 60),
    ],
)
def test_what_looks_like_these_and_is_an_hour_is_read(typed: str, minute: int) -> None:
    assert read_wish(typed) == replace(read_wish("9 Kyiv"), minute=minute)


def test_a_country_goes_before_what_a_zone_elsewhere_was_called() -> None:
    assert zones_named("Samoa") == ("Pacific/Apia",)


def test_zones_are_known_by_their_own_names() -> None:
    for zone in ("America/New_York", "America/Argentina/Buenos_Aires", "Europe/Kyiv", "Pacific/Apia"):
        assert read_wish(f"{zone} 9").zones == (zone,)


@pytest.mark.parametrize(
    "typed", ["no reminders please", "stop reminding me", "больше не напоминай", "не нагадуй більше"]
)
def test_whoever_wants_no_more_reminders_says_so_in_a_sentence(typed: str) -> None:
    assert read_wish(typed).order == "off"


@pytest.mark.parametrize(
    "word", ["пора", "мода", "доля", "біль", "кінь", "серія", "талон", "мало", "перо", "порт", "дело"]
)
def test_other_words_are_no_declined_names_of_places(word: str) -> None:
    assert zones_named(word) == ()


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("Києві", KYIV),
        ("Львовом", KYIV),
        ("Харкові", KYIV),
        ("Одесі", KYIV),
        ("Києву", KYIV),
        ("Варшаві", "Europe/Warsaw"),
        ("Москве", "Europe/Moscow"),
        ("Берлине", "Europe/Berlin"),
    ],
)
def test_places_are_known_in_whatever_case_they_stand(name: str, zone: str) -> None:
    assert zones_named(name) == (zone,)
