"""What is chosen for a chat: what rings and when it is quiet, languages, and how feedback is written."""

import re
from datetime import UTC, datetime

import pytest

from bot.app.messages import Chat
from bot.app.model.chats import ALWAYS, QUIET, Bell, bell_read, bell_written
from bot.app.screen import News
from tests.bot.conftest import Stage
from tests.bot.inside import Inside
from tests.bot.player import begun, talk
from tests.bot.test_home import after, labels, menu

on_stage = pytest.mark.asyncio(loop_scope="session")
HOUR, NOON = 3600.0, 12 * 3600.0
SPRING = datetime(2026, 3, 29, tzinfo=UTC).timestamp()
"""The day on which summer time begins in Kyiv."""


async def known(bot: Inside) -> Bell:
    return (await bot.store.run(lambda work: work.preferences(bot.chat.id))).bell


async def presses(bot: Inside, *wished: str) -> None:
    for data in wished:
        await bot.presses(f"1:{data}", "menu")


def loud(bell: Bell, ahead: float = 0.0) -> list[int]:
    return [hour for hour in range(24) if bell.rings(None, ahead * HOUR + hour * HOUR)]


def test_everything_rings_until_somebody_switches_one_kind_of_news_off_and_answers_ring_all_the_same() -> None:
    assert all(ALWAYS.rings(news, hour * HOUR) for news in (None, *News) for hour in range(24))
    bell = ALWAYS.switched(News.TALK)
    assert [bell.rings(news, 0.0) for news in (None, News.TURNS, News.TALK, News.RESULTS)] == [True, True, False, True]
    assert bell.switched(News.TALK) == ALWAYS


@pytest.mark.parametrize(("name", "hours"), [("22-8", range(8, 22)), ("23-7", range(7, 23)), ("0-9", range(9, 24))])
@pytest.mark.parametrize("ahead", [0, 3, 13, 23])
def test_quiet_hours_are_those_of_ones_own_clock(name: str, hours: range, ahead: int) -> None:
    bell = Bell(quiet=QUIET[name], ahead=ahead)
    assert [hour for hour in range(24) if bell.rings(None, (hour - ahead) % 24 * HOUR)] == list(hours)


def test_while_nobody_knows_the_time_there_are_no_quiet_hours_and_it_is_set_by_the_hour_that_it_is() -> None:
    assert (len(loud(Bell(quiet=(22, 8)))), Bell(quiet=(22, 8)).clock(0.0)) == (24, None)
    now = NOON + 25 * 60
    assert [ALWAYS.set_to(hour, now).clock(now) for hour in range(24)] == [f"{hour}:25" for hour in range(24)]


@pytest.mark.parametrize(
    "bell", [ALWAYS, Bell(frozenset(News)), Bell(frozenset({News.TALK}), (0, 9), 23), Bell(zone="Asia/Tokyo")]
)
def test_what_is_stored_is_read_as_it_was(bell: Bell) -> None:
    assert bell_read(bell_written(bell)) == bell


async def test_it_is_chosen_by_tapping_and_kept() -> None:
    async with after("/settings") as bot:
        assert {"🔔 Turns", "🔔 Chat", "🔔 Results", "🌙 Quiet hours: off"} <= set(labels(bot))
        await presses(bot, "rings:talk")
        assert {"🔔 Turns", "🔕 Chat", "🔔 Results"} <= set(labels(bot))
        await presses(bot, "quiet")
        (asks, *_) = await bot.presses("1:quiet:22-8", "menu")
        assert "tap the hour" in str(asks)
        await presses(bot, "hour:15")
        assert {"✓ 22–8", "✓ 15"} <= set(labels(bot))
        assert re.search(r"It’s 15:\d\d where you are\.", menu(bot))
        await presses(bot, "settings")
        assert {"🔕 Chat", "🌙 Quiet hours: 22–8"} <= set(labels(bot))
        bell = await known(bot)
        assert (bell.silenced, bell.quiet) == (frozenset({News.TALK}), (22, 8))
        await presses(bot, "rings:talk", "quiet:never")
        assert await known(bot) == Bell(ahead=bell.ahead)


FORGED = "rings rings:x quiet:x quiet:1-2 hour hour:24 hour:007 hour:-1 hour:atlantis hour:city-own hour:city-99"


