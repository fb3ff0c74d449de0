"""The end of a game in which the bot broke a secret: a slip is put right, or the roles are changed."""

import pytest

from sandbox.client import Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import key, turns_on
from tests.bot.solo.test_think import asked, begun

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def slipped(stage: Stage) -> tuple[Person, str]:
    """A game that a slip of the thumb has ended, and what was asked then."""
    alice, board = await begun(stage)
    await alice.send("0B1C")
    board = await alice.sees("My guess 2:")
    guess = asked(board)
    await alice.presses(key(4, 0))
    await alice.sees(f"Your code was {guess}")
    return alice, guess


async def test_a_slip_that_ended_the_game_is_put_right_and_the_game_goes_on(stage: Stage) -> None:
    alice, guess = await slipped(stage)
    await alice.presses("Oops, wrong reply")
    board = await alice.sees(f"My guess 2: {guess}")
    assert "The last reply is taken back" in board.text
    await alice.send("1B1C")
    board = await alice.sees("My guess 3:")
    assert turns_on(board.text)[1:] == [(2, guess, 1, 1)]


async def test_what_was_asked_by_option_is_asked_again_after_a_slip(stage: Stage) -> None:
    alice, _ = await begun(stage, "expert")
    await alice.send("9876")
    await alice.sees("As you wish, guess 1: 9876")
    await alice.presses(key(4, 0))
    await alice.sees("Your code was 9876")
    await alice.presses("Oops, wrong reply")
    await alice.sees("guess 1: 9876")
    await alice.send("0B1C")
    assert turns_on((await alice.sees("My guess 2:")).text) == [(1, "9876", 0, 1)]


async def test_a_slip_while_an_earlier_reply_is_put_right_costs_none_of_the_later_ones(stage: Stage) -> None:
    alice, board = await begun(stage)
    for number in (2, 3):
        await alice.send("0B1C")
        board = await alice.sees(f"My guess {number}:")
    turns = turns_on(board.text)
    await alice.presses("🔧 Fix a reply")
    await alice.presses(f"1. {turns[0][1]}")
    await alice.sees("What’s right?")
    await alice.presses(key(4, 0))
    assert len(turns_on((await alice.sees("Your code was")).text)) == 1
    await alice.presses("Oops, wrong reply")
    board = await alice.sees("What’s right?")
    assert turns_on(board.text) == turns
    await alice.presses(key(0, 2))
    board = await alice.sees("My guess 3:")
    assert turns_on(board.text) == [(1, turns[0][1], 0, 2), turns[1]]


async def test_a_game_that_ended_before_slips_were_remembered_is_put_right_as_well(stage: Stage) -> None:
    alice, guess = await slipped(stage)
    stored.forget_slip(stage.bot, alice.id)
    await alice.presses("Oops, wrong reply")
    await alice.sees(f"guess 2: {guess}")
    await alice.send("1B1C")
    await alice.sees("My guess 3:")


async def at_the_end(stage: Stage, *corrects: str) -> str:
    """The end of a game in which two replies were given, after those presses, once the third guess was right."""
    alice, _ = await begun(stage)
    for number in (2, 3):
        await alice.send("0B1C")
        await alice.sees(f"My guess {number}:")
    for press in corrects:
        await alice.presses(press)
    await alice.sees("My guess 3:")
    await alice.presses(key(4, 0))
    return (await alice.sees("Your code was")).text


async def test_after_a_reply_was_put_right_nobody_is_told_that_all_were_right(stage: Stage) -> None:
    end = await at_the_end(stage, "🔧 Fix a reply", "2. ", key(1, 0))
    assert "With what you put right" in end
    assert "All your replies were right" not in end


async def test_a_slip_that_ended_the_game_and_was_taken_back_is_one_that_was_put_right(stage: Stage) -> None:
    alice, _ = await slipped(stage)
    await alice.presses("Oops, wrong reply")
    await alice.send("1B1C")
    await alice.sees("My guess 3:")
    await alice.presses(key(4, 0))
    assert "With what you put right" in (await alice.sees("Your code was")).text


@pytest.mark.parametrize("corrects", [(), ("🔧 Fix a reply", "2. ", key(0, 1))])
async def test_whose_replies_all_stayed_is_told_that_all_were_right(stage: Stage, corrects: tuple[str, ...]) -> None:
    assert "All your replies were right" in await at_the_end(stage, *corrects)


async def test_a_game_that_is_on_goes_on_beside_one_that_is_put_right(stage: Stage) -> None:
    alice, _ = await slipped(stage)
    over = alice.messages()[-1]
    await alice.send("/play")
    await alice.sees("I have a secret")
    await alice.send("0123")
    await alice.sees("1 guess so far")
    await alice.presses("Oops, wrong reply", on=over)
    again = await alice.sees("taken back")
    assert again.id == over.id
    await alice.send("4567", reply_to=await alice.sees("1 guess so far"))
    await alice.sees("2 guesses so far")


async def test_after_the_end_the_roles_are_changed_by_one_tap(stage: Stage) -> None:
    alice, _ = await begun(stage, "mini")
    await alice.presses(key(4, 0))
    await alice.sees("Your code was")
    await alice.presses("Now I guess")
    board = await alice.sees("I have a secret")
    assert "4 digits from 1 to 5" in board.text


async def test_in_a_group_anybody_may_guess_next_but_only_the_keeper_puts_right(stage: Stage) -> None:
    alice, bob = [await stage.sandbox.person(name) for name in ("Alice", "Bob")]
    group = await stage.sandbox.group("Friends", alice, bob)
    await alice.send("/think", chat=group)
    await alice.sees("My guess 1:", chat=group)
    await alice.presses(key(4, 0), chat=group)
    await bob.sees("Your code was", chat=group)
    refused = await bob.presses("Oops, wrong reply", chat=group)
    assert "Only whoever has the secret can answer." in (refused.text or "")
    await bob.presses("Now I guess", chat=group)
    await alice.sees("I have a secret", chat=group)
