"""Matches played wholly on a card, by people who never open the private chat."""

import re

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.card_players import begun, button_data, silent, silent_to
from tests.bot.duels.challengers import position_of
from tests.bot.duels.pairs import misses
from tests.bot.duels.test_out_of_time import passes
from tests.bot.seals import seals_in

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_duel_is_played_by_two_who_never_open_the_bot(stage: Stage) -> None:
    on = await begun(stage)
    assert on.card.text.splitlines()[1] == "⚔️ Duel · 4 digits · 1 day a guess · rated"
    first, second = await on.keeps("0123", "4567")
    secrets = {on.alice: "0123", on.bob: "4567"}
    assert (await on.taps(first, "8901")).text in {"8901: 0\u2060🐂\u00a02\u2060🐄", "8901: 0\u2060🐂\u00a00\u2060🐄"}
    await on.seen("1. 8901")
    assert "0123" not in on.card.text
    assert "4567" not in on.card.text
    await on.taps(second, "2345")
    await on.seen("1. 2345")
    await on.taps(first, secrets[second])
    await on.seen(f"{second.name} is guessing")
    await on.taps(second, "0189")
    end = await on.seen(f"{first.name} wins in 2 guesses")
    assert "Alice’s secret: 0123" in end.text
    assert "Bob’s secret: 4567" in end.text
    assert f"{first.name}: 1500 → " in end.text
    assert await silent(on)


async def test_a_drawn_secret_is_told_to_its_keeper_alone(stage: Stage) -> None:
    on = await begun(stage)
    drawn = await on.alice.presses("🎲", on=on.card)
    assert drawn.alert
    await on.seen("🔐 Alice is ready")
    (secret,) = re.findall(r"\d{4}", drawn.text or "")
    mine = await on.alice.presses("My secret", on=on.card)
    assert (mine.alert, mine.text) == (True, f"🤫 Your secret: {secret}")
    theirs = await on.bob.presses("My secret", on=on.card)
    assert theirs.alert
    assert "no secret yet" in (theirs.text or "")
    assert secret not in on.card.text
    assert "can’t be changed" in ((await on.alice.presses("🎲", on=on.card)).text or "")
    assert position_of(stage, on.alice, on.bob).startswith(f"duel classic - {secret} ")


async def test_a_race_shows_no_digits_but_to_whoever_guessed_them(stage: Stage) -> None:
    on = await begun(stage, "⚔️ Duel", "🏁 Race")
    secret = position_of(stage, on.alice, on.bob).split()[2]
    one, other = misses(2, secret)
    assert "You haven’t guessed yet." in ((await on.alice.presses("My guesses", on=on.card)).text or "")
    await on.taps(on.alice, one)
    await on.seen("1. ")
    await on.taps(on.bob, other)
    await stage.quiet()
    await on.seen("1. ")
    await on.taps(on.alice, other)
    await on.seen("2. ")
    assert one not in on.card.text
    mine = await on.alice.presses("My guesses", on=on.card)
    assert mine.alert
    assert re.findall(r"(\d)\. (\d{4})", mine.text or "") == [("1", one), ("2", other)]
    await on.taps(on.bob, secret)
    end = await on.seen("Bob wins in 2 guesses")
    assert one in end.text
    assert await silent_to(on, on.bob)


async def test_a_race_in_turn_is_played_with_open_cards(stage: Stage) -> None:
    on = await begun(stage, "⚔️ Duel", "🎾 Race in turn")
    first, second = on.order(await on.seen("is guessing"))
    secret = position_of(stage, on.alice, on.bob).split()[2]
    (wrong,) = misses(1, secret)
    await on.taps(first, wrong)
    await on.seen(f"1. {wrong}")
    await on.taps(second, secret)
    await on.seen(f"{second.name} wins in 1 guess")


