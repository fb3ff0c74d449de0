"""People whose names are tags, or hide and turn what is around them, play: nobody's screen is broken by them."""

import pytest

from sandbox.client import Person
from tests.faults.hostile.attack import PATIENCE, Run, duel, duel_on_a_card, offered_to_one
from tests.faults.hostile.shown import whatever_was_wrong
from tests.faults.hostile.values import MARK, TAGS

pytestmark = pytest.mark.asyncio(loop_scope="session")

ODD = (
    "\u202egnirts\u202c",
    "\u2066\u2067\u200f\u061cx",
    "שלום עולם",
    "مرحبا ١٢٣٤",
    "\x01\x02\x1b[31m",
    "a" + "\u0301" * 40,
    "🐂" * 40,
    "👩\u200d👩\u200d👧\u200d👦" * 9,
    "{0}{name}{count}",
    "ﷺ" * 64,
    "W" * 64,
    "a\nb\r\nc",
)
CODES = [f"{code:04}" for code in range(1234, 9876) if len(set(str(code))) == 4][:: len(TAGS) * 8]


async def all_is_well(run: Run) -> None:
    """Nothing misled anybody, and nothing that was said was refused or broke; what is gone may be deleted once more."""
    await run.quiet()
    assert whatever_was_wrong(await run.sandbox.calls()) == []
    assert await run.rows("SELECT content, error FROM failed_messages") == []
    assert await run.rows("SELECT content, error FROM failed_updates") == []
    refused = {refusal["description"] for refusal in (await run.sandbox.state())["refused"]}
    assert refused <= {"Bad Request: message to delete not found"}


async def paired(run: Run) -> list[tuple[Person, Person]]:
    """Each tag with a name that is odd in another way."""
    people = [await run.sandbox.person(name) for name in (*TAGS, *ODD)]
    return list(zip(people[: len(TAGS)], people[len(TAGS) :], strict=True))


@pytest.mark.costly
async def test_they_play_by_link_talk_and_look_at_tables(run: Run) -> None:
    for one, other in await paired(run):
        await duel(one, other)
        for person in (one, other, one):
            sent = await person.send("012345")
            assert (MARK in (await person.sees("🆚", after=sent)).text) == (person is other)
        await one.send("Good luck to you!")
        assert MARK in (await other.sees("💬")).text
        await other.send("/resign")
        await other.presses("Yes, resign", on=await other.sees("Resign?"))
        for command in ("/profile", "/top"):
            await other.send(command)
    await all_is_well(run)


@pytest.mark.costly
async def test_they_play_on_cards_and_challenge_each_other_in_a_group(run: Run) -> None:
    pairs = await paired(run)
    people = [person for pair in pairs for person in pair]
    square = await run.sandbox.group("Square", *people, bot=False)
    hall = await run.sandbox.group("Hall", *people)
    for one, other in pairs:
        card, _ = await duel_on_a_card(one, other, square)
        await other.presses("Cancel", on=card)
        await offered_to_one(one, other, hall)
        await offered_to_one(other, one, hall)
    await all_is_well(run)


async def test_they_look_for_each_other_in_the_lobby(run: Run) -> None:
    for one, other in await paired(run):
        await one.send("/duel")
        await one.presses("Find a rival", on=await one.sees("A game for two"))
        await one.sees("Looking for a rival")
        await other.send("/lobby")
        assert MARK in (await other.sees("Looking for a rival")).text
        await other.send("/duel")
        await other.presses("Find a rival", on=await other.sees("A game for two"))
        assert MARK in (await other.sees("🆚")).text
        await one.sees("🆚")
    await all_is_well(run)


async def test_they_play_in_a_group_whose_board_names_them(run: Run) -> None:
    people = [person for pair in await paired(run) for person in pair]
    group = await run.sandbox.group("Tags", *people)
    await people[0].send("/play", chat=group)
    board = await people[0].sees("I have a secret", chat=group)
    secret = await run.secret_of(group)
    for person, code in zip(people, (code for code in CODES if code != secret), strict=False):
        await person.send(f"/guess {code}", chat=group)
        board = await person.sees(code, chat=group, within=PATIENCE)
    assert board.text.count(MARK) == "".join(TAGS).count(MARK)
    await all_is_well(run)
