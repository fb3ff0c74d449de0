"""The bot breaks a person's secret, as people play it: through the bot's real process."""

import re

import pytest

from sandbox.client import Message, Person
from solver.feedback import Feedback, feedback_for
from solver.variant import VARIANTS
from tests.bot.conftest import Stage
from tests.bot.player import key, turns_on

pytestmark = pytest.mark.asyncio(loop_scope="session")
CLASSIC = VARIANTS["classic"]
REPLY = re.compile(r"\d\u2060🐂\u2060\d\u2060🐄")
FIRST_GUESS = {"en": "My guess 1:", "uk": "Моя спроба 1:", "ru": "Моя попытка 1:"}
BROKEN = {"en": "Your code was", "uk": "Твій код", "ru": "Твой код"}
ALL_RIGHT = {"en": "All your replies were right", "uk": "Усі твої відповіді були правильні", "ru": "Все твои ответы"}


async def begun(stage: Stage, words: str = "", language: str = "en") -> tuple[Person, Message]:
    player = await stage.sandbox.person("Alice", language)
    await player.send(f"/think {words}".strip())
    return player, await player.sees(FIRST_GUESS[language])


def asked(board: Message) -> str:
    """The code that the bot asks about."""
    return next(line for line in board.text.splitlines() if line.startswith("❓")).rpartition(" ")[2]


def label(reply: Feedback) -> str:
    """What stands on the button for a reply."""
    return key(reply.bulls, reply.cows)


def reply_to(guess: str, secret: str) -> Feedback:
    return feedback_for(CLASSIC.parse(guess), CLASSIC.parse(secret))


@pytest.mark.parametrize("language", FIRST_GUESS)
async def test_a_secret_is_broken_by_taps_in_every_language(stage: Stage, language: str) -> None:
    alice, board = await begun(stage, language=language)
    for number in range(1, 8):
        reply = reply_to(asked(board), "8305")
        await alice.presses(label(reply))
        board = await alice.sees(f"{number + 1}:" if reply.bulls < 4 else BROKEN[language])
        if reply.bulls == 4:
            break
    assert "8305" in board.text
    assert ALL_RIGHT[language] in board.text
    assert len([message for message in alice.messages() if message.by_bot]) == 1


@pytest.mark.parametrize("form", ["{0}B{1}C", "{0}{1}", "{0} {1}", "{0} bulls {1} cows", "{0}В{1}С"])
async def test_replies_may_be_typed(stage: Stage, form: str) -> None:
    alice, board = await begun(stage)
    guess = asked(board)
    reply = reply_to(guess, guess[1:] + guess[0])
    await alice.send(form.format(*reply))
    board = await alice.sees("My guess 2:")
    assert turns_on(board.text) == [(1, guess, *reply)]


async def test_the_grid_has_every_reply_in_its_place_whether_it_fits_or_not(stage: Stage) -> None:
    alice, board = await begun(stage)
    before = [text for text in board.buttons if REPLY.fullmatch(text)]
    assert len(before) == 14
    await alice.presses(key(0, 0))
    board = await alice.sees("My guess 2:")
    assert [text for text in board.buttons if REPLY.fullmatch(text)] == before


async def test_a_lie_is_found_and_put_right_and_the_game_goes_on(stage: Stage) -> None:
    alice, board = await begun(stage, "expert")
    for lie in (None, None, Feedback(3, 0)):
        reply = lie or reply_to(asked(board), "8305")
        await alice.send(str(reply))
        board = await alice.sees("My guess" if lie is None else "", after=board)
    for _ in range(8):
        if "No code fits" in board.text:
            break
        await alice.send(str(reply_to(asked(board), "8305")))
        board = await alice.sees("", after=board)
    assert "No code fits" in board.text
    _, guess, _, _ = turns_on(board.text)[2]
    right = reply_to(guess, "8305")
    assert f"{guess}: not 3\u2060🐂\u00a00\u2060🐄 but" in board.text
    await alice.presses("Another reply")
    await alice.presses(f"3. {guess}")
    await alice.sees("What’s right?")
    await alice.presses(label(right))
    board = await alice.sees("My guess")
    for _ in range(8):
        reply = reply_to(asked(board), "8305")
        await alice.send(str(reply))
        board = await alice.sees("", after=board)
        if reply.bulls == 4:
            break
    assert "Your code was 8305" in board.text
    assert "With what you put right, all your replies fit." in board.text


async def test_any_reply_can_be_put_right_by_hand(stage: Stage) -> None:
    alice, board = await begun(stage)
    guess = asked(board)
    await alice.presses(key(1, 1))
    await alice.sees("My guess 2:")
    await alice.presses("🔧 Fix a reply")
    await alice.presses(f"1. {guess}")
    await alice.sees("What’s right?")
    await alice.presses(key(0, 2))
    board = await alice.sees("My guess 2:")
    assert turns_on(board.text) == [(1, guess, 0, 2)]


async def test_a_code_that_is_typed_is_asked_instead(stage: Stage) -> None:
    alice, _ = await begun(stage, "expert")
    await alice.send("9876")
    await alice.sees("As you wish, guess 1: 9876")
    await alice.send("0B1C")
    board = await alice.sees("My guess 2:")
    assert turns_on(board.text) == [(1, "9876", 0, 1)]


