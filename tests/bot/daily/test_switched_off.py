"""While the code of the day is switched off no way leads to it: no command, no card in a group, no link."""

import pytest

from bot.app.buttons import Feature
from bot.app.messages import Chat
from tests.bot.inside import inside

OFF = "turned off"


@pytest.mark.parametrize("words", ["/daily", "/start daily"])
async def test_nothing_is_begun(words: str) -> None:
    async with inside(None, Chat(1001)) as bot:
        await bot.store.run(lambda work: work.operators.switch(Feature.DAILY, on=False))
        assert OFF in str(await bot.says(words))
        assert await bot.board_game() is None


async def test_a_card_is_neither_put_nor_pressed() -> None:
    async with inside(None, Chat(-1001)) as bot:
        await bot.says("/daily")
        await bot.store.run(lambda work: work.operators.switch(Feature.DAILY, on=False))
        assert len(bot.buttons) == 2
        for button, slot in bot.buttons:
            assert OFF in str(await bot.presses(button, slot))
        assert "start=daily" not in str(await bot.says("/daily"))
