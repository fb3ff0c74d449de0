"""A forged press takes no board from those who play on it, whatever message it names, also while one is on its way."""

from typing import Any

import pytest

from bot.app.messages import Chat, Person, Pressed, Said
from bot.app.outbox import ScreenItem
from bot.telegram.translate import incoming_of
from tests.bot.inside import Inside, inside

GROUP, PRIVATE = Chat(-1000000000007), Chat(1001)
SECRET, FORGED = (4, 2, 7, 1), 99_999_999
MALLORY = Person(666, "Mallory")


async def begun(bot: Inside) -> str:
    """A game with one guess on the board; its slot."""
    await bot.says("/play")
    await bot.says("/guess 0123")
    game = await bot.board_game()
    assert game is not None
    return f"game:{game.id}"


async def shown(bot: Inside, slot: str) -> int | None:
    return (await bot.store.run(lambda work: work.slot_state(bot.chat, slot))).message


def press(bot: Inside, data: str, *, carries: bool, message: int = FORGED) -> Pressed:
    number = next(bot.numbers)
    return Pressed(number, f"query {number}", bot.chat, MALLORY, message, data, carries=carries)


async def test_a_forged_id_takes_no_board_from_a_group_while_the_next_one_is_on_its_way() -> None:
    async with inside(SECRET, GROUP) as bot:
        slot = await begun(bot)
        number, board = next(bot.numbers), await shown(bot, slot)
        await bot.worker.run(Said(number, GROUP, bot.person, number, "/guess 4567"))
        for data in {data for data, where in bot.buttons if where == slot} | {f"1:d:{slot[5:]}:2:1"}:
            await bot.worker.run(press(bot, data, carries=False))
        assert await shown(bot, slot) == board
        await bot.says("/guess 8901")
        assert "8901" in str(bot.screens[slot][1].html)
        assert await shown(bot, slot) == bot.screens[slot][0]


@pytest.mark.parametrize("chat", [GROUP, PRIVATE])
async def test_a_board_that_was_sent_a_moment_ago_takes_presses_before_its_id_is_stored(chat: Chat) -> None:
    async with inside(SECRET, chat) as bot:
        slot = await begun(bot)
        number = next(bot.numbers)
        await bot.worker.run(Said(number, chat, bot.person, number, "/guess 4567"))
        await bot.worker.run(press(bot, f"1:hint:{slot[5:]}:2:menu", carries=True, message=number + 1))
        assert await shown(bot, slot) == number + 1


@pytest.mark.parametrize("chat", [GROUP, PRIVATE])
async def test_what_telegram_returns_takes_the_place_of_a_message_that_never_was(chat: Chat) -> None:
    async with inside(SECRET, chat) as bot:
        slot = await begun(bot)

        async def adopt(work: Any) -> None:
            work.adopt(chat, slot, FORGED, None)

        await bot.store.run(adopt)
        number = next(bot.numbers)
        await bot.worker.run(Said(number, chat, bot.person, number, "/guess 4567"))
        items = [item for item in await bot.store.outbox.pending(chat.id) if isinstance(item, ScreenItem)]
        await bot.store.outbox.note_delivered([item for item in items if item.slot == slot], 12, None)
        assert await shown(bot, slot) == 12


KEY = {"text": "1", "callback_data": "1:d:0123456789abcdef:1:1"}


@pytest.mark.parametrize(
    ("message", "carries"),
    [
        ({"reply_markup": {"inline_keyboard": [[{"text": "x", "url": "https://t.me"}, KEY]]}}, True),
        ({"reply_markup": {"inline_keyboard": [[KEY | {"callback_data": "1:d:0123456789abcdef:1:2"}]]}}, False),
        ({"date": 0}, False),
        ({}, False),
    ],
)
def test_telegram_says_whether_a_message_carries_the_button(message: dict[str, Any], *, carries: bool) -> None:
    about = {"message_id": 7, "date": 1, "chat": {"id": -5, "type": "group", "title": "x"}} | message
    query = {"id": "1", "from": {"id": 5, "is_bot": False, "first_name": "A"}, "data": KEY["callback_data"]}
    incoming = incoming_of({"update_id": 1, "callback_query": query | {"message": about}}, 42)
    assert isinstance(incoming, Pressed)
    assert incoming.carries is carries