async def test_a_rematch_is_played_on_the_same_card(stage: Stage) -> None:
    on = await begun(stage, "⚔️ Duel", "🏁 Race")
    await on.taps(on.alice, position_of(stage, on.alice, on.bob).split()[2])
    await on.seen("Alice wins in 1 guess")
    old = on.card
    await on.bob.presses("Rematch", on=on.card)
    await on.seen("🔄 Bob wants a rematch!")
    await on.bob.presses("Rematch", on=on.card)
    await on.alice.presses("Rematch", on=on.card)
    fresh = await on.seen("Bob — Alice")
    assert fresh.id == old.id
    await stage.bot.holds("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE kind = 'review')")
    await stage.quiet()
    assert "Bob — Alice" in (await on.seen("Race")).text
    assert "moved on" in ((await on.alice.forges(button_data(old, "Rematch"), on=on.card)).text or "")


async def test_a_kill_in_the_middle_loses_no_digit(own_stage: Stage) -> None:
    on = await begun(own_stage)
    first, second = await on.keeps("0123", "4567")
    for symbol in "89":
        await first.presses(symbol, on=on.card)
    await own_stage.bot.kill()
    await own_stage.bot.start()
    assert (await first.presses("0", on=on.card)).text == "8 9 0 ·"
    await first.presses("1", on=on.card)
    await first.presses("✓", on=on.card)
    await on.seen("1. 8901")
    await on.taps(second, "2345")
    await on.seen("1. 2345")


async def test_whoever_wants_to_be_called_is_told_in_private_and_may_play_there(stage: Stage) -> None:
    on = await begun(stage)
    first, second = await on.keeps("0123", "4567")
    link = on.card.button("🔔 Tell me on my turn")
    assert link is not None
    opened = await second.opens(link)
    await second.sees(f"{first.name}’s turn", after=opened)
    await on.taps(first, "8901")
    mine = await second.sees("Your turn!", after=opened)
    assert "1. 8901" in mine.text
    said = await second.send("2345")
    await second.sees(f"{first.name}’s turn", after=said)
    await on.seen("1. 2345")
    assert await silent_to(on, first)


async def test_the_link_of_others_leads_to_a_first_board(stage: Stage) -> None:
    on = await begun(stage)
    link = on.card.button("🔔 Tell me on my turn")
    assert link is not None
    await on.carol.opens(link)
    await on.carol.sees("I’ve hidden 4 different digits")
    assert not [message for message in on.carol.messages() if "🆚" in message.text]


async def test_whoever_blocks_the_bot_plays_on_where_the_card_is(own_stage: Stage) -> None:
    on = await begun(own_stage)
    first, second = await on.keeps("0123", "4567")
    link = on.card.button("🔔 Tell me on my turn")
    assert link is not None
    await second.opens(link)
    await second.sees(f"{first.name}’s turn")
    await second.blocks()
    await on.taps(first, "8901")
    await on.seen(f"{second.name} is guessing")
    await on.taps(second, "2345")
    await on.seen("1. 2345")


@pytest.mark.costly
async def test_the_clock_ends_a_game_without_a_call_to_those_who_want_none(own_stage: Stage) -> None:
    on = await begun(own_stage)
    first, second = await on.keeps("0123", "4567")
    await on.taps(first, "8901")
    await on.seen(f"{second.name} is guessing")
    await on.taps(second, "8901")
    await on.seen(f"{first.name} is guessing")
    await passes(own_stage, 22 * 3600)
    await passes(own_stage, 2 * 3600)
    await on.seen(f"{second.name} wins: {first.name} ran out of time")
    assert await silent(on)


async def test_after_the_end_a_link_leads_to_ones_own_screen_with_the_proof(stage: Stage) -> None:
    on = await begun(stage)
    first, second = await on.keeps("0123", "4567")
    marks = seals_in(on.card)
    assert len(marks) == 2
    await on.taps(first, "8901")
    await on.seen(f"{second.name} is guessing")
    await on.taps(second, "0123" if second is on.bob else "4567")
    link = (await on.seen(f"{second.name} wins in 1 guess")).button("Paths and proof")
    assert link is not None
    await second.opens(link)
    mine = await second.sees("🏆 You won!")
    assert set(seals_in(mine)) == set(marks)
