"""Presses on the card of a match: who may, when, and that twice is once."""

import asyncio

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.card_players import begun, button_data, dealt, press_at_once
from tests.bot.duels.challengers import matches_of, position_of
from tests.bot.duels.pairs import misses

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def edits_of_cards(stage: Stage) -> int:
    """How often a card was changed so far; what people of other tests see in their own chats changes all the time."""
    calls = await stage.sandbox.calls("editMessageText")
    return sum("inline_message_id" in call["parameters"] for call in calls)


async def test_keys_change_nothing_on_the_card(stage: Stage) -> None:
    on = await begun(stage)
    await stage.quiet()
    before = await edits_of_cards(stage)
    answers = [await on.bob.presses(key, on=on.card) for key in ("1", "2", "2", "⌫", "⌫", "⌫", "✓")]
    assert [answer.text for answer in answers[:4]] == ["1 · · ·", "1 2 · ·", "2 is already there: 1 2 · ·", "1 · · ·"]
    assert not any(answer.alert for answer in answers)
    await stage.quiet()
    assert await edits_of_cards(stage) == before


async def test_whoever_does_not_play_hears_so_alone(stage: Stage) -> None:
    on = await begun(stage)
    for key in ("1", "✓", "🎲", "My secret", "Cancel"):
        answer = await on.carol.presses(key, on=on.card)
        assert answer.alert
        assert "This is Alice against Bob. For your own game, type @" in (answer.text or "")


async def test_out_of_turn_nothing_is_keyed_in(stage: Stage) -> None:
    on = await begun(stage)
    await on.taps(on.alice, "0123")
    await on.seen("🔐 Alice is ready")
    early = await on.alice.presses("1", on=on.card)
    assert early.alert
    assert "Both secrets first" in (early.text or "")
    await on.taps(on.bob, "4567")
    first, second = on.order(await on.seen("is guessing"))
    for key in ("1", "⌫", "✓"):
        answer = await second.presses(key, on=on.card)
        assert (answer.alert, answer.text) == (True, f"⏳ {first.name}’s turn.")


async def test_a_guess_that_is_sent_twice_counts_once(stage: Stage) -> None:
    on = await begun(stage)
    first, second = await on.keeps("0123", "4567")
    for symbol in "8901":
        await first.presses(symbol, on=on.card)
    answers = await asyncio.gather(*(first.presses("✓", on=on.card) for _ in range(2)))
    assert sorted(answer.alert for answer in answers) == [False, True]
    await on.seen(f"{second.name} is guessing")
    assert position_of(stage, on.alice, on.bob).count("8901") == 1


async def test_who_presses_play_here_first_plays(stage: Stage) -> None:
    on = await dealt(stage)
    answers = await press_at_once("Play here", on.card, on.bob, on.carol)
    assert sorted("You’re playing Alice" in (answer.text or "") for answer in answers) == [False, True]
    assert all(answer.alert for answer in answers)
    assert len(matches_of(stage, on.alice)) == 1


async def test_the_challenger_does_not_sit_down_against_themselves(stage: Stage) -> None:
    on = await dealt(stage)
    answer = await on.alice.presses("Play here", on=on.card)
    assert answer.alert
    assert "your own challenge" in (answer.text or "")
    assert not matches_of(stage, on.alice)


async def test_sitting_down_twice_is_sitting_down_once(stage: Stage) -> None:
    on = await dealt(stage)
    await on.bob.presses("Play here", on=on.card)
    again = await on.bob.forges(button_data(on.card, "Play here"), on=on.card)
    assert not again.alert
    assert len(matches_of(stage, on.alice, on.bob)) == 1


async def test_a_question_asked_before_counts_when_it_is_sent_once_more(stage: Stage) -> None:
    on = await begun(stage, "⚔️ Duel", "🏁 Race")
    secret = position_of(stage, on.alice, on.bob).split()[2]
    (wrong,) = misses(1, secret)
    await on.taps(on.alice, wrong)
    assert "You’ve tried this" in ((await on.taps(on.alice, wrong)).text or "")
    assert position_of(stage, on.alice, on.bob).count(wrong) == 1
    await on.alice.presses("✓", on=on.card)
    await on.seen("2. ")
    assert position_of(stage, on.alice, on.bob).count(wrong) == 2


async def test_words_are_not_played_on_a_card(stage: Stage) -> None:
    on = await dealt(stage, "4 digits", "🔤 Words", "4 letters")
    assert on.card.button("Accept") is not None
    assert on.card.button("Play here") is None
    forged = button_data(on.card, "Accept").replace(":take:", ":here:")
    await on.bob.forges(forged, on=on.card)
    assert not matches_of(stage, on.alice)


async def test_a_game_is_given_up_by_a_second_press(stage: Stage) -> None:
    on = await begun(stage)
    first, second = await on.keeps("0123", "4567")
    assert "Cancel" in ((await first.presses("Cancel", on=on.card)).text or "")
    await on.taps(first, "8901")
    await on.seen("1. 8901")
    assert "✖️ Cancel" not in on.card.buttons
    await on.taps(second, "8901")
    await on.seen(f"{first.name} is guessing")
    sure = await second.presses("Resign", on=on.card)
    assert sure.alert
    assert "it costs you rating like any loss" in (sure.text or "")
    await second.presses("My secret", on=on.card)
    assert (await second.presses("Resign", on=on.card)).alert
    await second.presses("Resign", on=on.card)
    await on.seen(f"{second.name} resigned")


async def test_both_together_call_a_game_off(stage: Stage) -> None:
    on = await begun(stage)
    first, second = await on.keeps("0123", "4567")
    await on.taps(first, "8901")
    await on.seen("1. 8901")
    await first.presses("✖️ Cancel it?", on=on.card)
    await on.seen(f"✖️ {first.name} offers to cancel the game, so that it counts for nobody. Guess to decline.")
    assert (await first.presses("Cancel it", on=on.card)).text == "You offered to cancel"
    await second.presses("Cancel it", on=on.card)
    await on.seen("✖️ Game cancelled, as you both agreed. It counts for nobody.")


async def test_before_anybody_has_guessed_the_game_is_aborted_for_free(stage: Stage) -> None:
    on = await begun(stage)
    assert (await on.bob.presses("Cancel", on=on.card)).alert
    await on.bob.presses("Cancel", on=on.card)
    await on.seen("✖️ Bob cancelled the game. It counts for nobody.")


async def test_both_agree_to_a_draw(stage: Stage) -> None:
    on = await begun(stage)
    first, second = await on.keeps("0123", "4567")
    await on.taps(first, "8901")
    await on.seen("1. 8901")
    await on.taps(second, "8901")
    await on.seen(f"{first.name} is guessing")
    await first.presses("Offer a draw", on=on.card)
    await on.seen(f"{first.name} offers a draw")
    await first.presses("🤝 Agree", on=on.card)
    assert "ended" not in position_of(stage, on.alice, on.bob)
    await second.presses("🤝 Agree", on=on.card)
    await on.seen("🤝 A draw, as agreed.")


async def test_what_is_forged_does_nothing(stage: Stage) -> None:
    on, elsewhere = await begun(stage), await begun(stage)
    data = button_data(on.card, "🎲")
    assert "out of date" in ((await elsewhere.bob.forges(data, on=elsewhere.card)).text or "")
    for forged in (data.replace("cdrawn", "ckey") + ":99", data.replace("cdrawn", "ckey"), data.replace(":0", ":7")):
        await on.bob.forges(forged, on=on.card)
    assert "1 · · ·" in ((await on.alice.presses("1", on=on.card)).text or "")
