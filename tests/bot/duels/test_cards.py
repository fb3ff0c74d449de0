"""Matches played wholly on a card, by people who never open the private chat; who may press it, and when."""

import asyncio
import re
from itertools import product

import pytest

from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.card_players import Played, begun, dealt, press_at_once, seated, silent
from tests.bot.duels.challengers import challenged, matches_of, named, position_of
from tests.bot.duels.pairs import RACE, VOLLEY, button_data, misses
from tests.bot.duels.test_match_ends import passes
from tests.bot.seals import seals_in

pytestmark = pytest.mark.asyncio(loop_scope="session")
BREAKS = {"Alice": "4567", "Bob": "0123"}
"""Once Alice keeps the one and Bob the other."""
NOT_YOURS = "This is Alice against Bob. For your own game, type @"
NO, BACK = "✖️ No", "↩️ Take it back"
CALLS = "🔔 Tell me on my turn"


async def test_a_duel_is_played_by_two_who_never_open_the_bot_until_a_link_leads_to_the_proof(stage: Stage) -> None:
    on = await begun(stage)
    assert on.card.text.splitlines()[1] == "⚔️ Duel · 4 digits · 1 day a guess · rated"
    first, second = await on.keeps("0123", "4567")
    assert len(marks := seals_in(on.card)) == 2
    assert (await on.taps(first, "8901")).text in {"8901: 0\u2060🐂\u00a02\u2060🐄", "8901: 0\u2060🐂\u00a00\u2060🐄"}
    await on.seen("1. 8901")
    assert [secret for secret in ("0123", "4567") if secret in on.card.text] == []
    await on.guess(second, "2345")
    await on.guess(first, BREAKS[first.name], then="has one last guess")
    await on.taps(second, "0189")
    end = await on.seen(f"{first.name} wins in 2 guesses")
    words = ("Alice’s secret: 0123", "Bob’s secret: 4567", f"{first.name}: 1500 → ")
    assert [each for each in words if each not in end.text] == []
    assert await silent(on)
    await second.opens(button_data(end, "Paths and proof"))
    assert set(seals_in(await second.sees(f"🎭 {first.name} won this time."))) == set(marks)


async def test_a_drawn_secret_is_told_to_its_keeper_alone(stage: Stage) -> None:
    on = await begun(stage)
    drawn = await on.told(on.alice, "🎲")
    await on.seen("🔐 Alice is ready")
    (secret,) = re.findall(r"\d{4}", drawn)
    assert await on.told(on.alice, "My secret") == drawn == f"🤫 Your secret: {secret}"
    assert "no secret yet" in await on.told(on.bob, "My secret")
    assert secret not in on.card.text
    assert "can’t be changed" in ((await on.alice.presses("🎲", on=on.card)).text or "")
    assert position_of(stage, on.alice, on.bob).startswith(f"duel classic - {secret} ")
    await on.carol.opens(button_data(on.card, CALLS))  # the link of others leads to a first board
    await on.carol.sees("I’ve hidden 4 different digits")
    await on.carol.sees_no("🆚")


async def test_a_race_in_turn_is_played_with_open_cards(stage: Stage) -> None:
    on = await begun(stage, *VOLLEY)
    first, second = on.order(await on.seen("is guessing"))
    secret = position_of(stage, on.alice, on.bob).split()[2]
    (wrong,) = misses(1, secret)
    await on.taps(first, wrong)
    await on.seen(f"1. {wrong}")
    await on.taps(second, secret)
    await on.seen(f"{second.name} wins in 1 guess")


async def test_a_race_shows_digits_to_whoever_guessed_them_and_its_rematch_is_on_the_same_card(stage: Stage) -> None:
    on = await begun(stage, *RACE)
    secret = position_of(stage, on.alice, on.bob).split()[2]
    one, other = misses(2, secret)
    assert "You haven’t guessed yet." in await on.told(on.alice, "My guesses")
    for player, code in ((on.alice, one), (on.bob, other)):
        await stage.after(on.taps(player, code))
    assert "You’ve tried this" in ((await on.taps(on.alice, one)).text or "")
    assert position_of(stage, on.alice, on.bob).count(one) == 1
    await on.alice.presses("✓", on=on.card)
    assert one not in (await on.seen("2. ")).text
    assert re.findall(r"(\d)\. (\d{4})", await on.told(on.alice, "My guesses")) == [("1", one), ("2", one)], (
        "what was asked about counts when it is sent once more"
    )
    await on.taps(on.bob, secret)
    old = await on.seen("Bob wins in 2 guesses")
    assert one in old.text
    assert await silent(on, on.bob)
    await on.bob.presses("Rematch", on=on.card)
    await on.seen("🔄 Bob wants a rematch!")
    for player in (on.bob, on.alice):
        await player.presses("Rematch", on=on.card)
    assert (await on.seen("Bob — Alice")).id == old.id
    await stage.bot.holds("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE kind = 'review')")
    await stage.quiet()
    assert "Bob — Alice" in (await on.seen("Race")).text
    assert "moved on" in ((await on.alice.forges(button_data(old, "Rematch"), on=on.card)).text or "")


