"""Whoever gives up what goes badly is no more accurate for it: games that are given up count, for half at most."""

from dataclasses import replace

import pytest

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.model.ledger import FROM, GIVEN_UP_COUNTS, Ended, Ledger
from bot.app.work import Work
from tests.bot.inside import inside
from tests.bot.solo.recounting import figures, recounted
from tests.bot.solo.test_stats import data, ledger, plays, text

CHAT = Chat(1001)
SECRET = (0, 8, 3, 4)
GIVEN_UP = "0123 /resign /resign"
GOOD = Ended("solo classic", guesses=5, solved=True, accuracy=96.0)


def after(*games: Ended) -> Ledger:
    counted = Ledger(1)
    for each in games:
        counted = counted.with_game(each)
    return counted


def given_up(accuracy: float, hints: int = 0) -> Ended:
    return Ended("solo classic", guesses=3, solved=False, hints=hints, accuracy=accuracy, given_up=True)


@pytest.mark.parametrize("hints", [0, 1])
def test_who_gives_up_every_bad_game_is_not_accurate(hints: int) -> None:
    """A hint before the end does not help either."""
    ranked = after(*[GOOD] * 10, *[given_up(20.0, hints)] * 10)
    assert ranked.accuracy == pytest.approx((96 + 20) / 2)


def test_good_guesses_before_giving_up_are_half_at_most() -> None:
    """Else the best opening, given up at once, would be the best game there is."""
    assert after(*[given_up(100.0)] * FROM).accuracy == GIVEN_UP_COUNTS


def test_one_game_given_up_among_many_is_no_disaster() -> None:
    once = after(*[GOOD] * 49, given_up(90.0)).accuracy
    assert once is not None
    assert once > 95


async def test_a_game_given_up_counts_and_a_recount_comes_to_the_same() -> None:
    async with inside(SECRET, CHAT) as bot:
        for guesses in [GIVEN_UP] * 10 + ["0123 0834"] * 10:
            await plays(bot, guesses)
        mine = await ledger(bot)
        assert len(mine.clean) == FROM
        assert max(mine.clean[:10]) <= GIVEN_UP_COUNTS < min(mine.clean[10:])
        assert figures(mine) == figures(await recounted(bot.store, CHAT.id))
        await bot.says("/top")
        await bot.presses(data(bot, "Accuracy"), "menu")
        assert "a resigned game counts for 50% at most" in text(bot)


async def test_what_was_given_up_before_stays_uncounted() -> None:
    """Neither a recount nor a game of then that is saved again adds it."""

    async def as_of_before(work: Work) -> None:
        game = await work.games.load(f"{1:016x}", Alone)
        assert game is not None
        assert game.costliest is not None
        work.games.save(replace(game, costliest=replace(game.costliest, given_up=False)))

    async def save_again(work: Work) -> None:
        game = await work.games.load(f"{1:016x}", Alone)
        assert game is not None
        work.games.save(game)

    async with inside(SECRET, CHAT) as bot:
        await plays(bot, GIVEN_UP)
        assert (await recounted(bot.store, CHAT.id)).clean
        for job in as_of_before, save_again:
            await bot.store.run(job)
            assert (await recounted(bot.store, CHAT.id)).clean == ()
