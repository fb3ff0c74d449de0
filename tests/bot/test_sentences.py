"""What people write besides codes: a guess or a command in a sentence, a greeting, a slip; and what is none of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.language import vocabulary
from bot.app.messages import Chat
from bot.app.reading import Reading
from bot.app.texts import LANGUAGES
from solver.variant import VARIANTS
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, begun
from tests.bot.inside import Inside, inside
from tests.bot.player import talk

PRIVATE = Chat(1001)
CLASSIC = VARIANTS["classic"]
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
GUESSES = {
    "classic 4567": "4567 please | I think it's 4567 | I think its 4567! | is it 4567? | it’s 4567 | maybe 4 5 6 7? | "
    "my guess is: 4567 | guess:4567 | how about 4567 | ok, let's try 4567 then | 4567, right? | 4567🤔 | 😀 4567 😀 | "
    "i 4567 | 45 67, please | може 4567? | а може 4567 | думаю, 4567 | чи не 4567? | а 4567? | хай буде 4567 | "
    "мій варіант — 4567 | наверное 4567 | может быть, 4567? | а если 4567? | по-моему, это 4567 | давай 4567, пж",
    "words-en-5 tiger": "I think it's tiger | maybe tiger? | tiger please | is it tiger | TIGER, I guess!",
    "words-uk-5 школа": "може школа? | мабуть, школа | школа, будь ласка",
    "mastermind RRGB": "I think red red green blue | maybe 🔴🔴🟢🔵? | 🔴🔴🟢🔵 please 🙂 | "
    "может красный красный зеленый синий",
    "five 45678": "I think it's 45678",
}
NONE = (
    "not 4567 | не 4567 | it's not 4567 | maybe not 4567 | це не 4567 | 4567 was wrong, why? | why is 4567 wrong? | "
    "was it 4567? | I tried 4567 | 4567 or 4576? | maybe 4567 or 4576 | 4567 5674 please | guess 2: 4567 | "
    "what is 4567? | 4567 a 1 | "
    "I was born in 1987 | чому 4567 не підходить | я вже писав 4567 | почему не 4567?"
)


async def guesses_made(bot: Inside) -> list[str]:
    game = await bot.board_game()
    assert game is not None
    return [game.game.variant.format(turn.guess) for turn in game.game.turns]


@EVERY_LANGUAGE
@pytest.mark.parametrize(("meant", "texts"), GUESSES.items(), ids=str)
async def test_the_one_code_in_a_sentence_that_says_nothing_else_is_the_guess(
    meant: str, texts: str, language: str
) -> None:
    variant, code = meant.split()
    for text in texts.split(" | "):
        async with inside(None, PRIVATE, language) as bot:
            await bot.says(f"/play {variant}")
            await bot.says(text)
            assert await guesses_made(bot) == [code], text


async def test_a_sentence_that_says_something_about_a_code_is_no_guess() -> None:
    for text in NONE.split(" | "):
        async with inside(None, PRIVATE) as bot:
            await bot.says("/play")
            await bot.says(text)
            assert not await guesses_made(bot), text


WORDS = sorted(vocabulary("around").words())


@given(st.lists(st.sampled_from(WORDS), max_size=4), st.lists(st.sampled_from(WORDS), max_size=4))
def test_whatever_says_nothing_may_stand_around_a_guess_and_nothing_else_may(
    before: list[str], after: list[str]
) -> None:
    said = Reading(" ".join([*before, "«0123»", *after]))
    assert (said.core or said).code(CLASSIC) == (0, 1, 2, 3)
    for no in ("not", "не", "0124"):
        told = Reading(" ".join([*before, no, "0123", *after]))
        assert not (told.core or told).is_code(CLASSIC)


@pytest.mark.parametrize("text", ["a b c d e", "A B C D E", "а б в г д", "b c d e f", "i b c d e"])
async def test_signs_typed_one_too_many_are_not_taken_for_a_word_and_a_code(text: str) -> None:
    async with inside(None, PRIVATE, "uk") as bot:
        await bot.says("/play cipher")
        await bot.says(text)
        assert not await guesses_made(bot)


@pytest.mark.asyncio(loop_scope="session")
async def test_a_sentence_is_for_whoever_one_plays_or_has_just_talked_with(stage: Stage) -> None:
    pair = await begun(stage, FRIENDLY)
    for person in pair.both:
        await pair.play(f"{person.name}: I think it's 4567 → looks like a code")
    assert not pair.position().endswith("4567")
    await talk("/play → I have a secret\nI think it's 8901 → 1. 8901", pair.alice)
    await stage.after(pair.bob.send("hello"))
    board = await talk("→ 💬 Bob: hello\nI think it's 2345 → doesn’t fit", pair.alice)
    assert ("1. 8901" in board.text, "2. " in board.text) == (True, False)
