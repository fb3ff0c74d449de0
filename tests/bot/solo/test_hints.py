"""Hints and notes as people ask for them: through the bot's real process."""

import pytest

from sandbox.client import Message, Person
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, paired, screen
from tests.bot.player import by_bot, talk, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def begun(stage: Stage, words: str = "", turns: int = 2) -> tuple[Person, Message]:
    """A game in which some wrong guesses were made, and its board."""
    player = await stage.sandbox.person("Alice")
    board = await talk(f"/play {words} → 🎯", player)
    for number, guess in enumerate(wrong_guesses(stage.secret_of(player.id), turns), 1):
        board = await talk(f"{guess} → {number}. {guess}", player)
    return player, board


async def test_the_menu_opens_and_closes_for_nothing_and_a_button_of_another_time_shows_what_there_is(
    stage: Stage,
) -> None:
    alice, board = await begun(stage)
    button = board.button("💡 Hint")
    assert button
    await stage.after(alice.forges(button.value.replace(":menu", ":2"), on=board))
    assert any("How many fit" in label for label in by_bot(alice)[-1].buttons)
    await alice.presses("↩️ Back")
    for _ in range(3):
        await talk("[💡 Hint] → Hints used: 1\n[↩️ Back]", alice)
        await stage.quiet()
        assert "Hints used:" not in by_bot(alice)[-1].text
    assert "1 hint ·" in (await talk(f"{stage.secret_of(alice.id)} → 🎉", alice)).text


async def test_a_guess_is_weighed_before_it_is_made_but_not_again(stage: Stage) -> None:
    alice, _ = await begun(stage, turns=0)
    board = await talk("0123 → 1. 0123\n?0123 → 🔎 You’ve already tried 0123:\n/hint 4567 → 🔎 4567", alice)
    assert [word in board.text for word in ("It would leave about", "bits")] == [True, False]
    await talk("[💡 Hint] → Hints used: 2", alice)


async def test_in_a_group_a_reply_or_the_command_weighs_a_guess_and_notes_are_told_to_whoever_taps(
    stage: Stage,
) -> None:
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    group = await stage.sandbox.group("Friends", alice, bob)
    board = await talk("/play → I have a secret", alice, chat=group)
    await bob.send("?0123", chat=group, reply_to=board)
    await talk("→ 🔎 0123 can be the secret.\n/hint 1234 → 🔎 1234 can be the secret.", bob, chat=group)
    board = await talk("[✏️ Notes] → You only see your own notes", alice, chat=group)
    script = "[7] ‼ 📝 ❌ 7\nBob: [8] ‼ 📝 ❌ 8\n[3] ‼ 📝 ❌ 3 7 → You only see your own notes"
    assert "📝" not in (await talk(script, alice, bob, chat=group, on=board)).text


async def test_the_table_of_replies_comes_as_a_picture_and_the_next_board_below_it(stage: Stage) -> None:
    alice, _ = await begun(stage)
    await talk("?4568 → 🔎 4568\n[💡 Hint] → Hints used: 2", alice)
    picture = await talk("[Details] → 📊 What 4568 would tell you now:", alice)
    await talk("→ Hints used: 3", alice)
    await stage.quiet()
    assert by_bot(alice)[-1].id == picture.id
    for key in ("↩️ Back", "⌨️", *stage.secret_of(alice.id)):
        await alice.presses(key)
    assert (await talk("[✓] → 🎉", alice)).id > picture.id
    assert (await stage.sandbox.photo(picture)).startswith(b"\x89PNG")


async def test_in_a_match_places_are_noted_for_oneself(stage: Stage) -> None:
    pair = await paired(stage, FRIENDLY)
    first, second = await pair.keep("9876", "5432")
    for person in (first, second):
        await pair.guess(person, "0123")
    await talk("[✏️ Notes]\n[7] → 📝 ❌ 7\n[7❌] → 👇 Where is 7?\n[1️⃣] → 7│✗···", first)
    await stage.quiet()
    assert not any(sign in screen(second).text for sign in ("│", "📝"))
