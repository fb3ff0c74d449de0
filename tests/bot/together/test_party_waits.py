"""A party in turn that waits for somebody: two go on, or one after a while, and whose turn it is gets called."""

import re

import pytest

from sandbox.client import Group, Message
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import by_bot, wrong_guesses
from tests.bot.together.parties import IN_TURN, alert_text, begun, in_turn

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_two_may_go_on_without_whoever_does_not_guess(stage: Stage) -> None:
    group, alice, bob, carol, secret = await in_turn(stage)
    for person, guess in zip((alice, bob, carol), wrong_guesses(secret, 3), strict=True):
        await person.send(f"/g {guess}", chat=group)
        await person.sees(guess, chat=group)
    await alice.sees("👉 Alice’s turn", chat=group)
    assert "It’s your turn" in alert_text(await alice.presses("Without Alice", chat=group))
    for _ in range(2):
        assert "Noted. Once one more agrees, or after" in alert_text(await bob.presses("Without Alice", chat=group))
    await alice.sees("👉 Alice’s turn", chat=group)
    assert (await carol.presses("Without Alice", chat=group)).text == "The game goes on without Alice."
    await bob.sees("👉 Bob’s turn", chat=group)


def wait_long(stage: Stage, group: Group) -> None:
    """Whoever is to guess has been waited for longer than a minute."""
    stored.begin_turn_earlier(stage.bot, group.id, 61)


async def test_after_a_minute_one_is_enough_to_go_on(stage: Stage) -> None:
    group, alice, bob, *_ = await in_turn(stage)
    wait_long(stage, group)
    assert (await bob.presses("Without Alice", chat=group)).text == "The game goes on without Alice."
    await alice.sees("👉 Bob’s turn", chat=group)


def mentioned(message: Message) -> list[int]:
    """The people whom the message calls."""
    return [int(person) for person in re.findall(r"tg://user\?id=(\d+)", message.html)]


async def test_whoever_is_next_is_called_by_the_board_as_a_new_message(stage: Stage) -> None:
    group, alice, bob, carol, secret = await in_turn(stage)
    (board,) = by_bot(alice, group, "🔒")
    first, second = wrong_guesses(secret, 2)
    await alice.send(f"/g {first}", chat=group)
    shown = await alice.sees("👉 Bob’s turn", chat=group)
    assert shown.id > board.id
    assert mentioned(shown) == [bob.id]
    await bob.send(f"/g {second}", chat=group)
    called = await alice.sees("👉 Carol’s turn", chat=group)
    assert called.id > shown.id
    assert mentioned(called) == [carol.id]
    await stage.quiet()
    assert [message.id for message in by_bot(alice, group, "🔒")] == [called.id]


async def test_whoever_leaves_has_the_next_one_called(stage: Stage) -> None:
    group, alice, bob, *_ = await in_turn(stage)
    (board,) = by_bot(alice, group, "🔒")
    await alice.presses("Leave", chat=group)
    called = await bob.sees("👉 Bob’s turn", chat=group)
    assert called.id > board.id
    assert mentioned(called) == [bob.id]


async def test_whoever_plays_alone_is_not_called_to_their_own_turn(stage: Stage) -> None:
    group, alice, _, _, secret = await begun(stage, IN_TURN)
    board = await alice.sees("Only Alice is in so far. Who else? Press 🙋", chat=group)
    wait_long(stage, group)
    await alice.send(f"/g {wrong_guesses(secret, 1)[0]}", chat=group)
    assert (await alice.sees("1. ", chat=group)).id == board.id
