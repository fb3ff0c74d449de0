"""Matches played on a card in a group in which the bot sits, and on cards whose words stay as they were."""

import pytest

from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.card_players import Played, begun, button_data, press_at_once
from tests.bot.duels.challengers import challenged, matches_of, position_of
from tests.bot.duels.test_group_challenges import named

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def dealt(stage: Stage) -> Played:
    """Alice's challenge to a group in which the bot is."""
    group, alice, bob, carol, card = await challenged(stage)
    return Played(stage, alice, bob, carol, group, card)


async def seated(stage: Stage) -> Played:
    """The same once Bob plays it there."""
    on = await dealt(stage)
    assert (await on.bob.presses("Play here", on=on.card)).alert
    await on.seen("Alice — Bob")
    return on


async def test_two_play_a_whole_duel_where_they_stand(stage: Stage) -> None:
    on = await seated(stage)
    before = on.card.id
    first, second = await on.keeps("0123", "4567")
    hers, his = ("4567", "0123") if first is on.alice else ("0123", "4567")
    await on.taps(first, hers)
    await on.seen(f"1. {hers}")
    await on.taps(second, his)
    end = await on.seen("draw")
    assert end.id == before
    assert "Rematch" in "".join(end.buttons)
    assert matches_of(stage, on.alice, on.bob)


async def test_what_is_typed_to_the_bot_alone_is_for_the_card(stage: Stage) -> None:
    on = await seated(stage)
    for player, secret in ((on.alice, "0123"), (on.bob, "4567")):
        await player.send("how does this work?")
        await player.send(secret)
        await stage.quiet()
        assert len([message for message in player.messages() if message.by_bot]) > 1
        assert not any(secret in message.text for message in player.messages() if not message.by_bot)
    first, second = on.order(await on.seen("is guessing"))
    hers = "4567" if first is on.alice else "0123"
    await first.send(hers)
    await on.seen(f"1. {hers}")
    await stage.quiet()
    assert hers in second.messages()[-1].text


async def test_nobody_else_has_a_hand_in_it(stage: Stage) -> None:
    on = await seated(stage)
    answer = await on.carol.presses("1", on=on.card)
    assert "This is Alice against Bob. For your own game, type @" in (answer.text or "")
    other, _, _, _, card = await challenged(stage)
    answer = await on.alice.forges(button_data(on.card, "1"), on=on.card)
    assert answer.text == "1 · · ·"
    assert other.id != on.chat.id
    assert card.button("Play here")


async def test_of_many_who_sit_down_at_once_one_plays(stage: Stage) -> None:
    on = await dealt(stage)
    await press_at_once("Play here", on.card, on.bob, on.carol, on.bob)
    await stage.quiet()
    assert len(matches_of(stage, on.alice)) == 1
    answer = await on.alice.forges(button_data(on.card, "Play here"), on=on.card)
    assert answer.alert
    assert len(matches_of(stage, on.alice)) == 1


async def test_whoever_was_challenged_alone_may_play_there_and_nobody_else(stage: Stage) -> None:
    _, alice, bob, carol, card = await named(stage)
    answer = await carol.presses("Play here", on=card)
    assert "This challenge is for somebody else. Why not start your own game?" in (answer.text or "")
    await bob.presses("Play here", on=card)
    await stage.quiet()
    assert matches_of(stage, alice, bob)


async def test_a_group_that_grows_takes_the_card_along(stage: Stage) -> None:
    on = await seated(stage)
    await on.keeps("0123", "4567")
    old = on.chat
    on.chat = await old.migrate()
    on.card = await on.carol.sees("is guessing", chat=on.chat)
    first = on.order(on.card)[0]
    await on.taps(first, "8901")
    await on.seen("1. 8901")
    assert position_of(stage, on.alice, on.bob).count("8901") == 1
    assert stored.jobs(stage.bot, "card-moved%") == 0


async def test_a_rematch_keeps_the_words_of_the_card(stage: Stage) -> None:
    on = await begun(stage)
    await on.bob.send("/start")
    stage.bot.change("UPDATE chats SET language = 'uk' WHERE chat_id = ?", on.bob.id)
    await on.keeps("0123", "4567")
    for _ in range(2):
        await on.alice.presses("Cancel", on=on.card)
    await on.seen("cancelled")
    for player in (on.bob, on.alice):
        await player.presses("Rematch", on=on.card)
    await on.seen("tap a secret")
    assert "Rematch" not in "".join(on.card.buttons)
    assert "My secret" in "".join(on.card.buttons)
