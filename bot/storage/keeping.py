"""Deletes rows that are older than `TABLES` keeps them, with what hangs on them, a few at a time."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from bot.app.model.game import SLOTS_OF_GAMES
from bot.app.model.table import query_of
from bot.app.model.tables import TABLES
from bot.app.work import Store, Work
from bot.game.daily import DAY

# What goes with rows that go.

Rows = Sequence[Any]


def drop_games(rows: Rows, work: Work) -> None:
    """What hangs on games goes with them."""
    for row in rows:
        work.write("drop_seats", game_id=row["game_id"])
        work.write("drop_drafts", game_id=row["game_id"])
        work.write("drop_crowd", game_id=row["game_id"])
        work.write("drop_watchers", game_id=row["game_id"])
        for name in SLOTS_OF_GAMES:
            work.write("drop_slot", slot=f"{name}:{row['game_id']}")


def drop_ended(rows: Rows, work: Work) -> None:
    """The same; of a game that ended before lines were kept, the line is kept now."""
    drop_games(rows, work)
    for row in rows:
        work.games.keep_line_of(row)


def drop_challenges(rows: Rows, work: Work) -> None:
    """What hangs on challenges goes with them."""
    for row in rows:
        match = _match_of(row["body"])
        work.write("drop_slot", slot=f"challenge:{row['token']}")
        work.write("drop_card", slot=f"card:{match}", game_id=match)


def _match_of(challenge: str) -> str:
    """The match of a stored challenge; nothing where it cannot be read, for that must hold up nothing."""
    try:
        return str(json.loads(challenge)["match"])
    except (ValueError, LookupError, TypeError):
        return ""


def drop_contests(rows: Rows, work: Work) -> None:
    """What hangs on contests goes with them."""
    for row in rows:
        work.write("drop_slot", slot=f"contest:{row['token']}")


def drop_daily_cards(rows: Rows, work: Work) -> None:
    """What hangs on the cards of days goes with them: every group's card of a day is about as old."""
    for day in {row["day"] for row in rows}:
        work.write("drop_slot", slot=f"daily:{day}")


THEN: Mapping[str, Callable[[Rows, Work], None]] = {
    "forget_games": drop_ended,
    "forget_abandoned": drop_games,
    "forget_challenges": drop_challenges,
    "forget_contests": drop_contests,
    "forget_daily_cards": drop_daily_cards,
}
"""By the query that has deleted them."""


# A few at a time; their space is given back to the disk.

PAUSE = 0.05
"""Seconds between two transactions, in which others have the database to themselves."""
AT_ONCE = 20
"""Games that are discarded in one transaction, at most."""


async def forget_old(store: Store, now: float) -> None:
    """Delete the rows that are older than their tables keep them, and give the space back to the disk.

    Each step is a short transaction of its own, and others have their turn between two of them.
    """
    for name, table in TABLES.items():
        for age in table.ages:
            await _repeat(store, partial(_forget_some, query_of(age, name), now - age.days * DAY))
    await _discard_untouched(store, now - DAY)
    await _repeat(store, _give_back)


async def _repeat(store: Store, step: Callable[[Work], Awaitable[bool]]) -> None:
    """Carry the step out until it finds nothing more to do."""
    while True:
        if not await store.run(step, alone=True):
            return
        await asyncio.sleep(PAUSE)


async def _forget_some(query: str, before: float, work: Work) -> bool:
    rows = await work.rows_at_once(query, before=before)
    if query in THEN:
        THEN[query](rows, work)
    return bool(rows)


async def _discard_untouched(store: Store, before: float) -> None:
    """Discard the games with the bot alone in which nothing was done, nor their board sent, since that time."""
    last: tuple[int, float, str] | None = (1, 0.0, "")  # groups are below
    while last is not None:
        last = await store.run(partial(_discard_some, last, before), alone=True)
        await asyncio.sleep(PAUSE)


async def _discard_some(last: tuple[int, float, str], before: float, work: Work) -> tuple[int, float, str] | None:
    """Those among the next games behind that key; returns the last key, None if there are no more."""
    rows = await work.rows("private_boards", chat_id=last[0], opened_at=last[1], game_id=last[2], before=before)
    unlogged = [at for at, row in enumerate(rows) if row["body"] is not None]
    rows = rows[: unlogged[AT_ONCE]] if len(unlogged) > AT_ONCE else rows
    for game in work.games.untouched(row for row in rows if row["body"] is not None):
        await work.discard(game, work.now(), shown_before=before)
    return (rows[-1]["chat_id"], rows[-1]["opened_at"], rows[-1]["game_id"]) if rows else None


async def _give_back(work: Work) -> bool:
    return await work.give_back()
