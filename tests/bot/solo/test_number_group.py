"""Guessing a number in a group: everybody asks, whoever keeps it answers, and chatter gets silence."""

import pytest

from sandbox.client import Group, Message, Person
from tests.bot.conftest import Stage
from tests.bot.solo.number_games import game_of, number_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def playing(stage: Stage, argument: str = "") -> tuple[Group, Person, Person, Person]:
    """A group in which Alice has begun a game."""
    alice = await stage.sandbox.person("Alice")
    bob = await stage.sandbox.person("Bob", "uk")
    carol = await stage.sandbox.person("Carol", "ru")
    group = await stage.sandbox.group("Friends", alice, bob, carol)
    await alice.send(f"/number {argument}", chat=group)
    await stage.quiet()
    return group, alice, bob, carol


async def board_of(stage: Stage, person: Person, group: Group) -> Message:
    await stage.quiet()
    return [message for message in person.messages(group) if message.by_bot][-1]


async def test_everybody_asks_and_whoever_names_it_is_named(stage: Stage) -> None:
    group, alice, bob, carol = await playing(stage, "1 4")
    board = await board_of(stage, alice, group)
    assert "/guess 2" in board.text
    await alice.send("/guess >2", chat=group)
    await board_of(stage, alice, group)
    sought = number_of(stage, group.id)
    other = {1: 2, 2: 1, 3: 4, 4: 3}[sought]
    await bob.send(f"={other}", chat=group, reply_to=board)
    shown = await board_of(stage, alice, group)
    assert shown.id == board.id
    assert shown.text.splitlines()[2].endswith("Alice")
    assert shown.text.splitlines()[3].endswith("Bob")
    await carol.presses(f"🎯 {sought}", on=shown)
    end = await board_of(stage, alice, group)
    assert "! Carol got it." in end.text
    assert "🏆 You’re Masters of the game, all of you!" in end.text


async def test_only_whoever_keeps_the_number_answers(stage: Stage) -> None:
    group, alice, bob, _ = await playing(stage, "1 8")
    await bob.presses("🤔", on=await board_of(stage, alice, group))
    board = await board_of(stage, alice, group)
    answer = await alice.presses("✅ Yes", on=board)
    assert answer.text == "Only whoever has the number can answer."
    await alice.send("yes", chat=group, reply_to=board)
    board = await board_of(stage, alice, group)
    assert "Only Bob knows this number" in board.text
    assert game_of(stage, group.id).turns == ()
    await bob.send("так", chat=group, reply_to=board)
    board = await board_of(stage, alice, group)
    assert "Is it greater than 6?" in board.text
    await bob.presses("❌ No", on=board)
    assert [turn.answer for turn in game_of(stage, group.id).turns] == [True, False]


async def test_each_keys_a_number_of_their_own(stage: Stage) -> None:
    group, alice, bob, _ = await playing(stage)
    await alice.presses("⌨️", on=await board_of(stage, alice, group))
    board = await board_of(stage, alice, group)
    assert (await alice.presses("3", on=board)).text == "3"
    assert (await bob.presses("7", on=board)).text == "7"
    assert (await alice.presses("5", on=board)).text == "35"
    assert "✍️" not in (await board_of(stage, alice, group)).text
    await bob.presses("<=", on=board)
    shown = await board_of(stage, alice, group)
    assert "1. <=7" in shown.text
    assert shown.text.splitlines()[2].endswith("Bob")


async def test_others_end_a_game_only_together(stage: Stage) -> None:
    group, alice, bob, carol = await playing(stage)
    board = await board_of(stage, alice, group)
    await bob.presses(">30", on=board)
    await stage.quiet()
    (turn,) = game_of(stage, group.id).turns
    await carol.send("/g >60" if turn.answer else "/g >15", chat=group)
    board = await board_of(stage, alice, group)
    assert (await bob.presses("Resign", on=board)).text == "Noted. One more person needed."
    await carol.send("/resign", chat=group)
    assert "The number was" in (await board_of(stage, alice, group)).text


async def test_chatter_gets_silence(stage: Stage) -> None:
    group, alice, bob, _ = await playing(stage)
    await alice.send("/resign", chat=group)
    board = await board_of(stage, alice, group)
    for text in ("yes", "ні", "+", "so close!"):
        await bob.send(text, chat=group, reply_to=board)
    await bob.send(">50", chat=group)
    await bob.send("42", chat=group)
    shown = await board_of(stage, alice, group)
    assert (shown.id, shown.text) == (board.id, board.text)


async def test_a_game_goes_on_when_the_group_becomes_a_supergroup(stage: Stage) -> None:
    group, alice, bob, _ = await playing(stage)
    await bob.send("/guess >50", chat=group)
    await board_of(stage, alice, group)
    grown = await group.migrate()
    await alice.sees("1 question so far", chat=grown)
    await bob.send("/guess 1000", chat=grown)
    await alice.sees("so not 1000", chat=grown)
