"""Challenges by a link, in a group and on cards: who may accept them, what becomes of them, and how a game goes."""

import asyncio

import pytest

from sandbox.client import PATIENCE, Message, Person
from sandbox.client.places import Pair, Place
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.card_players import press_at_once
from tests.bot.duels.challengers import challenged, invited, link_in, matches_of, named, offered, position_of
from tests.bot.duels.pairs import AT_ONCE, RACE, button_data, choose_terms, paired, screen
from tests.bot.player import by_bot, friends, talk, wrong_guesses
from tests.bot.seals import lots_in

pytestmark = pytest.mark.asyncio(loop_scope="session")
TAKEN = "Somebody has already accepted this challenge. Why not start your own game?"
NOT_YOURS = "This challenge is for somebody else. Why not start your own game?"
WAITING, TO_ALL = "✉️ Your challenge is waiting for a friend.", "⚔️ Who wants to play Alice?"
NOT_YET = "🤝 Accepted. I can’t reach Alice yet; the game starts here as soon as I can."


def token_in(invitation: Message) -> str:
    return link_in(invitation).rpartition("=c")[2]


async def refused(person: Person, button: str, card: Message) -> str:
    answer = await person.presses(button, on=card)
    assert (answer.alert, answer.url) == (True, None)
    return answer.text or ""


async def accepts(player: Person, card: Message) -> None:
    await player.opens(await player.presses("Accept", on=card))


