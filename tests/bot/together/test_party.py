"""A party in a group, free for all and in turn, as people play it: through the bot's real process."""

import pytest

from sandbox.client import Answer, Group, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import by_bot, friends, talk, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")
FREE, IN_TURN = "Free for all", "In turn"


async def begun(stage: Stage, how: str) -> tuple[Group, Person, Person, Person, str]:
    group, alice, bob, carol = await friends(stage)
    await talk(f"/party → A party: everybody against my secret\n[{how}] → I have a secret", alice, chat=group)
    return group, alice, bob, carol, stage.secret_of(group.id)


async def in_turn(stage: Stage) -> tuple[Group, Person, Person, Person, str]:
    group, alice, bob, carol, secret = await begun(stage, IN_TURN)
    for person in (bob, carol):
        assert (await person.presses("I’m in", chat=group)).text == "You’re in! Your turn will come."
    await alice.sees("🔁 Order: Alice → Bob → Carol", chat=group)
    return group, alice, bob, carol, secret


def wait_long(stage: Stage, group: Group) -> None:
    """Whoever is to guess has been waited for longer than a minute."""
    stored.begin_turn_earlier(stage.bot, group.id, 61)


def alert_text(answer: Answer) -> str:
    assert answer.alert
    return answer.text or ""


async def test_points_add_up_and_top_tells_them(stage: Stage) -> None:
    group, *people, secret = await begun(stage, FREE)
    await talk(f"/g {secret} → Alice: +1 point\nBob: [Play again] → I have a secret", *people, chat=group)
    secret = stage.secret_of(group.id)
    await talk(
        f"""
        Bob: /g {wrong_guesses(secret, 1)[0]} → At stake so far: 1 point
        /g {secret} → 1. Alice: 3 points · 2 games
        /top → Ratings of players in this group
        [Parties] → 1. Alice: 3 points · 2 games
        """,
        *people,
        chat=group,
    )
    top = "Party points in this group:\n1. Alice: 3 points · 2 games\n2. Bob: 0 points · 1 game"
    await people[0].sees(top, chat=group)
    await talk("/party → A party: everybody against my secret\n→ 1. Alice: 3 points · 2 games", *people, chat=group)


async def test_points_of_any_codes_move_with_the_group(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    await talk(f"/party → A party\n[🎲 4 digits ▾]\n[3 digits]\n[{FREE}] → Free for all · 3 digits", alice, chat=group)
    await talk(f"/g {stage.secret_of(group.id)} → Bob: +1 point", bob, chat=group)
    group = await group.migrate()
    await stage.quiet()
    await talk("/party → 1. Bob: 1 point · 1 game", alice, chat=group)


async def test_a_party_that_is_given_up_brings_no_points_nor_does_what_telegram_delivers_again(stage: Stage) -> None:
    group, *people, secret = await begun(stage, FREE)
    await talk(f"Bob: /g {wrong_guesses(secret, 1)[0]} → At stake\n/resign\n/resign", *people, chat=group)
    await people[0].sees(f"The secret was {secret}", chat=group)
    assert stage.bot.rows("SELECT count(*) FROM points WHERE group_id = ?", group.id) == [(0,)]
    group, *people, secret = await begun(stage, FREE)
    wrong = wrong_guesses(secret, 1)[0]
    await talk(f"Bob: /g {wrong} → At stake\n/g {secret} → Alice: +2 points", *people, chat=group)
    await stage.sandbox.redeliver((await stage.sandbox.state())["last_update_id"], times=2)
    await stage.quiet()
    points = stage.bot.rows("SELECT name, won FROM points WHERE group_id = ? ORDER BY won", group.id)
    assert points == [("Bob", 0), ("Alice", 2)]


async def test_what_is_done_out_of_turn_is_told_to_nobody_else_and_who_leaves_may_come_back(
    stage: Stage,
) -> None:
    group, alice, bob, carol, secret = await in_turn(stage)
    before = by_bot(alice, group)
    guess = await bob.send(f"/g {wrong_guesses(secret, 1)[0]}", chat=group)
    talk_only = await bob.send("I know it", chat=group, reply_to=before[-1])
    for button in ("3", "✓"):
        assert alert_text(await carol.presses(button, chat=group)) == "It’s Alice’s turn."
    assert (await bob.presses("I’m in", chat=group)).text == "You’re already in."
    await stage.quiet()
    assert by_bot(alice, group) == before
    signs = {message.id: message.reaction for message in alice.messages(group)}
    assert (signs[guess.id], signs[talk_only.id]) == ("🙊", None), "a guess gets a sign, talk none"
    await bob.presses("Leave", chat=group)
    await alice.sees("🔁 Order: Alice → Carol", chat=group)
    await talk(f"/g {wrong_guesses(secret, 1)[0]} → 👉 Carol’s turn", alice, chat=group)
    await talk("[I’m in] → 👉 Bob’s turn", bob, chat=group)
    await bob.sees("🔁 Order: Alice → Bob → Carol", chat=group)


async def test_whoever_has_not_joined_is_told_how_and_who_plays_alone_is_not_called(stage: Stage) -> None:
    group, alice, bob, _, secret = await begun(stage, IN_TURN)
    board = await alice.sees("Only Alice is in so far. Who else? Press 🙋", chat=group)
    await bob.send(f"/g {secret}", chat=group)
    for button in ("3", "Leave"):
        assert "press 🙋" in alert_text(await bob.presses(button, chat=group))
    await alice.sees("👉 Alice’s turn", chat=group)
    assert alert_text(await alice.presses("Leave", chat=group)) == "Nobody else is in. 🏳️ ends the game."
    wait_long(stage, group)
    stage.bot.change("UPDATE slots SET shown_at = shown_at + 99 WHERE chat_id = ?", group.id)  # it has just come
    assert (await talk(f"/g {wrong_guesses(secret, 1)[0]} → 1. ", alice, chat=group)).id == board.id


async def test_two_may_go_on_without_whoever_does_not_guess_and_after_a_minute_one(stage: Stage) -> None:
    group, alice, bob, carol, secret = await in_turn(stage)
    for person, guess in zip((alice, bob, carol), wrong_guesses(secret, 3), strict=True):
        await talk(f"/g {guess} → {guess}", person, chat=group)
    await alice.sees("👉 Alice’s turn", chat=group)
    assert "It’s your turn" in alert_text(await alice.presses("Without Alice", chat=group))
    for _ in range(2):
        assert "Noted. Once one more agrees, or after" in alert_text(await bob.presses("Without Alice", chat=group))
    await alice.sees("👉 Alice’s turn", chat=group)
    assert (await carol.presses("Without Alice", chat=group)).text == "The game goes on without Alice."
    await bob.sees("👉 Bob’s turn", chat=group)
    wait_long(stage, group)
    assert (await carol.presses("Without Bob", chat=group)).text == "The game goes on without Bob."
    await alice.sees("👉 Carol’s turn", chat=group)