async def test_a_kill_loses_no_digit_and_whoever_blocks_the_bot_plays_on_where_the_card_is(own_stage: Stage) -> None:
    on = await begun(own_stage)
    first, second = await on.keeps("0123", "4567")
    for symbol in "89":
        await first.presses(symbol, on=on.card)
    await own_stage.bot.kill()
    await own_stage.bot.start()
    assert (await first.presses("0", on=on.card)).text == "8 9 0 ·"
    for symbol in "1✓":
        await first.presses(symbol, on=on.card)
    await on.seen("1. 8901")
    await second.opens(button_data(on.card, CALLS))
    await second.sees("👉 Your turn!")
    await second.blocks()
    await on.taps(second, "2345")
    await on.seen("1. 2345")
    await on.guess(first, "2345")
    await on.taps(second, "8901")
    await on.seen("2. 8901")


@pytest.mark.costly
async def test_the_clock_ends_a_game_without_a_call_to_those_who_want_none(own_stage: Stage) -> None:
    on = await begun(own_stage)
    first, second = await on.keeps("0123", "4567")
    await on.guess(first, "8901")
    await on.guess(second, "8901")
    for hours in (22, 2):
        await passes(own_stage, hours * 3600)
    await on.seen(f"{second.name} wins: {first.name} ran out of time")
    assert await silent(on)


async def edits_of_cards(stage: Stage) -> int:
    """How often a card was changed so far; what people of other tests see in their own chats changes all the time."""
    await stage.quiet()
    calls = await stage.sandbox.calls("editMessageText")
    return sum("inline_message_id" in call["parameters"] for call in calls)


async def test_keys_and_what_is_forged_change_nothing_on_the_card_and_who_does_not_play_hears_so(stage: Stage) -> None:
    on = await begun(stage)
    before = await edits_of_cards(stage)
    answers = [await on.bob.presses(key, on=on.card) for key in ("1", "2", "2", "⌫", "⌫", "⌫", "✓")]
    assert [answer.text for answer in answers[:4]] == ["1 · · ·", "1 2 · ·", "2 is already there: 1 2 · ·", "1 · · ·"]
    assert not any(answer.alert for answer in answers)
    for key in ("1", "✓", "🎲", "My secret", "Cancel"):
        assert NOT_YOURS in await on.told(on.carol, key)
    assert await edits_of_cards(stage) == before
    data, elsewhere = button_data(on.card, "🎲"), await begun(stage)
    assert "out of date" in ((await elsewhere.bob.forges(data, on=elsewhere.card)).text or "")
    for forged in (data.replace("cdrawn", "ckey") + ":99", data.replace("cdrawn", "ckey"), data.replace(":0", ":7")):
        await on.bob.forges(forged, on=on.card)
    assert "1 · · ·" in ((await on.alice.presses("1", on=on.card)).text or "")


async def test_on_a_card_nothing_is_keyed_in_out_of_turn_nor_a_guess_made_twice(
    stage: Stage,
) -> None:
    on = await begun(stage)
    await on.taps(on.alice, "0123")
    await on.seen("🔐 Alice is ready")
    assert "Both secrets first" in await on.told(on.alice, "1")
    await on.taps(on.bob, "4567")
    first, second = on.order(await on.seen("is guessing"))
    assert "Cancel" in ((await first.presses("Cancel", on=on.card)).text or "")
    assert [await on.told(second, key) for key in "1⌫✓"] == [f"⏳ {first.name}’s turn."] * 3
    for symbol in "8901":
        await first.presses(symbol, on=on.card)
    answers = await asyncio.gather(*(first.presses("✓", on=on.card) for _ in range(2)))
    assert sorted(answer.alert for answer in answers) == [False, True]
    await on.seen(f"{second.name} is guessing")
    assert position_of(stage, on.alice, on.bob).count("8901") == 1
    assert "✖️ Cancel" not in on.card.buttons
    await on.guess(second, "8901")
    assert "it costs you rating like any loss" in await on.told(second, "Resign")
    await second.presses("My secret", on=on.card)
    await on.told(second, "Resign")
    await second.presses("Resign", on=on.card)
    await on.seen(f"{second.name} resigned")


