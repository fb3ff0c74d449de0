"""Hints and notes as people ask for them: through the bot's real process, in three languages."""

from collections.abc import Iterator

import pytest

from sandbox.client import Message, Person
from solver.feedback import feedback_for
from solver.knowledge import FEW
from solver.variant import VARIANTS
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, paired, screen
from tests.bot.player import wrong_guesses

MINI = VARIANTS["mini"]
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def begun(stage: Stage, words: str = "", language: str = "en", turns: int = 2) -> tuple[Person, str]:
    """A game in which some wrong guesses were made, and its secret."""
    player = await stage.sandbox.person("Alice", language)
    await player.send(f"/play {words}")
    await player.sees("🎯")
    secret = stage.secret_of(player.id)
    for number, guess in enumerate(wrong_guesses(secret, turns), 1):
        await player.send(guess)
        await player.sees(f"{number}. {guess}")
    return player, secret


def shown(player: Person) -> Message:
    """The bot's newest message with words on it."""
    return next(message for message in reversed(player.messages()) if message.by_bot)


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ("💡 Hint", "What goes where", "🧩 What’s in it", "A good guess", "Why?", "↩️ Back", "5 hints")),
        ("uk", ("💡 Підказка", "Що де стоїть", "Склад коду", "Що спробувати", "Чому?", "↩️ Назад", "5 підказок")),
        (
            "ru",
            ("💡 Подсказка", "Что где стоит", "Состав кода", "Что попробовать", "Почему?", "↩️ Назад", "5 подсказок"),
        ),
    ],
)
async def test_every_hint_stands_on_the_board_and_is_counted(
    stage: Stage, language: str, names: tuple[str, ...]
) -> None:
    alice, secret = await begun(stage, language=language)
    board = shown(alice)
    hint, *steps, back, text = names
    await alice.presses(hint)
    await alice.sees("💡 ")
    for step, sign in zip(steps, ("1│", "🧩 ", "👉 ", "❓ "), strict=True):
        await alice.presses(step)
        after = await alice.sees(sign)
        assert after.id == board.id
        assert not any(step in button for button in after.buttons)
    await alice.presses(back)
    await alice.send(secret)
    assert text in (await alice.sees("🎉")).text


async def test_the_menu_opens_and_closes_for_nothing(stage: Stage) -> None:
    alice, secret = await begun(stage)
    for _ in range(3):
        await alice.presses("💡 Hint")
        await alice.sees("Hints used: 1")
        await alice.presses("↩️ Back")
        await stage.quiet()
        assert "Hints used:" not in shown(alice).text
    await alice.send(secret)
    assert "1 hint ·" in (await alice.sees("🎉")).text


async def test_a_hint_button_of_another_time_shows_what_there_is(stage: Stage) -> None:
    alice, _ = await begun(stage)
    button = shown(alice).button("💡 Hint")
    assert button is not None
    await alice.forges(button.value.replace(":menu", ":2"), on=shown(alice))
    await stage.quiet()
    assert any("How many fit" in label for label in shown(alice).buttons)


@pytest.mark.parametrize("words", ["", "evil"])
async def test_a_guess_is_weighed_before_it_is_made(stage: Stage, words: str) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send(f"/play {words}")
    await alice.sees("🎯")
    await alice.send("0123")
    await alice.sees("1. 0123")
    await alice.send("?0123")
    await alice.sees("🔎 You’ve already tried 0123:")
    await alice.send("?3210")
    await alice.sees("🔎 3210")
    await alice.send("/hint 4567")
    board = await alice.sees("🔎 4567")
    assert "It would leave about" in board.text
    assert "bits" not in board.text
    assert "1 guess so far" in board.text
    await alice.send("?")
    await alice.sees("Put a guess after the question mark, like ?0123, and I’ll check it.")
    await alice.send("?45")
    await alice.sees("That’s 2 digits; I need")
    await alice.presses("💡 Hint")
    await alice.sees("Hints used: 3")


async def test_in_a_group_a_reply_or_the_command_weighs_a_guess(stage: Stage) -> None:
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    group = await stage.sandbox.group("Friends", alice, bob)
    await alice.send("/play", chat=group)
    board = await alice.sees("I have a secret", chat=group)
    await bob.send("?0123", chat=group, reply_to=board)
    await bob.sees("🔎 0123 can be the secret.", chat=group)
    await bob.send("/hint 1234", chat=group)
    await bob.sees("🔎 1234 can be the secret.", chat=group)


async def test_a_blind_game_tells_nothing(stage: Stage) -> None:
    alice, _ = await begun(stage, "blind")
    for asking in ("/hint", "?4567", "/hint 4567"):
        await alice.send(asking)
        board = await alice.sees("no hints")
        assert not any(sign in board.text for sign in ("💡", "🔎"))


