"""Clocks as people meet them, and rivals who cannot be reached: through the bot's real process.

Time passes by all times in its database moving back.
"""

import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests import stored
from tests.bot.conftest import Stage, staged
from tests.bot.duels.pairs import NO_CLOCK, VOLLEY, YOUR_TURN, begun, kept, misses, paired, screen
from tests.bot.duels.seekers import LOOKING, looks_again, waiting

pytestmark = pytest.mark.asyncio(loop_scope="session")
DAYS = ("90 s a guess", "1 day a guess")


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """A stage on which time passes for nobody else."""
    async with staged(tmp_path_factory.mktemp("clocks")) as own:
        yield own


async def passes(stage: Stage, seconds: float) -> None:
    """Let so much time have passed, in which the bot served, once it has done what was due and said all.

    What it would save meanwhile of a match, such as that somebody was reminded, would be as if no time had passed.
    """
    await stage.bot.holds("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE due_at < ?)", time.time())
    await stage.quiet()
    elapse(stage, seconds)


def elapse(stage: Stage, seconds: float, *, serving: bool = True) -> None:
    """The same at once, in which the bot served, or was not there."""
    bot = stage.bot
    stored.begin_matches_earlier(bot, seconds)
    bot.change("UPDATE outages SET began_at = began_at - ?, ended_at = ended_at - ?", seconds, seconds)
    if not serving:
        bot.change("UPDATE uptime SET seen_at = seen_at - ?", seconds)
    bot.change("UPDATE jobs SET due_at = due_at - ?", seconds)


async def test_whose_time_runs_out_looks_for_no_other_rival(house: Stage) -> None:
    pair = await paired(house, VOLLEY, DAYS)
    mover, _ = await pair.order()
    await looks_again(mover)
    await mover.sees(LOOKING)
    await passes(house, 24 * 3600)
    await mover.sees("your time ran out in a game")
    assert await waiting(house) == set()


async def test_the_absent_one_is_reminded_by_a_new_message_and_may_still_move(house: Stage) -> None:
    pair = await paired(house, VOLLEY, DAYS)
    mover, other = await pair.order()
    before = screen(mover).id, screen(other).id
    await passes(house, 21 * 3600)
    await mover.sees("⏰ Your game is waiting")
    assert screen(mover).id > before[0]
    assert screen(other).id == before[1]
    await pair.play(f"First: {misses(1, pair.secret())[0]} ∌ ⏰\nSecond: → {YOUR_TURN}")


@pytest.mark.costly
async def test_while_the_bot_is_away_no_time_is_lost(house: Stage) -> None:
    pair = await paired(house, VOLLEY)
    first, _ = await pair.order()
    await house.bot.kill()
    elapse(house, 600, serving=False)
    await house.bot.start()
    await house.bot.holds("SELECT 1 FROM outages")
    await house.bot.holds("SELECT 1 FROM jobs WHERE kind = 'clock' AND due_at > (SELECT max(ended_at) FROM outages)")
    one, two = misses(2, pair.secret())
    await pair.play(f"First: {one}\nSecond: {two}\nFirst: → {YOUR_TURN}")
    await passes(house, 88)
    await first.sees("⏰ You ran out of time;")


async def test_what_was_sent_in_time_counts_however_late_it_is_read(house: Stage) -> None:
    pair = await paired(house, VOLLEY)
    mover, other = await pair.order()
    await house.bot.kill()
    elapse(house, 88)
    await mover.send(misses(1, pair.secret())[0])
    await house.bot.start()
    await other.sees(YOUR_TURN)
    soon = time.time() + 30
    await house.bot.holds("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE kind = 'clock' AND due_at < ?)", soon)
    assert "timed-out" not in pair.position()


# A rival who cannot be reached any more: nobody waits for them for ever, and whoever comes back finds the game.

OUT_OF_REACH = "📵 I can’t reach {} right now. The clock is running; when it’s out, the game ends."


async def test_a_rival_who_blocks_the_bot_is_told_of_and_may_come_back(stage: Stage) -> None:
    pair, first, second = await kept(stage)
    await second.blocks()
    await first.sees(OUT_OF_REACH.format(second.name))
    await pair.play(f"First: 8901 → {second.name}’s turn")
    await second.unblocks()
    await pair.play(f"Second: → {YOUR_TURN}")
    assert len([message for message in second.messages() if "🆚" in message.text]) == 1
    await pair.play(f"Second: 8901\nFirst: → {YOUR_TURN}")


async def test_whoever_comes_and_goes_rings_nobody_twice_until_their_next_move(stage: Stage) -> None:
    pair, first, second = await kept(stage)
    await pair.guess(first, "8901")
    await second.blocks()
    message = await first.sees(OUT_OF_REACH.format(second.name))
    for _ in range(3):
        await second.unblocks()
        await second.blocks()
    await stage.quiet()
    assert screen(first).id == message.id
    await second.unblocks()
    await stage.quiet()
    await pair.play("Second: 8901\nFirst: 2345")
    await second.blocks()
    again = await first.sees(OUT_OF_REACH.format(second.name), after=message)
    assert again.id == screen(first).id


async def test_without_a_clock_a_game_ends_when_somebody_blocks_the_bot(stage: Stage) -> None:
    pair = await begun(stage, NO_CLOCK)
    await pair.bob.blocks()
    await pair.alice.sees("🏆 Bob resigned: you won!")
    hardly_begun = await paired(stage, NO_CLOCK)
    await hardly_begun.bob.blocks()
    await hardly_begun.alice.sees("⌛ Bob isn’t there, so the game is cancelled. It counts for nobody.")


async def test_it_is_told_once_where_only_a_message_finds_out(stage: Stage) -> None:
    pair, first, second = await kept(stage)
    await stage.sandbox.fault("sendMessage", "400", chat=second, description="Bad Request: chat not found")
    await pair.guess(first, "8901")
    await first.sees(OUT_OF_REACH.format(second.name))
    query = "SELECT reachable FROM chats WHERE chat_id = ?"
    assert stage.bot.rows(query, second.id) == [(0,)]
    await second.send("/games")
    await second.sees("Your games")
    assert stage.bot.rows(query, second.id) == [(1,)]


async def test_whoever_is_back_before_it_is_told_plays_on(stage: Stage) -> None:
    pair = await begun(stage, NO_CLOCK)
    first, second = await pair.order()
    await stage.sandbox.fault("sendMessage", "400", chat=second, description="Bad Request: chat not found")
    await first.send("2345")
    about = ("gone", str(second.id), 0)
    await stage.bot.holds(stored.JOB_SEEN, *about)
    await second.send("2345")
    await stage.bot.holds(f"SELECT 1 WHERE NOT EXISTS ({stored.JOB_SEEN})", *about)
    await pair.play(f"First: → {YOUR_TURN}")
