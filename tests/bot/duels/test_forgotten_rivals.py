"""What becomes of a match when one of the two asks to be forgotten."""

from bot.app.handlers.privacy import begin_forgetting
from bot.app.model.game import LEFT
from bot.app.work import Work
from bot.game.model import Termination
from tests.bot.duels.evenings import ANN, BOB, Evening, ended
from tests.bot.storage.databases import rows_at

SECRET = "0123"
"""The first code, which is always drawn."""


async def forget_ann(evening: Evening) -> None:
    async def ask(work: Work) -> None:
        begin_forgetting(1, "en", work, evening.world())

    await evening.store.run(ask)
    await evening.passes(60)


async def test_a_match_under_way_is_given_up(evening: Evening) -> None:
    match = await evening.under_way(clock="none")
    await forget_ann(evening)
    assert await ended(evening, match) == (Termination.RESIGNED, BOB)
    assert (await evening.stands(match)).sitters[ANN].person == LEFT
    assert await rows_at(evening.place, "SELECT person_id, rival_id, score FROM results") == [(2, LEFT, 1.0)]


async def test_a_match_that_cannot_be_left_goes_on_and_counts_for_nobody(evening: Evening) -> None:
    match = await evening.guesses(await evening.under_way(mode="race", clock="none"), ANN, "7654")
    match = await evening.guesses(match, ANN, SECRET)
    assert await ended(evening, match) is None
    await forget_ann(evening)
    assert await ended(evening, match) is None
    assert any("Ann left for good" in screen for screen in await evening.screens(BOB))
    assert (await evening.stands(match)).sitters[ANN].name == "Someone who left"
    for guess in ("7654", "6543"):
        if await ended(evening, match) is None:
            await evening.guesses(match, BOB, guess)
    assert await ended(evening, match) == (Termination.SOLVED, ANN)
    for table in ("results", "people", "ratings", "rivalries"):
        assert await rows_at(evening.place, f"SELECT * FROM {table} WHERE person_id IN (1, {LEFT})") == []
