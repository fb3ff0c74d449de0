"""What rings, and when it is quiet: chosen in the settings of a private chat."""

import re
from datetime import UTC, datetime

import pytest

from bot.app.messages import Chat
from bot.app.model.chats import ALWAYS, QUIET, Bell, Preferences, bell_read, bell_written
from bot.app.screen import News
from tests.bot.inside import Inside, inside

CHAT, GROUP = Chat(1001), Chat(-5)
HOUR, NOON = 3600.0, 12 * 3600.0
SECRET = (0, 1, 2, 3)


def labels(bot: Inside) -> list[str]:
    """What the buttons of the menu say."""
    return [button.text for row in bot.screens["menu"][1].rows for button in row]


async def known(bot: Inside) -> Preferences:
    """What is stored about the chat."""
    return await bot.store.run(lambda work: work.preferences(bot.chat.id))


def test_everything_rings_until_somebody_chooses_otherwise() -> None:
    assert all(ALWAYS.rings(news, hour * HOUR) for news in (None, *News) for hour in range(24))


def test_a_switch_is_for_one_kind_of_news_and_answers_ring_all_the_same() -> None:
    bell = ALWAYS.switched(News.TALK)
    assert [bell.rings(news, 0.0) for news in (None, News.TURNS, News.TALK, News.RESULTS)] == [True, True, False, True]
    assert bell.switched(News.TALK) == ALWAYS


@pytest.mark.parametrize(("name", "loud"), [("22-8", range(8, 22)), ("23-7", range(7, 23)), ("0-9", range(9, 24))])
@pytest.mark.parametrize("ahead", [0, 3, 13, 23])
def test_quiet_hours_are_those_of_ones_own_clock(name: str, loud: range, ahead: int) -> None:
    bell = Bell(quiet=QUIET[name], ahead=ahead)
    rings = [hour for hour in range(24) if bell.rings(None, (hour - ahead) % 24 * HOUR)]
    assert rings == list(loud)


def test_while_nobody_knows_the_time_there_are_no_quiet_hours() -> None:
    bell = Bell(quiet=(22, 8))
    assert all(bell.rings(None, hour * HOUR) for hour in range(24))
    assert bell.clock(0.0) is None


def test_the_clock_is_set_by_the_hour_that_it_is() -> None:
    for hour in range(24):
        assert ALWAYS.set_to(hour, NOON + 25 * 60).clock(NOON + 25 * 60) == f"{hour}:25"


@pytest.mark.parametrize(
    "bell", [ALWAYS, Bell(frozenset(News)), Bell(frozenset({News.TALK}), (0, 9), 23), Bell(zone="Asia/Tokyo")]
)
def test_what_is_stored_is_read_as_it_was(bell: Bell) -> None:
    assert bell_read(bell_written(bell)) == bell


async def test_it_is_chosen_by_tapping_and_kept() -> None:
    async with inside(SECRET, CHAT) as bot:
        await bot.says("/settings")
        assert {"🔔 Turns", "🔔 Chat", "🔔 Results", "🌙 Quiet hours: off"} <= set(labels(bot))
        await bot.presses("1:rings:talk", "menu")
        assert {"🔔 Turns", "🔕 Chat", "🔔 Results"} <= set(labels(bot))
        await bot.presses("1:quiet", "menu")
        (asks, *_) = await bot.presses("1:quiet:22-8", "menu")
        assert "tap the hour" in str(asks)
        await bot.presses("1:hour:15", "menu")
        assert {"✓ 22–8", "✓ 15"} <= set(labels(bot))
        assert re.search(r"It’s 15:\d\d where you are\.", bot.screens["menu"][1].html)
        await bot.presses("1:settings", "menu")
        assert {"🔕 Chat", "🌙 Quiet hours: 22–8"} <= set(labels(bot))
        bell = (await known(bot)).bell
        assert bell.silenced == {News.TALK}
        assert bell.quiet == (22, 8)
        for pressed in ("1:rings:talk", "1:quiet:never"):
            await bot.presses(pressed, "menu")
        assert (await known(bot)).bell == Bell(ahead=bell.ahead)


@pytest.mark.parametrize(
    "forged", ["rings", "rings:x", "quiet:x", "quiet:1-2", "hour", "hour:24", "hour:007", "hour:-1"]
)
async def test_a_forged_choice_changes_nothing(forged: str) -> None:
    async with inside(SECRET, CHAT) as bot:
        await bot.says("/settings")
        await bot.presses(f"1:{forged}", "menu")
        assert (await known(bot)).bell == ALWAYS


@pytest.mark.parametrize("forged", ["rings:talk", "quiet", "quiet:22-8", "hour:3"])
async def test_a_group_has_no_such_settings(forged: str) -> None:
    async with inside(SECRET, GROUP) as bot:
        await bot.says("/settings")
        assert not any(label.startswith(("🔔", "🌙")) for label in labels(bot))
        before = labels(bot)
        await bot.presses(f"1:{forged}", "menu")
        assert (await known(bot)).bell == ALWAYS
        assert labels(bot) == before


SPRING = datetime(2026, 3, 29, tzinfo=UTC).timestamp()
"""The day on which summer time begins in Kyiv."""


def test_by_a_citys_clock_quiet_hours_stay_right_over_the_change_of_time() -> None:
    bell = Bell(quiet=QUIET["22-8"]).set_by("Europe/Kyiv", SPRING)
    winter = [hour for hour in range(24) if bell.rings(None, SPRING - 24 * HOUR + hour * HOUR)]
    summer = [hour for hour in range(24) if bell.rings(None, SPRING + 24 * HOUR + hour * HOUR)]
    assert winter == list(range(6, 20))
    assert summer == list(range(5, 19))


def test_a_citys_clock_knows_half_hours_and_an_hour_that_is_tapped_counts_instead() -> None:
    bell = ALWAYS.set_by("Asia/Kolkata", NOON)
    assert bell.clock(NOON) == "17:30"
    assert bell.set_to(15, NOON) == Bell(ahead=3)


async def test_a_city_is_chosen_by_tapping_and_kept() -> None:
    async with inside(SECRET, CHAT) as bot:
        await bot.says("/daily Oslo 8:30")
        for pressed in ("1:settings", "1:quiet", "1:quiet:22-8", "1:hour:city"):
            await bot.presses(pressed, "menu")
        assert labels(bot)[:2] == ["✓ Oslo", "Kyiv"]
        await bot.presses("1:hour:city-own", "menu")
        assert "where you are (Oslo). Wrong? Tap the right hour or another city." in bot.screens["menu"][1].html
        assert not [label for label in labels(bot) if label.startswith("✓") and label != "✓ 22–8"]
        assert (await known(bot)).bell.zone == "Europe/Oslo"
        await bot.presses("1:hour:15", "menu")
        assert (await known(bot)).bell.zone is None


@pytest.mark.parametrize("forged", ["1:hour:atlantis", "1:hour:24", "1:hour:city-own", "1:hour:city-99"])
async def test_a_forged_city_changes_nothing(forged: str) -> None:
    async with inside(SECRET, CHAT) as bot:
        await bot.says("/settings")
        await bot.presses(forged, "menu")
        assert (await known(bot)).bell == ALWAYS
