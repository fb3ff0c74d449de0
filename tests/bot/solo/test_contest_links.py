"""How a contest is sent on: by a link, by a card in any chat, from a group; and where its link leads."""

import asyncio

import pytest

from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import begun, unfolded, wrong_guesses
from tests.bot.solo.contestants import joined, link_of, played, with_contest

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_whoever_has_never_played_is_told_how_it_goes(stage: Stage) -> None:
    _, link = await with_contest(stage)
    bob = await stage.sandbox.person("Bob")
    await bob.opens(link)
    board = await bob.sees("🏆 Ann cracked it in")
    assert "🐂 right digit, right place" in board.text
    guess = wrong_guesses(stage.secret_of(bob.id), 1)[0]
    await bob.send(guess)
    await bob.sees(f"1. {guess}")


async def test_whoever_has_played_is_not_told_how_it_goes(stage: Stage) -> None:
    _, link = await with_contest(stage)
    eve = await begun(stage, "Eve")
    await played(stage, eve, 0)
    await eve.opens(link)
    board = await eve.sees("🏆 Ann cracked it in")
    assert "right digit, right place" not in board.text


async def test_following_twice_at_once_begins_one_game(stage: Stage) -> None:
    _, link = await with_contest(stage)
    bob = await stage.sandbox.person("Bob")
    await asyncio.gather(*(bob.opens(link) for _ in range(3)))
    await bob.sees("Type a guess")
    await stage.quiet()
    assert stored.games(stage.bot, bob.id) == 1


async def test_ones_own_link_leads_to_what_one_sends_on(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    await ann.opens(link)
    await stage.quiet()
    shown = ann.messages()[-1]
    assert link_of(shown) == link
    assert shown.button("Start") is None
    assert stored.games(stage.bot, ann.id) == 1


async def test_the_button_leads_to_one_contest_however_often_it_is_pressed(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    await ann.presses("Beat my game", on=await ann.sees("🎉"))
    await stage.quiet()
    assert link_of(ann.messages()[-1]) == link


async def test_a_card_in_any_chat_leads_to_the_game(stage: Stage) -> None:
    ann, _ = await with_contest(stage)
    bob = await stage.sandbox.person("Bob")
    pair = await ann.meets(bob)
    cards = await ann.switches("Send to a friend", pair)
    assert cards.titles == ("🎯 Beat my game",)
    card = await ann.chooses(cards.card("Beat"), pair)
    assert card.text == "🏆 Ann cracked it in 3 guesses: beat that!"
    tries = card.button("Try it")
    assert tries
    await bob.opens(tries)
    await bob.sees("Type a guess")
    end = await played(stage, bob, 0)
    assert "1. Bob · 1 guess" in end.text
    assert (await ann.sees("🔔 Bob cracked it in")).button("Send to a friend")


async def test_whoever_took_part_sends_the_same_game_on(stage: Stage) -> None:
    _, link = await with_contest(stage)
    bob = await joined(stage, "Bob", link)
    send = (await unfolded(stage, bob, await played(stage, bob, 1), "Share")).button("Send to a friend")
    assert send
    assert send.value == link.partition("start=")[2]


async def test_a_group_sends_its_game_to_those_outside(stage: Stage) -> None:
    ann, bob, eve = [await stage.sandbox.person(name) for name in ("Ann", "Bob", "Eve")]
    group = await stage.sandbox.group("Friends", ann, bob)
    await ann.send("/play", chat=group)
    await ann.sees("I have a secret", chat=group)
    secret = stage.secret_of(group.id)
    await ann.send(f"/g {wrong_guesses(secret, 1)[0]}", chat=group)
    await ann.sees("1 guess so far", chat=group)
    await bob.send(f"/g {secret}", chat=group)
    end = await bob.sees("🎉 Solved by Bob! The secret was", chat=group)
    answer = await bob.presses("Beat my game", on=await unfolded(stage, bob, end, "Share", group))
    await bob.opens(answer)
    link = link_of(await bob.sees("Can your friends do better?"))
    await eve.opens(link)
    await eve.sees("🏆 Ann + Bob cracked it in 2 guesses: beat that!")
    end = await played(stage, eve, 0)
    assert "2. Ann + Bob · 2 guesses" in end.text
    await bob.sees("🔔 Eve cracked it in 1 guess!")


async def test_a_game_that_nobody_tried_is_not_offered(stage: Stage) -> None:
    ann = await begun(stage, "Ann")
    await ann.send("/resign")
    assert (await ann.sees("The secret was")).button("Share") is None


async def test_a_link_that_leads_nowhere_greets(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    await ann.opens("b" + "A" * 22)
    await ann.sees("Type or tap a guess")
