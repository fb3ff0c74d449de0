"""Challenges in a group: a card that everybody sees, answered in private."""

import asyncio

import pytest

from sandbox.client import Group, Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.challengers import accepts, challenged, matches_of
from tests.bot.player import friends

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def named(stage: Stage) -> tuple[Group, Person, Person, Person, Message]:
    """A group of three, and the card on which Alice challenges Bob alone."""
    group, alice, bob, carol = await friends(stage)
    await alice.send("/start")
    words = await bob.send("I never lose", chat=group)
    await alice.send("/duel", chat=group, reply_to=words)
    return group, alice, bob, carol, await alice.sees("Alice challenges Bob", chat=group)


async def test_only_whoever_was_replied_to_may_accept(stage: Stage) -> None:
    group, alice, bob, carol, card = await named(stage)
    answer = await carol.presses("Accept", on=card)
    assert (answer.alert, answer.url) == (True, None)
    assert "This challenge is for somebody else. Why not start your own game?" in (answer.text or "")
    answer = await alice.presses("Accept", on=card)
    assert (answer.alert, answer.url) == (True, None)
    assert "your own challenge" in (answer.text or "")
    await carol.opens(str((await bob.presses("Accept", on=card)).url))
    await carol.sees("Этот вызов предназначен другому человеку")
    await accepts(bob, card)
    await alice.sees("⚔️ Alice — Bob", chat=group)
    assert matches_of(stage, alice, bob)
    assert not matches_of(stage, alice, carol)


async def test_a_challenge_to_one_person_makes_their_phone_ring(stage: Stage) -> None:
    group, alice, bob, _, card = await named(stage)
    (words,) = (message for message in bob.messages(group) if message.text == "I never lose")
    assert card.reply_to == words.id
    sent = [call["parameters"]["text"] for call in await stage.sandbox.calls("sendMessage")]
    assert any(f'<a href="tg://user?id={bob.id}">Bob</a>' in text for text in sent)
    await accepts(bob, card)
    assert (await alice.sees("⚔️ Alice — Bob", chat=group)).id == card.id


async def test_whoever_was_challenged_declines_on_the_card_and_nobody_else_can(stage: Stage) -> None:
    group, alice, bob, carol, card = await named(stage)
    answer = await carol.presses("No, thanks", on=card)
    assert answer.alert
    answer = await alice.presses("No, thanks", on=card)
    assert answer.alert
    await bob.presses("No, thanks", on=card)
    closed = await alice.sees("Bob can’t play this time", chat=group)
    assert (closed.id, closed.buttons) == (card.id, ())


async def test_only_the_challenger_withdraws(stage: Stage) -> None:
    group, alice, bob, _, card = await challenged(stage)
    link = (await bob.presses("Accept", on=card)).url
    answer = await bob.presses("Withdraw", on=card)
    assert answer.alert
    assert "Only whoever made this challenge can withdraw it." in (answer.text or "")
    await alice.presses("Withdraw", on=card)
    closed = await alice.sees("✖️ Challenge withdrawn.", chat=group)
    assert (closed.id, closed.buttons) == (card.id, ())
    await bob.opens(str(link))
    await bob.sees("Цей виклик скасовано")


async def test_a_new_challenge_takes_the_place_of_the_last(stage: Stage) -> None:
    group, alice, _, _, card = await challenged(stage)
    await alice.send("/duel", chat=group)
    newer = await alice.sees("⚔️ Who wants to play Alice?", chat=group, after=card)
    await stage.quiet()
    standing = [message for message in alice.messages(group) if "Accept" in "".join(message.buttons)]
    assert [message.id for message in standing] == [newer.id]


async def test_a_challenge_expires_on_its_card(stage: Stage) -> None:
    group, alice, bob, _, card = await challenged(stage)
    token = (await bob.presses("Accept", on=card)).payload
    assert token is not None
    stored.make_due(stage.bot, "expire", token[1:])
    closed = await alice.sees("the challenge has expired", chat=group)
    assert (closed.id, closed.buttons) == (card.id, ())


async def test_of_two_who_accept_on_one_card_one_plays(stage: Stage) -> None:
    group, alice, bob, carol, card = await challenged(stage)
    ways = [(player, await player.presses("Accept", on=card)) for player in (bob, carol)]
    await asyncio.gather(*(player.opens(answer) for player, answer in ways))
    await alice.sees("is choosing a secret", chat=group)
    await stage.quiet()
    assert len(matches_of(stage, alice, bob) | matches_of(stage, alice, carol)) == 1


