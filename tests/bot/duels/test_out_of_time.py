"""Clocks as people meet them, through the bot's real process; time passes by all times in its database moving back."""

import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests import stored
from tests.bot.conftest import Stage, staged
from tests.bot.duels.pairs import RACE, YOUR_TURN, misses, paired, screen
from tests.bot.duels.seekers import LOOKING, looks_again, waiting

pytestmark = pytest.mark.asyncio(loop_scope="session")
VOLLEY = ("⚔️ Duel", "🎾 Race in turn")
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


async def test_whoever_does_not_move_in_time_loses_and_both_read_it(house: Stage) -> None:
    pair = await paired(house, VOLLEY)
    mover, other = await pair.order()
    first, second = misses(2, pair.secret())
    await pair.guess(mover, first)
    await pair.guess(other, second)
    assert "Your time runs out in " in screen(mover).text
    assert f"{mover.name}: time runs out in " in screen(other).text
    await passes(house, 88)
    await mover.sees("⏰ You ran out of time;")
    await other.sees("your rival ran out of time")
    assert pair.position().endswith(f"timed-out {pair.both.index(mover)}")


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
    await pair.guess(mover, misses(1, pair.secret())[0])
    assert YOUR_TURN in screen(other).text
    assert "⏰" not in screen(mover).text


@pytest.mark.costly
async def test_while_the_bot_is_away_no_time_is_lost(house: Stage) -> None:
    pair = await paired(house, VOLLEY)
    mover, _ = await pair.order()
    await house.bot.kill()
    elapse(house, 600, serving=False)
    await house.bot.start()
    await house.bot.holds("SELECT 1 FROM outages")
    await house.bot.holds("SELECT 1 FROM jobs WHERE kind = 'clock' AND due_at > (SELECT max(ended_at) FROM outages)")
    first, second = misses(2, pair.secret())
    await pair.guess(mover, first)
    mover, _ = await pair.order()
    await pair.guess(mover, second)
    mover, _ = await pair.order()
    await passes(house, 88)
    await mover.sees("⏰ You ran out of time;")


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


async def test_a_race_to_which_nobody_comes_has_not_been(house: Stage) -> None:
    pair = await paired(house, RACE)
    await passes(house, 100)
    seen = [await person.sees("⌛") for person in pair.both]
    assert sorted(message.text.splitlines()[0][:6] for message in seen) in (
        ["⌛ Alic", "⌛ Your"],
        ["⌛ Bob ", "⌛ Your"],
    )
    assert house.bot.rows("SELECT 1 FROM results WHERE person_id = ?", pair.alice.id) == []
