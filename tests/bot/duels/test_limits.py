"""How much one person may have open, and on which terms they play friends and strangers."""

import asyncio

import pytest

from bot.app.duels.model import Challenges
from bot.app.games.screens import ON_PAGE
from bot.app.messages import Chat, Said
from bot.app.model.game import CHALLENGES, LISTED, MATCHES, OFFERS
from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.card_players import dealt
from tests.bot.duels.challengers import choose_terms, invited, matches_of, offered
from tests.bot.duels.pairs import RACE, Pair, button_data, misses, paired, screen
from tests.bot.duels.seekers import LOOKING, lists, looks, looks_again, met, passes, posts, waiting
from tests.bot.inside import inside
from tests.bot.player import friends, talk

pytestmark = pytest.mark.asyncio(loop_scope="session")
ENOUGH = f"You have {MATCHES} games open, and that’s the limit. Finish one first: /games"
ENOUGH_CHALLENGES = f"You have {CHALLENGES} challenges waiting, and that’s the limit."
THEY_HAVE, SECRET_WANTED = "has too many games open. Try again later.", "🤫 Pick a secret:"
OF_THEIR_OWN = (("⚔️ Duel", "🎾 Race in turn"), ("90 s a guess", "1 h a guess"))


async def full(stage: Stage) -> tuple[Person, Pair]:
    """Alice, who plays as many matches as one may, one of them a race with Bob."""
    pair = await paired(stage, RACE)
    stored.copy_match(stage.bot, pair.alice.id, MATCHES - 1)
    return pair.alice, pair


async def fill(stage: Stage, person: Person, *choices: tuple[str, ...]) -> None:
    pair = await paired(stage, *(choices or (RACE,)))
    stored.give_seats(stage.bot, pair.alice.id, person.id)
    stored.copy_match(stage.bot, person.id, MATCHES - 1)


def copies(stage: Stage, person: Person, count: int, state: str = "open") -> None:
    one = "(SELECT * FROM challenges WHERE person_id = ? AND body ->> 'state' = ? LIMIT 1)"
    columns = "person_id, 1, made_at - number, expires_at, body, revision"
    into = "INSERT INTO challenges (token, person_id, is_open, made_at, expires_at, body, revision)"
    like = f"{into} {stored.COUNTED}SELECT printf('%022d', ? + number), {columns} FROM {one}, counted"
    stage.bot.change(like, count, person.id * 1000, person.id, state)


async def menu_of(person: Person) -> Message:
    return await person.sees("A game for two", after=await person.send("/duel"))


async def told(person: Person, button: str, on: Message) -> str:
    answer = await person.presses(button, on=on)
    assert answer.alert
    return answer.text or ""


async def test_whoever_plays_enough_begins_nothing_more_and_is_told_why(stage: Stage) -> None:
    alice, pair = await full(stage)
    await talk(f"/match classic club → {ENOUGH}", alice)
    for press in ("Invite a friend", "Find a rival"):
        assert ENOUGH in await told(alice, press, await menu_of(alice))
    assert ENOUGH in ((await alice.presses("Challenge everybody", on=await lists(alice))).text or "")
    assert alice.id not in await waiting(stage)
    assert stored.running_matches(stage.bot, alice.id) == MATCHES
    group = await stage.sandbox.group("Chess club", alice, pair.bob)
    await alice.send("/duel", chat=group)
    await pair.bob.sees(f"Alice: {ENOUGH}", chat=group)  # there it is said whom it is for
    stored.end_copies(stage.bot, alice.id, most=1)
    await alice.sees(SECRET_WANTED, after=await alice.send("/match classic club"))


async def test_a_challenge_by_link_waits_until_both_may_play(stage: Stage) -> None:
    host, guest, invitation = await invited(stage)
    offer = await offered(guest, invitation)
    await fill(stage, guest)
    busy = await talk(f"[Accept] → {ENOUGH}", guest, on=offer)
    assert matches_of(stage, host, guest) == set()
    stored.end_copies(stage.bot, guest.id, most=1)
    await fill(stage, host)
    await guest.presses("Accept", on=busy)
    await guest.presses("No, thanks", on=await guest.sees(f"Alice {THEY_HAVE}"))
    await guest.sees("You declined Alice’s challenge. Another time!")
    stored.end_copies(stage.bot, host.id, most=1)
    await talk(f"[Accept] → {SECRET_WANTED}", guest, on=await offered(guest, invitation))