async def test_whoever_presses_after_it_was_taken_is_told_so_alone(stage: Stage) -> None:
    group, alice, bob, carol, card = await challenged(stage)
    data = card.button("Accept")
    assert data is not None
    await accepts(bob, card)
    await alice.sees("is choosing a secret", chat=group)
    answer = await carol.forges(data.value, on=card)
    assert answer.alert
    assert "Somebody has already accepted this challenge. Why not start your own game?" in (answer.text or "")


async def test_who_presses_and_does_not_come_leaves_the_challenge_to_others(stage: Stage) -> None:
    group, alice, bob, carol, card = await challenged(stage)
    answer = await bob.presses("Accept", on=card)
    await stage.quiet()
    assert (await alice.sees("⚔️ Who wants to play Alice?", chat=group)).text == card.text
    await accepts(carol, card)
    await alice.sees("⚔️ Alice — Carol", chat=group)
    await bob.opens(answer)
    await bob.sees("Цей виклик уже хтось прийняв")


async def test_whoever_knows_the_bot_plays_at_one_press(stage: Stage) -> None:
    group, alice, bob, _, card = await challenged(stage)
    await bob.send("/start")
    greeting = await bob.sees("Загадано 4 різні цифри")
    answer = await bob.presses("Accept", on=card)
    assert (answer.alert, answer.url) == (True, None)
    assert "You’re playing Alice! Go on in our private chat." in (answer.text or "")
    await bob.sees("Загадай секрет", after=greeting)
    await alice.sees("⚔️ Alice — Bob", chat=group)
    assert len(matches_of(stage, alice, bob)) == 1


async def test_whoever_comes_from_the_card_is_told_how_it_goes_and_asked_nothing_again(stage: Stage) -> None:
    group, alice, bob, _, card = await challenged(stage)
    await accepts(bob, card)
    await bob.sees("🐂 — знак на своєму місці")
    await bob.sees("Загадай секрет")
    await stage.quiet()
    assert not any("Прийняти" in "".join(message.buttons) for message in bob.messages())
    await alice.sees("⚔️ Alice — Bob", chat=group)


async def test_a_link_that_came_to_somebody_without_their_press_still_asks(stage: Stage) -> None:
    group, alice, bob, carol, card = await challenged(stage)
    await carol.opens(await bob.presses("Accept", on=card))
    await carol.sees("Alice бросает тебе вызов")
    assert not matches_of(stage, alice, carol)
    await carol.presses("Ні, дякую" if carol.language == "uk" else "Нет, спасибо")
    await carol.sees("отклон")
    await stage.quiet()
    assert (await alice.sees("⚔️ Who wants to play Alice?", chat=group)).text == card.text


async def test_a_challenger_who_never_opened_the_bot_is_called_by_the_card(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    await alice.send("/duel", chat=group)
    card = await alice.sees("⚔️ Who wants to play Alice?", chat=group)
    await accepts(bob, card)
    await bob.sees("Alice поки що не на зв")
    called = await alice.sees("🤝 Bob accepted! Alice, open me to start.", chat=group)
    assert called.id > card.id
    assert f"tg://user?id={alice.id}" in called.html
    await stage.quiet()
    assert card.id not in [message.id for message in alice.messages(group)]
    await alice.opens(await alice.presses("Start", on=called))
    await alice.sees("🆚 Bob")
    await alice.sees("is choosing a secret", chat=group)
    assert len(matches_of(stage, alice, bob)) == 1


async def test_an_open_challenge_can_be_accepted_when_the_group_has_become_a_supergroup(stage: Stage) -> None:
    group, alice, bob, _, card = await challenged(stage)
    grown = await group.migrate()
    moved = await alice.sees("⚔️ Who wants to play Alice?", chat=grown)
    assert moved.buttons == card.buttons
    await alice.send("/duel", chat=grown)
    await alice.sees("withdrawn", chat=grown)
    await stage.quiet()
    latest = await bob.sees("⚔️ Who wants to play Alice?", chat=grown)
    assert latest.id != moved.id, "the earlier one there is withdrawn"
    await accepts(bob, latest)
    await alice.sees("is choosing a secret", chat=grown)
    assert len(matches_of(stage, alice, bob)) == 1