async def test_whoever_comes_after_the_challenge_was_withdrawn_is_told_so(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    await offered(bob, invitation)
    withdrawn = "This challenge was withdrawn. Why not start your own game?"
    await talk(f"[Withdraw] → ✖️ You withdrew your challenge.\nBob: [Accept] → {withdrawn}", alice, bob)
    carol = await stage.sandbox.person("Carol", "uk")
    await carol.opens(link_in(invitation))
    await carol.sees("Цей виклик скасовано")
    assert not matches_of(stage, alice, bob)


@pytest.mark.parametrize("closed", [True, False])
async def test_a_challenge_that_nobody_answers_expires_even_before_it_is_closed(stage: Stage, *, closed: bool) -> None:
    alice, bob, invitation = await invited(stage)
    if closed:
        stored.make_due(stage.bot, "expire", token_in(invitation))
        await alice.sees("⌛ Nobody came; your challenge expired.")
    else:
        late = "UPDATE challenges SET body = json_set(body, '$.expires_at', 1) WHERE token = ?"
        stage.bot.change(late, token_in(invitation))
    await bob.opens(link_in(invitation))
    await bob.sees("This challenge has expired")


async def test_a_link_is_of_use_neither_to_its_maker_nor_to_whom_they_block_nor_shared_by_others(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    again = await alice.sees(WAITING, after=await alice.opens(link_in(invitation)))
    assert "Accept" not in "".join(again.buttons)
    await alice.forges(f"1:accept:{token_in(invitation)}", on=again)
    assert stored.matches(stage.bot, alice.id) == []
    await choose_terms(alice, "Invite a friend")  # the one that waits is shown instead of another
    assert link_in(await alice.sees(WAITING, after=again)) == link_in(invitation)
    await talk("/games → ✉️ 1 challenge of yours is waiting for an answer.", alice)
    cards = await bob.types_inline(token_in(invitation))
    assert token_in(invitation) not in {card.id for card in cards.results}
    assert len(cards.results) == 3
    stage.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", alice.id, bob.id)
    await bob.opens(link_in(invitation))
    await bob.sees(NOT_YOURS)
    assert not matches_of(stage, alice, bob)


async def test_of_two_who_accept_at_once_one_plays(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    carol = await stage.sandbox.person("Carol")
    for player in (bob, carol):
        await offered(player, invitation)
    await asyncio.gather(bob.presses("Accept"), carol.presses("Accept"))
    await alice.sees("accepted your challenge")
    (late,) = (player for player in (bob, carol) if not matches_of(stage, alice, player))
    await late.sees(TAKEN)


async def test_a_challenge_is_accepted_once_and_its_link_leads_those_who_play_to_their_game(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    offer = await offered(bob, invitation)
    await bob.presses("Accept", on=offer)
    await alice.sees("🤝 Bob accepted your challenge.")
    for player in (alice, bob):
        await player.sees("🤫 Pick a secret:")
        await player.sees("🤫 Pick a secret:", after=await player.opens(link_in(invitation)))
    carol = await stage.sandbox.person("Carol")
    await carol.opens(link_in(invitation))
    await stage.after(carol.sees(TAKEN))
    for player in (alice, bob):
        await player.sees_no("has already accepted")
    await stage.after(bob.forges(button_data(offer, "Accept"), on=offer))
    assert len(matches_of(stage, alice, bob)) == 1


@pytest.mark.parametrize("way", ["waits", "opens", "steps back"])
async def test_the_game_begins_once_the_challenger_can_be_reached_unless_who_waits_steps_back(
    stage: Stage, way: str
) -> None:
    alice, bob, invitation = await invited(stage)
    await alice.blocks()
    await stage.bot.holds("SELECT 1 FROM chats WHERE chat_id = ? AND reachable = 0", alice.id)
    await talk(f"[Accept] → {NOT_YET}", bob, on=await offered(bob, invitation))
    assert not matches_of(stage, alice, bob)
    await stage.quiet()
    if way == "steps back":
        await talk("[Never mind] → You declined", bob)
    await alice.unblocks()
    for person in (alice, bob) if way == "waits" else ():
        await person.sees("🤫 Pick a secret:")
    await alice.opens(link_in(invitation))
    await alice.sees(WAITING if way == "steps back" else "🤝 Bob accepted your challenge.")
    if way != "steps back":
        await stage.after(bob.sees("You’re playing Alice"))
    assert len(matches_of(stage, alice, bob)) == (way != "steps back")


async def test_the_names_are_drawn_for_only_after_the_lot_is_bound(stage: Stage) -> None:
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    await choose_terms(alice, "⚔️ Duel", "Race in turn", "Invite a friend")
    offer = await offered(bob, invitation := await alice.sees(WAITING))
    await bob.presses("Accept")
    lots = [lots_in(message) for message in (invitation, offer, await bob.sees("🎾 Race in turn", after=offer))]
    assert (len(lots[0]), lots) == (1, lots[:1] * 3)


async def decline(guest: Person, invitation: Message) -> None:
    opened = await guest.opens(link_in(invitation))
    await guest.presses("No, thanks", on=await guest.sees("Alice challenges you", after=opened))
    await guest.sees("You declined", after=opened)


async def test_no_thanks_leaves_an_open_link_open_and_the_challenger_hears_it_of_each_once(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    carol = await stage.sandbox.person("Carol")
    for _ in range(3):
        await decline(bob, invitation)
    await stage.quiet()
    [left] = by_bot(alice)
    assert left.id > invitation.id, "the menu went with the invitation"
    await alice.sees("Bob can’t play this time")
    for number in range(5):
        await decline(await stage.sandbox.person(f"Guest {number}"), invitation)
    await stage.quiet()
    news = alice.messages()[-1]
    assert "Guest 4 can’t play this time" in news.text
    assert news.edited is not None, "only a few ring"
    await carol.presses("Accept", on=await offered(carol, invitation))
    await alice.sees("🤝 Carol accepted your challenge.")
    assert len(matches_of(stage, alice, carol)) == 1


async def test_only_whoever_was_replied_to_may_accept_and_their_phone_rings(stage: Stage) -> None:
    group, alice, bob, carol, card = await named(stage)
    sent = [call["parameters"]["text"] for call in await stage.sandbox.calls("sendMessage")]
    assert any(f'<a href="tg://user?id={bob.id}">Bob</a>' in text for text in sent)
    assert NOT_YOURS in await refused(carol, "Accept", card)
    assert "your own challenge" in await refused(alice, "Accept", card)
    for person in (carol, alice):
        await refused(person, "No, thanks", card)
    await carol.opens(str((await bob.presses("Accept", on=card)).url))
    await carol.sees("Этот вызов предназначен другому человеку")
    await accepts(bob, card)
    assert (await alice.sees("⚔️ Alice — Bob", chat=group)).id == card.id
    assert matches_of(stage, alice, bob)
    assert not matches_of(stage, alice, carol)


async def test_a_link_without_a_press_still_asks_and_only_the_challenger_withdraws(stage: Stage) -> None:
    group, alice, bob, carol, card = await challenged(stage)
    link = (await bob.presses("Accept", on=card)).url
    await carol.opens(str(link))
    await carol.sees("Alice бросает тебе вызов")
    assert not matches_of(stage, alice, carol)
    await stage.after(talk("[Нет, спасибо] → отклон", carol))
    assert (await alice.sees(TO_ALL, chat=group)).text == card.text
    assert "Only whoever made this challenge can withdraw it." in await refused(bob, "Withdraw", card)
    closed = await talk("[Withdraw] → ✖️ Challenge withdrawn.", alice, chat=group, on=card)
    assert (closed.id, closed.buttons) == (card.id, ())
    await bob.opens(str(link))
    await bob.sees("Цей виклик скасовано")


async def test_a_challenge_expires_on_its_card(stage: Stage) -> None:
    group, alice, bob, _, card = await challenged(stage)
    token = (await bob.presses("Accept", on=card)).payload
    assert token is not None
    stored.make_due(stage.bot, "expire", token[1:])
    closed = await alice.sees("the challenge has expired", chat=group)
    assert (closed.id, closed.buttons) == (card.id, ())


@pytest.mark.parametrize("both_come", [True, False])
async def test_of_two_who_press_on_one_card_one_plays_who_comes(stage: Stage, *, both_come: bool) -> None:
    group, alice, bob, carol, card = await challenged(stage)
    his, hers = [await stage.after(player.presses("Accept", on=card)) for player in (bob, carol)]
    assert (await alice.sees(TO_ALL, chat=group)).text == card.text
    await asyncio.gather(*(bob.opens(his) for _ in range(both_come)), carol.opens(hers))
    await stage.after(alice.sees("is choosing a secret", chat=group))
    assert len(matches_of(stage, alice, bob) | matches_of(stage, alice, carol)) == 1
    if not both_come:
        await alice.sees("⚔️ Alice — Carol", chat=group)
        await bob.opens(his)
        await bob.sees("Цей виклик уже хтось прийняв")
        late = await bob.forges(button_data(card, "Accept"), on=card)
        assert late.alert
        assert TAKEN in (late.text or "")


async def test_a_challenger_who_never_opened_the_bot_is_called_by_the_card(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    await accepts(bob, card := await talk(f"/duel → {TO_ALL}", alice, chat=group))
    await bob.sees("Alice зараз поза зв")
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
    moved = await alice.sees(TO_ALL, chat=grown)
    assert moved.buttons == card.buttons
    await alice.send("/duel", chat=grown)
    await stage.after(alice.sees("withdrawn", chat=grown))
    latest = await bob.sees(TO_ALL, chat=grown)
    assert latest.id != moved.id, "the earlier one there is withdrawn"
    await accepts(bob, latest)
    await alice.sees("is choosing a secret", chat=grown)
    assert len(matches_of(stage, alice, bob)) == 1


@pytest.mark.parametrize("where", ["a group", "a chat without the bot", "one that tells which card was sent"])
async def test_who_accepts_plays_in_private_and_the_card_becomes_the_scoreboard(own_stage: Stage, where: str) -> None:
    chat: Place
    if where == "a group":
        chat, alice, bob, _, card = await challenged(own_stage, "⚔️ Duel", "🎾 Race in turn")
        assert "Alice: 1500? · no games yet" in card.text
    else:
        await own_stage.sandbox.inline(feedback=where != "a chat without the bot")
        alice, bob, chat = await met(own_stage)
        await choose_terms(alice, "⚔️ Duel", "🎾 Race in turn")
        card = await sent(alice, chat, "Race in turn")
    await accepts(bob, card)
    board = await bob.sees("is guessing", chat=chat)
    assert (board.id, board.buttons) == (card.id, ())
    secret = position_of(own_stage, alice, bob).split()[2]
    first, second = (alice, bob) if "Alice is guessing" in board.text else (bob, alice)
    (wrong,) = wrong_guesses(secret, 1)
    await first.send(wrong)
    board = await bob.sees(f"1. {wrong}", chat=chat)
    assert board.text.splitlines()[3].endswith(first.name)
    assert secret not in board.text
    await second.send(secret)
    board = await bob.sees(f"{second.name} wins in 1 guess", chat=chat)
    assert board.id == card.id
    assert secret in board.text


async def test_in_a_race_the_scoreboard_tells_no_digits_before_the_end(stage: Stage) -> None:
    group, alice, bob, _, card = await challenged(stage, "⚔️ Duel", "🏁 Race")
    await accepts(bob, card)
    await alice.sees("Alice is guessing", chat=group)
    secret = position_of(stage, alice, bob).split()[2]
    wrong = wrong_guesses(secret, 7)[-1]
    await alice.send(wrong)
    board = await alice.sees("🔎 Alice:", chat=group)
    assert wrong not in board.text
    assert "1. " in board.text
    for code in (*wrong_guesses(secret, 2), secret):
        await bob.send(code)
    assert secret not in (await alice.sees("✅ Bob got it in 3 guesses", chat=group)).text
    await alice.send(wrong_guesses(secret, 1)[0])
    assert wrong in (await alice.sees("Bob wins in 3 guesses", chat=group)).text


@pytest.mark.parametrize("is_admin", [False, True])
async def test_a_secret_that_is_typed_in_the_group_is_not_kept_where_others_read_it(
    stage: Stage, *, is_admin: bool
) -> None:
    group, alice, bob, carol = await friends(stage)
    if is_admin:
        await group.promote_bot(alice)
    await alice.send("/start")
    await accepts(bob, card := await talk(f"/duel → {TO_ALL}", alice, chat=group))
    await stage.quiet()
    for text, reply_to in (("/guess 0834", None), ("0834", card), ("/g 0834", None)):
        await stage.after(bob.send(text, chat=group, reply_to=reply_to))
        told = by_bot(alice, group)[-1]
        assert "can read" in told.text
        assert "0834" not in told.text
    assert ("0834" in alice.transcript(group)) != is_admin
    await stage.after(carol.send("/guess 0834", chat=group))  # whose duel it is not
    assert "/play" in by_bot(alice, group)[-1].text
    await talk("0834 → Твій секрет сховано", bob)


async def test_a_challenge_stays_in_its_topic(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    await alice.send("/start")
    topic = await (await group.becomes_forum()).topic("Games")
    await accepts(bob, card := await talk(f"/duel → {TO_ALL}", alice, chat=topic))
    assert (await alice.sees("is choosing a secret", chat=topic)).id == card.id


async def met(stage: Stage) -> tuple[Person, Person, Pair]:
    """Alice, who knows the bot, Bob, who does not, and their private chat."""
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    await talk("/start → 0123", alice)
    return alice, bob, await alice.meets(bob)


async def sent(alice: Person, chat: Place, title: str = "Duel") -> Message:
    return await alice.chooses((await alice.types_inline("", chat)).card(title), chat)


def challenges_of(stage: Stage, person: Person, state: str = "open") -> int:
    query = "SELECT COUNT(*) FROM challenges WHERE person_id = ? AND body ->> 'state' = ?"
    return int(stage.bot.rows(query, person.id, state)[0][0])


async def test_neither_typing_on_nor_a_question_that_comes_twice_keeps_more_offers(stage: Stage) -> None:
    alice, _, pair = await met(stage)
    for text in ("", "d", "du", "duel"):
        await alice.types_inline(text, pair)
    last = (await stage.sandbox.state())["last_update_id"]
    before = len(await stage.sandbox.calls("answerInlineQuery"))
    await stage.sandbox.redeliver(last)
    await stage.sandbox.settled()
    async with asyncio.timeout(PATIENCE):
        while len(await stage.sandbox.calls("answerInlineQuery")) == before:
            await asyncio.sleep(0.05)
    assert (challenges_of(stage, alice, "unsent"), challenges_of(stage, alice)) == (3, 0)


async def test_each_card_that_is_sent_is_a_challenge_of_its_own_be_it_that_two_press_it(stage: Stage) -> None:
    alice, bob, pair = await met(stage)
    carol = await stage.sandbox.person("Carol")
    other = await alice.meets(carol)
    cards = [(bob, pair, await sent(alice, pair)), (carol, other, await sent(alice, other))]
    for player, chat, card in cards:
        await accepts(player, card)
        await player.sees(f"Alice — {player.name}", chat=chat)
    assert len(matches_of(stage, alice, bob) | matches_of(stage, alice, carol)) == 2
    eve, kim = [await stage.sandbox.person(name) for name in ("Eve", "Kim")]
    group = await stage.sandbox.group("Without the bot", alice, eve, kim, bot=False)
    led = await press_at_once("Accept", await sent(alice, group), eve, kim)
    assert led[0].url == led[1].url
    assert challenges_of(stage, alice) == 1


async def test_a_card_tells_who_would_rather_not(stage: Stage) -> None:
    alice, bob, pair = await met(stage)
    card = await sent(alice, pair)
    for _ in range(2):
        await bob.presses("No, thanks", on=card)
    assert (await alice.sees("Bob: not this time", chat=pair)).id == card.id
    await alice.presses("Withdraw", on=await alice.sees("🙅 Bob can’t play this time. Others can still accept."))
    await alice.sees("✖️ Challenge withdrawn.", chat=pair)


async def test_an_invitation_is_shared_as_a_card(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    pair = await alice.meets(bob)
    cards = await alice.switches("Send to a friend", pair, on=invitation)
    assert cards.titles == ("Challenge: ⚔️ Duel · rated",)
    answer = await bob.presses("Accept", on=await alice.chooses(cards.results[0], pair))
    assert answer.url == link_in(invitation)
    await bob.opens(answer)
    await bob.sees("⚔️ Alice — Bob", chat=pair)
    message = await alice.sees("🤝 Bob accepted your challenge.")
    assert (message.id, message.buttons) == (invitation.id, ())


async def test_whoever_knows_the_bot_plays_at_one_press_and_those_that_are_forged_mean_nothing(stage: Stage) -> None:
    alice, bob, pair = await met(stage)
    await bob.send("/start")
    card = await sent(alice, pair)
    for data in ("1:take:" + "A" * 22, "1:play", "1:duel", "nonsense", "1:d:0123456789abcdef:0:1"):
        assert "out of date" in ((await bob.forges(data, on=card)).text or "")
    answer = await bob.forges(button_data(card, "Accept").replace("take", "accept"), on=card)
    assert (answer.url, matches_of(stage, alice, bob)) == (None, set())
    answer = await bob.presses("Accept", on=card)
    await bob.sees("⚔️ Alice — Bob", chat=pair)
    await bob.sees("🤫 Pick a secret:")
    await bob.sees("🤫 Pick a secret:", after=await bob.opens(answer))
    assert len(matches_of(stage, alice, bob)) == 1


@pytest.mark.parametrize("is_led", [True, False])
async def test_a_challenger_who_never_opened_the_bot_is_led_to_it_or_finds_it(stage: Stage, *, is_led: bool) -> None:
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    pair = await alice.meets(bob)
    cards = await alice.types_inline("", pair)
    assert cards.button is not None
    await accepts(bob, await alice.chooses(cards.card("Duel"), pair))
    await bob.sees(NOT_YET)
    if is_led:
        called = await alice.sees("🤝 Bob accepted! Alice, open me to start.", chat=pair)
        await alice.opens(await alice.presses("Start", on=called))
    else:
        greeting = await alice.sees("Hi, Alice", after=await alice.send("/start"))
        await alice.sees("🤫 Pick a secret:", after=greeting)
    await stage.after(bob.sees("⚔️ Alice — Bob", chat=pair))
    assert len(matches_of(stage, alice, bob)) == 1


async def test_how_a_match_ended_is_shared_by_whoever_played_it_alone(stage: Stage) -> None:
    alice, bob, pair = await met(stage)
    await choose_terms(alice, "⚔️ Duel", "🏁 Race")
    await accepts(bob, await sent(alice, pair, "Race"))
    await alice.sees("👉 Guess at your own pace")
    end = await talk(f"{position_of(stage, alice, bob).split()[2]} → 🏆 You won!", alice)
    carol = await stage.sandbox.person("Carol")
    other = await alice.meets(carol)
    (result,) = (await alice.switches("Share", other, on=end)).results
    assert (await alice.chooses(result, other)).text.startswith("⚔️ Alice — Bob")
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


# Another clock that runs: whoever has one reads of it before they accept or challenge, and when the game begins.

LIVE = "You’re in a game (90 s a guess): finish it first, or choose a slower clock. /games"


async def live(stage: Stage) -> Person:
    """Alice, who plays a game of 90 s a guess with somebody else."""
    alice, guest, invitation = await invited(stage)
    await stage.after(guest.presses("Accept", on=await offered(guest, invitation)))
    assert not [message for message in (*alice.messages(), *guest.messages()) if LIVE in message.text]
    return alice


async def invites(person: Person, *terms: str) -> Message:
    menu = await choose_terms(person, *terms, "Invite a friend")
    return await person.sees(WAITING, after=menu)


async def test_whoever_accepts_a_live_game_beside_another_reads_of_its_clock_first(
    stage: Stage,
) -> None:
    alice, carol = await live(stage), await stage.sandbox.person("Carol")
    invitation = await invites(carol, "1 day a guess", "90 s a guess", "unrated")
    offer = await alice.sees("Carol challenges you", after=await alice.opens(link_in(invitation)))
    assert LIVE in offer.text
    await stage.after(alice.presses("Accept", on=offer))
    assert len(matches_of(stage, alice, carol)) == 1
    assert LIVE in by_bot(alice)[-1].text, "the board as it begins"
    assert LIVE not in "".join(message.text for message in carol.messages()), "Carol plays nothing else"


async def test_whoever_challenges_while_a_clock_of_theirs_runs_reads_of_it_twice(
    stage: Stage,
) -> None:
    alice, carol = await live(stage), await stage.sandbox.person("Carol")
    invitation = await invites(alice)
    assert invitation.text.startswith(LIVE)
    offer = await carol.sees("Alice challenges you", after=await carol.opens(link_in(invitation)))
    await stage.after(carol.presses("Accept", on=offer))
    assert LIVE in by_bot(alice)[-1].text
    assert LIVE not in "".join(one.text for one in carol.messages())


async def test_an_old_link_and_a_friends_challenge_say_so_too(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    carol = await stage.sandbox.person("Carol")
    other = await invites(carol, "1 day a guess", "90 s a guess", "unrated")
    await stage.after(alice.presses("Accept", on=await offered_by(carol, alice, other)))
    await stage.after(bob.presses("Accept", on=await offered(bob, invitation)))
    assert LIVE in by_bot(alice, words="guess")[-1].text, "a link that was sent before the other game began"
    terms = "duel classic live rated"
    for me, rival in ((bob, carol), (carol, bob)):
        stage.bot.change("INSERT OR REPLACE INTO rivalries VALUES (?, ?, 1, 1, 9, ?)", me.id, rival.id, terms)
    friends_of_bob = await bob.sees("👥 Friends", after=await bob.send("/friends"))
    await bob.presses("Carol", on=friends_of_bob)
    await stage.after(bob.presses("Challenge", on=await bob.sees("👥 Carol")))
    assert LIVE in by_bot(bob)[-1].text
    assert LIVE in (await carol.sees("Bob challenges you")).text


async def offered_by(host: Person, guest: Person, invitation: Message) -> Message:
    return await guest.sees(f"{host.name} challenges you", after=await guest.opens(link_in(invitation)))


@pytest.mark.parametrize("clock", ["1 day a guess", "no clock"])
async def test_a_slow_game_beside_a_live_one_and_a_live_one_alone_begin_without_a_word(
    stage: Stage, clock: str
) -> None:
    alice, carol = await live(stage), await stage.sandbox.person("Carol")
    invitation = await invites(alice, "90 s a guess", clock)
    assert LIVE not in invitation.text
    await stage.after(carol.presses("Accept", on=await offered_by(alice, carol, invitation)))
    assert LIVE not in "".join(message.text for person in (alice, carol) for message in person.messages())


async def test_a_rematch_says_so_too(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    alice, bob = pair.both
    await pair.play("Bob: 0123\nAlice: 0123\nBob: /resign\nBob: [Yes]")
    over = screen(alice), screen(bob)
    carol = await stage.sandbox.person("Carol")
    offer = await alice.sees("Carol challenges you", after=await alice.opens(link_in(await invites(carol, *AT_ONCE))))
    await stage.after(alice.presses("Accept", on=offer))
    for person, end in zip((bob, alice), reversed(over), strict=True):
        await stage.after(person.presses("Rematch", on=end))
    assert len(matches_of(stage, alice, bob)) == 2
    assert LIVE in by_bot(alice)[-1].text
    assert LIVE not in by_bot(bob)[-1].text
