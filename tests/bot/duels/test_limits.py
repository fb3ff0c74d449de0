"""How much one person may have open: whoever has that much is told so kindly, whichever way."""

import pytest

from bot.app.model.game import CHALLENGES, LISTED, MATCHES, OFFERS
from sandbox.client import Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.card_players import dealt
from tests.bot.duels.challengers import choose_terms, invited, link_in, matches_of
from tests.bot.duels.crowded import ends_one, plays, running
from tests.bot.duels.pairs import RACE, Pair, misses, paired, screen
from tests.bot.duels.seekers import LOOKING, looks, met, passes, posts, waiting

pytestmark = pytest.mark.asyncio(loop_scope="session")
ENOUGH = f"You have {MATCHES} games open, and that’s the limit. Finish one first: /games"
THEY_HAVE = "has too many games open. Try again later."


async def full(stage: Stage, language: str = "en") -> tuple[Person, Pair]:
    """Alice, who plays as many matches as one may, one of them a race with Bob."""
    pair = await paired(stage, RACE, languages=(language, language))
    plays(stage, pair.alice, MATCHES - 1)
    return pair.alice, pair


async def test_whoever_plays_enough_begins_nothing_more_and_is_told_why(stage: Stage) -> None:
    alice, _ = await full(stage)
    await alice.send("/match classic club")
    await alice.sees(ENOUGH)
    for press in ("Invite a friend", "Find a rival"):
        asked = await alice.send("/duel")
        answer = await alice.presses(press, on=await alice.sees("A game for two", after=asked))
        assert (answer.alert, ENOUGH in (answer.text or "")) == (True, True), press
    await alice.send("/lobby")
    answer = await alice.presses("Challenge everybody", on=await alice.sees("🏟 Lobby"))
    assert ENOUGH in (answer.text or "")
    assert alice.id not in await waiting(stage)
    assert running(stage, alice) == MATCHES
    ends_one(stage, alice)
    asked = await alice.send("/match classic club")
    await alice.sees("🤫 Pick a secret:", after=asked)


async def test_in_a_group_it_is_said_whom_it_is_for(stage: Stage) -> None:
    alice, pair = await full(stage)
    group = await stage.sandbox.group("Chess club", alice, pair.bob)
    await alice.send("/duel", chat=group)
    await pair.bob.sees(f"Alice: {ENOUGH}", chat=group)


async def test_a_challenge_by_link_waits_until_both_may_play(stage: Stage) -> None:
    host, guest, invitation = await invited(stage)
    other = await paired(stage, RACE)
    await guest.opens(link_in(invitation))
    offer = await guest.sees("Alice challenges you")
    stored.give_seats(stage.bot, other.bob.id, guest.id)
    plays(stage, guest, MATCHES - 1)
    await guest.presses("Accept", on=offer)
    busy = await guest.sees(ENOUGH)
    assert matches_of(stage, host, guest) == set()
    ends_one(stage, guest)
    await guest.presses("Accept", on=busy)
    await guest.sees("🤫 Pick a secret:")


async def test_whoever_accepts_a_challenge_by_somebody_who_plays_enough_hears_so(stage: Stage) -> None:
    host, guest, invitation = await invited(stage)
    pair = await paired(stage, RACE)
    stored.give_seats(stage.bot, pair.alice.id, host.id)
    plays(stage, host, MATCHES - 1)
    await guest.opens(link_in(invitation))
    await guest.presses("Accept", on=await guest.sees("Alice challenges you"))
    busy = await guest.sees(f"Alice {THEY_HAVE}")
    await guest.presses("No, thanks", on=busy)
    await guest.sees("You declined Alice’s challenge. Another time!")


@pytest.mark.parametrize("button", ["Accept", "Play here"])
async def test_a_card_waits_as_well(stage: Stage, button: str) -> None:
    on = await dealt(stage)
    other = await paired(stage, RACE)
    stored.give_seats(stage.bot, other.alice.id, on.alice.id)
    plays(stage, on.alice, MATCHES - 1)
    answer = await on.bob.presses(button, on=on.card)
    assert (answer.alert, f"Alice {THEY_HAVE}" in (answer.text or "")) == (True, True)
    cards = await on.alice.types_inline("", on.chat)
    assert (cards.titles, cards.button is not None) == (("📅 Code of the day #1",), True)
    ends_one(stage, on.alice)
    await on.bob.presses("Play here", on=on.card)
    await on.seen("Alice — Bob")


async def test_nobody_is_paired_with_somebody_who_plays_enough(own_stage: Stage) -> None:
    one = await looks(own_stage, "One")
    await one.sees(LOOKING)
    pair = await paired(own_stage, ("⚔️ Duel", "🎾 Race in turn"), ("90 s a guess", "1 h a guess"))
    stored.give_seats(own_stage.bot, pair.alice.id, one.id)
    plays(own_stage, one, MATCHES - 1)
    two = await looks(own_stage, "Two")
    assert await waiting(own_stage) == {one.id, two.id}
    assert met(own_stage, one, two) == 0
    passes(own_stage, one, 2.0)
    await one.sees("Search over")
    assert await waiting(own_stage) == {two.id}


async def test_a_challenge_to_everybody_by_somebody_who_plays_enough_is_not_listed(own_stage: Stage) -> None:
    host = await posts(own_stage, "Host")
    guest = await own_stage.sandbox.person("Guest")
    await guest.send("/lobby")
    listed = await guest.sees("Open challenges")
    pair = await paired(own_stage, ("⚔️ Duel", "🎾 Race in turn"), ("90 s a guess", "1 h a guess"))
    stored.give_seats(own_stage.bot, pair.alice.id, host.id)
    plays(own_stage, host, MATCHES - 1)
    answer = await guest.presses("▶️ Host", on=listed)
    assert answer.text == "They’ve stopped looking"
    assert met(own_stage, host, guest) == 0


