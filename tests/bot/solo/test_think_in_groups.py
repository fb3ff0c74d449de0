"""The bot breaks the secret of somebody in a group, as people play it: through the bot's real process."""

import pytest

from tests.bot.conftest import Stage
from tests.bot.player import key, turns_on
from tests.bot.solo.test_think import asked

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_in_a_group_only_whoever_keeps_the_secret_answers(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    bob = await stage.sandbox.person("Bob")
    group = await stage.sandbox.group("Friends", alice, bob)
    await alice.send("/think", chat=group)
    await bob.sees("My guess 1:", chat=group)
    refused = await bob.presses(key(1, 1), chat=group)
    assert "Only whoever has the secret can answer." in (refused.text or "")
    await alice.presses(key(1, 1), chat=group)
    await bob.sees("My guess 2:", chat=group)


async def test_in_a_group_it_is_said_how_the_secret_reaches_the_bot_and_so_it_does(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    group = await stage.sandbox.group("Friends", alice)
    await alice.send("/think", chat=group)
    await alice.presses(key(0, 0), on=await alice.sees("My guess 1:", chat=group))
    await alice.presses("🏁", on=await alice.sees("My guess 2:", chat=group))
    await alice.sees("Reply to this board with it, or with /guess", chat=group)
    await alice.send("/guess 8765", chat=group)
    end = await alice.sees("8765", chat=group)
    assert "Reply to this board" not in end.text


@pytest.mark.parametrize("text", ["1B2C", "1 bull 2 cows", "1🐂 2🐄", "1 бик 2 корови", "12"])
async def test_in_a_group_a_reply_may_be_worded_as_in_private(stage: Stage, text: str) -> None:
    alice = await stage.sandbox.person("Alice")
    group = await stage.sandbox.group("Friends", alice)
    await alice.send("/think", chat=group)
    board = await alice.sees("My guess 1:", chat=group)
    await alice.send(text, chat=group, reply_to=board)
    guess = asked(board)
    board = await alice.sees("My guess 2:", chat=group)
    assert turns_on(board.text) == [(1, guess, 1, 2)]


async def test_in_a_group_two_others_end_the_game_of_whoever_has_left(stage: Stage) -> None:
    alice, bob, carol = [await stage.sandbox.person(name) for name in ("Alice", "Bob", "Carol")]
    group = await stage.sandbox.group("Friends", alice, bob, carol)
    await alice.send("/think", chat=group)
    await alice.presses(key(1, 1), chat=group)
    await bob.sees("My guess 2:", chat=group)
    await bob.send("/resign", chat=group)
    await bob.sees("Bob", chat=group)
    await carol.presses("End the game", chat=group)
    await carol.sees("🏁", chat=group)
    await bob.send("/play", chat=group)
    await bob.sees("I have a secret", chat=group)


async def test_in_a_group_others_may_begin_a_game_beside_it(stage: Stage) -> None:
    alice, bob = [await stage.sandbox.person(name) for name in ("Alice", "Bob")]
    group = await stage.sandbox.group("Friends", alice, bob)
    await alice.send("/think", chat=group)
    await alice.presses(key(1, 1), chat=group)
    thinking = await alice.sees("My guess 2:", chat=group)
    await bob.send("/play mini", chat=group)
    board = await bob.sees("digits from 1 to 5", chat=group)
    wrong = next(code for code in ("1234", "2345") if code != stage.secret_of(group.id))
    await bob.send(f"/g {wrong}", chat=group)
    assert (await bob.sees("1 guess so far", chat=group)).id == board.id
    await alice.send("0B1C", chat=group, reply_to=thinking)
    await alice.sees("My guess 3:", chat=group)