async def test_a_forged_choice_changes_nothing_and_a_group_has_no_such_settings() -> None:
    async with after("/settings") as bot, after("/settings", chat=Chat(-5)) as group:
        before = labels(group)
        assert not any(label.startswith(("🔔", "🌙")) for label in before)
        for forged in FORGED.split():
            await presses(bot, forged)
            assert await known(bot) == ALWAYS, forged
        for forged in ("rings:talk", "quiet", "quiet:22-8", "hour:3"):
            await presses(group, forged)
            assert (await known(group), labels(group)) == (ALWAYS, before), forged


def test_by_a_citys_clock_quiet_hours_outlast_the_change_of_time_and_an_hour_that_is_tapped_counts_instead() -> None:
    bell = Bell(quiet=QUIET["22-8"]).set_by("Europe/Kyiv", SPRING)
    winter, summer = (loud(bell, SPRING / HOUR + day * 24) for day in (-1, 1))
    assert (winter, summer) == (list(range(6, 20)), list(range(5, 19)))
    bell = ALWAYS.set_by("Asia/Kolkata", NOON)
    assert (bell.clock(NOON), bell.set_to(15, NOON)) == ("17:30", Bell(ahead=3))


async def test_a_city_is_chosen_by_tapping_and_kept() -> None:
    async with after("/daily Oslo 8:30") as bot:
        await presses(bot, "settings", "quiet", "quiet:22-8", "hour:city")
        assert labels(bot)[:2] == ["✓ Oslo", "Kyiv"]
        await presses(bot, "hour:city-own")
        assert "where you are (Oslo). Wrong? Tap the right hour or another city." in menu(bot)
        assert not [label for label in labels(bot) if label.startswith("✓") and label != "✓ 22–8"]
        assert (await known(bot)).zone == "Europe/Oslo"
        await presses(bot, "hour:15")
        assert (await known(bot)).zone is None


STYLED = {
    "en": ("1B 2C → 4B 0C", "1 bull, 2 cows → 4 bulls, 0 cows"),
    "uk": ("1Б 2К → 4Б 0К", "1 бик, 2 корови → 4 бики, 0 корів"),
    "ru": ("1Б 2К → 4Б 0К", "1 бык, 2 коровы → 4 быка, 0 коров"),
}


@on_stage
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("language", STYLED)
async def test_feedback_is_written_as_the_player_chose_and_that_is_marked(
    stage: Stage, language: str, which: int
) -> None:
    style, _, form = STYLED[language][which].replace(" ", "\u00a0").partition("\u00a0→\u00a0")
    player = await begun(stage, "Kim", language)
    secret = stage.secret_of(player.id)
    await player.send("/settings")
    for label in (style, f"✓ {style}"):
        await player.presses(label)
    await player.send(secret)
    await player.sees(f"1. {secret}\u00a0\u00a0{form}")


@on_stage
async def test_commands_are_registered_in_every_language(stage: Stage) -> None:
    commands = {
        (known["scope"], known["language"]): {command["command"] for command in known["commands"]}
        for known in stage.sandbox.commands
    }
    everywhere, alone = {"play", "duel", "top", "settings", "help"}, {"daily", "puzzle", "learn"}
    for language in ("", "uk", "ru"):
        private, groups = (commands[f"all_{chats}_chats", language] for chats in ("private", "group"))
        assert everywhere | alone <= private
        assert everywhere <= groups
        assert (len(private) <= 10, len(groups) <= 7) == (True, True)


@on_stage
async def test_where_a_language_was_chosen_the_commands_speak_it_too(stage: Stage) -> None:
    kim, max_ = await stage.sandbox.person("Kim", "ru"), await stage.sandbox.person("Max")
    group = await stage.sandbox.group("Friends", kim, max_)
    await group.promote(max_, by=kim)
    await kim.send("/language")
    await kim.presses("Українська")
    await talk("/language → Выбери язык", max_, chat=group)
    await stage.after(max_.presses("Русский", chat=group))
    commands = {known["scope"]: known["commands"] for known in stage.sandbox.commands if not known["language"]}
    own, groups = commands[f"chat:{kim.id}"], commands[f"chat:{group.id}"]
    assert {"command": "play", "description": "Нова гра"} in own
    assert {"command": "play", "description": "Новая игра"} in groups
    assert "party" in {command["command"] for command in groups}
