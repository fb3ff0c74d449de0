"""What befalls a chat while people play: it is deleted, it moves, or the bot is thrown out of it."""

import asyncio

import pytest

from sandbox.client import Group
from tests.bot.conftest import Stage
from tests.bot.duels.challengers import choose_terms, link_in
from tests.bot.duels.pairs import YOUR_TURN, Pair, boards_on, misses, paired, paths_on, screen

pytestmark = pytest.mark.asyncio(loop_scope="session")
SECRETS = ("0123", "4567")


async def watched(stage: Stage) -> tuple[Group, Pair]:
    """Alice has challenged a group, Bob has accepted, and the card there shows how it goes."""
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    group = await stage.sandbox.group("Friends", alice, bob)
    await choose_terms(alice)
    await alice.send("/duel", chat=group)
    card = await alice.sees("⚔️ Who wants to play Alice?", chat=group)
    await bob.opens(await bob.presses("Accept", on=card))
    await alice.sees("is choosing a secret", chat=group)
    return group, Pair(stage, alice, bob)


async def test_whoever_deletes_the_chat_finds_the_whole_game_in_the_next_move(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep(*SECRETS)
    await pair.guess(first, "8901")
    await second.clears()
    assert second.messages() == []
    board = await pair.guess(second, "8901")
    assert [[turn[1] for turn in part] for part in boards_on(board.text)] == [["8901"], ["8901"]]
    assert YOUR_TURN in screen(first).text


async def test_a_rivals_move_comes_to_a_chat_that_was_deleted(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep(*SECRETS)
    await second.clears()
    await pair.guess(first, "8901")
    assert YOUR_TURN in screen(second).text
    assert len(second.messages()) == 1
    await second.clears()
    listed = await second.sees("Your games", after=await second.send("/games"))
    await second.presses("Alice" if first is pair.alice else "Bob", on=listed)
    await second.sees(YOUR_TURN, after=listed)
    winning = dict(zip((pair.bob, pair.alice), SECRETS, strict=True))
    await pair.guess(second, winning[second])
    assert "🏆 You won!" in screen(second).text


async def test_a_chat_deleted_before_a_secret_is_kept_is_asked_again(stage: Stage) -> None:
    pair = await paired(stage)
    await pair.bob.clears()
    await pair.bob.send("/games")
    await stage.quiet()
    await pair.keep(*SECRETS)
    for person in pair.both:
        assert sum("🆚" in message.text for message in person.messages()) == 1


async def test_a_group_moves_between_two_guesses_and_its_card_goes_along(stage: Stage) -> None:
    group, pair = await watched(stage)
    first, second = await pair.keep(*SECRETS)
    wrong, other = misses(2, *SECRETS)
    await pair.guess(first, wrong)
    await first.sees(f"1. {wrong}", chat=group)
    grown = await group.migrate()
    await pair.guess(second, other)
    board = await first.sees(f"1. {other}", chat=grown)
    assert f"1. {wrong}" in board.text
    await pair.guess(first, dict(zip((pair.bob, pair.alice), SECRETS, strict=True))[first])
    await pair.guess(second, wrong)
    end = await first.sees(f"{first.name} wins in 2 guesses", chat=grown)
    assert end.id == board.id
    assert all(secret in end.text for secret in SECRETS)
    assert [message.id for message in first.messages(grown) if message.by_bot] == [end.id]


async def test_a_group_moves_in_the_very_moment_of_a_guess(stage: Stage) -> None:
    group, pair = await watched(stage)
    first, second = await pair.keep(*SECRETS)
    wrong, other = misses(2, *SECRETS)
    moved, _ = await asyncio.gather(group.migrate(), first.send(wrong))
    await stage.quiet()
    await pair.guess(second, other)
    board = await second.sees(f"1. {other}", chat=moved)
    assert [message.id for message in second.messages(moved) if message.by_bot] == [board.id]
    assert [turn[1] for turn in boards_on(screen(first).text)[0]] == [wrong]


async def test_where_the_bot_is_thrown_out_the_two_play_on(stage: Stage) -> None:
    group, pair = await watched(stage)
    first, second = await pair.keep(*SECRETS)
    await group.remove_bot(by=pair.alice)
    wrong, other = misses(2, *SECRETS)
    await pair.guess(first, wrong)
    await pair.guess(second, other)
    await first.send("/resign")
    await first.presses("🏳️ Yes, resign")
    await stage.quiet()
    assert "🏆" in screen(second).text
    assert paths_on(screen(second).text) == [(other, wrong)]
    assert stage.bot.rows("SELECT count(*) FROM outbox WHERE chat_id = ?", group.id) == [(0,)]


async def test_a_rival_may_block_the_bot_before_the_offer_is_accepted(stage: Stage) -> None:
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    await choose_terms(alice, "Invite a friend")
    link = link_in(await alice.sees("✉️ Your challenge is waiting for a friend."))
    await alice.blocks()
    await stage.quiet()
    opened = await bob.opens(link)
    await bob.presses("✅", on=await bob.sees("Alice", after=opened))
    await bob.sees("Alice", after=opened)
    await stage.quiet()
    await alice.unblocks()
    await alice.opens(link)
    await stage.quiet()
    assert "🆚 Alice" in screen(bob).text
