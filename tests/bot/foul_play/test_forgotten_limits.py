"""Whoever asks to be forgotten begins anew, but for a day neither rated games nor the code of the day count again."""

from dataclasses import replace

import pytest

from bot.app.actions.duels import why_less
from bot.app.messages import Chat
from bot.app.model.daily import Codes, Try
from bot.app.model.ratings import FORGOTTEN, TOO_OFTEN
from bot.app.work import Work
from bot.game.daily import Calendar
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import ANN, BOB, EVE, FIRST_WINS, NOW, ended, ending, player, standing
from tests.bot.inside import Inside, inside

DAY = 86400.0
CODES = Codes(b"k", Calendar(11))
"""The first day is the one on which the tests play."""


async def forget(store: DatabaseStore, person: int, at: float) -> None:
    async def job(work: Work) -> None:
        work.privacy.note_forgotten(person, at)

    await store.run(job)


async def why(store: DatabaseStore, now: float, *people: int) -> str:
    return await store.run(lambda work: why_less(people, work, now))


@pytest.mark.parametrize("who", [ANN, BOB])
async def test_a_rated_game_of_whoever_was_just_forgotten_changes_no_rating(store: DatabaseStore, who: int) -> None:
    await forget(store, who, NOW - DAY + 1)
    counted = await store.run(ending(ended(1, FIRST_WINS)))
    assert counted.unrated_because == FORGOTTEN
    assert counted.changes == ()
    assert (await standing(store, ANN)).games == 0
    assert (await player(store, ANN)).finished == 1, "it was played to its end all the same"


async def test_a_day_later_and_between_others_games_count(store: DatabaseStore) -> None:
    await forget(store, ANN, NOW - DAY - 1)
    await forget(store, EVE, NOW)
    counted = await store.run(ending(ended(1, FIRST_WINS)))
    assert counted.unrated_because == ""
    assert len(counted.changes) == 2


async def test_what_they_were_told_when_it_began_holds_when_it_ends(store: DatabaseStore) -> None:
    for number, because in enumerate((FORGOTTEN, TOO_OFTEN)):
        match = replace(ended(number, FIRST_WINS), unrated_because=because)
        assert (await store.run(ending(match))).unrated_because == because


async def test_a_friendly_game_says_nothing_of_it(store: DatabaseStore) -> None:
    await forget(store, ANN, NOW)
    assert (await store.run(ending(ended(1, FIRST_WINS, rated=False)))).unrated_because == ""
    assert await why(store, NOW, BOB, EVE) == ""
    assert await why(store, NOW, ANN, BOB) == FORGOTTEN
    assert await why(store, NOW, ANN, ANN) == ""


async def plays_today(bot: Inside) -> Try:
    """What their try at the code of the day has come to, once they have broken it."""
    assert "#1" in str(await bot.says("/daily"))
    game = await bot.board_game()
    assert game is not None
    await bot.says(game.game.variant.format(game.game.secret or ()))
    attempt = await bot.store.run(lambda work: work.daily.attempt(1, bot.person.id))
    assert attempt is not None
    return attempt


async def test_a_second_try_at_the_code_of_the_day_counts_nowhere() -> None:
    async with inside(None, Chat(1001), daily=CODES) as bot:
        await bot.says("/start")
        await forget(bot.store, bot.person.id, 1_000_000.0)
        assert "just for practice" in str(await bot.says("/daily"))
        attempt = await plays_today(bot)
        assert attempt.solved
        assert not attempt.counts
        assert sum((await bot.store.run(lambda work: work.daily.spread(1))).bars()) == 0
        assert "This one doesn’t count" in str(await bot.says("/daily")), "the one try that they have"


async def test_a_second_try_that_is_given_up_is_told_no_secret_while_others_look_for_it() -> None:
    async with inside(None, Chat(1001), daily=CODES) as bot:
        await bot.says("/start")
        await forget(bot.store, bot.person.id, 1_000_000.0)
        await bot.says("/daily")
        game = await bot.board_game()
        assert game is not None
        secret = game.game.variant.format(game.game.secret or ())
        guess = next(code for code in ("0123", "4567") if code != secret)
        said = [await bot.says(text) for text in (guess, "/resign", "/resign", "/daily", f"/review {guess} 0B0C")]
        assert secret not in str(said)


@pytest.mark.parametrize("at", [None, 1_000_000.0 - 2 * DAY])
async def test_the_code_of_the_day_counts_for_whoever_was_forgotten_before_it(at: float | None) -> None:
    async with inside(None, Chat(1001), daily=CODES) as bot:
        await bot.says("/start")
        if at is not None:
            await forget(bot.store, bot.person.id, at)
        assert (await plays_today(bot)).counts
