"""Every variant and degree of help, and the evil bot, as people play them: through the bot's real process."""

import re

import pytest

from sandbox.client import Message, Person
from solver.variant import VARIANTS, Variant, variant_named
from tests.bot.conftest import Stage
from tests.bot.player import turns_on

pytestmark = pytest.mark.asyncio(loop_scope="session")
LONGEST_GAME = 12


async def begun(stage: Stage, words: str, language: str = "en") -> tuple[Person, Message]:
    player = await stage.sandbox.person("Alice", language)
    await player.send(f"/play {words}")
    return player, await player.sees("🎯")


async def suggested(player: Person, board: Message, variant: Variant) -> str:
    """What the hints say to guess, as it is typed."""
    await player.presses("Hint", on=board)
    board = await player.sees("💡")
    await player.presses("👉")
    board = await player.sees("👉")
    bold = next(line for line in board.text.splitlines() if "👉" in line)
    said = bold.partition(" Try " if " Try " in bold else " It’s ")[2]
    shown = next(word for word in re.split(r"[\s,.:]+", said) if _reads(word, variant))
    return variant.format(variant.parse(shown))


def _reads(word: str, variant: Variant) -> bool:
    try:
        return bool(variant.parse(word))
    except ValueError:
        return False


@pytest.mark.parametrize("name", [*VARIANTS, "5x8r", "3x12"])
async def test_whoever_follows_the_hints_breaks_every_variant(stage: Stage, name: str) -> None:
    variant = variant_named(name)
    alice, board = await begun(stage, name)
    for number in range(1, LONGEST_GAME):
        guess = await suggested(alice, board, variant)
        await alice.send(guess)
        board = await alice.sees(f"{number}. {variant.show(variant.parse(guess))}")
        if "🎉" in board.text:
            break
    assert "🎉 Solved!" in board.text
    assert name != "classic" or number <= 7


@pytest.mark.parametrize(
    ("name", "typed", "shown"),
    [
        ("colours", "ROYGB", "🔴🟠🟡🟢🔵"),
        ("pictures", "abcd", "🍎🍋🍇🍒"),
        ("cipher", "●▲■◆", "●▲■◆"),
        ("words-en-5", "crane", "crane"),
        ("5x8r", "00112", "00112"),
    ],
)
async def test_codes_are_typed_by_their_letters_or_as_they_look(
    stage: Stage, name: str, typed: str, shown: str
) -> None:
    alice, _ = await begun(stage, name)
    await alice.send(typed)
    await alice.sees(f"1. {shown}")


async def test_colours_are_typed_and_told_apart_by_the_readers_own_letters(stage: Stage) -> None:
    alice, board = await begun(stage, "mastermind", "uk")
    assert "🔴 Ч" in board.buttons
    await alice.send("чожз")
    board = await alice.sees("1. 🔴🟠🟡🟢")
    assert "ЧОЖЗ" in board.text


async def test_pictures_are_tapped(stage: Stage) -> None:
    alice, _ = await begun(stage, "pictures")
    for label in ("🍎 A", "🍋 B", "🍇 C", "🍒 D", "✓"):
        await alice.presses(label)
    await alice.sees("1. 🍎🍋🍇🍒")


async def test_the_evil_bot_gives_in_only_where_no_other_code_is_left(stage: Stage) -> None:
    alice, board = await begun(stage, "evil mini")
    assert "Every reply is true" in board.text
    assert "🔒" not in board.text
    variant = VARIANTS["mini"]
    for number in range(1, LONGEST_GAME):
        guess = await suggested(alice, board, variant)
        await alice.send(guess)
        board = await alice.sees(f"{number}. {guess}")
        if "🎉" in board.text:
            break
    assert "no other code was left" in board.text
    assert f"All my replies are true of {guess}" in board.text
    assert len(turns_on(board.text)) <= 6
    await alice.presses("Play again")
    await alice.sees("Every reply is true")


async def test_who_gives_up_an_evil_game_sees_a_code_that_fits(stage: Stage) -> None:
    alice, _ = await begun(stage, "evil")
    await alice.send("0123")
    await alice.sees("1 guess so far")
    for _ in range(2):
        await alice.send("/resign")
    assert "All my replies are true of" in (await alice.sees("never had a secret")).text


async def test_a_coach_says_what_each_guess_brought_and_whether_a_better_one_was_there(stage: Stage) -> None:
    alice, _ = await begun(stage, "coached")
    await alice.send("0123")
    board = await alice.sees("🎓")
    assert "\n✅ best" in board.text
    await alice.send("3210")
    board = await alice.sees("2. 3210")
    why = "it asked nothing new|guess 1 had already ruled it out"
    assert re.search(rf"(⚠️ inaccuracy|❗ mistake): ({why})\. Best: \d{{4}}\.", board.text)


