"""What comes by itself, and how whoever wants none of it ends that: by /stop where no game is on, or in words."""

from dataclasses import replace
from itertools import cycle

import pytest

from bot.app.daily.model import DailyPost, DailyPosts, DailyTries
from bot.app.intents import Command, Nothing, Order, order_in, parse
from bot.app.lobby.model import Lobby
from bot.app.messages import Chat, Person, Said
from bot.app.model.chats import Preferences
from bot.app.preferences.screens import LIMIT, NO_CODES, POST, REMIND, ROOM, SEEK, UNASKED
from bot.app.talk.actions import ROOM as THE_ROOM
from bot.app.talk.model import Talk
from bot.app.texts import LANGUAGES, texts_in
from bot.app.work import Work
from tests.bot.inside import BOT_NAME, Inside, inside
from tests.bot.test_commands import told

PRIVATE, GROUP = Chat(1001), Chat(-1001)
MUTES = (
    "/mute | /unsubscribe | /off | /Mute 1h | /stop reminders | /stop all | /stop нагадування | /stop уведомления | "
    "/відписатися | /отписаться | unsubscribe | Stop reminders! | don’t write me | please stop messaging me | "
    "leave me alone | відписатися | не пиши мені | вимкни сповіщення, будь ласка | не нагадуй | отписаться | "
    "не пиши мне больше | отключи уведомления | без напоминаний"
)


def offered(bot: Inside) -> list[str]:
    return [data.removeprefix("1:unasked:") for data, slot in bot.buttons if slot == "menu" and "unasked" in data]


async def known(bot: Inside) -> Preferences:
    return await bot.store.run(lambda work: work.preferences(bot.chat.id))


async def test_whoever_wants_nothing_to_come_sees_what_does_whatever_game_is_on() -> None:
    for text, language in zip(MUTES.split(" | "), cycle(LANGUAGES)):
        async with inside(None, PRIVATE, language) as bot:
            await bot.says("/play")
            await bot.says(text)
            assert offered(bot) == ["turns", "talk", "results", LIMIT, NO_CODES], text
            assert (await bot.board_game()) is not None


async def test_stop_ends_the_game_first() -> None:
    for text in ("/stop", "stop", "Стоп!", "/стоп"):
        async with inside(None, PRIVATE) as bot:
            for before in ("/play", "4567"):
                await bot.says(before)
            assert "Resign and see the secret?" in told(await bot.says(text)), text
            await bot.says("/resign")
            await bot.says(text)
            assert offered(bot)[:1] == ["turns"], text
            await bot.says("/resign")
            assert offered(bot) == [], "whoever gives up without a game wants no such thing"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_button_ends_one_thing_pressed_twice_too_until_nothing_comes(language: str) -> None:
    async with inside(None, PRIVATE, language) as bot:
        for text in ("/daily Oslo 9:00", "/lobby"):
            await bot.says(text)
        await bot.presses("1:room", "hall")
        await bot.presses("1:roomin", "room")
        await bot.presses("1:find", "hall")
        await bot.says("/stop")
        assert offered(bot) == [*UNASKED]
        for name in UNASKED:
            await bot.presses(f"1:unasked:{name}", "menu")
            assert name not in offered(bot)
            await bot.presses(f"1:unasked:{name}", "menu")
            assert name not in offered(bot)
        assert bot.screens["menu"][1].html == texts_in(language).html("unasked.none")
        now = await known(bot)
        assert (now.friends_only, now.no_codes, len(now.notifications.silenced)) == (True, True, 3)

        async def left(work: Work) -> list[object]:
            return [
                await work.of(DailyTries).reminder(bot.person.id),
                await work.of(Talk).listens(THE_ROOM, bot.person.id),
                await work.of(Lobby).seek_of(bot.person.id),
            ]

        assert await bot.store.run(left) == [None, False, None]
        assert {REMIND, ROOM, SEEK} < UNASKED.keys()


async def test_in_a_group_only_administrators_end_the_cards_of_days_and_others_are_told_who_may() -> None:
    async def posts(work: Work) -> bool:
        return await work.of(DailyPosts).of(GROUP.id) is not None

    async def begin(work: Work) -> None:
        work.of(DailyPosts).begin(DailyPost("1" * 16, GROUP))

    async with inside(None, GROUP) as bot:
        assert told(await bot.says("/stop")) == texts_in("en").html("unasked.none-group")
        await bot.store.run(begin)
        assert "Admins" in told(await bot.says("/stop"))
        assert offered(bot) == [POST]
        heard = str(await bot.presses(f"1:unasked:{POST}", "menu"))
        assert texts_in("en").plain("toast.daily-post-administrators") in heard
        assert await bot.store.run(posts)
        for forged in (REMIND, "turns", LIMIT, "", "x"):
            await bot.presses(f"1:unasked:{forged}".rstrip(":"), "menu")
        assert replace(await known(bot), unexplained=None) == Preferences(spoken="en")


def test_in_a_group_other_names_of_it_are_for_us_only_if_they_are_said_to_us() -> None:
    def said(text: str, *, to_bot: bool = False) -> object:
        return parse(Said(1, GROUP, Person(7, "Ann"), 5, text, to_bot=to_bot), BOT_NAME)

    for text in ("/mute", "/mute @spammer", "/off", "/unsubscribe", "/stop reminders"):
        assert said(text) == Nothing(), text
        assert isinstance(said(text, to_bot=True), Order), text
    assert said(f"/mute@{BOT_NAME}") == said("/mute", to_bot=True) == Order(Command.STOP, "news")
    anonymous = Said(1, GROUP, Person(7, "Ann"), 5, f"/mute@{BOT_NAME}", anonymous=True)
    assert parse(anonymous, BOT_NAME) == Order(Command.STOP, "news"), "the button is pressed by somebody"
    assert said("/stop") == said(f"/stop@{BOT_NAME}") == Order(Command.STOP, "")
    assert order_in("не пиши мені", "uk", to_people=True) is None, "to a rival it is said"