async def test_it_thinks_aloud_if_asked(stage: Stage) -> None:
    alice, board = await begun(stage)
    assert "🧠" not in board.text
    await alice.presses("Think aloud")
    await alice.sees("5040 codes fit")
    await alice.presses("Think quietly")
    await stage.quiet()
    assert "5040" not in (await alice.sees("My guess 1:")).text


async def test_the_secret_may_be_told_before_the_end_and_every_reply_is_checked(stage: Stage) -> None:
    alice, board = await begun(stage)
    guess = asked(board)
    await alice.send("4B0C" if guess == "8305" else "0B0C")
    await alice.sees("", after=board)
    await alice.presses("End the game")
    await alice.sees("What was your secret?")
    text = guess[1:] + guess[0]
    await alice.send(text)
    end = await alice.sees(f"❗ For {text}, some replies were wrong:")
    assert f"{guess}: not 0\u2060🐂\u00a00\u2060🐄 but 0\u2060🐂\u00a04\u2060🐄" in end.text


IMPOSSIBLE = {"3B1C": "3\u2060🐂\u00a01\u2060🐄", "9B0C": "9\u2060🐂\u00a00\u2060🐄", "5 0": "5\u2060🐂\u00a00\u2060🐄"}


@pytest.mark.parametrize(("text", "words"), IMPOSSIBLE.items())
async def test_an_impossible_reply_costs_nothing(stage: Stage, text: str, words: str) -> None:
    alice, _ = await begun(stage)
    await alice.send(text)
    board = await alice.sees(f"{words} isn’t possible here")
    assert turns_on(board.text) == []


async def test_what_is_no_reply_is_answered_kindly(stage: Stage) -> None:
    alice, _ = await begun(stage)
    await alice.send("what?")
    await alice.sees("I didn’t get that.")


async def test_what_is_suspected_is_put_right_by_one_tap(stage: Stage) -> None:
    alice, board = await begun(stage)
    for reply in ("3B0C", "3B0C", "3B0C"):
        await alice.send(reply)
        board = await alice.sees("", after=board)
        if "No code fits" in board.text:
            break
    first = next(text for text in board.buttons if text.startswith("1)"))
    await alice.presses(first)
    board = await alice.sees("My guess")
    assert first.rpartition("→ ")[2] in board.text


async def test_while_the_wrong_reply_is_sought_what_is_typed_gets_a_word_and_changes_nothing(stage: Stage) -> None:
    alice, board = await begun(stage, "expert")
    for _ in range(2):
        await alice.send("0B0C")
        board = await alice.sees("", after=board)
    turns = turns_on(board.text)
    await alice.send("1B2C")
    board = await alice.sees("which of your replies was wrong?")
    assert "1\u2060🐂 2\u2060🐄" in board.text.replace("\u00a0", " ")
    assert "No code fits" in board.text
    assert turns_on(board.text) == turns
    await alice.presses("Another")
    await alice.sees("Which reply do you want to fix?")
    await alice.send("1B2C")
    board = await alice.sees("which of your replies was wrong?")
    assert "Which reply do you want to fix?" in board.text
    await alice.send("9876")
    board = await alice.sees("👌 I’ll ask about 9876. But first: which of your replies was wrong? Tap it.")
    assert turns_on(board.text) == turns


@pytest.mark.parametrize("words", ["colours", "5x8r", "words-en-5", "casual", "mini beginner", "six"])
async def test_every_variant_and_level_can_be_chosen(stage: Stage, words: str) -> None:
    alice, board = await begun(stage, words)
    guess = asked(board)
    await alice.send("0B3C")
    assert guess in (await alice.sees("My guess 2:")).text


async def test_a_option_that_nobody_knows_is_pointed_out(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/think gibberish")
    await alice.sees("I don’t know “gibberish”")


async def test_where_codes_are_short_what_can_be_no_reply_is_a_code(stage: Stage) -> None:
    alice, _ = await begun(stage, "2x8 expert")
    await alice.send("12")
    await alice.sees("As you wish, guess 1: 12")
    await alice.send("01")
    assert "12" in (await alice.sees("My guess 2:")).text


async def test_thinking_aloud_it_tells_what_each_reply_has_brought(stage: Stage) -> None:
    alice, _ = await begun(stage)
    await alice.presses("Think aloud")
    assert "told me" not in (await alice.sees("5040 codes fit")).text
    await alice.send("0B0C")
    board = await alice.sees("My guess 2:")
    assert "Your last reply told me 3.81 bits" in board.text
    assert "360 codes fit" in board.text


async def test_where_words_are_broken_a_rare_one_may_explain_what_fits_no_word(stage: Stage) -> None:
    alice, board = await begun(stage, "words-en-5")
    assert "a common word" in board.text
    for _ in range(8):
        await alice.send("0B0C")
        board = await alice.sees("", after=board)
        if "No code fits" in board.text:
            break
    assert "Or your word is a rare one" in board.text
