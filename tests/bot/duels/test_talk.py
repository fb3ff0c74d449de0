"""Those who play or look for a rival can talk: never a code, never to whoever does not want it, and not too loud."""

import json
from collections.abc import Awaitable
from typing import Any

import pytest
import pytest_asyncio

from sandbox.client import Message, Person
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import RACE, VOLLEY, Pair, kept, misses, paired, screen
from tests.bot.duels.seekers import looks
from tests.bot.duels.talkers import heard, presses, says
from tests.bot.player import by_bot

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def strangers(lobby: Stage) -> Pair:
    return Pair(lobby, *[await lobby.after(looks(lobby, name)) for name in ("Alice", "Bob")])


async def test_friends_just_write_and_it_stays_in_its_order(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    before = screen(pair.alice).id
    await says(pair, pair.alice, "Хай щастить, Bob! <3")
    await says(pair, pair.bob, "thanks 😀")
    for text in ("one...", "two...", "three..."):
        said = await pair.alice.send(text)
    await stage.quiet()
    await stage.after(pair.alice.edits(said, "something else"))  # which is not passed on again
    assert heard(pair.bob) == [f"💬 Alice: {text}" for text in ("Хай щастить, Bob! <3", "one...", "two...", "three...")]
    assert heard(pair.alice) == ["💬 Bob: thanks 😀"]
    assert screen(pair.alice).id == before
    tempting = "try /resign or #this, and/or a:b <b>bold</b>"
    await says(pair, pair.alice, tempting)
    answer = by_bot(pair.bob, words="💬 Alice: try")[0]
    assert (answer.entities, answer.text.replace("\u2060", "")) == ((), f"💬 Alice: {tempting}"), "none can be tapped"
    assert pair.position().endswith("|")


CODES = ("012", "01234", "01a3", "0 1 2", "ok, 0123", "абвг", "O123", "🔢 0123?")
LINKS = ("look: https://example.org", "I am @somebody", "example.com is good")


@pytest.mark.parametrize("text", [*CODES, *LINKS])
async def test_what_may_be_a_code_or_a_link_is_never_passed_on(stage: Stage, text: str) -> None:
    pair = await paired(stage, RACE)
    told = "🆚\nAlice: /say {0} → looks like a code" if text in CODES else "Not passed on: it has a link"
    await pair.play(f"Alice: {text} → {told.format(text)}")
    assert heard(pair.bob) == []


async def test_whoever_says_too_much_is_not_passed_on(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    for _ in range(7):
        await pair.alice.send("hello!")
    await pair.play("Alice: → Not so fast\nBob: hello yourself")
    assert (len(heard(pair.bob)), len(heard(pair.alice))) == (5, 1)


async def test_where_words_are_codes_talk_is_marked(stage: Stage) -> None:
    pair = await paired(stage, RACE, ("4 digits", "Words", "English words of 4 letters"))
    await pair.play("Alice: good luck → To say something to your rival: /say hello")
    assert heard(pair.bob) == []
    await pair.play("Alice: /say good luck\nAlice: /say luck\nAlice: /say → /say hello")
    assert heard(pair.bob) == ["💬 Alice: good luck"]


def reactions(person: Person) -> dict[int, str | None]:
    return {message.id: message.reaction for message in person.messages()}


async def test_strangers_send_reactions_until_both_switch_talk_on(strangers: Pair) -> None:
    alice, bob = strangers.both
    await strangers.play("Alice: hello there → 💬 Not passed on: you’ve just met. Text reaches")
    assert heard(bob) == []
    assert await presses(strangers, alice, "💬", "👏") == "👏 → Bob"
    assert heard(bob) == ["💬 Alice: 👏"]
    await strangers.play("Alice: [💬 Turn chat on]\nBob: → 💬 Alice wants to chat.")
    said = await strangers.stage.after(alice.send("hello there"))
    assert len(heard(bob)) == 1
    assert reactions(alice)[said.id] is None
    await strangers.play("""
        Bob: [💬 Chat too] → Just write ∌ wants to chat
        Alice: → 💬 Bob turned chat on too: just write. ∌ will hear that you want to chat.
    """)
    said = await strangers.stage.after(alice.send("hello there"))
    assert heard(bob)[-1] == "💬 Alice: hello there"
    assert next(message for message in alice.messages() if message.id == said.id).reaction == "🕊", (
        "whoever wrote sees that it was passed on"
    )
    await presses(strangers, bob, "💬", "💬 Turn chat off")
    assert "👏" not in " ".join(screen(bob).buttons), "the buttons of the game are back"
    assert screen(bob).text.count("wants to chat") == 1
    await says(strangers, alice, "are you there?")
    assert heard(bob)[-1] == "💬 Alice: hello there"
    before = (await strangers.play("Alice: /resign\nAlice: [Yes]")).id
    await presses(strangers, bob, "💬", "💬 Turn chat on")
    assert screen(alice).id == before, "after the game a wish is a message of its own"


async def test_whoever_is_muted_is_not_heard_and_knows_it(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    deaf = "isn’t listening right now; this wasn’t passed on."
    await pair.play(f"Bob: [💬]\nBob: [Mute]\nAlice: hello → {deaf}\nAlice: [💬]\nAlice: [👍] ‼ {deaf}")
    assert heard(pair.bob) == []
    await pair.play("Bob: [Unmute]\nBob: [Back]\nAlice: [👍]")
    assert heard(pair.bob) == ["💬 Alice: 👍"]
    await pair.guess(pair.alice, pair.secret())
    assert await presses(pair, pair.bob, "💬", "🤝") == "🤝 → Alice", "after the game as well"
    assert heard(pair.alice) == ["💬 Bob: 🤝"]
    await pair.play("Bob: [Back] → Rematch")


async def test_where_a_move_arrives_the_buttons_for_talk_give_way(stage: Stage) -> None:
    pair = await paired(stage, VOLLEY)
    await pair.play(f"Second: [💬] → [👏]\nFirst: {misses(1, pair.secret())[0]}\nSecond: ∌ [👏]")


async def test_who_is_blocked_is_never_met_again_until_unblocked(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    blocked = ("SELECT 1 FROM blocks WHERE person_id = ? AND blocked_id = ?", pair.bob.id, pair.alice.id)
    await presses(pair, pair.bob, "💬", "Block")
    assert "Block Alice? You won’t meet again or hear from them. This game goes on." in screen(pair.bob).text
    assert stage.bot.rows(*blocked) == []
    assert "You won’t meet Alice again or hear from them." in await presses(pair, pair.bob, "Block")
    assert stage.bot.rows(*blocked) == [(1,)]
    await says(pair, pair.alice, "hello")
    assert heard(pair.bob) == []
    listed = await pair.bob.sees("anguage", after=await pair.bob.send("/settings"))
    await pair.bob.presses("Blocked people", on=listed)
    assert (await pair.bob.presses("Alice", on=await pair.bob.sees("People you’ve blocked"))).text == "Unblocked"
    await pair.bob.sees("⛔ You haven’t blocked anybody.")
    assert stage.bot.rows(*blocked) == []


async def test_who_is_blocked_asks_for_no_other_match(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await pair.play("Bob: /resign\nBob: [✖️ Yes, cancel]")
    await presses(pair, pair.bob, "💬", "Block", "Block")
    before = pair.bob.messages()[-1].id
    assert "would rather not play again" in await presses(pair, pair.alice, "Rematch")
    assert pair.bob.messages()[-1].id == before
    assert "You won’t meet Alice again or hear from them." in await presses(pair, pair.bob, "Back", "Rematch")
    await presses(pair, pair.bob, "💬", "Unblock", "Back", "Rematch")
    await stage.after(pair.alice.presses("Yes, again"))
    assert "Yes, again" not in pair.alice.messages()[-1].buttons
    assert [screen(person).buttons[-1] for person in pair.both] == ["✖️ Cancel"] * 2


async def test_what_is_complained_of_is_kept_as_it_was_said(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await pair.play("Bob: [💬]\nBob: [Report] ‼ hasn’t said anything here yet.")
    await pair.play("Alice: you are bad\nAlice: very bad\nBob: oh")
    query = "SELECT about_id, said FROM reports WHERE person_id = ?"
    await presses(pair, pair.bob, "Report", "Back", "Report")
    assert stage.bot.rows(query, pair.bob.id) == []
    assert "goes to the people who run this bot" in await presses(pair, pair.bob, "Report")
    ((about, said),) = stage.bot.rows(query, pair.bob.id)
    assert (about, json.loads(said)) == (pair.alice.id, ["you are bad", "very bad"])


async def chooses(person: Person, *buttons: str) -> None:
    menu = await person.sees("notifications", after=await person.send("/settings"))
    for button in buttons:
        await person.presses(button, on=menu)


async def silences(stage: Stage, doing: Awaitable[Any], *people: Person) -> list[list[bool]]:
    """Of each message that each of them is sent by that, whether it comes without a sound."""

    async def sent() -> list[list[bool]]:
        await stage.quiet()
        calls = [call["parameters"] for call in await stage.sandbox.calls("sendMessage")]
        return [
            [bool(call.get("disable_notification")) for call in calls if call["chat_id"] == who.id] for who in people
        ]

    before = await sent()
    await doing
    return [now[len(then) :] for now, then in zip(await sent(), before, strict=True)]


async def test_talk_that_does_not_ring_comes_all_the_same_and_turns_and_results_are_apart(stage: Stage) -> None:
    pair, first, second = await kept(stage)
    await chooses(second, "🔔 Chat")
    assert await silences(stage, first.send("hello there"), second) == [[True]]
    assert heard(second)[-1].endswith("hello there")
    own, theirs = await silences(stage, pair.guess(first, "8901"), first, second)
    assert (own[-1], theirs) == (True, [False]), "one’s own board does not ring"
    await chooses(second, "🔕 Chat")
    assert await silences(stage, first.send("hello again"), second) == [[False]]
    await chooses(second, "🔔 Turns")
    _, miss, another = misses(3, "0123", "4567")
    await pair.guess(second, miss)
    assert await silences(stage, pair.guess(first, miss), second) == [[True]]
    await pair.play(f"Second: {another}\nFirst: (secret)")
    await chooses(first, "🔔 Results")
    own, theirs = await silences(stage, pair.guess(second, "0192"), second, first)
    assert not own[0]
    assert theirs[0]


async def test_in_quiet_hours_of_ones_own_nothing_rings_and_out_of_them_everything_does(stage: Stage) -> None:
    pair, first, second = await kept(stage)
    await chooses(second, "🌙", "22–8", "2")
    for doing in (pair.guess(first, "8901"), first.send("hello there")):
        assert await silences(stage, doing, second) == [[True]]
    await chooses(second, "🌙", "15")
    assert await silences(stage, first.send("hello again"), second) == [[False]]
    await chooses(second, "🔔 Turns", "🔔 Chat", "🔔 Results")
    (theirs,) = await silences(stage, pair.guess(second, "8901"), first)
    assert not all(theirs)


@pytest.fixture
def silent(stage: Stage) -> Stage:
    """Nobody is in the room, and nothing has been said."""
    for table in ("remarks", "listeners", "reports"):
        stage.bot.change(f"DELETE FROM {table}")
    return stage


def room(person: Person) -> Message:
    return [message for message in person.messages() if message.by_bot and message.text.startswith("🗣")][-1]


def lines(*people: Person) -> list[list[str]]:
    texts = [room(person).text.split("\n\n")[1].splitlines() for person in people]
    return [[line for line in text if ": " in line] for text in texts]


async def presses_there(stage: Stage, person: Person, *buttons: str) -> str:
    answer = None
    for button in buttons:
        answer = await stage.after(person.presses(button, on=room(person)))
    return (answer and answer.text) or ""


async def comes_in(stage: Stage, *names: str, language: str = "en", joins: bool = True) -> list[Person]:
    people = [await stage.sandbox.person(name, language) for name in names]
    for person in people:
        asked = await person.send("/lobby")
        await stage.after(person.presses("🗣", on=await person.sees("🏟", after=asked)))
        await presses_there(stage, person, *(("🗣",) if joins else ()))
    return people


async def test_the_room_is_off_until_joined_and_after_leaving_and_what_is_said_rings_nobody(silent: Stage) -> None:
    (alice,), (bob,) = await comes_in(silent, "Alice"), await comes_in(silent, "Bob", joins=False)
    await silent.after(alice.send("hello everybody"))
    assert "hello everybody" not in bob.transcript()
    await presses_there(silent, bob, "🗣 Join")
    assert lines(bob) == [["Alice: hello everybody"]]
    await presses_there(silent, bob, "Leave")
    await silent.after(alice.send("anybody here?"))
    assert "anybody here?" not in bob.transcript()
    (bob,) = await comes_in(silent, "Bob", language="uk")
    before = room(bob).id
    for text in ("Good evening!", "How do I begin with 4 digits?"):
        await silent.after(alice.send(text))
    said = ["hello everybody", "anybody here?", "Good evening!", "How do I begin with 4 digits?"]
    assert (lines(alice, bob), room(bob).id) == ([[f"Alice: {text}" for text in said]] * 2, before)
    await silent.after(bob.send("/say так: 0123, потім 4567"))
    assert lines(alice)[0][-1] == "Bob: так: 0123, потім 4567"
    assert room(bob).id > before
    assert "Кімната лобі" in room(bob).text


async def test_in_the_room_no_late_guess_is_said_aloud_and_no_link_and_not_too_much(silent: Stage) -> None:
    alice, bob = await comes_in(silent, "Alice", "Bob")
    for text in ("0123", "01234", "4567!"):
        await silent.after(alice.send(text))
    assert lines(alice, bob) == [[], []]
    await alice.sees("No game in progress")
    await silent.after(alice.send("come to example.com"))
    assert "Not passed on: it has a link" in room(alice).text
    for number in range(7):
        await alice.send(f"hello, hello ({number})")
    await silent.quiet()
    assert len(lines(bob)[0]) == 5
    assert "Not so fast" in room(alice).text


async def test_who_is_muted_in_the_room_is_read_by_others_and_complaints_and_blocks_count_there(silent: Stage) -> None:
    alice, bob, eve = await comes_in(silent, "Alice", "Bob", "Eve")
    await silent.after(alice.send("so boring"))
    await presses_there(silent, bob, "🔇 🚩", "🔇 Alice", "Back")
    await silent.after(alice.send("so very boring"))
    assert [len(read) for read in lines(bob, eve)] == [0, 2]
    await presses_there(silent, bob, "🔇 🚩", "🔔 Alice", "Back")
    assert len(lines(bob)[0]) == 2
    assert "goes to the people who run this bot" in await presses_there(silent, bob, "🔇 🚩", "🚩 Alice")
    ((*who, said),) = silent.bot.rows("SELECT stream, person_id, about_id, said FROM reports")
    assert (who, json.loads(said)) == (["lobby", bob.id, alice.id], ["so boring", "so very boring"])
    await presses_there(silent, bob, "Back")
    silent.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", bob.id, alice.id)
    await silent.after(alice.send("hello, Bob"))
    await silent.after(bob.send("is anybody here"))
    assert [read[-1] for read in lines(alice, bob)] == ["Alice: hello, Bob", "Bob: is anybody here"]
    assert not any("hello, Bob" in line for line in lines(bob)[0])


@pytest.mark.parametrize("spoken", [(), ("eve",), ("eve", "bob")])
async def test_what_whoever_plays_says_goes_where_they_have_just_read(silent: Stage, spoken: tuple[str, ...]) -> None:
    (eve,) = await comes_in(silent, "Eve")
    pair = await paired(silent, RACE)
    silent.bot.change("INSERT INTO listeners (stream, person_id) VALUES ('lobby', ?)", pair.alice.id)
    for name in spoken:
        await silent.after({"eve": eve, "bob": pair.bob}[name].send("is anybody here?"))
    await says(pair, pair.alice, "/say here I am")
    in_the_room = ["Eve: is anybody here?"] if spoken else []
    if spoken == ("eve",):
        assert (lines(eve), heard(pair.bob)) == ([[*in_the_room, "Alice: here I am"]], [])
    else:
        assert (lines(eve), heard(pair.bob)) == ([in_the_room], ["💬 Alice: here I am"])
    assert "🆚" in screen(pair.alice).text
    if not spoken:
        await says(pair, pair.alice, "good luck to you")
        assert (lines(eve), heard(pair.bob)[-1]) == ([[]], "💬 Alice: good luck to you")
