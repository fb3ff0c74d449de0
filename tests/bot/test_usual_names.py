"""Commands by the names that other bots give them, and in words: what they do, and what is none of them."""

import pytest

from bot.app.intents import Command, Order, nearest, order_in
from bot.app.messages import Chat
from tests.bot.inside import inside
from tests.bot.test_options_typed import told

MEANT = {
    "stop exit quit giveup surrender leave": Command.RESIGN,
    "new newgame": Command.PLAY,
    "leaderboard leaders ranking": Command.TOP,
    "commands": Command.HELP,
    "clue": Command.HINT,
}
IN_WORDS = {
    ("help", "Help!", "help me", "Допомога", "допоможи", "помощь", "Помоги!"): Command.HELP,
    ("hint", "a hint, please", "підказка", "Підкажи!", "подсказка", "подскажи?"): Command.HINT,
    ("give up", "I give up.", "GIVE  UP", "здаюся", "Здаюсь!", "сдаюсь", "я сдаюсь", "стоп"): Command.RESIGN,
    ("menu", "Меню", "главное меню"): Command.MENU,
    ("How do I play?", "як грати?", "Как играть?", "Правила"): Command.RULES,
    ("new game", "New game!", "нова гра", "Новая игра"): Command.PLAY,
    ("help is near", "never give up", "1234", "no hints", "", "гра", "/help", "a new game is on"): None,
}


@pytest.mark.parametrize(("word", "meant"), [(word, meant) for words, meant in MEANT.items() for word in words.split()])
def test_a_usual_name_is_known_before_a_like_spelling(word: str, meant: Command) -> None:
    assert nearest(word) is meant


@pytest.mark.parametrize("word", ["neq", "ent", "tie", "ned"])
def test_a_short_other_name_is_meant_by_no_slip(word: str) -> None:
    assert nearest(word) not in {Command.PLAY, Command.RESIGN}


@pytest.mark.parametrize(("text", "meant"), [(text, meant) for texts, meant in IN_WORDS.items() for text in texts])
@pytest.mark.parametrize("language", ["en", "uk", "ru", "de"])
def test_a_whole_text_is_a_command_in_words(text: str, meant: Command | None, language: str) -> None:
    assert order_in(text, language) == (None if meant is None else Order(meant, ""))


@pytest.mark.parametrize("typed", ["/stop", "/exit", "/quit", "/giveup", "/surrender", "/leave", "give up", "Здаюся"])
async def test_giving_up_is_asked_as_by_resign(typed: str) -> None:
    async with inside((0, 1, 2, 3), Chat(1001)) as bot:
        await bot.says("/play")
        await bot.says("4567")
        assert "Resign and see the secret?" in told(await bot.says(typed))


@pytest.mark.parametrize(
    ("typed", "command"),
    [("help", "/help"), ("hint", "/hint"), ("new game", "/play"), ("/new", "/play"), ("/leaderboard", "/top")],
)
async def test_it_does_what_it_says(typed: str, command: str) -> None:
    answers = []
    for text in (typed, command):
        async with inside((0, 1, 2, 3), Chat(1001)) as bot:
            await bot.says("/play")
            await bot.says("4567")
            answers.append(told(await bot.says(text)))
    assert answers[0] == answers[1] != ""


async def test_a_word_that_is_a_code_of_the_game_is_a_guess() -> None:
    async with inside(None, Chat(1001)) as bot:
        await bot.says("/play words-en-4")
        assert "help" in told(await bot.says("help")).lower()
        game = await bot.board_game()
        assert game is not None
        assert len(game.game.turns) == 1


async def test_in_a_group_words_are_talk() -> None:
    async with inside((0, 1, 2, 3), Chat(-1001)) as bot:
        await bot.says("/play")
        assert not told(await bot.says("give up"))