@pytest.mark.parametrize("in_group", [False, True])
async def test_who_presses_play_here_first_plays_and_twice_is_once(stage: Stage, *, in_group: bool) -> None:
    on = await (dealt_there if in_group else dealt)(stage)
    here = button_data(on.card, "Play here")
    answers = await press_at_once("Play here", on.card, *(on.bob, on.carol, on.bob)[: 2 + in_group])
    await stage.quiet()
    if not in_group:
        assert [answer.alert for answer in answers] == [True, True]
        assert len([answer for answer in answers if "You’re playing Alice" in (answer.text or "")]) == 1, answers
    assert len(matches_of(stage, on.alice)) == 1
    seated = on.bob if matches_of(stage, on.alice, on.bob) else on.carol
    told = [(await person.forges(here, on=on.card)).alert for person in (seated, on.alice)]
    assert (told, len(matches_of(stage, on.alice))) == ([False, True], 1)


async def test_words_are_not_played_on_a_card(stage: Stage) -> None:
    on = await dealt(stage, "4 digits", "🔤 Words", "4 letters")
    assert on.card.button("Play here") is None
    await on.bob.forges(button_data(on.card, "Accept").replace(":take:", ":here:"), on=on.card)
    assert not matches_of(stage, on.alice)


async def dealt_there(stage: Stage) -> Played:
    group, alice, bob, carol, card = await challenged(stage)
    return Played(stage, alice, bob, carol, group, card)


async def test_two_play_a_whole_duel_where_they_stand_and_nobody_else_has_a_hand_in_it(stage: Stage) -> None:
    on, other = await seated(await dealt_there(stage)), await dealt_there(stage)
    before = on.card.id
    assert NOT_YOURS in ((await on.carol.presses("1", on=on.card)).text or "")
    assert [(await on.alice.presses(key, on=on.card)).text for key in "1⌫"] == ["1 · · ·", "· · · ·"]
    assert other.chat.id != on.chat.id
    assert other.card.button("Play here") is not None
    first, second = await on.keeps("0123", "4567")
    await on.taps(first, BREAKS[first.name])
    await on.seen(f"1. {BREAKS[first.name]}")
    await on.taps(second, BREAKS[second.name])
    end = await on.seen("draw")
    assert end.id == before
    assert "Rematch" in "".join(end.buttons)
    assert matches_of(stage, on.alice, on.bob)


async def test_what_is_typed_to_the_bot_alone_is_for_the_card(stage: Stage) -> None:
    on = await seated(await dealt_there(stage))
    for player, secret in ((on.alice, "0123"), (on.bob, "4567")):
        await player.send("how does this work?")
        await stage.after(player.send(secret))
        assert len([message for message in player.messages() if message.by_bot]) > 1
        assert not any(secret in message.text for message in player.messages() if not message.by_bot)
    first, second = on.order(await on.seen("is guessing"))
    await first.send(BREAKS[first.name])
    await on.seen(f"1. {BREAKS[first.name]}")
    await stage.quiet()
    assert BREAKS[first.name] in second.messages()[-1].text
    await on.taps(second, BREAKS[second.name])
    await on.seen("draw")
    await stage.quiet()
    assert [player.messages()[-1].text[0] for player in (first, second)] == ["🤝", "🤝"]
    for player in (first, second):
        await player.presses("Rematch", on=on.card)
    assert "🤫 My secret" in (await on.seen("tap a secret")).buttons
    await first.presses("✖️ Cancel", on=on.card)
    await first.presses("✖️ Cancel", on=on.card)
    await on.seen("cancelled the game")


async def test_whoever_was_challenged_alone_may_play_there_and_nobody_else(stage: Stage) -> None:
    _, alice, bob, carol, card = await named(stage)
    answer = await carol.presses("Play here", on=card)
    assert "This challenge is for somebody else. Why not start your own game?" in (answer.text or "")
    await stage.after(bob.presses("Play here", on=card))
    assert matches_of(stage, alice, bob)


async def test_a_group_that_grows_takes_the_card_along(stage: Stage) -> None:
    on = await seated(await dealt_there(stage))
    await on.keeps("0123", "4567")
    on.chat = await on.chat.migrate()
    first, _ = on.order(await on.seen("is guessing"))
    await on.taps(first, "8901")
    await on.seen("1. 8901")
    assert position_of(stage, on.alice, on.bob).count("8901") == 1
    assert stored.jobs(stage.bot, "card-moved%") == 0


