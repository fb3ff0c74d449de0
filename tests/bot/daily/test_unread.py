"""What is typed behind `/daily` and is neither a day nor a wish begins nothing: the one try of a day is dear."""

import pytest

from bot.app.messages import Chat
from tests.bot.inside import inside


@pytest.mark.parametrize("words", ["Atlantis 9:00", "Oslo 25:00", "Oslo 8:75", "please", "Oslo", "-1"])
async def test_it_is_said_and_nothing_is_begun(words: str) -> None:
    async with inside(None, Chat(1001)) as bot:
        await bot.says(f"/daily {words}")
        assert "nothing has changed" in bot.screens["menu"][1].html
        assert await bot.board_game() is None
        assert await bot.store.run(lambda work: work.daily.attempt(12, 1001)) is None
        assert await bot.store.run(lambda work: work.daily.reminder(1001)) is None


async def test_the_wish_that_is_kept_stays() -> None:
    async with inside(None, Chat(1001)) as bot:
        await bot.says("/daily Oslo 8:30")
        await bot.says("/daily Atlantis 9:00")
        assert "8:30 (Oslo)" in bot.screens["menu"][1].html
