"""A button that counts no more is refused through one door: it takes the buttons of its message with it.

Unless others there still count: on the newest board of a game, on what others see in a group, and where the message
has become another screen meanwhile, as for whoever taps twice.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.app.buttons import OnMenu
from bot.app.messages import Chat, Person, Pressed
from bot.app.outbox import RetireItem
from bot.app.screen import Answer
from bot.app.texts import texts_in
from tests.bot.inside import Inside, inside

ANN = Person(1001, "Ann", "en")
PRIVATE, GROUP = Chat(ANN.id), Chat(-5)
KEY = "toast.old-button"
OLD, OVER = (Answer(texts_in("en").plain(key)) for key in (KEY, "toast.over"))
SECRET = (0, 1, 2, 3)
BY_THEMSELVES = {
    "kind.py": "the door",
    "daily/handlers.py": "in the language of the presser, on a card whose other button counts",
}


def test_old_buttons_are_refused_through_one_door() -> None:
    app = Path("bot/app")
    found = {path.relative_to(app).as_posix() for path in app.rglob("*.py") if KEY in path.read_text("utf-8")}
    assert found == BY_THEMSELVES.keys()


@dataclass(frozen=True)
class Came:
    """What came of taps."""

    heard: list[object]
    stripped: list[int]
    """The messages whose buttons are taken off."""

    @property
    def is_old(self) -> bool:
        return OLD in self.heard or OVER in self.heard


async def tap(bot: Inside, data: str, message: int, times: int = 1, *, carries: bool = True) -> Came:
    """Taps, none of which waits for what came of the one before."""
    bot.heard.clear()
    for number in [next(bot.numbers) for _ in range(times)]:
        await bot.worker.run(Pressed(number, f"query {number}", bot.chat, ANN, message, data, carries=carries))
    stripped = []
    while items := await bot.store.outbox.pending(bot.chat.id):
        stripped += [item.message for item in items if isinstance(item, RetireItem) and not item.wholly]
        for item in items:
            await bot._delivered(item)
    return Came([*bot.heard], stripped)


@pytest.mark.parametrize("verb", OnMenu)
async def test_an_old_button_of_a_menu_takes_the_others_of_its_message_away_once(verb: OnMenu) -> None:
    async with inside(SECRET, PRIVATE) as bot:
        for text in ("/start", "/menu", "/learn", "/puzzle"):
            await bot.says(text)
        for slot, (message, _) in tuple(bot.screens.items()):
            came = await tap(bot, f"1:{verb.value}:xyzzy", message)
            loses = came.is_old and not slot.startswith("game:")
            assert came.stripped == ([message] if loses else []), slot
            if loses:
                assert (await tap(bot, f"1:{verb.value}:xyzzy", message)).stripped == []


@pytest.mark.parametrize(
    ("text", "data", "slot"),
    [
        ("/settings", "1:style:gone", "menu"),
        ("/settings", "1:rings:gone", "menu"),
        ("/settings", "1:quiet:gone", "menu"),
        ("/settings", "1:hour:gone", "menu"),
        ("/language", "1:tongue:gone", "menu"),
        ("/learn", "1:learn:gone", "menu"),
        ("/puzzle", "1:puzzle:gone", "puzzle"),
        ("/friends", "1:friends:f7", "menu"),
    ],
)
async def test_what_has_gone_since_the_message_came_takes_its_buttons_along(text: str, data: str, slot: str) -> None:
    async with inside(SECRET, PRIVATE) as bot:
        await bot.says("/start")
        await bot.says(text)
        message = bot.screens[slot][0]
        came = await tap(bot, data, message)
        assert (came.is_old, came.stripped) == (True, [message])


async def test_in_a_group_a_screen_keeps_its_buttons_for_the_others() -> None:
    async with inside(SECRET, GROUP) as bot:
        await bot.says("/settings")
        came = await tap(bot, "1:style:gone", bot.screens["menu"][0])
        assert (came.is_old, came.stripped) == (True, [])


async def test_the_newest_board_of_a_game_keeps_its_buttons_and_an_older_one_loses_them() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        for text in ("/play", "4567"):
            await bot.says(text)
        ((slot, (board, _)),) = [each for each in bot.screens.items() if each[0].startswith("game:")]
        forged = f"1:retry:{slot[5:]}:1"
        came = await tap(bot, forged, board)
        assert (came.is_old, came.stripped) == (True, [])
        assert (await tap(bot, forged, board - 1)).stripped == [board - 1]


async def answered(bot: Inside) -> tuple[str, int]:
    """A puzzle is open: one of its answers, and the message."""
    await bot.says("/puzzle")
    message, screen = bot.screens["puzzle"]
    answers = [each.data for row in screen.rows for each in row if each.data and each.data.startswith("1:puzzle:give")]
    return answers[0], message


async def left_settings(bot: Inside) -> tuple[str, int]:
    """The button that leads back from the settings, and the message."""
    await bot.says("/settings")
    return "1:style:emoji", bot.screens["menu"][0]


@pytest.mark.parametrize("shown", [answered, left_settings])
async def test_whoever_taps_twice_keeps_the_buttons_of_what_came_of_the_first_tap(
    shown: Callable[[Inside], Awaitable[tuple[str, int]]],
) -> None:
    async with inside(SECRET, PRIVATE) as bot:
        await bot.says("/start")
        data, message = await shown(bot)
        assert (await tap(bot, data, message, times=2)).stripped == []


async def test_a_message_that_has_become_another_screen_keeps_its_buttons() -> None:
    """By Telegram it does not carry the pressed button any more."""
    async with inside(SECRET, PRIVATE) as bot:
        await bot.says("/start")
        data, message = await answered(bot)
        await tap(bot, data, message)
        came = await tap(bot, data, message, carries=False)
        assert (came.is_old, came.stripped) == (True, [])