@pytest.mark.parametrize("button", ["Accept", "Play here"])
async def test_a_card_waits_as_well(stage: Stage, button: str) -> None:
    on = await dealt(stage)
    await fill(stage, on.alice)
    assert f"Alice {THEY_HAVE}" in await on.told(on.bob, button)
    cards = await on.alice.types_inline("", on.chat)
    assert len(cards.titles) == 1
    assert cards.button is not None
    assert cards.titles[0].startswith("📅 Code of the day #")  # whichever day it is by now
    stored.end_copies(stage.bot, on.alice.id, most=1)
    await on.bob.presses("Play here", on=on.card)
    await on.seen("Alice — Bob")


async def test_nobody_is_paired_with_whoever_plays_enough_nor_takes_their_challenge_to_all(own_stage: Stage) -> None:
    one = await looks(own_stage, "One")
    await one.sees(LOOKING)
    await fill(own_stage, one, *OF_THEIR_OWN)
    two = await looks(own_stage, "Two")
    assert (await waiting(own_stage), met(own_stage, one, two)) == ({one.id, two.id}, 0)
    passes(own_stage, one, 2.0)
    await one.sees("Search over")
    assert await waiting(own_stage) == {two.id}
    own_stage.bot.change("DELETE FROM seeks")
    host, guest = await posts(own_stage, "Host"), await own_stage.sandbox.person("Guest")
    listed = await lists(guest, "Open challenges")
    await fill(own_stage, host, *OF_THEIR_OWN)
    assert (await guest.presses("▶️ Host", on=listed)).text == "They’ve stopped looking"
    assert met(own_stage, host, guest) == 0


