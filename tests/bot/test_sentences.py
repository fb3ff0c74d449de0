"""What people write besides codes: a guess or a command in a sentence, a greeting, a slip; and what is none of it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.intents import Command, order_in
from bot.app.language import vocabulary
from bot.app.messages import Chat
from bot.app.model.game import Header
from bot.app.reading import LONGEST_SENTENCE, Reading
from bot.app.registry import KINDS
from bot.app.screen import Screen
from bot.app.texts import LANGUAGES
from solver.variant import VARIANTS
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, begun
from tests.bot.inside import Inside, inside
from tests.bot.player import by_bot, talk

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


def told(sent: list[object]) -> str:
    screens = [each[3] for each in sent if isinstance(each, tuple) and isinstance(each[3], Screen)]
    return "\n".join(screen.html for screen in screens)


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


@given(st.lists(st.sampled_from(WORDS), max_size=2), st.lists(st.sampled_from(WORDS), max_size=2))
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


@pytest.mark.parametrize("word", ["шко\u0301ла", "шкóла", "шкoла", unicodedata.normalize("NFD", "їжаки")])
async def test_a_word_with_its_stress_or_in_pieces_begins_a_game_and_is_its_first_guess(word: str) -> None:
    async with inside(None, PRIVATE, "uk") as bot:
        await bot.says("/play")
        await bot.says(word)
        await bot.presses("1:typed", "which")
        assert await guesses_made(bot) == ["їжаки" if "ж" in word else "школа"]


@pytest.mark.asyncio(loop_scope="session")
async def test_a_sentence_is_for_whoever_one_plays_or_has_just_talked_with(stage: Stage) -> None:
    pair = await begun(stage, FRIENDLY)
    for person in pair.both:
        await pair.play(f"{person.name}: I think it's 4567 → looks like a code")
    assert not pair.position().endswith("4567")
    await talk("/play → I have a secret\nI think it's 8901 → 1. 8901", pair.alice)
    await stage.after(pair.bob.send("hello"))
    board = await talk("→ 💬 Bob: hello\nI think it's 2345 → doesn’t fit", pair.alice)
    assert "1. 8901" in board.text
    assert "2. " not in board.text


WISHES = {
    Command.HINT: "a hint, please | can I have a hint? | hint pls | another hint | а можна підказку? | ще підказку | "
    "подсказку, пожалуйста | а можно подсказку?",
    Command.RULES: "what do I do? | what should I do now? | How do you play this? | I don’t understand | "
    "що мені робити? | не розумію | а как играть? | что мне делать | hi how does this work? | Hey! How do I play? | "
    "привіт, як грати? | Привет! А какие правила? | how many tries do I have | скільки спроб залишилось? | "
    "и что дальше?",
    Command.START: "Hi! | hello | Hey there | hi, how are you? | привіт | Привіт 👋 | Добрий день! | "
    "привет | здравствуйте",
    Command.RESIGN: "OK, I give up | show me the answer | покажи відповідь | ну, сдаюсь | exit | вийти",
    Command.PLAY: "let's play | new game, please | хочу грати | давай поиграем | hello, I want to play",
    Command.DUEL: "I want to play with my friend | play with a friend? | хочу зіграти з другом | привіт, дуель | "
    "хочу играть против друга | дуэль",
    Command.GAMES: "the other game | where is my game? | яка гра? | продовжити гру | где моя игра? | другая игра",
    Command.LANGUAGE: "switch to Ukrainian | English, please | українською, будь ласка | смени язык на английский",
    Command.SETTINGS: "settings | налаштування | настройки, пожалуйста",
    Command.HELP: "can you help me? | потрібна допомога | помогите, пожалуйста | "
    "what can you do? | що ти вмієш? | привет! кто ты?",
}
NO_WISHES = "let me think | hint at it | what a game | I never understand | грати з вогнём | не привіт | maybe"


@EVERY_LANGUAGE
@pytest.mark.parametrize(("command", "texts"), WISHES.items(), ids=str)
def test_a_wish_in_a_sentence_is_a_command(command: Command, texts: str, language: str) -> None:
    said = {text: order_in(text, language) for text in texts.split(" | ")}
    assert {text: order and order.command for text, order in said.items()} == dict.fromkeys(said, command)


@EVERY_LANGUAGE
def test_what_says_more_is_no_command(language: str) -> None:
    assert [text for text in NO_WISHES.split(" | ") if order_in(text, language)] == []


@EVERY_LANGUAGE
def test_what_may_be_said_to_people_is_no_command_among_them(language: str) -> None:
    for text in ("hi", "again", "ще раз", "what do I do now?", "OK, I give up", "let's play", "settings", "рейтинг"):
        assert order_in(text, language) is not None, text
        assert order_in(text, language, to_people=True) is None, text


@EVERY_LANGUAGE
def test_what_only_the_bot_can_be_asked_is_a_command_among_people(language: str) -> None:
    for text in ("hint", "а можна підказку?", "give up", "new game", "rules"):
        assert order_in(text, language) == order_in(text, language, to_people=True) is not None, text


@EVERY_LANGUAGE
async def test_a_greeting_brings_the_first_board_or_home_and_a_word_of_the_game_is_a_guess(language: str) -> None:
    async with inside(None, PRIVATE, language) as bot:
        first = told(await bot.says("/start"))
        for hello in ("hi", "Привіт!", "привет"):
            assert told(await bot.says(hello)) == first
        await bot.says("4567")
        home = told(await bot.says("/start"))
        assert [told(await bot.says(hello)) for hello in ("hello", "Привіт!", "привет")] == [home] * 3
    async with inside(None, PRIVATE, language) as bot:
        await bot.says("/play words-en-5-repeats")
        await bot.says("hello")
        assert await guesses_made(bot) == ["hello"]


@pytest.mark.parametrize("text", ["ready", "Let's go!", "готово", "я готова", "поїхали", "поехали", "готов"])
@pytest.mark.parametrize("begins", ["/think", "/play", "/number"])
async def test_whoever_is_ready_goes_on_with_the_game_that_is_on(begins: str, text: str) -> None:
    async with inside(None, PRIVATE) as bot:
        await bot.says(begins)
        before = await running(bot)
        assert "⚠️" not in told(await bot.says(text))
        assert await running(bot) == before


async def test_what_answers_the_bot_is_no_wish() -> None:
    answers = vocabulary("answer").words("higher", "lower")
    assert any(order_in(text, "en") for text in answers), "a word may be both"
    for text in answers:
        async with inside(None, PRIVATE) as bot:
            await bot.says("/number")
            await bot.presses(*next(button for button in bot.buttons if "nkeeper" in button[0]))
            assert "1. " in told(await bot.says(text)), text


REPLIES = {
    "0\u2060🐂 0\u2060🐄": "none | Nothing! | zero | no bulls, no cows | zero bulls zero cows | нічого | нуль | "
    "мимо | ноль быков, ноль коров",
    "1\u2060🐂 0\u2060🐄": "one bull | один бик | один бык!",
    "1\u2060🐂 2\u2060🐄": "one bull and two cows | один бик, дві корови | один бык и две коровы | one two",
}


@EVERY_LANGUAGE
@pytest.mark.parametrize(("reply", "texts"), REPLIES.items())
async def test_bulls_and_cows_are_told_the_bot_in_words(reply: str, texts: str, language: str) -> None:
    for text in texts.split(" | "):
        async with inside(None, PRIVATE, language) as bot:
            await bot.says("/think")
            shown = told(await bot.says(text)).replace("\u00a0", " ")
            assert f"</code>  {reply}" in shown, text


@pytest.mark.parametrize("text", ["50?", "50!", "is it 50?", "My guess is 50?", "може, 50?", "наверное 50…", "50 ?"])
async def test_a_number_may_be_asked(text: str) -> None:
    async with inside(None, PRIVATE) as bot:
        await bot.says("/number")
        assert "1. <code>50</code>" in told(await bot.says(text))


async def running(bot: Inside) -> tuple[Header, ...]:
    return await bot.store.run(lambda work: work.games.running_in(PRIVATE.id))


def like(game: Header) -> tuple[object, ...]:
    kind = KINDS.kind_of(game)
    return type(game), kind.options_of(game), kind.again(game)


AGAIN = "again | one more | Play again! | ще раз | давай ще | ещё раз | снова"


@EVERY_LANGUAGE
@pytest.mark.parametrize(
    "begins", ["/play", "/play evil 3", "/play mini x2", "/think 3", "/number 1 5", "/number 1 5 | keeper"]
)
async def test_again_is_the_button_below_the_game_that_ended_last(begins: str, language: str) -> None:
    for text in AGAIN.split(" | "):
        async with inside(None, PRIVATE, language) as bot:
            await bot.says("/play five")
            command, _, keeper = begins.partition(" | ")
            await bot.says(command)
            if keeper:
                await bot.presses(*next(button for button in bot.buttons if "nkeeper" in button[0]))
            before = await running(bot)
            for _ in range(3):
                await bot.says("/resign")
            await bot.says(text)
            after = await running(bot)
            assert len(after) == len(before), (text, "one has ended, and one has begun")
            assert [like(game) for game in after] == [like(game) for game in before], text
            await bot.says(text)
            assert await running(bot) == after, "said twice it only shows the board again"


@pytest.mark.parametrize(
    ("slip", "command"), [("hnit", "hint"), ("settigns", "settings"), ("підкзка", "hint"), ("првила!", "rules")]
)
async def test_a_slip_is_asked_about_unless_a_game_can_read_it(slip: str, command: str) -> None:
    for begins in ("/play", "/number", "/think", "/menu"):
        async with inside(None, PRIVATE) as bot:
            await bot.says(begins)
            assert f"Did you mean /{command}?" in told(await bot.says(slip)), begins
    async with inside(None, PRIVATE) as bot:
        await bot.says("/play words-en-5")
        assert "Did you mean" not in told(await bot.says("rulse")), "it may be a word"
        assert "Did you mean" not in told(await bot.says("slipper")), "one of a word that is far from all"


async def test_a_yes_or_no_answers_what_the_board_or_the_chat_asks() -> None:
    async with inside(None, PRIVATE, "uk") as bot:
        for text in ("/play", "4567", "здаюся", "ні"):
            await bot.says(text)
        assert len(await running(bot)) == 1
        assert "⚠️" in told(await bot.says("так")), "nothing is asked any more"
        for text in ("здаюся", "так"):
            await bot.says(text)
        assert not await running(bot)
        await bot.says("1234")
        await bot.says("Так!")
        assert len(await running(bot)) == 1
    async with inside(None, PRIVATE) as bot:
        for text in ("/number 1 100", ">50", "/resign", "yes"):
            await bot.says(text)
        assert not await running(bot)


@pytest.mark.asyncio(loop_scope="session")
async def test_to_a_rival_a_wish_is_said_a_hint_is_refused_and_again_after_it_asks_for_a_rematch(stage: Stage) -> None:
    pair = await begun(stage, FRIENDLY)
    await stage.after(pair.alice.send("привіт"))
    await stage.after(pair.alice.send("again"))
    await talk("→ 💬 Alice: привіт\n→ 💬 Alice: again", pair.bob)
    await pair.play("Alice: а можна підказку? → Hints work once you both allow them")
    await stage.after(talk("/resign → Then Bob wins\n/resign → 🏳️", pair.alice))
    for _ in range(3):
        await stage.after(pair.alice.send("ще раз"))
    await talk("→ Asked. The game starts once your rival agrees", pair.alice)
    assert len(by_bot(pair.bob, words="Alice wants a rematch")) == 2, "the game and one question"


@pytest.mark.parametrize("word", sorted(vocabulary("around").words()))
def test_no_sentence_that_is_longer_than_anybody_writes_is_looked_through(word: str) -> None:
    for text in (f"{word} 5678" + f" {word}" * LONGEST_SENTENCE, f"hint {word}" * LONGEST_SENTENCE):
        assert Reading(text, "en").core is None
        assert order_in(text, "en") is None
    assert Reading(f"{word} 5678", "en").core is not None
