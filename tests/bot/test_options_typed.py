"""What is typed behind a command counts, or the answer says why not; talk beside several games stays talk."""

from typing import TypeVar

import pytest

from bot.app.intents import Command
from bot.app.kind import MENU
from bot.app.messages import Chat
from bot.app.model import options
from bot.app.model.options import GameOptions
from bot.app.screen import Screen
from bot.app.work import Work
from tests.bot.inside import inside

Refusal = TypeVar("Refusal", bound=Exception)
PRIVATE, GROUP, SECRET = Chat(1001), Chat(-1001), (0, 1, 2, 3)
TOGETHER = """
en solo five normal perfect: 5 digits | five digits | digits 5 | 5-digit | 5 5
uk solo five normal perfect: п'ять цифр
en solo classic normal perfect: 4 digits
en solo 2x10 normal perfect: 2 digits
en solo 5x10r normal perfect: 5 repeats | 5 digits, with repeats
uk solo 5x10r normal perfect: п’ять цифр з повторами
ru solo 5x10r normal perfect: пять цифр с повторами
en solo repeats normal perfect: 4 repeats
en solo 5x8r normal perfect: 5x8 repeats | 5 x 8 r
en solo 5x8 normal perfect: digits 5x8
en solo words-en-5 normal perfect: words
uk solo words-uk-5 normal perfect: words
ru solo words-ru-5 normal perfect: words
de solo words-en-5 normal perfect: words
en solo words-uk-5 normal perfect: слова
en solo words-en-4 normal perfect: 4 words | words of 4 letters
en solo words-en-5-repeats normal perfect: words repeats
uk solo words-uk-4 normal perfect: слова з 4 літер
ru solo words-ru-4 normal perfect: слова из 4 букв
en solo mastermind normal perfect: 4 colours | mastermind colours | 4 colours of 6
en solo mini normal perfect: mini digits
en evil five coached perfect: evil 5 digits coached
en x2 classic normal perfect: x2
en x2 five normal perfect: 5 x2
en x4 five normal perfect: x4 5 | 5 digits, x4
en x4 three normal perfect: 3 x4 | 3 х4
en x2 words-en-5 normal perfect: x2 words
en x4 colours normal perfect: x4 colours
en x2 5x8 normal perfect: 5x8 x2
en x4 5x8 normal perfect: 5 x 8 x4
uk x2 five normal perfect: 5 х2
uk x4 words-uk-4 normal perfect: 4 слова ×4
uk x2 colours normal perfect: х2 кольори
en solo 3x24 normal perfect: 3 x24
en solo 7x2r normal perfect: 7 x2r
en solo classic normal beginner: easy
en solo classic normal casual: medium
en solo five normal expert: hard 5
uk solo classic normal beginner: легко
uk solo classic normal casual: середній
uk solo classic normal expert: важкий рівень
ru solo classic normal beginner: лёгкий
ru solo classic normal casual: средний уровень
ru solo classic normal expert: сложно
"""
"""The language, what is meant, and the ways to type it."""
CONTRARY = (
    "blind coached | 5 6 | easy hard | mini 5 | nonzero repeats | 5x8 6 | words colours | classic evil 3 | x2 x4 | "
    "x2 evil | strict x4 | x2 blind | 5 coached x4"
)
MISSING = {
    "six words": {"words-en-4", "words-en-5", "words-en-5-repeats"},
    "4 words repeats": {"words-en-4", "words-en-5", "words-en-5-repeats"},
    "3 colours": {"mastermind", "colours"},
    "5 pictures": {"pictures"},
    "signs repeats": {"cipher"},
}
TAKE_TEXT = "guess hint say feedback review profile number daily start admin"
TALK = (
    "Great bot, but the list is long | nice one, thanks | Дуже гарний бот, дякую! | I have 2 questions about it | "
    "What does 1B mean in this game? | Спасибо, отличная игра | wow, so good"
)
CODES = "0123 | 01 23 | 0-1-2-3 | 0 1 2 3 | 01234 | 0122 | tiger | R O Y G | ?0123 | 🔴 🟠 🟡 🟢 | abcd | 012?"


@pytest.mark.parametrize("line", TOGETHER.strip().splitlines())
def test_words_say_together_what_is_meant(line: str) -> None:
    meant, _, ways = line.partition(": ")
    language, _, written = meant.partition(" ")
    for words in ways.split(" | "):
        for typed in (words, words.upper()):
            assert GameOptions().but(typed, language).written == written, words


def refused(refusal: type[Refusal], words: str) -> Refusal:
    with pytest.raises(refusal) as refused:
        GameOptions().but(words)
    return refused.value


