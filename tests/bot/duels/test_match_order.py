"""Two chats share a match: what each of them is shown last is how it stands."""

import asyncio
from dataclasses import replace

from bot.app.kinds.match.model import Match
from bot.app.kinds.match.moves import Appearance, force_move, guess_by, show_seat
from bot.app.outbox import OutboxItem, ScreenItem
from bot.app.screen import Place
from bot.app.supervision import retry_until_stored
from bot.app.work import Work
from bot.game.model import Seat
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import ANN, BOB, NOW, ended, world_at

MATCH = replace(ended(7, "duel classic 0123 4567 first 0 |"), ended_at=None)
GUESS = MATCH.game.variant.parse("8901")


async def guess(work: Work) -> None:
    """Ann guesses."""
    match = await work.games.load(MATCH.id, Match)
    assert match is not None
    await force_move(match, guess_by(match, Seat(0), GUESS, NOW), work, world_at(NOW))


async def look(work: Work) -> None:
    """Bob has a look."""
    match = await work.games.load(MATCH.id, Match)
    assert match is not None
    await show_seat(match, Seat(1), Appearance(Place.BOTTOM), work, world_at(NOW))


def last(items: list[OutboxItem]) -> str:
    screens = [item.screen.html for item in items if isinstance(item, ScreenItem)]
    return screens[-1]


async def test_who_looks_while_the_rival_moves_sees_the_move_in_the_end(store: DatabaseStore) -> None:
    async def keep(work: Work) -> None:
        work.games.save(MATCH)

    await store.run(keep)
    moving = retry_until_stored(lambda: store.run(guess, ANN))
    looking = retry_until_stored(lambda: store.run(look, BOB))
    await asyncio.gather(moving, looking)
    assert "8901" in last(await store.outbox.pending(BOB))
