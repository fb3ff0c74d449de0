"""What is typed behind a command: every word of it counts, or the answer says which does not, and why."""

import pytest

from bot.app.intents import Command
from bot.app.messages import Chat
from bot.app.model.options import (
    OF_BOT,
    OF_GUESSER,
    ContraryOptions,
    GameOptions,
    NoSuchVariant,
    UnknownOption,
    UselessOption,
)
from bot.app.screen import Screen
from tests.bot.inside import Inside, inside

TOGETHER = {
    ("5 digits", "en"): "solo five normal perfect",
    ("five digits", "en"): "solo five normal perfect",
    ("digits 5", "en"): "solo five normal perfect",
    ("5-digit", "en"): "solo five normal perfect",
    ("2 digits", "en"): "solo 2x10 normal perfect",
    ("4 digits", "en"): "solo classic normal perfect",
    ("5 repeats", "en"): "solo 5x10r normal perfect",
    ("5 digits, with repeats", "en"): "solo 5x10r normal perfect",
    ("4 repeats", "en"): "solo repeats normal perfect",
    ("5x8 repeats", "en"): "solo 5x8r normal perfect",
    ("5 x 8 r", "en"): "solo 5x8r normal perfect",
    ("digits 5x8", "en"): "solo 5x8 normal perfect",
    ("words", "en"): "solo words-en-5 normal perfect",
    ("words", "uk"): "solo words-uk-5 normal perfect",
    ("words", "ru"): "solo words-ru-5 normal perfect",
    ("words", "de"): "solo words-en-5 normal perfect",
    ("слова", "en"): "solo words-uk-5 normal perfect",
    ("4 words", "en"): "solo words-en-4 normal perfect",
    ("words of 4 letters", "en"): "solo words-en-4 normal perfect",
    ("words repeats", "en"): "solo words-en-5-repeats normal perfect",
    ("слова з 4 літер", "uk"): "solo words-uk-4 normal perfect",
    ("слова из 4 букв", "ru"): "solo words-ru-4 normal perfect",
    ("4 colours", "en"): "solo mastermind normal perfect",
    ("mini digits", "en"): "solo mini normal perfect",
    ("mastermind colours", "en"): "solo mastermind normal perfect",
    ("4 colours of 6", "en"): "solo mastermind normal perfect",
    ("п'ять цифр", "uk"): "solo five normal perfect",
    ("п’ять цифр з повторами", "uk"): "solo 5x10r normal perfect",
    ("пять цифр с повторами", "ru"): "solo 5x10r normal perfect",
    ("evil 5 digits coached", "en"): "evil five coached perfect",
    ("x2", "en"): "x2 classic normal perfect",
    ("5 x2", "en"): "x2 five normal perfect",
    ("x4 5", "en"): "x4 five normal perfect",
    ("5 digits, x4", "en"): "x4 five normal perfect",
    ("3 x4", "en"): "x4 three normal perfect",
    ("5x8 x2", "en"): "x2 5x8 normal perfect",
    ("5 x 8 x4", "en"): "x4 5x8 normal perfect",
    ("5 х2", "uk"): "x2 five normal perfect",
    ("4 слова ×4", "uk"): "x4 words-uk-4 normal perfect",
    ("х2 кольори", "uk"): "x2 colours normal perfect",
    ("3 x24", "en"): "solo 3x24 normal perfect",
    ("7 x2r", "en"): "solo 7x2r normal perfect",
    ("5 5", "en"): "solo five normal perfect",
    ("easy", "en"): "solo classic normal beginner",
    ("medium", "en"): "solo classic normal casual",
    ("hard 5", "en"): "solo five normal expert",
    ("легко", "uk"): "solo classic normal beginner",
    ("середній", "uk"): "solo classic normal casual",
    ("важкий рівень", "uk"): "solo classic normal expert",
    ("лёгкий", "ru"): "solo classic normal beginner",
    ("средний уровень", "ru"): "solo classic normal casual",
    ("сложно", "ru"): "solo classic normal expert",
}
CONTRARY = [
    "blind coached",
    "5 6",
    "easy hard",
    "mini 5",
    "nonzero repeats",
    "5x8 6",
    "words colours",
    "classic evil 3",
    "x2 x4",
    "x2 evil",
    "strict x4",
    "x2 blind",
    "5 coached x4",
]
MISSING = {
    "six words": {"words-en-4", "words-en-5", "words-en-5-repeats"},
    "4 words repeats": {"words-en-4", "words-en-5", "words-en-5-repeats"},
    "3 colours": {"mastermind", "colours"},
    "5 pictures": {"pictures"},
    "signs repeats": {"cipher"},
}
TOO_LARGE = {"7 digits": "7x10", "6 repeats": "6x10r", "10": "10x10", "5x40": "5x40"}
TAKE_TEXT = {
    Command.GUESS,
    Command.HINT,
    Command.SAY,
    Command.FEEDBACK,
    Command.REVIEW,
    Command.PROFILE,
    Command.NUMBER,
    Command.DAILY,
    Command.START,
    Command.ADMIN,
}


