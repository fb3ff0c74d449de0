"""Notes of places and what the keypad makes of notes: through the bot's real process."""

import pytest

from sandbox.client import Person
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, paired, screen
from tests.bot.player import begun, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_places_are_tapped_below_the_symbol_and_stay_on_the_board(stage: Stage) -> None:
    alice, secret = await begun_with_notes(stage)
    await alice.presses("2️⃣")
    await alice.sees("7│·✗··")
    await alice.presses("2️⃣✗")
    await alice.sees("7│·✓··")
    await alice.presses("↩️ Back")
    await alice.send(wrong_guesses(secret, 2)[1])
    assert "7│·✓··" in (await alice.sees("2 guesses so far")).text


async def test_what_is_noted_as_out_reads_so_on_the_keypad_and_still_types(stage: Stage) -> None:
    alice, _ = await begun_with_notes(stage)
    await alice.presses("↩️ Back")
    await alice.presses("⌨️")
    await stage.quiet()
    await alice.presses("✗3")
    await alice.sees("3 · · ·")


async def test_a_button_of_a_board_that_was_sent_before_still_marks_its_symbol(stage: Stage) -> None:
    alice, _ = await begun_with_notes(stage)
    board = await alice.sees("📝 ❓ 7  ❌ 3")
    three = board.button("3❌")
    assert three
    await alice.forges(three.value.rpartition(":")[0] + ":7", on=board)
    await alice.sees("📝 ✅ 7  ❌ 3")


async def begun_with_notes(stage: Stage) -> tuple[Person, str]:
    """Alice has noted that 3 is out, and that 7 may be in, and looks at its places."""
    alice = await begun(stage)
    secret = stage.secret_of(alice.id)
    await alice.send(wrong_guesses(secret, 1)[0])
    await alice.sees("1 guess so far")
    await alice.presses("✏️ Notes")
    await alice.presses("3")
    await alice.sees("📝 ❌ 3")
    await alice.presses("7")
    await alice.sees("📝 ❌ 3 7")
    await alice.presses("7❌")
    await alice.sees("👇 Where is 7?")
    return alice, secret


async def test_in_a_match_places_are_noted_for_oneself(stage: Stage) -> None:
    pair = await paired(stage, FRIENDLY)
    first, second = await pair.keep("9876", "5432")
    await pair.guess(first, "0123")
    await pair.guess(second, "0123")
    await first.presses("✏️ Notes")
    await first.presses("7")
    await first.sees("📝 ❌ 7")
    await first.presses("7❌")
    await first.sees("👇 Where is 7?")
    await first.presses("1️⃣")
    await first.sees("7│✗···")
    await stage.quiet()
    assert "│" not in screen(second).text