async def test_both_agree_to_a_draw_and_a_rematch_keeps_the_words_of_the_card(stage: Stage) -> None:
    on = await begun(stage)
    await on.bob.send("/start")
    first, second = await on.keeps("0123", "4567")
    await on.guess(first, "8901")
    await on.guess(second, "8901")
    await second.presses("✖️ Offer to cancel", on=on.card)
    await on.seen(f"✖️ {second.name} offers to cancel the game, so that it counts for nobody. Answer below, or guess")
    assert (await second.presses("Cancel it", on=on.card)).text == "You offered to cancel"
    await on.guess(first, "8902")
    await on.guess(second, "8902")
    stage.bot.change("UPDATE chats SET language = 'uk' WHERE chat_id = ?", on.bob.id)
    await first.presses("Offer a draw", on=on.card)
    await on.seen(f"{first.name} offers a draw")
    await first.presses("🤝 Agree", on=on.card)
    assert position_of(stage, on.alice, on.bob).endswith("8902")
    await second.presses("🤝 Agree", on=on.card)
    await on.seen("🤝 A draw, as agreed.")
    for player in (on.bob, on.alice):
        await player.presses("Rematch", on=on.card)
    labels = "".join((await on.seen("tap a secret")).buttons)
    assert "Rematch" not in labels
    assert "My secret" in labels


async def offering(stage: Stage, button: str) -> tuple[Played, Person, Person]:
    """Both have guessed on a card; who has pressed that button there, and whom it is offered to."""
    on = await begun(stage)
    first, second = await on.keeps("0123", "4567")
    await on.guess(first, "8901")
    await on.guess(second, "8901")
    await first.presses(button, on=on.card)
    await on.seen(f"{first.name} offers")
    return on, first, second


async def standing(on: Played) -> Message:
    """The card once nothing more is on its way."""
    await on.stage.quiet()
    return await on.seen("Alice — Bob")


def offers_on(card: Message) -> bool:
    return " offers " in card.text and "Take it back" in "".join(card.buttons)


@pytest.mark.parametrize("button", ["🤝 Offer a draw", "✖️ Offer to cancel"])
async def test_on_a_card_an_offer_is_declined_by_the_rival_and_taken_back_by_whoever_made_it(
    stage: Stage, button: str
) -> None:
    on, first, second = await offering(stage, button)
    offered = on.card
    wrong = (
        (first, NO, "You offered"),
        (second, BACK, f"{first.name} offers"),
        (on.carol, NO, NOT_YOURS),
        (on.carol, BACK, NOT_YOURS),
    )
    for person, word, told in wrong:
        assert told in await on.told(person, word)
    assert offers_on(await standing(on))
    await second.presses(NO, on=on.card)
    await standing(on)
    for person, word in product((first, second), set(offered.buttons) & {NO, BACK, "🤝 Agree", "✅ Cancel it"}):
        assert "moved on" in ((await person.forges(button_data(offered, word), on=on.card)).text or "")
    assert "once every 3 guesses" in ((await first.presses(button, on=on.card)).text or "")
    await second.presses(button, on=on.card)
    await on.seen(f"{second.name} offers")
    await second.presses(BACK, on=on.card)
    assert not offers_on(await standing(on))
    assert len(matches_of(stage, on.alice, on.bob)) == 1


async def test_on_a_card_whoever_has_broken_the_code_may_decline_too(stage: Stage) -> None:
    on = await begun(stage)
    first, second = await on.keeps("0123", "4567")
    await on.guess(first, BREAKS[first.name], then="has one last guess")
    await second.presses("🤝 Offer a draw", on=on.card)
    await on.seen(f"{second.name} offers a draw")
    await first.presses(NO, on=on.card)
    assert not offers_on(await standing(on))
    await on.taps(second, "8901")
    await on.seen(f"{first.name} wins in 1 guess")


async def test_a_draw_that_is_taken_back_while_the_other_agrees_is_not_made(
    stage: Stage,
) -> None:
    on, first, second = await offering(stage, "🤝 Offer a draw")
    agree = button_data(on.card, "🤝 Agree")
    await first.presses(BACK, on=on.card)
    assert "moved on" in ((await second.forges(agree, on=on.card)).text or "")
    assert not offers_on(await standing(on))
    await second.forges(agree.rpartition(":")[0], on=on.card)  # as a card of before has it: it offers, as it did
    assert offers_on(await on.seen(f"{second.name} offers a draw"))


async def test_of_two_ends_offered_at_once_on_a_card_one_stands_and_can_be_declined(
    stage: Stage,
) -> None:
    on = await begun(stage)
    first, second = await on.keeps("0123", "4567")
    await on.guess(first, "8901")
    await on.guess(second, "8901")
    card = on.card
    await asyncio.gather(
        first.forges(button_data(card, "🤝 Offer a draw"), on=card),
        second.forges(button_data(card, "✖️ Offer to cancel"), on=card),
    )
    await stage.quiet()
    card = await on.seen(" offers ")
    assert card.text.count(" offers ") == 1
    declines = second if f"{first.name} offers" in card.text else first
    await declines.presses(NO, on=card)
    card = await standing(on)