async def test_the_table_of_replies_comes_as_a_picture_and_the_next_board_below_it(stage: Stage) -> None:
    alice, secret = await begun(stage)
    await alice.send("?4568")
    await alice.sees("🔎 4568")
    await alice.presses("💡 Hint")
    await alice.sees("Hints used: 2")
    await alice.presses("Details")
    picture = await alice.sees("📊 What 4568 would tell you now:")
    await alice.sees("Hints used: 3")
    await stage.quiet()
    assert shown(alice).id == picture.id
    await alice.presses("↩️ Back")
    await alice.presses("⌨️")
    for digit in secret:
        await alice.presses(digit)
    await alice.presses("✓")
    assert (await alice.sees("🎉")).id > picture.id
    assert (await stage.sandbox.photo(picture)).startswith(b"\x89PNG")


async def test_few_codes_are_listed(stage: Stage) -> None:
    alice, secret = await begun(stage, "mini", turns=0)
    guess, left = next((guess, left) for guess, left in guesses_at(secret) if 1 < len(left) <= FEW)
    await alice.send(guess)
    await alice.sees("1 guess so far")
    await alice.presses("💡 Hint")
    await alice.sees(f"💡 {len(left)} codes still fit")
    await alice.presses("List them all")
    board = await alice.sees("📋 All that fit:")
    assert board.text.partition("📋 All that fit:")[2].splitlines()[0].split() == left


def guesses_at(secret: str) -> Iterator[tuple[str, list[str]]]:
    """Every guess at the mini game, and what it would leave."""
    hidden = MINI.parse(secret)
    for guess in MINI.codes():
        reply = feedback_for(guess, hidden)
        yield MINI.format(guess), [MINI.format(code) for code in MINI.codes() if feedback_for(guess, code) == reply]


async def test_notes_are_tapped_kept_and_free(stage: Stage) -> None:
    alice, secret = await begun(stage, turns=1)
    await alice.presses("✏️ Notes")
    for key, line in (("7", "📝 ❌ 7"), ("3", "📝 ❌ 3 7"), ("7❌", "📝 ❓ 7  ❌ 3"), ("7❓", "📝 ✅ 7  ❌ 3")):
        await alice.presses(key)
        await alice.sees(line)
    await alice.presses("↩️ Back")
    await alice.send(wrong_guesses(secret, 2)[1])
    board = await alice.sees("2 guesses so far")
    assert "📝 ✅ 7  ❌ 3" in board.text
    await alice.presses("✏️ Notes")
    await alice.presses("Clear all")
    await alice.sees("Only you see your notes")
    await stage.quiet()
    assert "📝" not in shown(alice).text
    await alice.send(secret)
    assert "hint" not in (await alice.sees("🎉")).text


async def test_in_a_group_notes_are_told_to_whoever_taps(stage: Stage) -> None:
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    group = await stage.sandbox.group("Friends", alice, bob)
    await alice.send("/play", chat=group)
    board = await alice.sees("I have a secret", chat=group)
    await alice.presses("✏️ Notes", on=board)
    board = await alice.sees("You only see your own notes", chat=group)
    assert (await alice.presses("7", on=board)).text == "📝 ❌ 7"
    assert (await bob.presses("8", on=board)).text == "📝 ❌ 8"
    assert (await alice.presses("3", on=board)).text == "📝 ❌ 3 7"
    assert "📝" not in (await alice.sees("You only see your own notes", chat=group)).text


async def test_a_friendly_match_has_the_same_hints_and_the_rival_hears_how_many(stage: Stage) -> None:
    pair = await paired(stage, FRIENDLY)
    for person in pair.both:
        await person.presses("Allow hints")
        await stage.quiet()
    first, second = await pair.keep("9876", "5432")
    await pair.guess(first, "0123")
    await pair.guess(second, "0123")
    await first.presses("💡 Hint")
    await first.sees("Hints used: 1")
    await first.presses("What goes where")
    await first.sees("1│")
    await first.send("?4567")
    await first.sees("🔎 4567")
    await second.sees(f"💡 {first.name} took 3 hints.")
    assert not any(sign in screen(second).text for sign in ("🔎", "│"))
    await first.presses("↩️ Back")
    await first.presses("✏️ Notes")
    await first.presses("7")
    await first.sees("📝 ❌ 7")
    await stage.quiet()
    assert "📝" not in screen(second).text


async def test_friends_may_be_asked_by_a_link_to_the_position(stage: Stage) -> None:
    alice, secret = await begun(stage)
    bob = await stage.sandbox.person("Bob", "uk")
    await alice.presses("💡 Hint")
    asking = (await alice.sees("Hints used:")).button("🔗 Ask friends")
    assert asking
    assert asking.kind == "copy"
    await bob.opens(asking.value)
    position = await bob.sees("Позиція")
    assert all(guess in position.text for guess in wrong_guesses(secret, 2))
    assert secret not in position.text


async def test_there_is_nothing_to_ask_friends_before_the_first_guess(stage: Stage) -> None:
    alice, _ = await begun(stage, turns=0)
    await alice.presses("💡 Hint")
    assert (await alice.sees("Hints used:")).button("🔗 Ask friends") is None
