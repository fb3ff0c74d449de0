"""What somebody else has come to: by their username, or by a reply to what they wrote."""

import pytest

from sandbox.client import Person
from tests.bot.conftest import Stage
from tests.bot.player import friends

pytestmark = pytest.mark.asyncio(loop_scope="session")
UNKNOWN = "I know of no games "


async def known(stage: Stage, name: str, username: str, *, has_played: bool = True) -> Person:
    """Somebody with a username who has written to the bot."""
    player = await stage.sandbox.person(name, username=username)
    await player.send("/profile")
    await player.sees(f"👤 {name}")
    if has_played:
        stage.bot.change("INSERT INTO careers VALUES (?, '4x10', 1, 1, 5, NULL)", player.id)
    return player


async def test_a_name_is_understood_as_people_write_it(stage: Stage) -> None:
    await known(stage, "Olena", "Olena_K")
    bob = await stage.sandbox.person("Bob")
    for written in ("@Olena_K", "olena_k", "https://t.me/OLENA_k", "t.me/olena_k"):
        asked = await bob.send(f"/profile {written}")
        await bob.sees("👤 olena_k", after=asked)


async def test_whoever_took_the_name_last_is_meant(stage: Stage) -> None:
    old = await known(stage, "Old", "given_up")
    stage.bot.change("UPDATE chats SET username = 'taken_over' WHERE chat_id = ?", old.id)
    new = await known(stage, "New", "taken_over")
    await new.send("/profile @taken_over")
    await new.sees("👤 New")
    rows = stage.bot.rows("SELECT chat_id FROM chats WHERE username = 'taken_over'")
    assert rows == [(new.id,)]


@pytest.mark.parametrize("written", ["@nobody_at_all", "0123", "@a", "two words", "<b>", "@" + "x" * 60])
async def test_of_nobody_known_it_says_so(stage: Stage, written: str) -> None:
    bob = await stage.sandbox.person("Bob")
    await bob.send(f"/profile {written}")
    await bob.sees(UNKNOWN)


async def test_of_somebody_who_has_played_nobody_it_is_not_told_that_they_know_the_bot(stage: Stage) -> None:
    olena = await known(stage, "Olena", "olena_new", has_played=False)
    bob = await stage.sandbox.person("Bob")
    await bob.send("/profile @olena_new")
    await bob.sees(UNKNOWN)
    await olena.send("/profile @olena_new")
    await olena.sees("👤 Olena")


async def test_whoever_is_blocked_or_blocks_is_answered_like_nobody(stage: Stage) -> None:
    olena = await known(stage, "Olena", "olena_apart")
    bob = await known(stage, "Bob", "bob_apart")
    stage.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", olena.id, bob.id)
    await bob.send("/profile @olena_apart")
    await bob.sees(UNKNOWN)
    await olena.send("/profile @bob_apart")
    await olena.sees(UNKNOWN)


async def test_a_reply_in_a_group_shows_whose_message_it_is(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    said = await bob.send("hello", chat=group)
    await alice.send("/profile@sandbox_bot", chat=group, reply_to=said)
    await alice.sees(f"👤 {bob.name}", chat=group)


async def test_another_ones_rivals_are_their_own_affair(stage: Stage) -> None:
    alice, bob = await known(stage, "Alice", "alice_rival"), await known(stage, "Bob", "bob_rival")
    carol = await known(stage, "Carol", "carol_rival")
    for one, other, points in ((alice, bob, 1.0), (bob, alice, 0.0), (alice, carol, 0.5), (carol, alice, 0.5)):
        stage.bot.change("INSERT INTO rivalries VALUES (?, ?, ?, 1, 7.5, NULL)", one.id, other.id, points)
    for person in (alice, bob, carol):
        stage.bot.change("INSERT INTO people VALUES (?, ?, NULL, 1, 0, 0, 1, NULL)", person.id, person.name)
    await bob.send("/profile @alice_rival")
    shown = await bob.sees("👤 Alice")
    assert "1 : 0  Bob" in shown.text
    assert "Carol" not in shown.text
