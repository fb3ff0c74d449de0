"""Challenges by inline mode: cards for chats where the bot is not, which lead into private and show how it goes."""

import asyncio

import pytest

from sandbox.client import PATIENCE, Message, Person
from sandbox.client.places import Pair
from tests.bot.conftest import Stage
from tests.bot.duels.card_players import press_at_once
from tests.bot.duels.challengers import choose_terms, invited, link_in, matches_of, position_of
from tests.bot.duels.pairs import AT_ONCE

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def met(stage: Stage, language: str = "en") -> tuple[Person, Person, Pair]:
    """Alice, who knows the bot, Bob, who does not, and their private chat."""
    alice, bob = await stage.sandbox.person("Alice", language), await stage.sandbox.person("Bob")
    await alice.send("/start")
    await alice.sees("0123")
    return alice, bob, await alice.meets(bob)


async def sent(alice: Person, pair: Pair, title: str = "Duel") -> Message:
    """The card that Alice sends to their chat."""
    cards = await alice.types_inline("", pair)
    return await alice.chooses(cards.card(title), pair)


async def accepts(player: Person, card: Message) -> None:
    """Press the card, and follow where it leads."""
    await player.opens(await player.presses("Accept", on=card))


def challenges_of(stage: Stage, person: Person, state: str = "open") -> int:
    query = "SELECT COUNT(*) FROM challenges WHERE person_id = ? AND body ->> 'state' = ?"
    return int(stage.bot.rows(query, person.id, state)[0][0])


async def test_the_cards_offer_the_last_terms_and_others_near_them(stage: Stage) -> None:
    alice, _, pair = await met(stage)
    await choose_terms(alice, *AT_ONCE, "4 digits", "5 digits")
    cards = await alice.types_inline("", pair)
    assert [(card.title, card.description) for card in cards.results] == [
        ("Challenge: ⚔️ Duel · rated", "⚔️ Duel · 5 digits · 90 s a guess · rated"),
        ("Challenge: 🏁 Race · rated", "🏁 Race · 5 digits · 90 s a guess · rated"),
        ("Challenge: ⚔️ Duel · unrated", "⚔️ Duel · 5 digits · 90 s a guess · unrated"),
        ("📅 Code of the day #1", "The same code for everyone. You can play it once, in private."),
    ]
    assert cards.button is None


async def test_the_cards_speak_the_language_of_whoever_asks(stage: Stage) -> None:
    alice, _, pair = await met(stage, "uk")
    cards = await alice.types_inline("", pair)
    assert cards.titles[2] == "Виклик: ⚔️ Дуель · на\N{NO-BREAK SPACE}рейтинг"
    card = await alice.chooses(cards.results[0], pair)
    assert "Alice шукає суперника" in card.text


@pytest.mark.parametrize("feedback", [False, True])
async def test_a_friend_accepts_and_the_card_becomes_the_scoreboard(own_stage: Stage, *, feedback: bool) -> None:
    await own_stage.sandbox.inline(feedback=feedback)
    alice, bob, pair = await met(own_stage)
    await choose_terms(alice, "⚔️ Duel", "🎾 Race in turn")
    card = await sent(alice, pair, "Race in turn")
    await accepts(bob, card)
    board = await bob.sees("is guessing", chat=pair)
    assert board.id == card.id
    secret = position_of(own_stage, alice, bob).split()[2]
    first, second = (alice, bob) if "Alice is guessing" in board.text else (bob, alice)
    wrong = "0123" if secret != "0123" else "0124"
    await first.send(wrong)
    board = await bob.sees(f"1. {wrong}", chat=pair)
    assert secret not in board.text
    await second.send(secret)
    board = await bob.sees(f"{second.name} wins in 1 guess", chat=pair)
    assert board.id == card.id


