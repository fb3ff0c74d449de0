"""A rival who cannot be reached any more: nobody waits for them for ever, and whoever comes back finds the game."""

import pytest

from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import NO_CLOCK, YOUR_TURN, paired, screen

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_rival_who_blocks_the_bot_is_told_of_and_may_come_back(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await second.blocks()
    await first.sees(f"📵 I can’t reach {second.name} right now. The clock is running; when it’s out, the game ends.")
    await pair.guess(first, "8901")
    assert f"{second.name}’s turn" in screen(first).text
    await second.unblocks()
    await stage.quiet()
    assert YOUR_TURN in screen(second).text
    assert len([message for message in second.messages() if "🆚" in message.text]) == 1
    await pair.guess(second, "8901")
    assert YOUR_TURN in screen(first).text


async def test_whoever_comes_and_goes_rings_nobody_twice_until_their_next_move(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await pair.guess(first, "8901")
    await second.blocks()
    message = await first.sees(f"📵 I can’t reach {second.name} right now.")
    for _ in range(3):
        await second.unblocks()
        await second.blocks()
    await stage.quiet()
    assert screen(first).id == message.id
    await second.unblocks()
    await stage.quiet()
    await pair.guess(second, "8901")
    await pair.guess(first, "2345")
    await second.blocks()
    again = await first.sees(f"📵 I can’t reach {second.name} right now.", after=message)
    assert again.id == screen(first).id


async def test_without_a_clock_a_game_ends_when_somebody_blocks_the_bot(stage: Stage) -> None:
    pair = await paired(stage, NO_CLOCK)
    first, second = await pair.keep("0123", "4567")
    await pair.guess(first, "8901")
    await pair.guess(second, "8901")
    await second.blocks()
    await first.sees(f"🏆 {second.name} resigned: you won!")


async def test_without_a_clock_a_game_that_has_hardly_begun_is_aborted(stage: Stage) -> None:
    pair = await paired(stage, NO_CLOCK)
    await pair.bob.blocks()
    await pair.alice.sees("⌛ Bob isn’t there, so the game is cancelled. It counts for nobody.")


async def test_it_is_told_once_where_only_a_message_finds_out(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await stage.sandbox.fault("sendMessage", "400", chat=second, description="Bad Request: chat not found")
    await pair.guess(first, "8901")
    await first.sees(f"📵 I can’t reach {second.name} right now. The clock is running; when it’s out, the game ends.")
    query = "SELECT reachable FROM chats WHERE chat_id = ?"
    assert stage.bot.rows(query, second.id) == [(0,)]
    await second.send("/games")
    await second.sees("Your games")
    assert stage.bot.rows(query, second.id) == [(1,)]


async def test_whoever_is_back_before_it_is_told_plays_on(stage: Stage) -> None:
    pair = await paired(stage, NO_CLOCK)
    first, second = await pair.keep("0123", "4567")
    await pair.guess(first, "8901")
    await pair.guess(second, "8901")
    await stage.sandbox.fault("sendMessage", "400", chat=second, description="Bad Request: chat not found")
    await first.send("2345")
    about = ("gone", str(second.id), 0)
    await stage.bot.holds(stored.JOB_SEEN, *about)
    await second.send("2345")
    await stage.bot.holds(f"SELECT 1 WHERE NOT EXISTS ({stored.JOB_SEEN})", *about)
    await stage.quiet()
    assert YOUR_TURN in screen(first).text