@pytest.mark.parametrize(("words", "language"), TOGETHER)
def test_words_say_together_what_is_meant(words: str, language: str) -> None:
    assert GameOptions().but(words, language).written == TOGETHER[words, language]
    assert GameOptions().but(words.upper(), language).written == TOGETHER[words, language]


@pytest.mark.parametrize("words", CONTRARY)
def test_two_words_that_exclude_each_other_are_both_named(words: str) -> None:
    with pytest.raises(ContraryOptions) as refusal:
        GameOptions().but(words)
    assert {refusal.value.word, refusal.value.other} <= set(words.split())


@pytest.mark.parametrize("words", MISSING)
def test_what_there_is_instead_is_offered(words: str) -> None:
    with pytest.raises(NoSuchVariant) as refusal:
        GameOptions().but(words)
    assert {variant.name for variant in refusal.value.offers} == MISSING[words]


@pytest.mark.parametrize("words", TOO_LARGE)
def test_too_many_codes_are_named_by_their_shape(words: str) -> None:
    with pytest.raises(UnknownOption) as refusal:
        GameOptions().but(words)
    assert (refusal.value.word, refusal.value.why) == (TOO_LARGE[words], "note.unfit-shape")


@pytest.mark.parametrize(
    ("mode", "takes", "word"),
    [
        ("solo", OF_GUESSER, "hard"),
        ("solo", OF_GUESSER, "perfect"),
        ("think", OF_BOT, "coached"),
        ("think", OF_BOT, "blind"),
        ("think", OF_BOT, "evil"),
    ],
)
def test_an_option_of_other_games_is_no_option_here(mode: str, takes: frozenset[object], word: str) -> None:
    with pytest.raises(UselessOption) as refusal:
        GameOptions(mode).but(f"5 {word}", takes=takes)  # type: ignore[arg-type]
    assert refusal.value.word == word


def told(sent: list[object]) -> str:
    """All that the screens say which were sent."""
    screens = [each[3] for each in sent if isinstance(each, tuple) and isinstance(each[3], Screen)]
    return "\n".join(screen.html for screen in screens)


@pytest.mark.parametrize(
    ("typed", "language", "says"),
    [
        ("/play blind coached", "en", ["“blind” and “coached” don’t go together: choose one."]),
        ("/play наосліп тренер", "uk", ["«наосліп» і «тренер» виключають одне одного"]),
        ("/play six words", "en", ["six words", "/play words-en-4", "/play words-en-5"]),
        ("/play 3 colours", "en", ["3 colours", "/play mastermind", "/play colours"]),
        ("/match 6 слів", "uk", ["6 слів", "/match words-uk-4"]),
        ("/play hard", "en", ["“hard” does nothing in /play. Did you mean", "/think hard", "/match hard"]),
        ("/think coached", "en", ["“coached” does nothing in /think. Did you mean", "/play coached"]),
        ("/match evil", "en", ["“evil” does nothing in /match. Did you mean", "/play evil"]),
        ("/match insane", "en", ["“insane”", "learner", "club player", "perfect", "/match easy"]),
        ("/think insane", "en", ["“insane”", "learner", "club player", "perfect", "/think easy"]),
        ("/think шалений", "uk", ["«шалений»", "новачок", "ідеальний"]),
        ("/play gibberish", "en", ["“gibberish”", "/variants"]),
        ("/play <b>", "en", ["“&lt;b&gt;”"]),
    ],
)
async def test_the_answer_says_what_there_is(typed: str, language: str, says: list[str]) -> None:
    async with inside((0, 1, 2, 3), Chat(1001), language) as bot:
        answer = told(await bot.says(typed))
        assert [part for part in says if part not in answer] == []
        assert await bot.board_game() is None


@pytest.mark.parametrize(("typed", "says"), [("/think easy", "beginner"), ("/match hard", "expert")])
async def test_a_level_begins_a_game_at_it(typed: str, says: str) -> None:
    async with inside((0, 1, 2, 3), Chat(1001)) as bot:
        assert says in told(await bot.says(typed))


@pytest.mark.parametrize("chat", [Chat(1001), Chat(-1001)])
@pytest.mark.parametrize("command", [each for each in Command if each not in TAKE_TEXT])
async def test_what_means_nothing_behind_a_command_is_named(command: Command, chat: Chat) -> None:
    async with inside((0, 1, 2, 3), chat) as bot:
        alone = told(await bot.says(f"/{command.value}"))
    async with inside((0, 1, 2, 3), chat) as bot:
        answer = told(await bot.says(f"/{command.value} qwzzx"))
    assert "qwzzx" in answer or "private" in answer
    assert "qwzzx" not in alone


async def test_a_question_about_giving_up_is_asked_all_the_same() -> None:
    async with inside((0, 1, 2, 3), Chat(1001)) as bot:
        await bot.says("/play")
        await bot.says("4567")
        answer = told(await bot.says("/resign now"))
        assert "“now”" in answer
        assert "Resign" in answer
        assert await lasting(bot)


async def lasting(bot: Inside) -> bool:
    """Whether the game is still on."""
    game = await bot.board_game()
    return game is not None and not game.is_over