async def test_typing_on_keeps_no_more_offers(stage: Stage) -> None:
    alice, _, pair = await met(stage)
    for text in ("", "d", "du", "duel"):
        await alice.types_inline(text, pair)
    assert challenges_of(stage, alice, "unsent") == 3
    assert challenges_of(stage, alice) == 0


async def test_each_card_that_is_sent_is_a_challenge_of_its_own(stage: Stage) -> None:
    alice, bob, pair = await met(stage)
    carol = await stage.sandbox.person("Carol")
    other = await alice.meets(carol)
    card, second = await sent(alice, pair), await sent(alice, other)
    await accepts(bob, card)
    await accepts(carol, second)
    await bob.sees("Alice — Bob", chat=pair)
    await carol.sees("Alice — Carol", chat=other)
    assert len(matches_of(stage, alice, bob) | matches_of(stage, alice, carol)) == 2


async def test_a_card_that_two_press_at_once_is_one_challenge(stage: Stage) -> None:
    alice, bob, _ = await met(stage)
    carol = await stage.sandbox.person("Carol")
    group = await stage.sandbox.group("Without the bot", alice, bob, carol, bot=False)
    cards = await alice.types_inline("", group)
    card = await alice.chooses(cards.card("Duel"), group)
    led = await press_at_once("Accept", card, bob, carol)
    assert led[0].url == led[1].url
    assert challenges_of(stage, alice) == 1


async def test_the_challenger_is_told_alone_that_it_is_their_own(stage: Stage) -> None:
    alice, _, pair = await met(stage)
    card = await sent(alice, pair)
    answer = await alice.presses("Accept", on=card)
    assert (answer.alert, answer.url) == (True, None)
    assert "your own challenge" in (answer.text or "")


async def test_a_card_is_withdrawn_by_the_challenger_alone(stage: Stage) -> None:
    alice, bob, pair = await met(stage)
    card = await sent(alice, pair)
    assert (await bob.presses("Withdraw", on=card)).alert
    await alice.presses("Withdraw", on=card)
    closed = await bob.sees("✖️ Challenge withdrawn.", chat=pair)
    assert (closed.id, closed.buttons) == (card.id, ())


async def test_a_card_tells_who_would_rather_not(stage: Stage) -> None:
    alice, bob, pair = await met(stage)
    card = await sent(alice, pair)
    for _ in range(2):
        await bob.presses("No, thanks", on=card)
    message = await alice.sees("Bob: not this time", chat=pair)
    assert message.id == card.id
    await alice.sees("🙅 Bob can’t play this time. Others can still accept.")
    await alice.presses("Withdraw", on=await alice.sees("can’t play this time. Others can still accept."))
    await alice.sees("✖️ Challenge withdrawn.", chat=pair)