async def test_a_blind_game_has_no_hints(stage: Stage) -> None:
    alice, board = await begun(stage, "blind")
    assert "💡 Hint" not in board.buttons
    await alice.send("/hint")
    await alice.sees("This game is blind: no hints.")


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
async def test_each_variant_has_a_card_from_which_it_is_begun(stage: Stage, language: str) -> None:
    alice = await stage.sandbox.person("Alice", language)
    await alice.send("/variants")
    board = await alice.sees("🎲")
    families = board.buttons[:3]
    await alice.presses(families[1])
    await alice.presses("🍎🍋🍇")
    card = await alice.sees("🍎")
    await alice.presses(card.buttons[0])
    assert "🍎 " in " ".join((await alice.sees("🎯")).buttons)


async def test_a_guess_that_fits_no_list_of_words_costs_nothing(stage: Stage) -> None:
    alice, _ = await begun(stage, "words-en-5")
    await alice.send("qwxyz")
    assert "I don’t know the word “" in (await alice.sees("qwxyz")).text


@pytest.mark.parametrize(("words", "asks"), [("evil", "Type a guess"), ("evil words-en-5", "a word, like")])
async def test_the_evil_bot_claims_no_secret(stage: Stage, words: str, asks: str) -> None:
    _, board = await begun(stage, words)
    assert "Every reply is true" in board.text
    assert asks in board.text
    assert "I have a secret" not in board.text


@pytest.mark.parametrize("shape", ["4х8", "4×8", "4X8", "04x8"])
async def test_a_shape_may_be_typed_by_any_keyboard(stage: Stage, shape: str) -> None:
    _, board = await begun(stage, shape)
    assert "4 different symbols of 0–7" in board.text


async def test_a_shape_with_repeats_may_be_typed_in_cyrillic(stage: Stage) -> None:
    _, board = await begun(stage, "5х8р")
    assert "5 symbols of 0–7" in board.text


@pytest.mark.parametrize("shape", ["7x26r", "10x10", "0x5", "4x3", "99x99r"])
async def test_a_shape_that_nobody_can_play_is_told_its_bounds(stage: Stage, shape: str) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send(f"/play {shape}")
    assert shape in (await alice.sees("at most 7 places, 36 symbols")).text


@pytest.mark.costly
async def test_the_words_of_ones_own_language_come_first_and_their_card_goes_when_the_game_begins(stage: Stage) -> None:
    olena = await stage.sandbox.person("Олена", "uk")
    await olena.send("/variants")
    await olena.presses("Слова", on=await olena.sees("🎲 Варіанти"))
    await stage.quiet()
    words = await olena.sees("🎲 Варіанти")
    assert words.buttons[3] == "Українські слова з 4 літер"
    await olena.presses("Українські слова з 5", on=words)
    card = await olena.sees("🎲 Українські слова з 5 літер · ")
    await olena.presses("▶️ Грати", on=card)
    board = await olena.sees("🎯 Бики й корови: українські слова з 5 літер")
    await stage.quiet()
    assert [message.id for message in olena.messages() if message.by_bot] == [board.id]
    await olena.send("q")
    await olena.sees("лише українські літери")


async def test_a_large_variant_reads_well_and_tells_which_letter_is_which_colour(stage: Stage) -> None:
    olena = await stage.sandbox.person("Олена", "uk")
    await olena.send("/variants")
    await olena.presses("🎨 Кольори й інше", on=await olena.sees("🎲 Варіанти"))
    await olena.presses("5 кольорів з 8", on=await olena.sees("🎲 Варіанти"))
    card = await olena.sees("32\u00a0768 кодів")
    assert "Ч🔴 О🟠 Ж🟡 З🟢 С🔵 Ф🟣 Б⚪ Н⚫" in card.text
    await olena.presses("▶️ Грати", on=card)
    await olena.sees("🎯")
    await olena.send("1")
    await olena.sees("Можна ось що: Ч🔴 О🟠 Ж🟡 З🟢 С🔵 Ф🟣 Б⚪ Н⚫")


async def test_what_was_played_last_is_played_again_unless_something_else_is_said(stage: Stage) -> None:
    alice, _ = await begun(stage, "mini coached")
    for command, shown in [
        ("/think colours", "🤔 You pick a code · 5 colours of 8, repeats allowed"),
        ("/play", "🎯 Bulls and Cows: 4 digits from 1 to 5, all different"),
        ("/think", "🤔 You pick a code · 5 colours of 8, repeats allowed"),
        ("/play classic", "🎯 Bulls and Cows: 4 digits, all different"),
        ("/play", "🎯 Bulls and Cows: 4 digits, all different"),
    ]:
        sent = await alice.send(command)
        assert (await alice.sees(shown, after=sent)).text.startswith((f"{shown}\n", f"{shown} 🔒\n"))