async def test_a_rematch_waits_until_both_may_play(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await pair.play("Bob: [Cancel]\nBob: [✖️ Yes, cancel]")
    end = screen(pair.alice)
    stored.reopen_matches(stage.bot, pair.alice.id)
    stored.copy_match(stage.bot, pair.alice.id, MATCHES - 1)
    assert ENOUGH in await told(pair.alice, "Rematch", end)
    assert f"Alice {THEY_HAVE}" in ((await pair.bob.presses("Rematch", on=screen(pair.bob))).text or "")


async def test_so_many_challenges_wait_and_no_more(stage: Stage) -> None:
    alice, _, invitation = await invited(stage)
    copies(stage, alice, CHALLENGES - 1)
    menu = await menu_of(alice)
    for button in ("⚙️ Terms", "⚔️ Duel", "🏁 Race"):
        await alice.presses(button, on=menu)
    assert ENOUGH_CHALLENGES in ((await alice.presses("Invite a friend", on=menu)).text or "")
    await alice.presses("Withdraw", on=invitation)
    await alice.presses("Invite a friend", on=menu)
    await alice.sees("✉️ Your challenge is waiting for a friend.", after=menu)


async def test_a_card_that_was_sent_becomes_a_challenge_once_there_is_room(stage: Stage) -> None:
    on = await dealt(stage)
    play = button_data(on.card, "Play here")  # as it was sent, whatever Telegram's report has made of it since
    await talk("/start → Alice", on.alice)
    await on.alice.presses("Invite a friend", on=await menu_of(on.alice))
    invitation = await on.alice.sees("✉️ Your challenge is waiting for a friend.")
    await stage.quiet()
    stage.bot.change("DELETE FROM challenges WHERE person_id = ? AND body ->> 'card' IS NOT NULL", on.alice.id)
    copies(stage, on.alice, CHALLENGES - 1)
    answers = [await person.forges(play, on=on.card) for person in (on.bob, on.alice)]
    assert "Alice has too many challenges waiting. Try again later." in (answers[0].text or "")
    assert ENOUGH_CHALLENGES in (answers[1].text or "")
    await on.alice.presses("Withdraw", on=invitation)
    await on.bob.forges(play, on=on.card)
    await on.seen("Alice — Bob")


async def test_what_inline_mode_offers_does_not_grow(stage: Stage) -> None:
    on = await dealt(stage)
    for variant in ("3 digits", "5 digits", "6 digits", "4 digits, no zero"):
        await choose_terms(on.alice, "🎯", variant)
        await on.alice.types_inline("", on.chat)
    copies(stage, on.alice, OFFERS, state="unsent")
    await choose_terms(on.alice, "🎯", "🔢 Digits", "4 digits, may repeat")
    await on.alice.types_inline("", on.chat)
    query = "SELECT count(*) FROM challenges WHERE person_id = ? AND is_open = 1 AND body ->> 'state' = 'unsent'"
    assert stage.bot.rows(query, on.alice.id) == [(OFFERS,)]


async def test_somebody_with_a_thousand_matches_from_before_can_play_them(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    alice = pair.alice
    stored.copy_match(stage.bot, alice.id, 1000)
    first = await talk("/games → Page 1 of 8", alice)
    assert "… and 971 more, shown as others end" in first.text
    assert len(first.text) < 4096
    assert [button for button in first.buttons if "Race" in button] == [first.buttons[0]] * ON_PAGE
    for button, page in (*[("›", page) for page in (2, 3, 4, 5, 6, 7, 8, 1)], ("‹", 8)):
        await alice.presses(button, on=first)
        assert (await alice.sees(f"Page {page} of 8")).id == first.id, "it is turned in place"
    stored.end_copies(stage.bot, alice.id)
    await alice.presses("›", on=first)
    await alice.sees("🎮 Your games\n\n👉", chat=None)
    (alone,) = misses(1, pair.secret())
    await pair.play(f"Alice: {alone} → {alone}")


async def test_the_question_which_game_is_meant_is_turned_too(stage: Stage) -> None:
    alice, pair = await full(stage)
    stored.forget_focus(stage.bot, alice.id)
    (code,) = misses(1, pair.secret())
    asked = await talk(f"{code} → Which one is", alice)
    assert f"“{code}”" in asked.text
    assert len(asked.buttons) == LISTED + 2
    turned = await talk("[›] → Page 2 of 4", alice, on=asked)
    assert turned.id == asked.id
    assert f"“{code}”" in turned.text
    await talk(f"[Race] → 1. {code}", alice, on=turned)


async def test_challenges_in_many_groups_at_once_are_no_more_than_one_may_have() -> None:
    async with inside(None, Chat(-1000)) as bot:
        groups = [Chat(-1000 - number) for number in range(70)]
        said = [Said(10_000 + at, chat, bot.person, 1, "/duel@BullsBot", to_bot=True) for at, chat in enumerate(groups)]
        await asyncio.gather(*map(bot.worker.run, said))
        assert len(await bot.store.run(lambda work: work.of(Challenges).open_of(bot.person.id))) == CHALLENGES


WITH_FRIENDS, IN_LOBBY = "⚔️ Duel · 4 digits · 1 day a guess · unrated", "⚔️ Duel · 4 digits · 90 s a guess · rated"


async def menu_tells(person: Person, with_friend: str, in_lobby: str) -> None:
    text = (await menu_of(person)).text
    assert f"With a friend: {with_friend}" in text
    assert f"In the lobby: {in_lobby}" in text


async def test_a_first_game_by_a_friends_link_costs_no_rating(stage: Stage) -> None:
    pair = Pair(stage, await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob"))
    await choose_terms(pair.alice, "Invite a friend")
    invitation = await pair.alice.sees("is waiting for a friend")
    await stage.after(pair.bob.presses("Accept", on=await offered(pair.bob, invitation)))
    assert WITH_FRIENDS in screen(pair.bob).text
    await pair.keep("0123", "4567")
    await pair.play("First: 8901\nSecond: /resign\nSecond: [Yes, resign]\nFirst: → resigned: you won")
    ids = [person.id for person in pair.both]
    assert stage.bot.rows("SELECT is_rated FROM results WHERE person_id IN (?, ?)", *ids) == [(0,), (0,)]
    assert stage.bot.rows("SELECT person_id FROM ratings WHERE person_id IN (?, ?)", *ids) == []
    await (await paired(stage)).play("Bob: → · rated & 90 s a guess")  # which a game with a friend may be


async def test_each_is_changed_on_a_page_of_its_own_and_a_link_keeps_those_it_was_made_on(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await menu_tells(alice, WITH_FRIENDS, IN_LOBBY)
    await choose_terms(alice, *RACE, "4 digits", "3 digits", "1 day a guess", "1 h a guess")
    chosen = "🏁 Race · 3 digits · 1 h a guess · unrated"
    await menu_tells(alice, chosen, IN_LOBBY)
    await choose_terms(alice, "⚙️", "90 s a guess", "1 h a guess", "rated", "⚔️ Duel", "⚡ Sudden death")
    await alice.sees("🏟 A rival from the lobby")
    await menu_tells(alice, chosen, "⚡ Sudden death · 4 digits · 1 h a guess · unrated")
    await choose_terms(alice, "⚙️", "⚡ Sudden death", "✓ ⚡ Sudden death", "‹ Back", "Invite a friend")
    invitation = await alice.sees("is waiting for a friend")
    await choose_terms(alice, "🏁 Race", "⚔️ Duel", "1 h a guess", "no clock")
    assert chosen in (await offered(await stage.sandbox.person("Bob"), invitation)).text


async def test_the_lobby_leads_to_its_terms_which_replace_the_wish_and_no_others_count(lobby: Stage) -> None:
    ann, bob = await lobby.sandbox.person("Ann"), await lobby.sandbox.person("Bob")
    await choose_terms(ann, *RACE, "4 digits", "6 digits")
    listed = await lists(ann, f"Your terms here: {IN_LOBBY}")
    await ann.presses("⚙️", on=listed)
    page = await ann.sees("🏟 A rival from the lobby", after=listed)
    for button in ("90 s a guess", "1 h a guess", "🔎"):
        await ann.presses(button, on=page)
    await ann.sees(f"{LOOKING}…\n⚔️ Duel · 4 digits · 1 h a guess")
    await looks_again(bob)
    text = (await bob.sees(LOOKING)).text
    assert IN_LOBBY in text
    assert "1 other is looking too" in text
    assert await waiting(lobby) == {ann.id, bob.id}
    await choose_terms(ann, "⚙️", "1 h a guess", "90 s a guess", "🔎")
    for person in (ann, bob):
        assert IN_LOBBY in (await person.sees("🆚")).text


async def test_a_challenge_in_a_group_and_a_card_are_games_with_friends(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    await choose_terms(alice, "⚙️", "90 s a guess", "1 h a guess")
    await alice.send("/duel", chat=group)
    assert WITH_FRIENDS in (await bob.sees("Who wants to play Alice?", chat=group)).text
    cards = await alice.types_inline("", group)
    assert WITH_FRIENDS in (await alice.chooses(cards.results[0], group)).text
    assert [card.title.rpartition(" · ")[2] for card in cards.results[:3]] == ["unrated", "unrated", "rated"]


async def test_a_menu_of_before_chooses_for_friends(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    menu = await menu_of(alice)
    for data in ("1:clock:live", "1:rated:yes", "1:variant:words-en-5-repeats"):
        await alice.forges(data, on=menu)
    text = (await menu_of(alice)).text
    assert "With a friend: ⚔️ Duel" in text
    assert "90 s a guess · rated" in text.partition("🔎")[0]
    assert f"In the lobby: {IN_LOBBY}" in text


async def test_what_an_older_version_kept_holds_for_friends_as_for_the_lobby(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await choose_terms(alice, "unrated")
    stage.bot.change("UPDATE people SET lobby_choice = NULL WHERE person_id = ?", alice.id)
    await menu_tells(alice, *["⚔️ Duel · 4 digits · 1 day a guess · rated"] * 2)
