"""A party in a group, free for all and in turn, as people play it: through the bot's real process."""

import pytest

from sandbox.client import Group, Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import by_bot, friends, turns_on, wrong_guesses
from tests.bot.together.parties import FREE, IN_TURN, alert_text, begun, in_turn

pytestmark = pytest.mark.asyncio(loop_scope="session")


def spoken(group: Group, person: Person) -> list[Message]:
    """All that the bot has said in the group."""
    return [message for message in person.messages(group) if message.by_bot]


async def test_everybody_guesses_and_the_solver_gets_a_point_for_each(stage: Stage) -> None:
    group, alice, bob, carol, secret = await begun(stage, FREE)
    first, second = wrong_guesses(secret, 2)
    await bob.send(f"/g {first}", chat=group)
    await bob.sees("At stake so far: 1 point", chat=group)
    await bob.send(f"/g {second}", chat=group)
    await bob.sees(f"2. {second}", chat=group)
    await carol.send(f"/g {secret}", chat=group)
    end = await alice.sees("🎉 Solved by Carol! The secret was", chat=group)
    assert "🏅 Carol: +2 points" in end.text
    assert end.text.split("Party points in this group:\n")[1].splitlines()[:2] == [
        "1. Carol: 2 points · 1 game",
        "2. Bob: 0 points · 1 game",
    ]


async def test_points_add_up_and_top_tells_them(stage: Stage) -> None:
    group, alice, bob, _, secret = await begun(stage, FREE)
    await alice.send(f"/g {secret}", chat=group)
    await alice.sees("Alice: +1 point", chat=group)
    await bob.presses("Play again", chat=group)
    await bob.sees("I have a secret", chat=group)
    secret = stage.secret_of(group.id)
    await bob.send(f"/g {wrong_guesses(secret, 1)[0]}", chat=group)
    await bob.sees("At stake", chat=group)
    await alice.send(f"/g {secret}", chat=group)
    await alice.sees("1. Alice: 3 points · 2 games", chat=group)
    await alice.send("/top", chat=group)
    await alice.sees("Ratings of players in this group", chat=group)
    await alice.presses("Parties", chat=group)
    await alice.sees("Party points in this group:\n1. Alice: 3 points · 2 games\n2. Bob: 0 points · 1 game", chat=group)
    await alice.send("/party", chat=group)
    await alice.sees("A party: everybody against my secret", chat=group)
    await alice.sees("1. Alice: 3 points · 2 games", chat=group)


async def test_they_guess_in_the_order_in_which_they_joined(stage: Stage) -> None:
    group, alice, bob, carol, secret = await in_turn(stage)
    for person, guess, following in zip((alice, bob), wrong_guesses(secret, 2), ("Bob", "Carol"), strict=True):
        await person.send(f"/g {guess}", chat=group)
        await person.sees(f"👉 {following}’s turn", chat=group)
    await carol.send(f"/g {secret}", chat=group)
    end = await carol.sees("Carol: +3 points", chat=group)
    assert len(turns_on(end.text)) == 3
    await stage.quiet()
    assert [message.id for message in by_bot(carol, group, "🔒")] == [end.id]


async def test_what_is_done_out_of_turn_is_told_to_nobody_else(stage: Stage) -> None:
    group, alice, bob, carol, secret = await in_turn(stage)
    before = [(message.id, message.text) for message in spoken(group, alice)]
    await bob.send(f"/g {wrong_guesses(secret, 1)[0]}", chat=group)
    assert alert_text(await carol.presses("3", chat=group)) == "It’s Alice’s turn."
    assert alert_text(await carol.presses("✓", chat=group)) == "It’s Alice’s turn."
    assert (await bob.presses("I’m in", chat=group)).text == "You’re already in."
    await stage.quiet()
    assert [(message.id, message.text) for message in spoken(group, alice)] == before


async def test_whoever_has_not_joined_is_told_how(stage: Stage) -> None:
    group, alice, bob, _, secret = await begun(stage, IN_TURN)
    await bob.send(f"/g {secret}", chat=group)
    for button in ("3", "Leave"):
        assert "press 🙋" in alert_text(await bob.presses(button, chat=group))
    await alice.sees("👉 Alice’s turn", chat=group)
    assert alert_text(await alice.presses("Leave", chat=group)) == "Nobody else is in. 🏳️ ends the game."


