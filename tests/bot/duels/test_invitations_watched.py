"""Matches by invitation that others watch: the host's switch, what the other is told first, and who comes third."""

import pytest

from sandbox.client import Message, Person
from sandbox.client.places import Group
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.challengers import invited, link_in, matches_of, offered
from tests.bot.duels.pairs import AT_ONCE, button_data, choose_terms
from tests.bot.duels.pairs import Pair as DuelOf
from tests.bot.duels.test_friends import challenges, two
from tests.bot.player import by_bot

pytestmark = pytest.mark.asyncio(loop_scope="session")
OFF, ON, SAID = "👁 Watchers: off", "👁 Watchers: on", "👁 Others may watch"
CHOOSE = "🤫 Pick a secret:"


async def turn(stage: Stage, host: Person, invitation: Message) -> Message:
    """The host's invitation after a press on its switch."""
    (shown,) = (message for message in host.messages() if message.id == invitation.id)
    before, after = (OFF, ON) if OFF in shown.buttons else (ON, OFF)
    await stage.after(host.presses(before, on=shown))
    (shown,) = (message for message in host.messages() if message.id == invitation.id)
    assert after in shown.buttons
    return shown


def is_watched(stage: Stage, *people: Person) -> bool:
    (match,) = matches_of(stage, *people)
    return bool(stored.match_body(stage.bot, match).get("watched"))


