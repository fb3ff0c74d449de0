"""Matches that end otherwise than by breaking a code."""

from dataclasses import replace

import pytest

from bot.app.buttons import GamePress, button_data, press_from
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, RACE, begun, misses, paired, screen

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_who_resigns_has_lost_after_being_asked(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.alice.presses("Resign")
    await pair.alice.sees("Resign?")
    await pair.alice.presses("Keep playing")
    await pair.alice.presses("Resign")
    await pair.alice.presses("🏳️ Yes, resign")
    await stage.quiet()
    assert "You resigned; Bob won." in screen(pair.alice).text
    assert "🏆 Alice resigned: you won!" in screen(pair.bob).text
    assert "Alice — 0123" in screen(pair.bob).text
    assert "Your rating: 1500 → 1338 (−162)" in screen(pair.alice).text


async def test_a_game_is_aborted_freely_until_somebody_has_guessed(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await second.presses("✖️ Cancel")
    await second.sees("Cancel the game?")
    await second.presses("✖️ Yes, cancel")
    await stage.quiet()
    assert screen(second).text.startswith("✖️ You cancelled the game. It counts for nobody.")
    assert screen(first).text.startswith(f"✖️ {second.name} cancelled the game. It counts for nobody.")
    for person in pair.both:
        assert "rating" not in screen(person).text
        assert screen(person).buttons == ("🔄 Rematch", "💬 Chat", "☰ Menu")


async def test_once_somebody_has_guessed_it_is_too_late_to_abort(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    abort = screen(second).button("Cancel")
    assert abort is not None
    await pair.guess(first, "8901")
    for person in (first, second):
        assert screen(person).button("Cancel") is None
        pressed = press_from(abort.value)
        assert isinstance(pressed, GamePress)
        turn_now = button_data(replace(pressed, step=1))
        answer = await person.forges(turn_now, on=screen(person))
        assert answer.alert
        assert "Too late to cancel: somebody has guessed. You can resign, or end it together." in (answer.text or "")
        await stage.quiet()
        assert "Too late to cancel: somebody has guessed. You can resign, or end it together." in screen(person).text


async def test_whoever_is_asked_whether_to_abort_does_not_lose_by_a_guess_made_meanwhile(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await pair.bob.presses("✖️ Cancel")
    await pair.bob.sees("Cancel the game?")
    yes = screen(pair.bob).button("✖️ Yes, cancel")
    assert yes is not None
    await pair.guess(pair.alice, misses(1, pair.secret())[0])
    await stage.quiet()
    assert screen(pair.bob).button("🏳️ Resign") is not None, "they are asked no more what is out of date"
    answer = await pair.bob.forges(yes.value, on=screen(pair.bob))
    assert answer.text == "The game has moved on; look at the board."
    await stage.quiet()
    assert screen(pair.bob).button("🏳️ Resign") is not None, "the game goes on"


async def test_a_race_cannot_be_left_for_nothing_after_seven_guesses(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    for guess in misses(7, pair.secret()):
        await pair.guess(pair.alice, guess)
    await pair.alice.send("/resign")
    await pair.alice.sees("🏳️ Resign? Then Bob wins, and it costs you rating like any loss.")
    await pair.alice.presses("🏳️ Yes, resign")
    await stage.quiet()
    assert "Your rating: 1500 → 1338 (−162)" in screen(pair.alice).text
    assert "🏆 Alice resigned: you won!" in screen(pair.bob).text


async def test_an_unrated_game_says_that_giving_up_costs_no_rating(stage: Stage) -> None:
    pair = await begun(stage, FRIENDLY)
    await pair.alice.presses("🏳️ Resign")
    await pair.alice.sees("🏳️ Resign? Then Bob wins; ratings don’t change.")


async def test_both_together_may_call_a_game_off(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.alice.presses("🏳️ Resign")
    await pair.alice.sees("Or offer to cancel: if your rival agrees, it counts for nobody.")
    await pair.alice.presses("✖️ Offer to cancel")
    offered = await pair.bob.sees("✖️ Alice offers to cancel the game, so that it counts for nobody. Guess to decline.")
    assert "Take it back" in " ".join(screen(pair.alice).buttons)
    await pair.bob.presses("Cancel it", on=offered)
    await stage.quiet()
    for person in pair.both:
        assert screen(person).text.startswith("✖️ Game cancelled, as you both agreed. It counts for nobody.")
        assert "rating" not in screen(person).text


async def test_whoever_would_rather_play_on_says_so(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.alice.presses("🏳️ Resign")
    await pair.alice.presses("✖️ Offer to cancel")
    offered = await pair.bob.sees("✖️ Alice offers to cancel the game, so that it counts for nobody. Guess to decline.")
    accept = offered.button("Cancel it")
    assert accept is not None
    await pair.bob.presses("✖️ No", on=offered)
    await pair.alice.sees("Bob would rather play on")
    answer = await pair.bob.forges(accept.value, on=screen(pair.bob))
    assert answer.text == "The game has moved on; look at the board."
    forged = accept.value.removesuffix(":agrees")
    assert (await pair.bob.forges(forged, on=screen(pair.bob))).text == "You offered to cancel"
    assert (await pair.alice.forges(forged.replace("mcalloff", "mdraw"), on=screen(pair.alice))).text == (
        "The game has moved on; look at the board."
    ), "one offer at a time"


async def test_nothing_is_agreed_before_somebody_has_guessed(stage: Stage) -> None:
    pair = await paired(stage)
    await pair.keep("0123", "4567")
    abort = screen(pair.alice).button("Cancel")
    assert abort is not None
    for verb in ("mdraw", "mcalloff"):
        answer = await pair.alice.forges(abort.value.replace("mabort", verb), on=screen(pair.alice))
        assert answer.text == "The game has moved on; look at the board."
    await stage.quiet()
    assert "offers" not in screen(pair.bob).text


async def test_a_draw_needs_both(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.alice.presses("Offer a draw")
    await pair.bob.sees("Alice offers a draw")
    await stage.quiet()
    assert "🤝 You offered a draw;" in screen(pair.alice).text
    await pair.bob.presses("🤝 Agree")
    await stage.quiet()
    for person in pair.both:
        assert "A draw, as you agreed." in screen(person).text


async def test_an_offered_draw_can_be_declined(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.alice.presses("Offer a draw")
    offered = await pair.bob.sees("Alice offers a draw")
    await pair.bob.presses("✖️ No", on=offered)
    await pair.alice.sees("Bob would rather play on")
    await stage.quiet()
    assert "offers a draw" not in screen(pair.bob).text
    assert screen(pair.bob).button("Offer a draw") is not None
    assert screen(pair.alice).button("Offer a draw") is None


async def test_an_offer_can_be_taken_back_and_agreed_to_no_more(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.alice.presses("Offer a draw")
    offered = await pair.bob.sees("Alice offers a draw")
    accept = offered.button("🤝 Agree")
    assert accept is not None
    await pair.alice.presses("Take it back")
    await stage.quiet()
    assert "draw" not in screen(pair.bob).text
    answer = await pair.bob.forges(accept.value, on=screen(pair.bob))
    assert answer.text == "The game has moved on; look at the board."
    await pair.bob.forges(accept.value.replace("mdraw", "mnodraw"), on=screen(pair.bob))
    await stage.quiet()
    assert "would rather play on" not in screen(pair.alice).text


async def test_an_offer_stands_until_the_other_has_guessed(stage: Stage) -> None:
    pair = await begun(stage)
    first, second = await pair.order()
    await first.presses("Offer a draw")
    offered = await second.sees("offers a draw")
    accept = offered.button("🤝 Agree")
    assert accept is not None
    await pair.guess(first, "2345")
    assert "🤝 You offered a draw;" in screen(first).text
    await pair.guess(second, "2346")
    assert "offered a draw" not in screen(first).text
    assert screen(second).button("Offer a draw") is not None
    answer = await second.forges(accept.value, on=screen(second))
    assert answer.text == "The game has moved on; look at the board."


async def test_whoever_agrees_too_late_to_a_draw_offers_none(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    one, two, three = misses(3, pair.secret())
    await pair.guess(pair.alice, one)
    await pair.guess(pair.bob, two)
    await pair.alice.presses("Offer a draw")
    accept = (await pair.bob.sees("Alice offers a draw")).button("🤝 Agree")
    assert accept is not None
    await pair.guess(pair.bob, three)
    answer = await pair.bob.forges(accept.value, on=screen(pair.bob))
    assert answer.text == "The game has moved on; look at the board."
    await stage.quiet()
    for person in pair.both:
        assert "draw" not in screen(person).text
    assert screen(pair.bob).button("Offer a draw") is not None


async def test_an_end_that_needs_both_is_offered_once_in_three_guesses(stage: Stage) -> None:
    pair = await begun(stage)
    first, second = await pair.order()
    answers = []
    for mine, theirs in (("2340", "7650"), ("2341", "7651"), ("2345", "7653")):
        resign = screen(first).button("🏳️ Resign")
        assert resign is not None
        answer = await first.forges(resign.value.replace("mresign", "mdraw"), on=screen(first))
        answers.append(answer.text)
        await pair.guess(first, mine)
        await pair.guess(second, theirs)
    soon = "You can offer that once every 3 guesses"
    assert answers == ["You offered a draw", soon, soon]
    await first.presses("Offer a draw")
    await second.sees("offers a draw")
