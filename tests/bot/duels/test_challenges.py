"""Friends invite each other by a link: through the bot's real process, each in a private chat of their own."""

import asyncio

import pytest

from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.challengers import choose_terms, invited, link_in, matches_of
from tests.bot.seals import lots_in

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_friend_accepts_by_link_and_both_are_asked_for_a_secret(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    await bob.opens(link_in(invitation))
    offer = await bob.sees("Alice challenges you")
    assert "⚔️ Duel · 4 digits · 90 s a guess · rated" in offer.text
    assert "Alice: 1500? · no games yet\nBob: 1500? · no games yet" in offer.text
    await bob.presses("Accept")
    await bob.sees("You’re playing Alice")
    await alice.sees("🤝 Bob accepted your challenge.")
    for player in (alice, bob):
        await player.sees("secret", after=invitation if player is alice else offer)
    assert len(matches_of(stage, alice, bob)) == 1


async def test_a_friend_declines_and_the_challenger_hears_of_it_and_may_send_it_on(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    await bob.opens(link_in(invitation))
    await bob.sees("Alice challenges you")
    await bob.presses("No, thanks")
    await bob.sees("You declined Alice’s challenge. Another time!")
    answer = await alice.sees("Bob can’t play this time", after=invitation)
    await stage.quiet()
    assert [message.id for message in alice.messages() if "is waiting for a friend" in message.text] == []
    assert "can’t play this time. Others can still accept." in answer.text
    assert answer.buttons == invitation.buttons
    assert not matches_of(stage, alice, bob)


async def test_whoever_comes_after_the_challenge_was_withdrawn_is_told_so(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    await bob.opens(link_in(invitation))
    offer = await bob.sees("Alice challenges you")
    await alice.presses("Withdraw", on=invitation)
    await alice.sees("✖️ You withdrew your challenge.")
    await bob.presses("Accept", on=offer)
    await bob.sees("This challenge was withdrawn. Why not start your own game?")
    carol = await stage.sandbox.person("Carol", "uk")
    await carol.opens(link_in(invitation))
    await carol.sees("Цей виклик скасовано")
    assert not matches_of(stage, alice, bob)


async def test_a_challenge_that_nobody_answers_expires(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    token = link_in(invitation).rpartition("=c")[2]
    stored.make_due(stage.bot, "expire", token)
    await alice.sees("⌛ Nobody came; your challenge expired.")
    await bob.opens(link_in(invitation))
    await bob.sees("This challenge has expired")


async def test_whoever_comes_after_its_time_is_too_late_even_before_it_is_closed(stage: Stage) -> None:
    _, bob, invitation = await invited(stage)
    token = link_in(invitation).rpartition("=c")[2]
    stage.bot.change("UPDATE challenges SET body = json_set(body, '$.expires_at', 1) WHERE token = ?", token)
    await bob.opens(link_in(invitation))
    await bob.sees("This challenge has expired")


async def test_nobody_accepts_their_own_challenge(stage: Stage) -> None:
    alice, _, invitation = await invited(stage)
    await alice.opens(link_in(invitation))
    again = await alice.sees("✉️ Your challenge is waiting for a friend.", after=invitation)
    assert "Accept" not in "".join(again.buttons)
    await alice.forges(f"1:accept:{link_in(invitation).rpartition('=c')[2]}", on=again)
    assert stored.matches(stage.bot, alice.id) == []


async def test_of_two_who_accept_at_once_one_plays(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    carol = await stage.sandbox.person("Carol")
    for player in (bob, carol):
        await player.opens(link_in(invitation))
        await player.sees("Alice challenges you")
    await asyncio.gather(bob.presses("Accept"), carol.presses("Accept"))
    await alice.sees("accepted your challenge")
    late = [player for player in (bob, carol) if not matches_of(stage, alice, player)]
    assert len(late) == 1
    await late[0].sees("Somebody has already accepted this challenge. Why not start your own game?")


async def test_an_accepted_challenge_is_accepted_once(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    await bob.opens(link_in(invitation))
    offer = await bob.sees("Alice challenges you")
    data = offer.button("Accept")
    assert data is not None
    await bob.presses("Accept", on=offer)
    await alice.sees("🤝 Bob accepted your challenge.")
    await bob.forges(data.value, on=offer)
    assert len(matches_of(stage, alice, bob)) == 1


async def test_whoever_opens_the_link_of_their_own_game_sees_the_game(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    await bob.opens(link_in(invitation))
    await bob.presses("Accept")
    for player in (alice, bob):
        await player.sees("🤫 Pick a secret:")
        opened = await player.opens(link_in(invitation))
        await player.sees("🤫 Pick a secret:", after=opened)
    carol = await stage.sandbox.person("Carol")
    await carol.opens(link_in(invitation))
    await carol.sees("Somebody has already accepted this challenge. Why not start your own game?")
    await stage.quiet()
    assert not any("has already accepted" in message.text for player in (alice, bob) for message in player.messages())


async def test_the_rules_are_one_press_away_from_the_offer(stage: Stage) -> None:
    _, bob, invitation = await invited(stage)
    await bob.opens(link_in(invitation))
    offer = await bob.sees("Alice challenges you")
    assert "All symbols differ." in offer.text
    await bob.presses("📖", on=offer)
    await bob.sees("Bulls and Cows", after=offer)
    await bob.presses("Accept", on=offer)
    await bob.sees("You’re playing Alice")


async def test_one_who_never_spoke_to_the_bot_is_waited_for(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    await alice.blocks()
    await stage.bot.holds("SELECT 1 FROM chats WHERE chat_id = ? AND reachable = 0", alice.id)
    await bob.opens(link_in(invitation))
    await bob.presses("Accept")
    await bob.sees("🤝 Accepted. I can’t reach Alice yet; the game starts here as soon as I can.")
    assert not matches_of(stage, alice, bob)
    await alice.unblocks()
    await alice.opens(link_in(invitation))
    await alice.sees("🤝 Bob accepted your challenge.")
    await bob.sees("You’re playing Alice")
    assert len(matches_of(stage, alice, bob)) == 1


async def test_the_game_begins_as_soon_as_the_challenger_can_be_reached(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    await alice.blocks()
    await stage.bot.holds("SELECT 1 FROM chats WHERE chat_id = ? AND reachable = 0", alice.id)
    await bob.opens(link_in(invitation))
    await bob.presses("Accept")
    await bob.sees("yet; the game starts here as soon as I can.")
    await alice.unblocks()
    for person in (alice, bob):
        await person.sees("🤫 Pick a secret:")
    await alice.opens(link_in(invitation))
    await stage.quiet()
    assert len(matches_of(stage, alice, bob)) == 1


async def test_whoever_waits_for_the_challenger_may_still_step_back(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    await alice.blocks()
    await stage.bot.holds("SELECT 1 FROM chats WHERE chat_id = ? AND reachable = 0", alice.id)
    await bob.opens(link_in(invitation))
    await bob.presses("Accept")
    await bob.presses("Never mind", on=await bob.sees("I can’t reach Alice yet"))
    await bob.sees("You declined")
    await alice.unblocks()
    await alice.opens(link_in(invitation))
    await alice.sees("✉️ Your challenge is waiting for a friend.")


async def test_an_unknown_link_greets(stage: Stage) -> None:
    bob = await stage.sandbox.person("Bob")
    for payload in ("c" + "A" * 22, "c", "hello", "x" * 64):
        await bob.opens(payload)
        await bob.sees("Type or tap a guess")


async def test_the_terms_are_chosen_once_and_remembered(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await choose_terms(alice, "⚔️ Duel", "🏁 Race", "4 digits", "🎨 Colours etc.", "4 pictures of 12")
    await choose_terms(alice, "1 day a guess", "1 h a guess", "unrated")
    await alice.sees("🏁 Race · 4 pictures of 12 · 1 h a guess · rated")
    asked = await alice.send("/duel")
    await alice.sees("🏁 Race · 4 pictures of 12 · 1 h a guess · rated", after=asked)
    await alice.presses("Invite a friend")
    await alice.sees("🏁 Race · 4 pictures of 12 · 1 h a guess · rated", after=asked)


async def test_without_a_clock_nothing_is_at_stake(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await choose_terms(alice, "unrated", "1 day a guess", "no clock")
    await alice.sees("no clock · unrated")
    answer = await alice.presses("unrated")
    assert answer.alert
    assert "needs a clock" in (answer.text or "")


async def test_an_invitation_that_waits_is_shown_again_instead_of_another(stage: Stage) -> None:
    alice, _, invitation = await invited(stage)
    await choose_terms(alice, "Invite a friend")
    again = await alice.sees("✉️ Your challenge is waiting for a friend.", after=invitation)
    assert link_in(again) == link_in(invitation)
    await alice.send("/games")
    await alice.sees("✉️ 1 challenge of yours is waiting for an answer.")


async def test_the_names_are_drawn_for_only_after_the_lot_is_bound(stage: Stage) -> None:
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    await choose_terms(alice, "⚔️ Duel", "Race in turn", "Invite a friend")
    invitation = await alice.sees("✉️ Your challenge is waiting for a friend.")
    await bob.opens(link_in(invitation))
    offer = await bob.sees("Alice challenges you")
    (lot,) = lots_in(offer)
    assert lots_in(invitation) == (lot,)
    await bob.presses("Accept")
    board = await bob.sees("🎾 Race in turn", after=offer)
    assert lots_in(board) == (lot,)


async def test_those_who_are_parted_by_a_block_do_not_meet_by_a_link(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    stage.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", alice.id, bob.id)
    await bob.opens(link_in(invitation))
    await bob.sees("This challenge is for somebody else. Why not start your own game?")
    assert not matches_of(stage, alice, bob)