async def test_nobody_watches_unless_the_host_has_switched_it_on(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    assert SAID not in invitation.text
    offer = await offered(bob, invitation)
    assert SAID not in offer.text
    await bob.presses("Accept", on=offer)
    await alice.sees(CHOOSE)
    assert not is_watched(stage, alice, bob)


async def test_whoever_accepts_is_told_before_that_others_may_watch(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage, "uk")
    assert SAID in (await turn(stage, alice, invitation)).text
    offer = await bob.sees("👁 Інші можуть дивитися", after=await bob.opens(link_in(invitation)))
    await bob.presses("Прийняти", on=offer)
    await alice.sees(CHOOSE)
    assert is_watched(stage, alice, bob)


async def test_who_accepts_on_a_screen_that_did_not_say_so_is_not_watched(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    offer = await offered(bob, invitation)
    await turn(stage, alice, invitation)
    await bob.presses("Accept", on=offer)
    await alice.sees(CHOOSE)
    assert not is_watched(stage, alice, bob)


async def test_a_switch_that_is_off_again_holds_whatever_the_screen_of_the_other_says(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    offer = await offered(bob, await turn(stage, alice, invitation))
    assert SAID in offer.text
    assert SAID not in (await turn(stage, alice, invitation)).text
    await bob.presses("Accept", on=offer)
    await alice.sees(CHOOSE)
    assert not is_watched(stage, alice, bob)


async def test_only_the_host_turns_the_switch_and_not_after_somebody_has_accepted(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    switch = button_data(invitation, OFF)
    offer = await offered(bob, invitation)
    assert (await bob.forges(switch, on=offer)).text
    await bob.presses("Accept", on=offer)
    await alice.sees(CHOOSE)
    assert (await alice.forges(switch, on=await alice.sees("accepted your challenge"))).text
    assert not is_watched(stage, alice, bob)


async def test_who_waits_for_the_host_stays_with_what_they_were_told(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    offer = await offered(bob, await turn(stage, alice, invitation))
    await alice.blocks()
    await stage.bot.holds("SELECT 1 FROM chats WHERE chat_id = ? AND reachable = 0", alice.id)
    await bob.presses("Accept", on=offer)
    await bob.sees("I can’t reach Alice yet")
    await alice.unblocks()
    await alice.sees(CHOOSE)
    assert is_watched(stage, alice, bob)


@pytest.mark.parametrize("turned", [False, True])
async def test_a_consent_on_the_way_is_asked_for_anew_once_the_switch_is_turned(stage: Stage, *, turned: bool) -> None:
    _, alice, bob, card, invitation = await carded(stage)
    link = (await bob.presses("Accept", on=card)).url
    if turned:
        await turn(stage, alice, invitation)
    await stage.after(bob.opens(str(link)))
    if turned:
        [offer] = by_bot(bob, words="Alice challenges you")
        assert SAID in offer.text
        await bob.presses("Accept", on=offer)
    await alice.sees(CHOOSE)
    assert is_watched(stage, alice, bob) == turned


async def test_a_consent_to_what_the_card_did_not_say_is_none(stage: Stage) -> None:
    _, alice, bob, card, invitation = await carded(stage)
    before = button_data(card, "Accept")
    await turn(stage, alice, invitation)
    await stage.after(bob.opens(await bob.forges(before, on=card)))
    [offer] = by_bot(bob, words="Alice challenges you")
    assert SAID in offer.text
    assert not matches_of(stage, alice, bob)


async def carded(stage: Stage) -> tuple[Group, Person, Person, Message, Message]:
    """A chat without the bot, Alice, Bob who has never opened the bot, the card there, and Alice's invitation."""
    await stage.sandbox.inline(feedback=True)
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    chat = await stage.sandbox.group("Without the bot", alice, bob, bot=False)
    await choose_terms(alice, *AT_ONCE, "Invite a friend")
    invitation = await alice.sees("✉️ Your challenge is waiting for a friend.")
    token = link_in(invitation).rpartition("=c")[2]
    cards = await alice.types_inline(token, chat)
    card = await alice.chooses(cards.results[0], chat)
    await stage.quiet()
    return chat, alice, bob, card, invitation


async def test_the_card_is_shown_anew_when_the_switch_is_turned(stage: Stage) -> None:
    chat, alice, bob, card, invitation = await carded(stage)
    await bob.send("/start")
    await turn(stage, alice, invitation)
    told = await bob.sees(SAID, chat=chat)
    assert told.id == card.id
    await bob.opens(await bob.presses("Accept", on=told))
    await alice.sees(CHOOSE)
    assert is_watched(stage, alice, bob)


async def test_a_press_on_the_card_as_it_was_before_makes_no_match_that_is_watched(stage: Stage) -> None:
    _, alice, bob, card, invitation = await carded(stage)
    await bob.send("/start")
    before = button_data(card, "Accept")
    await turn(stage, alice, invitation)
    await bob.forges(before, on=card)
    await alice.sees(CHOOSE)
    assert not is_watched(stage, alice, bob)


async def test_whoever_is_challenged_by_name_sees_the_offer_change_while_they_read(stage: Stage) -> None:
    alice, bob = await two(stage)
    await challenges(stage, alice, "Bob")
    asked = await alice.sees("Bob has your challenge")
    offer = await bob.sees("Ann challenges you")
    await turn(stage, alice, asked)
    told = await bob.sees(SAID)
    assert told.id == offer.id
    await bob.presses("Accept", on=told)
    await alice.sees("accepted your challenge")
    await stage.quiet()
    assert is_watched(stage, alice, bob)


# Whoever comes third.

TAKEN = "Somebody has already accepted this challenge."


async def watched(stage: Stage) -> tuple[Person, Person, Person, Message]:
    """Alice and Bob play a match that others may watch; Carol, and the invitation to it."""
    alice, bob, invitation = await invited(stage)
    carol = await stage.sandbox.person("Carol")
    await bob.presses("Accept", on=await offered(bob, await turn(stage, alice, invitation)))
    await stage.after(alice.sees(CHOOSE))
    assert is_watched(stage, alice, bob)
    return alice, bob, carol, invitation


async def test_whoever_comes_third_by_the_link_watches_what_both_guess_and_no_secret(stage: Stage) -> None:
    alice, bob, carol, invitation = await watched(stage)
    await carol.opens(link_in(invitation))
    await carol.sees("Alice is choosing a secret")
    pair = DuelOf(stage, alice, bob)
    first, _ = await pair.keep("0834", "5162")
    await pair.guess(first, "0123")
    board = await carol.sees("1. 0123")
    assert "0834" not in carol.transcript()
    assert "5162" not in carol.transcript()
    assert len([message for message in carol.messages() if message.by_bot]) == 1, board


async def test_whoever_comes_by_the_link_after_the_end_sees_how_it_ended(stage: Stage) -> None:
    alice, bob, carol, invitation = await watched(stage)
    pair = DuelOf(stage, alice, bob)
    first, second = await pair.keep("0834", "5162")
    await pair.play("First: 0123\nSecond: 0123\nFirst: /resign\nFirst: [Yes]")
    await carol.opens(link_in(invitation))
    board = await carol.sees(f"{second.name} wins")
    assert "👍" not in board.buttons
    assert first.name in board.text


async def test_whom_one_of_the_two_has_blocked_does_not_watch_by_the_link(stage: Stage) -> None:
    _, bob, carol, invitation = await watched(stage)
    stage.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", bob.id, carol.id)
    await stage.after(carol.opens(link_in(invitation)))
    assert "Alice" not in carol.transcript()


async def test_whoever_comes_third_to_a_match_that_is_not_watched_hears_that_it_is_taken(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    await bob.presses("Accept", on=await offered(bob, invitation))
    await alice.sees(CHOOSE)
    carol = await stage.sandbox.person("Carol")
    await carol.opens(link_in(invitation))
    await carol.sees(TAKEN)


async def test_who_presses_too_late_on_a_card_is_led_to_the_match_to_watch_it(stage: Stage) -> None:
    chat, alice, bob, card, invitation = await carded(stage)
    await chat.add(carol := await stage.sandbox.person("Carol"))
    await stage.after(bob.send("/start"))
    await turn(stage, alice, invitation)
    told = await bob.sees(SAID, chat=chat)
    accept = button_data(told, "Accept")
    await stage.after(bob.presses("Accept", on=told))
    late = await carol.forges(accept, on=card)
    assert late.url is not None
    await carol.opens(late)
    await carol.sees("Alice is choosing a secret")


async def test_the_rematch_of_a_match_that_others_may_watch_is_watched_too(stage: Stage) -> None:
    alice, bob, _, _ = await watched(stage)
    pair = DuelOf(stage, alice, bob)
    await pair.keep("0834", "5162")
    await pair.play("First: 0123\nSecond: 0123\nFirst: /resign\nFirst: [Yes]\nFirst: [Rematch]\nSecond: [Rematch]")
    assert all(stored.match_body(stage.bot, match).get("watched") for match in matches_of(stage, alice, bob))


async def test_a_match_that_is_played_on_its_card_is_not_watched(stage: Stage) -> None:
    chat, alice, bob, _, invitation = await carded(stage)
    await turn(stage, alice, invitation)
    told = await bob.sees(SAID, chat=chat)
    await stage.after(bob.presses("Play here", on=told))
    assert not is_watched(stage, alice, bob)