def test_what_does_not_go_together_is_named_and_what_there_is_instead_is_offered() -> None:
    for words in CONTRARY.split(" | "):
        contrary = refused(options.ContraryOptions, words)
        assert {contrary.word, contrary.other} <= set(words.split()), words
    for words, offers in MISSING.items():
        assert {variant.name for variant in refused(options.NoSuchVariant, words).offers} == offers, words
    for words, shape in {"7 digits": "7x10", "6 repeats": "6x10r", "10": "10x10", "5x40": "5x40"}.items():
        unknown = refused(options.UnknownOption, words)
        assert (unknown.word, unknown.why) == (shape, "note.unfit-shape")


@pytest.mark.parametrize(
    ("mode", "takes", "words"),
    [("solo", options.OF_GUESSER, "hard perfect"), ("think", options.OF_BOT, "coached blind evil")],
)
def test_an_option_of_other_games_is_no_option_here(mode: str, takes: frozenset[object], words: str) -> None:
    for word in words.split():
        with pytest.raises(options.UselessOption) as refusal:
            GameOptions(mode).but(f"5 {word}", takes=takes)  # type: ignore[arg-type]
        assert refusal.value.word == word


def told(sent: list[object]) -> str:
    screens = [each[3] for each in sent if isinstance(each, tuple) and isinstance(each[3], Screen)]
    return "\n".join(screen.html for screen in screens)


async def answer(*texts: str, chat: Chat = PRIVATE, language: str = "en") -> str:
    async with inside(SECRET, chat, language) as bot:
        return [told(await bot.says(text)) for text in texts][-1]


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
    async with inside(SECRET, PRIVATE, language) as bot:
        heard = told(await bot.says(typed))
        assert [part for part in says if part not in heard] == []
        assert await bot.board_game() is None


@pytest.mark.parametrize(
    "line", ["5 x2: 5 digits", "3 х4: 3 digits", "x2 words: English words", "x4 colours: 5 colours"]
)
async def test_several_codes_are_broken_in_any_variant(line: str) -> None:
    words, _, told_of = line.partition(": ")
    async with inside(None, PRIVATE) as bot:
        assert told_of in told(await bot.says(f"/play {words}"))
        assert (game := await bot.board_game()) is not None
        assert "🎉 Solved, all of them" in told(await bot.says(game.game.variant.format(game.game.secrets[0])))


async def test_a_level_begins_a_game_at_it() -> None:
    assert "beginner" in await answer("/think easy")
    assert "expert" in await answer("/match hard")


@pytest.mark.parametrize("chat", [PRIVATE, GROUP])
@pytest.mark.parametrize("command", [each for each in Command if each.value not in TAKE_TEXT.split()])
async def test_what_means_nothing_behind_a_command_is_named(command: Command, chat: Chat) -> None:
    heard = await answer(f"/{command.value} qwzzx", chat=chat)
    assert "qwzzx" in heard or "private" in heard
    assert "qwzzx" not in await answer(f"/{command.value}", chat=chat)


async def test_a_question_about_giving_up_is_asked_all_the_same() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        asked = [told(await bot.says(text)) for text in ("/play", "4567", "/resign now")][-1]
        assert ("“now”" in asked, "Resign" in asked) == (True, True)
        assert (game := await bot.board_game()) is not None
        assert not game.is_over


async def answer_among_two(text: str, chat: Chat) -> str:
    """What is said to the text where two games are open, neither of which is looked at."""

    async def unfocus(work: Work) -> None:
        work.games.focus_on(chat, None)

    async with inside(None, chat) as bot:
        for before in ("/play", "/guess 4567", "/play five", "/guess 56789", "/help"):
            await bot.says(before)
        await bot.store.run(unfocus)
        return told(await bot.says(text))


@pytest.mark.parametrize("text", TALK.split(" | "))
async def test_what_is_no_code_is_no_question_of_games_and_a_group_hears_nothing_of_it(text: str) -> None:
    heard = await answer_among_two(text, PRIVATE)
    assert ("Which one is" in heard, "/say" in heard) == (False, True)
    assert not await answer_among_two(text, GROUP)


@pytest.mark.parametrize("text", CODES.split(" | "))
async def test_what_may_be_a_code_is_asked_about_or_taken(text: str) -> None:
    heard = await answer_among_two(text, PRIVATE)
    assert heard.replace("not a code", "") == heard != ""


@pytest.mark.parametrize("text", ["0123", "hello there", "5678"])
async def test_what_is_typed_before_a_level_is_chosen_keeps_the_choice_open(text: str) -> None:
    async with inside(SECRET, PRIVATE) as bot:
        await bot.says("/match")
        for _ in range(2):
            assert "First choose" in told(await bot.says(text))
            assert [data for data, slot in bot.buttons if slot == MENU and "club-classic" in data]
        [(data, slot)] = [pressed for pressed in bot.buttons if "club-classic" in pressed[0]]
        await bot.presses(data, slot)
        assert "First choose" not in told(await bot.says("4567"))


async def test_a_game_that_is_on_takes_what_is_typed_below_the_choice() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        for text in ("/play", "/match", "4567"):
            await bot.says(text)
        assert (game := await bot.board_game()) is not None
        assert len(game.game.turns) == 1
