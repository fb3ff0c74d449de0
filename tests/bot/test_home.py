"""Home, its menus, the list of games, long lists a page at a time, and what is chosen for a chat."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import Feature, GamePress, MenuPress, OnGames, OnMenu, press_from
from bot.app.daily.model import NO_CODES
from bot.app.games.screens import CLOSED, games, which
from bot.app.kinds.match.kind import MATCH
from bot.app.kinds.match.model import Sitter
from bot.app.lobby.screens import Hall, LobbyEntry, lobby
from bot.app.messages import Chat
from bot.app.model.chats import ALWAYS, QUIET, Notifications, notifications_read, notifications_written
from bot.app.model.game import LISTED, MATCHES
from bot.app.model.terms import Terms
from bot.app.operators.model import Operators
from bot.app.screen import News, Screen
from bot.app.screens.common import ONLY_PAGE, Page, page_of, page_row
from bot.app.screens.entries import ListedGame
from bot.app.texts import LANGUAGES, Html, texts_in
from bot.game.daily import MINUTE
from bot.game.model import MODES, Game
from solver.variant import VARIANTS
from tests.bot.conftest import Stage
from tests.bot.duels.test_match_screens import match_at
from tests.bot.inside import Inside, inside
from tests.bot.player import begun, talk
from tests.bot.strategies import TABLE_IDS

on_stage = pytest.mark.asyncio(loop_scope="session")
CHAT, GROUP, SECRET = Chat(1001), Chat(-5), (0, 1, 2, 3)
OTHERS = ["🤖 With the bot", "⚔️ With people", "🧩 Puzzles", "☰ More"]
DAILY = "📅 Code of the day #12"
MESSAGE, BUTTONS = 4096, 100
"""What Telegram takes: UTF-16 units of a text, and buttons below it."""


@asynccontextmanager
async def after(*texts: str, chat: Chat = CHAT) -> AsyncIterator[Inside]:
    async with inside(SECRET, chat) as bot:
        for text in texts:
            await bot.says(text)
        yield bot


def menu(bot: Inside) -> str:
    return bot.screens["menu"][1].html


def labels(bot: Inside, slot: str = "menu") -> list[str]:
    return [button.text for row in bot.screens[slot][1].rows for button in row]


def data_of(bot: Inside, text: str) -> str:
    return next(str(button.data) for row in bot.screens["menu"][1].rows for button in row if button.text == text)


async def presses(bot: Inside, *wished: str) -> None:
    for data in wished:
        await bot.presses(f"1:{data}", "menu")


async def home(bot: Inside, command: str = "/menu") -> str:
    await bot.says(command)
    (found,) = [button.text for row in bot.screens["menu"][1].rows for button in row if button.style == "primary"]
    assert len(labels(bot)) <= 6
    return found


async def presses_primary(bot: Inside) -> None:
    await bot.presses(data_of(bot, await home(bot)), "menu")


async def test_whoever_is_new_plays_in_one_tap() -> None:
    async with after() as bot:
        assert (await home(bot), labels(bot)) == ("▶️ Play", ["▶️ Play", DAILY, *OTHERS])
        await presses_primary(bot)
        assert await bot.board_game() is not None


async def test_whoever_played_at_once_is_greeted_when_they_come_back() -> None:
    async with after("/start") as bot:
        assert "menu" not in bot.screens
        await bot.says("0123")
        await home(bot, "/start")
        assert menu(bot) == "Hi, Ann!"


async def test_whoever_has_begun_goes_on_from_home_in_one_tap() -> None:
    async with after("/play", "4567") as bot:
        assert await home(bot) == "▶️ Continue · 1 guess"
        (slot,) = [slot for slot in bot.screens if slot.startswith("game:")]
        before = bot.screens[slot][0]
        await presses_primary(bot)
        assert bot.screens[slot][0] > before


async def test_first_comes_who_waits_or_with_nothing_on_todays_code_until_it_is_done_or_switched_off() -> None:
    async with after("/play", "4567", "/resign", "/resign") as bot:
        assert (await home(bot), labels(bot)) == (DAILY, [DAILY, "▶️ Play", *OTHERS])
        await bot.store.run(lambda work: work.of(Operators).switch(Feature.DAILY, on=False))
        await bot.says("/menu")
        assert labels(bot)[:2] == ["▶️ Play", "🤖 With the bot"]
        await bot.store.run(lambda work: work.of(Operators).switch(Feature.DAILY, on=True))
        await presses_primary(bot)
        assert (await home(bot), labels(bot)) == ("▶️ Continue", ["▶️ Continue", *OTHERS])
        await bot.says("".join(map(str, NO_CODES.secret(12))))
        assert (await home(bot), labels(bot)) == ("▶️ Play", ["▶️ Play", "✅ #12 · ⭐⭐⭐ 1", *OTHERS])
    async with after("/match club", "/play") as bot:
        assert await home(bot) == "👉 Your turn: 🦊 Fox"
        assert "1 more game open: /games" in menu(bot)
        await bot.says("/games")
        assert "🤺 Both guess" in menu(bot)


@pytest.mark.parametrize(("verb", "buttons"), [("against", 6), ("people", 6), ("more", 7)])
async def test_each_menu_leads_somewhere_and_back(verb: str, buttons: int) -> None:
    """What it says is recorded in `tests/golden`."""
    async with after("/menu") as bot:
        await presses(bot, verb)
        found = [data for data, _ in bot.buttons]
        assert len(found) == buttons
        for data in found:
            await home(bot)
            assert await bot.presses(data, "menu"), data


async def test_a_mode_begins_as_it_was_played_last_beside_what_is_on_and_a_forged_one_does_not() -> None:
    for mode, order in (("solo", "/play mini"), ("think", "/think mini"), ("evil", "/play mini evil")):
        async with after(order, "/menu") as bot:
            assert await bot.board_game() is not None
            await presses(bot, f"new:{mode}")
            assert (begun := await bot.board_game()) is not None
            assert (begun.game.mode.name, begun.game.variant.name) == (mode, "mini")
    async with after("/menu") as bot:
        for data in ("new", "new:duel", "new:nonsense"):
            await presses(bot, data)
            assert await bot.board_game() is None


async def test_a_group_is_told_how_to_begin() -> None:
    async with after("/menu", chat=GROUP) as bot:
        offered = ["▶️ Play", "🎉 Party", "⚔️ A game for two"]
        assert labels(bot) == offered
        for data in [data_of(bot, text) for text in offered]:
            await bot.says("/menu")
            assert await bot.presses(data, "menu")


NAMED = st.just(Html("⚔️ Duel · 4 digits · Bob")), st.just("⚔️ Duel · Bob")
ENTRY = st.builds(ListedGame, TABLE_IDS, *NAMED, guesses=st.integers(0, 99), age=st.floats(-5, 1e9))
ENTRIES = st.lists(ENTRY, min_size=1, max_size=8, unique_by=lambda entry: entry.game)


def closing(screen: Screen) -> list[str]:
    pressed = [press_from(button.data or "") for row in screen.rows for button in row]
    return [press.game for press in pressed if isinstance(press, GamePress) and press.verb is OnGames.CLOSE]


@given(ENTRIES, st.sampled_from(LANGUAGES))
def test_each_game_is_a_line_and_can_be_closed_where_they_are_few(entries: list[ListedGame], language: str) -> None:
    texts = texts_in(language)
    screen = games(tuple(entries), ONLY_PAGE, texts)
    lines = [line for line in screen.html.splitlines() if "Duel" in line]
    for number, (line, entry) in enumerate(zip(lines, entries, strict=True), 1):
        assert line.startswith(f"{number}. ⚔️" if len(entries) > 1 else "⚔️")
        assert (str(texts.counted("end.guesses", entry.guesses)) in line) == (entry.guesses > 0)
        begun = texts.plain("games.begun", ago=texts.ago(entry.age))
        assert (begun in line) == (entry.age >= MINUTE)
    assert closing(screen) == [entry.game for entry in entries if len(entries) <= CLOSED]
    assert not closing(which("0123", tuple(entries), ONLY_PAGE, texts)), "what was typed ends nothing"


def test_an_age_is_told_in_its_largest_unit() -> None:
    ago = {
        "en": "1 min. ago, 59 min. ago, 3 hr. ago, 3 days ago",
        "uk": "1 хв тому, 59 хв тому, 3 год тому, 3 дн. тому",
    }
    ago |= {"ru": "1 мин. назад, 59 мин. назад, 3 ч назад, 3 дн. назад"}
    for language, told in ago.items():
        ages = map(texts_in(language).ago, (119, 59 * 60, 3 * 3600, 3 * 86400))
        assert ", ".join(ages).replace("\u00a0", " ") == told


async def test_close_asks_as_resign_does_and_closes_nothing_that_is_over() -> None:
    async with after("/play", "4567", "/games") as bot:
        assert "\n\n🎯 With the bot · 4 digits · 1 guess" in menu(bot)
        await bot.presses(data_of(bot, "🏁 End"), "menu")
        assert (game := await bot.board_game()) is not None
        assert game.asks_to_resign
        assert not game.is_over
        await bot.says("/games")
        data = data_of(bot, "🏁 End")
        await bot.says("0123")
        await bot.presses(data, "menu")
        game = await bot.board_game()
        assert game is None or game.is_over


async def test_the_code_of_the_day_has_its_name_among_games() -> None:
    async with after("/daily", "/number", "/games") as bot:
        assert all(words in menu(bot) for words in ("📅 Code of the day #", "🔢 A number from 1 to 100"))
        assert labels(bot)[2:4] == ["🏁 End 1", "🏁 End 2"]


@given(total=st.integers(0, 2000), wished=st.sampled_from(["", "0", "3", "249", "9999", "x", "-1", "٣"]))
def test_whatever_page_a_button_names_there_is_one(total: int, wished: str) -> None:
    page = page_of(total, wished, LISTED)
    assert 0 <= page.number < page.of
    assert page.begin < max(1, total)
    assert (page.of - 1) * LISTED < max(1, total) <= max(1, page.of * LISTED)


@given(total=st.integers(0, 2000))
def test_from_page_to_page_one_sees_everything_once_and_comes_back(total: int) -> None:
    page, seen = page_of(total, "", LISTED), list[int]()
    for _ in range(page.of):
        seen += range(page.begin, min(total, page.begin + page.size))
        if rows := page_row(page, lambda number: MenuPress(OnMenu.GAMES, number)):
            ((_, on),) = rows
            press = press_from(on.data or "")
            assert isinstance(press, MenuPress)
            page = page_of(total, press.argument, LISTED)
    assert (seen, page.number) == (list(range(total)), 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_of_games_is_what_telegram_takes(language: str) -> None:
    texts, page = texts_in(language), page_of(MATCHES + 2, "1", LISTED)
    sitters = Sitter(1, "Ann", 1), Sitter(2, "🦊" * 64, 2)
    for mode, variant in product([mode for mode in MODES.values() if mode.seats == 2], VARIANTS.values()):
        game = Game(variant, mode, (None, None))
        match = replace(match_at("duel classic - - first 0 |"), game=game, sitters=sitters)
        entries = (MATCH.entry_of(match, 1, texts),) * LISTED
        for screen in (games(entries, page, texts, challenges=20, more=971), which("0" * 64, entries, page, texts)):
            assert len(screen.html.encode("utf-16-le")) // 2 < MESSAGE
            assert sum(map(len, screen.rows)) < BUTTONS
            assert len({len(row) for row in screen.rows if row}) <= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_the_lobby_tells_where_it_is_and_stays_there_when_it_is_refreshed(language: str) -> None:
    texts = texts_in(language)
    who = tuple(LobbyEntry(f"{at}:1.0", "🦊" * 64, Html("🦊" * 64), Terms(), 0.0, 60.0) for at in range(5))
    screen = lobby(Hall(who, who, 40, many=False, own=None, own_is_open=False, page=Page(2, 5, 5)), texts)
    assert texts.html("page.number", number=3, of=5) in screen.html
    data = [button.data for row in screen.rows for button in row]
    assert [one for one in data if one and one.startswith("1:lobby")] == ["1:lobby:1", "1:lobby:3", "1:lobby:2"]
    assert len(screen.html.encode("utf-16-le")) // 2 < MESSAGE


HOUR, NOON = 3600.0, 12 * 3600.0
SPRING = datetime(2026, 3, 29, tzinfo=UTC).timestamp()
"""The day on which summer time begins in Kyiv."""


async def known(bot: Inside) -> Notifications:
    return (await bot.store.run(lambda work: work.preferences(bot.chat.id))).notifications


def loud(notifications: Notifications, ahead: float = 0.0) -> list[int]:
    return [hour for hour in range(24) if notifications.rings(None, ahead * HOUR + hour * HOUR)]


def test_everything_rings_at_any_hour() -> None:
    assert all(ALWAYS.rings(news, hour * HOUR) for news in (None, *News) for hour in range(24))


def test_only_the_kind_of_news_that_is_switched_off_is_silent() -> None:
    notifications = ALWAYS.switched(News.TALK)
    assert [news for news in (None, *News) if not notifications.rings(news, 0.0)] == [News.TALK]
    assert notifications.switched(News.TALK) == ALWAYS


@pytest.mark.parametrize(("name", "hours"), [("22-8", range(8, 22)), ("23-7", range(7, 23)), ("0-9", range(9, 24))])
@pytest.mark.parametrize("ahead", [0, 3, 13, 23])
def test_quiet_hours_are_those_of_ones_own_clock(name: str, hours: range, ahead: int) -> None:
    notifications = Notifications(quiet=QUIET[name], ahead=ahead)
    assert [hour for hour in range(24) if notifications.rings(None, (hour - ahead) % 24 * HOUR)] == list(hours)


def test_while_nobody_knows_the_time_there_are_no_quiet_hours() -> None:
    assert (len(loud(Notifications(quiet=(22, 8)))), Notifications(quiet=(22, 8)).clock(0.0)) == (24, None)


def test_a_clock_is_set_by_the_hour_that_it_is() -> None:
    now = NOON + 25 * 60
    assert [ALWAYS.set_to(hour, now).clock(now) for hour in range(24)] == [f"{hour}:25" for hour in range(24)]


def test_what_is_stored_is_read_as_it_was() -> None:
    chosen = [
        ALWAYS,
        Notifications(frozenset(News)),
        Notifications(frozenset({News.TALK}), (0, 9), 23),
        Notifications(zone="Asia/Tokyo"),
    ]
    assert [notifications_read(notifications_written(notifications)) for notifications in chosen] == chosen


async def test_what_rings_is_chosen_by_tapping_and_kept() -> None:
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
        notifications = await known(bot)
        assert (notifications.silenced, notifications.quiet) == (frozenset({News.TALK}), (22, 8))
        await presses(bot, "rings:talk", "quiet:never")
        assert await known(bot) == Notifications(ahead=notifications.ahead)


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


def test_by_a_citys_clock_quiet_hours_outlast_the_change_of_time() -> None:
    notifications = Notifications(quiet=QUIET["22-8"]).set_by("Europe/Kyiv", SPRING)
    winter, summer = (loud(notifications, SPRING / HOUR + day * 24) for day in (-1, 1))
    assert (winter, summer) == (list(range(6, 20)), list(range(5, 19)))


def test_an_hour_that_is_tapped_counts_instead_of_a_city() -> None:
    notifications = ALWAYS.set_by("Asia/Kolkata", NOON)
    assert (notifications.clock(NOON), notifications.set_to(15, NOON)) == ("17:30", Notifications(ahead=3))


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
async def test_feedback_is_written_as_the_player_chose(stage: Stage, language: str, which: int) -> None:
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
        assert len(private) <= 10
        assert len(groups) <= 7


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
