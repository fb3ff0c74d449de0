"""The lobby's room, through the bot's real process: off until joined, one screen, mute and report."""

import json

import pytest

from sandbox.client import Message, Person
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import RACE, paired, screen

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def comes_in(stage: Stage, name: str, language: str = "en") -> Person:
    """Somebody new who joins the room."""
    person = await stage.sandbox.person(name, language)
    asked = await person.send("/lobby")
    await person.presses("🗣", on=await person.sees("🏟", after=asked))
    await stage.quiet()
    await person.presses("🗣", on=room(person))
    await stage.quiet()
    return person


def room(person: Person) -> Message:
    """The person's screen of the room."""
    return [message for message in person.messages() if message.by_bot and message.text.startswith("🗣")][-1]


def heard(person: Person) -> list[str]:
    """What was said there, as the person reads it."""
    return [line for line in room(person).text.split("\n\n")[1].splitlines() if ": " in line]


async def says(stage: Stage, person: Person, text: str) -> None:
    await person.send(text)
    await stage.quiet()


@pytest.fixture(autouse=True)
def silence(stage: Stage) -> None:
    """Nobody is in the room, and nothing has been said."""
    for table in ("remarks", "listeners", "reports"):
        stage.bot.change(f"DELETE FROM {table}")


async def test_the_room_is_off_until_joined_and_after_leaving(stage: Stage) -> None:
    alice = await comes_in(stage, "Alice")
    bob = await stage.sandbox.person("Bob")
    asked = await bob.send("/lobby")
    await bob.presses("🗣", on=await bob.sees("🏟", after=asked))
    await stage.quiet()
    await says(stage, alice, "hello everybody")
    assert "hello everybody" not in bob.transcript()
    await bob.presses("🗣 Join", on=room(bob))
    await stage.quiet()
    assert heard(bob) == ["Alice: hello everybody"]
    await bob.presses("Leave", on=room(bob))
    await stage.quiet()
    await says(stage, alice, "anybody here?")
    assert "anybody here?" not in bob.transcript()


async def test_what_is_said_changes_everybodys_screen_and_rings_nobody(stage: Stage) -> None:
    alice, bob = await comes_in(stage, "Alice"), await comes_in(stage, "Bob", "uk")
    before = room(bob).id
    await says(stage, alice, "Good evening!")
    await says(stage, alice, "How do I begin with 4 digits?")
    assert heard(bob) == heard(alice) == ["Alice: Good evening!", "Alice: How do I begin with 4 digits?"]
    assert room(bob).id == before
    await says(stage, bob, "/say так: 0123, потім 4567")
    assert heard(alice)[-1] == "Bob: так: 0123, потім 4567"
    assert room(bob).id > before
    assert "Кімната лобі" in room(bob).text


async def test_a_guess_that_comes_too_late_is_not_said_aloud(stage: Stage) -> None:
    alice = await comes_in(stage, "Alice")
    for text in ("0123", "01234", "4567!"):
        await says(stage, alice, text)
    assert heard(alice) == []
    await alice.sees("No game in progress")


async def test_no_links_and_not_too_much(stage: Stage) -> None:
    alice, bob = await comes_in(stage, "Alice"), await comes_in(stage, "Bob")
    await says(stage, alice, "come to example.com")
    assert "Not passed on: it has a link" in room(alice).text
    for number in range(7):
        await says(stage, alice, f"hello, hello ({number})")
    assert len(heard(bob)) == 5
    assert "Not so fast" in room(alice).text


async def test_whoever_is_muted_is_read_no_more_by_that_person_alone(stage: Stage) -> None:
    alice, bob, eve = [await comes_in(stage, name) for name in ("Alice", "Bob", "Eve")]
    await says(stage, alice, "so boring")
    await bob.presses("🔇 🚩", on=room(bob))
    await stage.quiet()
    await bob.presses("🔇 Alice", on=room(bob))
    await stage.quiet()
    await bob.presses("Back", on=room(bob))
    await stage.quiet()
    await says(stage, alice, "so very boring")
    assert (heard(bob), len(heard(eve))) == ([], 2)
    await bob.presses("🔇 🚩", on=room(bob))
    await stage.quiet()
    await bob.presses("🔔 Alice", on=room(bob))
    await stage.quiet()
    await bob.presses("Back", on=room(bob))
    await stage.quiet()
    assert len(heard(bob)) == 2


async def test_those_whom_a_block_parts_do_not_read_each_other(stage: Stage) -> None:
    alice, bob = await comes_in(stage, "Alice"), await comes_in(stage, "Bob")
    stage.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", bob.id, alice.id)
    await says(stage, alice, "hello, Bob")
    await says(stage, bob, "is anybody here")
    assert (heard(alice), heard(bob)) == (["Alice: hello, Bob"], ["Bob: is anybody here"])


async def test_what_is_complained_of_in_the_room_is_kept(stage: Stage) -> None:
    alice, bob = await comes_in(stage, "Alice"), await comes_in(stage, "Bob")
    await says(stage, alice, "you are all stupid")
    await bob.presses("🔇 🚩", on=room(bob))
    await stage.quiet()
    answer = await bob.presses("🚩 Alice", on=room(bob))
    assert "goes to the people who run this bot" in (answer.text or "")
    await stage.quiet()
    ((*who, said),) = stage.bot.rows("SELECT stream, person_id, about_id, said FROM reports")
    assert (who, json.loads(said)) == (["lobby", bob.id, alice.id], ["you are all stupid"])


async def test_what_is_said_goes_where_one_has_just_read(stage: Stage) -> None:
    eve = await comes_in(stage, "Eve")
    pair = await paired(stage, RACE)
    stage.bot.change("INSERT INTO listeners (stream, person_id) VALUES ('lobby', ?)", pair.alice.id)
    await says(stage, eve, "hello everybody")
    await says(stage, pair.alice, "/say hello Eve")
    assert [line.endswith("hello Eve") for line in heard(eve)][-1:] == [True]
    await says(stage, pair.bob, "are you there?")
    await says(stage, pair.alice, "/say here I am")
    assert pair.bob.messages()[-1].text == "💬 Alice: here I am"


async def test_while_somebody_plays_what_they_say_is_for_their_rival(stage: Stage) -> None:
    eve = await comes_in(stage, "Eve")
    pair = await paired(stage, RACE)
    stage.bot.change("INSERT INTO listeners (stream, person_id) VALUES ('lobby', ?)", pair.alice.id)
    for text in ("good luck to you", "/say good luck"):
        await says(stage, pair.alice, text)
    assert heard(eve) == []
    assert pair.bob.messages()[-1].text == "💬 Alice: good luck"
    assert "🆚" in screen(pair.alice).text