async def test_whoever_leaves_is_passed_over_and_may_come_back(stage: Stage) -> None:
    group, alice, bob, _, secret = await in_turn(stage)
    await bob.presses("Leave", chat=group)
    await alice.sees("🔁 Order: Alice → Carol", chat=group)
    await alice.send(f"/g {wrong_guesses(secret, 1)[0]}", chat=group)
    await alice.sees("👉 Carol’s turn", chat=group)
    await bob.presses("I’m in", chat=group)
    await bob.sees("🔁 Order: Alice → Bob → Carol", chat=group)
    await bob.sees("👉 Bob’s turn", chat=group)


async def test_there_are_no_hints_at_a_party(stage: Stage) -> None:
    group, alice, *_ = await begun(stage, FREE)
    await alice.send("/hint", chat=group)
    await alice.sees("No hints here", chat=group)


async def test_a_party_that_is_given_up_brings_no_points(stage: Stage) -> None:
    group, alice, bob, _, secret = await begun(stage, FREE)
    await bob.send(f"/g {wrong_guesses(secret, 1)[0]}", chat=group)
    await bob.sees("At stake", chat=group)
    for _ in range(2):
        await alice.send("/resign", chat=group)
    await alice.sees(f"The secret was {secret}", chat=group)
    assert stage.bot.rows("SELECT count(*) FROM points WHERE group_id = ?", group.id) == [(0,)]


async def test_another_party_may_begin_beside_the_one_that_is_on(stage: Stage) -> None:
    group, alice, _, carol, secret = await begun(stage, FREE)
    await alice.send(f"/g {wrong_guesses(secret, 1)[0]}", chat=group)
    await alice.sees("At stake", chat=group)
    await carol.send("/party", chat=group)
    await carol.sees("A party: everybody against my secret", chat=group)
    await carol.presses(IN_TURN, chat=group)
    await carol.sees("🎮 Your other games are still open: /games", chat=group)
    assert stored.running_games(stage.bot, group.id) == 2


async def test_other_codes_can_be_chosen(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    await alice.send("/party", chat=group)
    await alice.sees("A party", chat=group)
    await alice.presses("🎲 4 digits ▾", chat=group)
    await alice.presses("3 digits", chat=group)
    await alice.presses(FREE, chat=group)
    await alice.sees("Free for all · 3 digits", chat=group)
    await bob.send(f"/g {stage.secret_of(group.id)}", chat=group)
    await bob.sees("Bob: +1 point", chat=group)


async def test_alone_one_is_sent_to_the_hot_seat(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/party")
    await alice.sees("Parties are for groups")
    await alice.presses("On one phone")
    await alice.sees("📱 On one phone: pass it round.")


async def test_points_move_with_the_group(stage: Stage) -> None:
    group, alice, _, _, secret = await begun(stage, FREE)
    await alice.send(f"/g {secret}", chat=group)
    await alice.sees("Alice: +1 point", chat=group)
    group = await group.migrate()
    await stage.quiet()
    await alice.send("/party", chat=group)
    await alice.sees("1. Alice: 1 point · 1 game", chat=group)


async def test_what_telegram_delivers_again_brings_no_second_point(stage: Stage) -> None:
    group, alice, bob, _, secret = await begun(stage, FREE)
    await bob.send(f"/g {wrong_guesses(secret, 1)[0]}", chat=group)
    await bob.sees("At stake", chat=group)
    await alice.send(f"/g {secret}", chat=group)
    await alice.sees("Alice: +2 points", chat=group)
    last = (await stage.sandbox.state())["last_update_id"]
    await stage.sandbox.redeliver(last, times=2)
    await stage.quiet()
    assert stage.bot.rows("SELECT name, won FROM points WHERE group_id = ? ORDER BY won", group.id) == [
        ("Bob", 0),
        ("Alice", 2),
    ]
