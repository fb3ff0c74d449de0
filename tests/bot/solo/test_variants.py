"""Every variant and degree of help, and the evil bot, as people play them: through the bot's real process."""

import re

import pytest

from sandbox.client import Message, Person
from solver.variant import VARIANTS, Variant, variant_named
from tests.bot.conftest import Stage
from tests.bot.player import by_bot, talk, turns_on

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def begun(stage: Stage, words: str, language: str = "en") -> tuple[Person, Message]:
    player = await stage.sandbox.person("Alice", language)
    return player, await talk(f"/play {words} → 🎯", player)


async def followed(player: Person, board: Message, variant: Variant) -> tuple[Message, str, int]:
    """The board once only what the hints say was guessed until that was right; the last guess; how many there were."""
    for number in range(1, 12):
        await talk("[Hint] → 💡", player, on=board)
        board = await talk("[👉] → 👉", player)
        (advice, *_) = [line for line in board.html.splitlines() if "👉" in line]
        (copied,) = re.findall("<code>(.*?)</code>", advice)
        guess = variant.format(variant.parse(copied))
        board = await talk(f"{guess} → {number}. {variant.show(variant.parse(guess))}", player)
        if "🎉" in board.text:
            break
    return board, guess, number


@pytest.mark.parametrize("name", [*VARIANTS, "5x8r", "3x12"])
async def test_whoever_follows_the_hints_breaks_every_variant(stage: Stage, name: str) -> None:
    board, _, guesses = await followed(*await begun(stage, name), variant_named(name))
    assert "🎉 Solved!" in board.text
    assert name != "classic" or guesses <= 7


@pytest.mark.parametrize(
    ("begins", "dialogue"),
    [  # codes typed by their letters or as they look
        ("colours", "ROYGB → 1. 🔴🟠🟡🟢🔵"),
        ("pictures", "abcd → 1. 🍎🍋🍇🍒"),
        ("cipher", "●▲■◆ → 1. ●▲■◆"),
        ("words-en-5", "crane → 1. crane\nqwxyz → I don’t know the word “"),
        ("5x8r", "00112 → 1. 00112"),
        # a shape typed by any keyboard
        *((shape, "→ 4 different digits of 0–7") for shape in ("4х8", "4×8", "4X8", "04x8")),
        ("5х8р", "→ 5 digits of 0–7"),
        # what claims no secret, or has no hints
        ("evil", "→ Every reply is true\n→ Type a guess ∌ I have a secret"),
        ("evil words-en-5", "→ Every reply is true\n→ a word, like ∌ I have a secret"),
        ("blind", "/hint → This game is blind: no hints."),
    ],
)
async def test_what_is_begun_says_what_it_is_and_reads_what_is_meant(stage: Stage, begins: str, dialogue: str) -> None:
    alice, board = await begun(stage, begins)
    await talk(dialogue, alice)
    assert ("💡 Hint" in board.buttons) == (begins != "blind")


async def test_colours_are_told_apart_by_the_readers_own_letters_and_a_large_variant_reads_well(stage: Stage) -> None:
    alice, board = await begun(stage, "mastermind", "uk")
    assert "🔴 Ч" in board.buttons
    assert "ЧОЖЗ" in (await talk("чожз → 1. 🔴🟠🟡🟢", alice)).text
    letters = "Ч🔴 О🟠 Ж🟡 З🟢 С🔵 Ф🟣 Б⚪ Н⚫"
    card = await talk("/variants → 🎲 Варіанти\n[🎨 Кольори й інше]\n[5 кольорів з 8] → 32\u00a0768 кодів", alice)
    assert letters in card.text
    await talk(f"[▶️ Грати] → 🎯\n1 → Є: {letters}", alice)


async def test_the_evil_bot_gives_in_only_where_no_other_code_is_left(stage: Stage) -> None:
    alice, board = await begun(stage, "evil mini")
    assert "Every reply is true" in board.text
    assert "🔒" not in board.text
    board, guess, _ = await followed(alice, board, VARIANTS["mini"])
    words = ("You cornered me! Only", f"Check: every reply is true for {guess}.")
    assert [each for each in words if each not in board.text] == []
    assert len(turns_on(board.text)) <= 6
    await talk("[Play again] → Every reply is true", alice)


@pytest.mark.parametrize("shape", ["7x26r", "10x10", "0x5", "4x3", "99x99r"])
async def test_a_shape_that_nobody_can_play_is_told_its_bounds(stage: Stage, shape: str) -> None:
    alice = await stage.sandbox.person("Alice")
    assert shape in (await talk(f"/play {shape} → at most 7 places, 36 symbols", alice)).text


@pytest.mark.costly
async def test_the_words_of_ones_own_language_come_first_among_variants(stage: Stage) -> None:
    olena = await stage.sandbox.person("Олена", "uk")
    await talk("/variants → 🎲 Варіанти\n[Слова]", olena)
    await stage.quiet()
    words = await olena.sees("🎲 Варіанти")
    assert words.buttons[3] == "Українські слова з 4 літер"
    chosen = "[Українські слова з 5] → 🎲 Українські слова з 5 літер ·"
    board = await talk(f"{chosen}\n[▶️ Грати] → 🎯 Бики й корови: українські слова з 5 літер", olena)
    await stage.quiet()
    assert [message.id for message in by_bot(olena)] == [board.id]
    await talk("q → лише українські літери", olena)


async def test_what_was_played_last_is_played_again_unless_something_else_is_said(stage: Stage) -> None:
    alice, _ = await begun(stage, "mini coached")
    for command, shown in [
        ("/think colours", "🤔 You pick a code · 5 colours of 8, repeats allowed · 🐲 Dragon · perfect"),
        ("/play", "🎯 Bulls and Cows: 4 digits from 1 to 5, all different"),
        ("/think", "🤔 You pick a code · 5 colours of 8, repeats allowed · 🐲 Dragon · perfect"),
        ("/play classic", "🎯 Bulls and Cows: 4 different digits"),
        ("/play", "🎯 Bulls and Cows: 4 different digits"),
    ]:
        sent = await alice.send(command)
        assert (await alice.sees(shown, after=sent)).text.startswith((f"{shown}\n", f"{shown} 🔒\n"))
