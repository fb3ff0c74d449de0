"""Matches that end otherwise than by breaking a code, and what comes after them: a rematch that both want."""

from dataclasses import replace

import pytest

from bot.app.buttons import GamePress, press_from
from bot.app.buttons import button_data as data_of
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, RACE, Pair, begun, button_data, kept, misses, paired, screen

pytestmark = pytest.mark.asyncio(loop_scope="session")
MOVED_ON = "The game has moved on; look at the board."


async def test_once_somebody_has_guessed_it_is_too_late_to_abort(stage: Stage) -> None:
    pair, _, second = await kept(stage)
    abort = button_data(screen(second), "Cancel")
    for verb in ("mdraw", "mcalloff"):
        assert (await pair.forge(second, abort.replace("mabort", verb))).text == MOVED_ON, "nothing is agreed yet"
    pressed = press_from(abort)
    assert isinstance(pressed, GamePress)
    await pair.play("First: ∌ offers")
    await pair.play("First: 8901\nBoth: ∌ [✖️ Cancel]")
    too_late = "Too late to cancel: somebody has guessed. You can resign, or end it together."
    for person in pair.both:
        answer = await pair.forge(person, data_of(replace(pressed, step=1)))
        assert (answer.alert, too_late in (answer.text or ""), too_late in screen(person).text) == (True, True, True)


async def test_whoever_is_asked_whether_to_abort_does_not_lose_by_a_guess_made_meanwhile(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    yes = button_data(await pair.play("Bob: [✖️ Cancel] → Cancel the game?"), "✖️ Yes, cancel")
    await pair.play(f"Alice: {misses(1, pair.secret())[0]}\nBob: → [🏳️ Resign]")  # no more is what is out of date asked
    assert (await pair.forge(pair.bob, yes)).text == MOVED_ON
    await pair.play("Bob: → [🏳️ Resign]")


async def test_whoever_would_rather_play_on_says_so(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.play("Alice: [🏳️ Resign]\nAlice: [✖️ Offer to cancel]")
    offer = "✖️ Alice offers to cancel the game, so that it counts for nobody. Guess to decline."
    accept = button_data(await pair.play(f"Bob: → {offer}"), "Cancel it")
    await pair.play("Bob: [✖️ No]\nAlice: → Bob would rather play on")
    forged = accept.removesuffix(":agrees")
    answers = [(await pair.forge(pair.bob, data)).text for data in (accept, forged)]
    assert answers == [MOVED_ON, "You offered to cancel"]
    assert (await pair.forge(pair.alice, forged.replace("mcalloff", "mdraw"))).text == MOVED_ON, "one offer at a time"


async def test_an_offer_can_be_taken_back_and_agreed_to_no_more(stage: Stage) -> None:
    pair = await begun(stage)
    accept = button_data(await pair.play("Alice: [Offer a draw]\nBob: → Alice offers a draw"), "🤝 Agree")
    await pair.play("Alice: [Take it back]")
    assert "draw" not in screen(pair.bob).text
    assert (await pair.forge(pair.bob, accept)).text == MOVED_ON
    await pair.forge(pair.bob, accept.replace("mdraw", "mnodraw"))
    await pair.play("Alice: ∌ would rather play on")


async def test_an_offer_stands_until_the_other_has_guessed(stage: Stage) -> None:
    pair = await begun(stage)
    _, second = await pair.order()
    accept = button_data(await pair.play("First: [Offer a draw]\nSecond: → offers a draw"), "🤝 Agree")
    await pair.play("""
        First: 2345 → 🤝 You offered a draw;
        Second: 2346 → Offer a draw
        First: ∌ offered a draw
    """)
    assert (await pair.forge(second, accept)).text == MOVED_ON


async def test_whoever_agrees_too_late_to_a_draw_offers_none(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    one, two, three = misses(3, pair.secret())
    accept = button_data(
        await pair.play(f"Alice: {one}\nBob: {two}\nAlice: [Offer a draw]\nBob: → Alice offers a draw"), "🤝 Agree"
    )
    await pair.guess(pair.bob, three)
    assert (await pair.forge(pair.bob, accept)).text == MOVED_ON
    assert all("draw" not in screen(person).text for person in pair.both)
    assert screen(pair.bob).button("Offer a draw") is not None


async def test_an_end_that_needs_both_is_offered_once_in_three_guesses(stage: Stage) -> None:
    pair = await begun(stage)
    first, _ = await pair.order()
    answers = []
    for mine, theirs in (("2340", "7650"), ("2341", "7651"), ("2345", "7653")):
        resign = button_data(screen(first), "🏳️ Resign")
        answers.append((await pair.forge(first, resign.replace("mresign", "mdraw"))).text)
        await pair.play(f"First: {mine}\nSecond: {theirs}")
    soon = "You can offer that once every 3 guesses"
    assert answers == ["You offered a draw", soon, soon]
    await pair.play("First: [Offer a draw]\nSecond: → offers a draw")


# Rematches.


async def test_a_rematch_needs_both_and_begins_once_with_sides_swapped(stage: Stage) -> None:
    pair, first, second = await kept(stage)
    await pair.play("""
        Second: /resign
        Second: [✖️ Yes, cancel]
        First: → cancelled the game. It counts for nobody.
        First: [Rematch] ‼ Asked. The game starts → [⏳ Rematch?]
    """)
    wished = screen(second)
    for _ in range(2):
        await second.forges(button_data(wished, "Rematch"), on=wished)
    await stage.quiet()
    assert stored.seats(stage.bot, second.id) == 2
    again = Pair(stage, first, second)
    await again.guess(first, "2345")
    await again.guess(second, "6789")
    await stage.quiet()
    assert "🔁 You start this time." in screen(second).text
    assert f"🔁 {second.name} starts this time." in screen(first).text
    assert await again.order() == (second, first)
    assert not [message for message in second.messages() if "🔄 Yes, again" in message.buttons]


async def test_whoever_wanted_no_rematch_may_ask_for_one_all_the_same(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.play("Bob: /resign\nBob: [🏳️ Yes, resign]\nAlice: → 🏆 Bob resigned: you won!\nAlice: [Rematch]")
    await pair.bob.presses("No, thanks", on=await pair.bob.sees("🔄 Alice wants a rematch!\n⚔️ Duel"))
    answer = await pair.alice.sees("🙅 Bob would rather not play again now.", after=screen(pair.alice))
    assert answer.buttons == ()
    await pair.play("Alice: ∌ Rematch\nBob: [Rematch]")
    question = await pair.alice.sees("🔄 Bob wants a rematch!\n⚔️ Duel", after=answer)
    end = screen(pair.bob)
    await pair.alice.presses("🔄 Yes, again", on=question)
    await pair.bob.sees("🤫 Pick a secret:", after=end)


async def test_in_a_race_too_all_buttons_go_when_it_is_over(stage: Stage) -> None:
    pair = await paired(stage, RACE, FRIENDLY)
    erase = button_data(screen(pair.bob), "⌫")
    await pair.play("Alice: (secret)\nBob: ∌ [⌫]")
    assert (await pair.forge(pair.bob, erase)).text == "This game is over."
    await pair.alice.send("0123")
    await pair.alice.sees("No game in progress")
