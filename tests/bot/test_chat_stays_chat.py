"""With several games open, only what can be a code is asked about; a choice that is open stays so."""

import pytest

from bot.app.kind import MENU
from bot.app.messages import Chat
from tests.bot.inside import inside
from tests.bot.test_options_typed import told

CHAT = [
    "Great bot, but the list is long",
    "nice one, thanks",
    "Дуже гарний бот, дякую!",
    "I have 2 questions about it",
    "What does 1B mean in this game?",
    "Спасибо, отличная игра",
    "wow, so good",
]
CODES = [
    "0123",
    "01 23",
    "0-1-2-3",
    "0 1 2 3",
    "01234",
    "0122",
    "tiger",
    "R O Y G",
    "?0123",
    "🔴 🟠 🟡 🟢",
    "abcd",
    "012?",
]


async def answer_among_two(text: str, chat: Chat) -> str:
    """What is said to the text where two games are open, neither of which is looked at."""
    async with inside(None, chat) as bot:
        await bot.says("/play")
        await bot.says("/guess 4567")
        await bot.says("/play five")
        await bot.says("/guess 56789")
        await bot.says("/help")
        await bot.store.run(lambda work: unfocused(work, chat))
        return told(await bot.says(text))


async def unfocused(work: object, chat: Chat) -> None:
    work.games.focus_on(chat, None)  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", CHAT)
async def test_what_is_no_code_is_no_question_of_games(text: str) -> None:
    answer = await answer_among_two(text, Chat(1001))
    assert "Which one is" not in answer
    assert "/say" in answer


@pytest.mark.parametrize("text", CODES)
async def test_what_may_be_a_code_is_asked_about_or_taken(text: str) -> None:
    answer = await answer_among_two(text, Chat(1001))
    assert "not a code" not in answer
    assert answer


@pytest.mark.parametrize("text", CHAT)
async def test_a_group_hears_nothing_of_it(text: str) -> None:
    assert not await answer_among_two(text, Chat(-1001))


@pytest.mark.parametrize("text", ["0123", "hello there", "5678"])
async def test_what_is_typed_before_a_level_is_chosen_keeps_the_choice_open(text: str) -> None:
    async with inside((0, 1, 2, 3), Chat(1001)) as bot:
        await bot.says("/match")
        for _ in range(2):
            assert "First choose" in told(await bot.says(text))
            assert [data for data, slot in bot.buttons if slot == MENU and "club-classic" in data]
        [(data, slot)] = [pressed for pressed in bot.buttons if "club-classic" in pressed[0]]
        await bot.presses(data, slot)
        assert "First choose" not in told(await bot.says("4567"))


async def test_a_game_that_is_on_takes_what_is_typed_below_the_choice() -> None:
    async with inside((0, 1, 2, 3), Chat(1001)) as bot:
        await bot.says("/play")
        await bot.says("/match")
        await bot.says("4567")
        game = await bot.board_game()
        assert game is not None
        assert len(game.game.turns) == 1
