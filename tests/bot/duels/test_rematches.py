"""What comes after a match: a rematch that both want, or the menu."""

import pytest

from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, RACE, YOUR_TURN, begun, paired, screen

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_rematch_needs_both_and_begins_once_with_sides_swapped(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await second.send("/resign")
    await second.presses("✖️ Yes, cancel")
    end = await first.sees("cancelled the game. It counts for nobody.")
    asked = await first.presses("Rematch", on=end)
    assert "Asked. The game starts" in (asked.text or "")
    await stage.quiet()
    assert screen(first).button("⏳ Rematch?") is not None
    button = screen(second).button("Rematch")
    assert button is not None
    wished = screen(second)
    await second.forges(button.value, on=wished)
    await second.forges(button.value, on=wished)
    await stage.quiet()
    assert stored.seats(stage.bot, second.id) == 2
    await first.send("2345")
    await second.send("6789")
    await stage.quiet()
    assert "🔁 You start this time." in screen(second).text
    assert f"🔁 {second.name} starts this time." in screen(first).text
    assert YOUR_TURN in screen(second).text
    assert not [message for message in second.messages() if "🔄 Yes, again" in message.buttons]


async def test_a_rematch_is_asked_for_in_a_message_of_its_own(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.bob.send("/resign")
    await pair.bob.presses("🏳️ Yes, resign")
    await pair.alice.sees("🏆 Bob resigned: you won!")
    end = screen(pair.bob)
    await pair.alice.presses("Rematch")
    question = await pair.bob.sees("🔄 Alice wants a rematch!\n⚔️ Duel", after=end)
    assert question.buttons == ("🔄 Yes, again", "No, thanks")
    await stage.quiet()
    assert screen(pair.bob).id == end.id
    await pair.bob.presses("🔄 Yes, again", on=question)
    await pair.bob.sees("🤫 Pick a secret:", after=question)
    await stage.quiet()
    assert question.id not in {message.id for message in pair.bob.messages()}
    assert screen(pair.alice).text.startswith("🤫")


async def test_no_thanks_ends_the_waiting_for_a_rematch(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.bob.send("/resign")
    await pair.bob.presses("🏳️ Yes, resign")
    await pair.alice.sees("🏆 Bob resigned: you won!")
    end = screen(pair.alice)
    await pair.alice.presses("Rematch", on=end)
    question = await pair.bob.sees("🔄 Alice wants a rematch!\n⚔️ Duel")
    await pair.bob.presses("No, thanks", on=question)
    answer = await pair.alice.sees("🙅 Bob would rather not play again now.", after=end)
    await stage.quiet()
    assert question.id not in {message.id for message in pair.bob.messages()}
    assert answer.buttons == ()
    assert [button for button in screen(pair.alice).buttons if "Rematch" in button] == []
    await pair.bob.presses("Rematch", on=screen(pair.bob))
    question = await pair.alice.sees("🔄 Bob wants a rematch!\n⚔️ Duel", after=answer)
    end = screen(pair.bob)
    await pair.alice.presses("🔄 Yes, again", on=question)
    await pair.bob.sees("🤫 Pick a secret:", after=end)


async def test_after_a_game_the_menu_is_one_press_away(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.bob.send("/resign")
    await pair.bob.presses("🏳️ Yes, resign")
    await stage.quiet()
    end = screen(pair.bob)
    assert "New rival" not in " ".join(end.buttons), "they are friends, who came together without the lobby"
    await pair.bob.presses("☰ Menu", on=end)
    await pair.bob.sees("Hi, Bob!", after=end)


async def test_in_a_race_too_all_buttons_go_when_it_is_over(stage: Stage) -> None:
    pair = await paired(stage, RACE, FRIENDLY)
    secret = pair.secret()
    board = screen(pair.bob)
    erase = board.button("⌫")
    assert erase is not None
    await pair.guess(pair.alice, secret)
    end = screen(pair.bob)
    assert end.button("⌫") is None
    assert (await pair.bob.forges(erase.value, on=end)).text == "This game is over."
    await pair.alice.send("0123")
    await pair.alice.sees("No game in progress")