async def test_an_invitation_is_shared_as_a_card(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    pair = await alice.meets(bob)
    cards = await alice.switches("Send to a friend", pair, on=invitation)
    assert cards.titles == ("Challenge: ⚔️ Duel · rated",)
    card = await alice.chooses(cards.results[0], pair)
    answer = await bob.presses("Accept", on=card)
    assert answer.url == link_in(invitation)
    await bob.opens(answer)
    await bob.sees("⚔️ Alice — Bob", chat=pair)
    message = await alice.sees("🤝 Bob accepted your challenge.")
    assert (message.id, message.buttons) == (invitation.id, ())


async def test_whoever_knows_the_bot_plays_at_one_press(stage: Stage) -> None:
    alice, bob, pair = await met(stage)
    await bob.send("/start")
    card = await sent(alice, pair)
    answer = await bob.presses("Accept", on=card)
    await bob.sees("⚔️ Alice — Bob", chat=pair)
    screen = await bob.sees("🤫 Pick a secret:")
    await bob.opens(answer)
    again = await bob.sees("🤫 Pick a secret:", after=screen)
    assert again.id > screen.id
    assert len(matches_of(stage, alice, bob)) == 1


async def test_nobody_shares_the_challenge_of_another(stage: Stage) -> None:
    _, bob, invitation = await invited(stage)
    token = link_in(invitation).rpartition("=c")[2]
    cards = await bob.types_inline(token)
    assert token not in {card.id for card in cards.results}
    assert len(cards.results) == 3


async def test_a_challenger_who_never_opened_the_bot_is_led_to_it(stage: Stage) -> None:
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    pair = await alice.meets(bob)
    cards = await alice.types_inline("", pair)
    assert cards.button is not None
    card = await alice.chooses(cards.card("Duel"), pair)
    await accepts(bob, card)
    await bob.sees("🤝 Accepted. I can’t reach Alice yet; the game starts here as soon as I can.")
    called = await alice.sees("🤝 Bob accepted! Alice, open me to start.", chat=pair)
    await alice.opens(await alice.presses("Start", on=called))
    await bob.sees("⚔️ Alice — Bob", chat=pair)
    assert matches_of(stage, alice, bob)


async def test_a_challenger_who_finds_the_bot_by_themselves_is_not_waited_for_in_vain(stage: Stage) -> None:
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    pair = await alice.meets(bob)
    await accepts(bob, await sent(alice, pair))
    await bob.sees("🤝 Accepted. I can’t reach Alice yet; the game starts here as soon as I can.")
    greeting = await alice.sees("Hi, Alice", after=await alice.send("/start"))
    await alice.sees("🤫 Pick a secret:", after=greeting)
    await stage.quiet()
    assert len(matches_of(stage, alice, bob)) == 1


async def test_a_forged_press_on_a_card_means_nothing(stage: Stage) -> None:
    alice, bob, pair = await met(stage)
    card = await sent(alice, pair)
    for data in ("1:take:" + "A" * 22, "1:play", "1:duel", "nonsense", "1:d:0123456789abcdef:0:1"):
        answer = await bob.forges(data, on=card)
        assert "out of date" in (answer.text or "")
    button = card.button("Accept")
    assert button is not None
    answer = await bob.forges(button.value.replace("take", "accept"), on=card)
    assert answer.url is None
    assert not matches_of(stage, alice, bob)


async def test_a_question_that_comes_twice_is_answered_twice(stage: Stage) -> None:
    alice, _, pair = await met(stage)
    await alice.types_inline("again", pair)
    last = (await stage.sandbox.state())["last_update_id"]
    before = len(await stage.sandbox.calls("answerInlineQuery"))
    await stage.sandbox.redeliver(last)
    await stage.sandbox.settled()
    async with asyncio.timeout(PATIENCE):
        while len(await stage.sandbox.calls("answerInlineQuery")) == before:
            await asyncio.sleep(0.05)
    assert challenges_of(stage, alice, "unsent") == 3


async def test_how_a_match_ended_is_shared_by_whoever_played_it_alone(stage: Stage) -> None:
    alice, bob, pair = await met(stage)
    await choose_terms(alice, "⚔️ Duel", "🏁 Race")
    await accepts(bob, await sent(alice, pair, "Race"))
    await alice.sees("👉 Guess at your own pace")
    await alice.send(position_of(stage, alice, bob).split()[2])
    end = await alice.sees("🏆 You won!")
    carol = await stage.sandbox.person("Carol")
    other = await alice.meets(carol)
    (result,) = (await alice.switches("Share", other, on=end)).results
    card = await alice.chooses(result, other)
    assert card.text.startswith("⚔️ Alice — Bob")
    assert len((await carol.types_inline(result.id, other)).results) == 3


async def test_a_bot_without_inline_mode_shares_by_a_link(own_stage: Stage) -> None:
    await own_stage.sandbox.inline(on=False)
    await own_stage.bot.stop()
    await own_stage.bot.start()
    _, _, invitation = await invited(own_stage)
    share = invitation.button("Send to a friend")
    assert share is not None
    assert share.kind == "url"
    assert share.value.startswith("https://t.me/share/url?url=https%3A%2F%2Ft.me%2F")