async def test_a_rematch_waits_until_both_may_play(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await pair.bob.presses("Cancel")
    await pair.bob.presses("✖️ Yes, cancel")
    await stage.quiet()
    end = screen(pair.alice)
    stored.reopen_matches(stage.bot, pair.alice.id)
    plays(stage, pair.alice, MATCHES - 1)
    answer = await pair.alice.presses("Rematch", on=end)
    assert (answer.alert, ENOUGH in (answer.text or "")) == (True, True)
    answer = await pair.bob.presses("Rematch", on=screen(pair.bob))
    assert f"Alice {THEY_HAVE}" in (answer.text or "")


async def test_so_many_challenges_wait_and_no_more(stage: Stage) -> None:
    alice, _, invitation = await invited(stage)
    copies(stage, alice, CHALLENGES - 1)
    asked = await alice.send("/duel")
    menu = await alice.sees("A game for two", after=asked)
    await alice.presses("⚔️ Duel", on=menu)
    await alice.presses("🏁 Race", on=menu)
    answer = await alice.presses("Invite a friend", on=menu)
    assert f"You have {CHALLENGES} challenges waiting, and that’s the limit." in (answer.text or "")
    await alice.presses("Withdraw", on=invitation)
    await alice.presses("Invite a friend", on=menu)
    await alice.sees("✉️ Your challenge is waiting for a friend.", after=asked)


async def test_a_card_that_was_sent_becomes_a_challenge_once_there_is_room(stage: Stage) -> None:
    on = await dealt(stage)
    await on.alice.send("/start")
    await on.alice.sees("Alice")
    asked = await on.alice.send("/duel")
    await on.alice.presses("Invite a friend", on=await on.alice.sees("A game for two", after=asked))
    invitation = await on.alice.sees("✉️ Your challenge is waiting for a friend.")
    copies(stage, on.alice, CHALLENGES - 1)
    stage.bot.change("DELETE FROM challenges WHERE person_id = ? AND body ->> 'card' IS NOT NULL", on.alice.id)
    answer = await on.bob.presses("Play here", on=on.card)
    assert "Alice has too many challenges waiting. Try again later." in (answer.text or "")
    answer = await on.alice.presses("Play here", on=on.card)
    assert f"You have {CHALLENGES} challenges waiting, and that’s the limit." in (answer.text or "")
    await on.alice.presses("Withdraw", on=invitation)
    await on.bob.presses("Play here", on=on.card)
    await on.seen("Alice — Bob")


async def test_what_inline_mode_offers_does_not_grow(stage: Stage) -> None:
    on = await dealt(stage)
    for variant in ("3 digits", "5 digits", "6 digits", "4 digits, no zero"):
        asked = await on.alice.send("/duel")
        menu = await on.alice.sees("A game for two", after=asked)
        await on.alice.presses("🎯", on=menu)
        await on.alice.presses(variant, on=menu)
        await on.alice.types_inline("", on.chat)
    copies(stage, on.alice, OFFERS, state="unsent")
    await choose_terms(on.alice, "🎯", "🔢 Digits", "4 digits, may repeat")
    await on.alice.types_inline("", on.chat)
    query = "SELECT count(*) FROM challenges WHERE person_id = ? AND is_open = 1 AND body ->> 'state' = 'unsent'"
    assert stage.bot.rows(query, on.alice.id) == [(OFFERS,)]


def copies(stage: Stage, person: Person, count: int, state: str = "open") -> None:
    """So many more challenges like one of theirs wait."""
    stage.bot.change(
        "INSERT INTO challenges (token, person_id, is_open, made_at, expires_at, body, revision) "
        f"{stored.COUNTED}"
        "SELECT printf('%022d', ? + number), person_id, 1, made_at - number, expires_at, body, revision "
        "FROM (SELECT * FROM challenges WHERE person_id = ? AND body ->> 'state' = ? LIMIT 1), counted",
        count, person.id * 1000, person.id, state,
    )  # fmt: skip


async def test_somebody_with_a_thousand_matches_from_before_can_play_them(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    alice = pair.alice
    plays(stage, alice, 1000)
    await alice.send("/games")
    first = await alice.sees("Page 1 of 4")
    assert "… and 971 more, shown as others end" in first.text
    assert [button for button in first.buttons if "Race" in button] == [first.buttons[0]] * LISTED
    assert len(first.text) < 4096
    for page in ("Page 2 of 4", "Page 3 of 4", "Page 4 of 4", "Page 1 of 4"):
        await alice.presses("›", on=first)
        turned = await alice.sees(page)
        assert turned.id == first.id, "it is turned in place"
    await alice.presses("‹", on=first)
    last = await alice.sees("Page 4 of 4")
    stored.end_copies(stage.bot, alice.id)
    await alice.presses("›", on=last)
    await alice.sees("🎮 Your games\n\n👉", chat=None)
    alone = misses(1, pair.secret())[0]
    await pair.guess(alice, alone)
    assert alone in screen(alice).text


async def test_the_question_which_game_is_meant_is_turned_too(stage: Stage) -> None:
    alice, pair = await full(stage)
    stored.forget_focus(stage.bot, alice.id)
    code = misses(1, pair.secret())[0]
    await alice.send(code)
    asked = await alice.sees("Which one is")
    assert f"“{code}”" in asked.text
    assert len(asked.buttons) == LISTED + 2
    await alice.presses("›", on=asked)
    turned = await alice.sees("Page 2 of 4")
    assert (turned.id, f"“{code}”" in turned.text) == (asked.id, True)
    await alice.presses("Race", on=turned)
    await alice.sees(f"1. {code}")
