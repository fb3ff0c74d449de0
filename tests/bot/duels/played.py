"""Matches that have ended, and the work that stores one as the bot does."""

from collections.abc import Awaitable, Callable
from typing import Any

from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.moves import with_ratings
from bot.app.messages import Chat, Destination
from bot.app.ratings.model import Player, Ratings, Standing
from bot.app.work import Work
from bot.app.world import World
from bot.game.notation import game_at
from bot.storage.store import DatabaseStore

NOW = 1_790_000_000.0
"""A Monday, in the afternoon."""
ANN, BOB, EVE = 1, 2, 3
NAMES = {ANN: "Ann", BOB: "Bob", EVE: "Eve"}
FIRST_WINS = "race classic 0123 | 0:0123@5 1:4567@9 1:8901@20"
DRAWN = "duel classic 0123 4567 first 0 | 0:0123 1:4567"
FIRST_RESIGNS = "race classic 0123 | 0:4567@5 | resigned 0"
FIRST_OVERSLEEPS = "race classic 0123 | 0:4567@5 | timed-out 0"
ABORTED = "race classic 0123 | | aborted"
FAMILY = "4x10"
GROUP = Chat(-100)


def world_at(now: float) -> World:
    nothing: Any = None
    return World("bot", lambda: now, *[nothing] * 6)


def ended(
    number: int, position: str, one: int = ANN, other: int = BOB, *, rated: bool = True, card: Destination | None = None
) -> Match:
    sitters = tuple(Sitter(person, NAMES.get(person, f"P{person}"), person) for person in (one, other))
    salts = ("5a" * 16,) * 2
    return Match(
        id=f"{number:016x}",
        starter=one,
        salt="seed",
        opened_at=NOW,
        ended_at=NOW,
        game=game_at(position),
        clock="none",
        rated=rated,
        sitters=sitters,
        salts=salts,
        card=card,
    )


def ending(match: Match, now: float = NOW) -> Callable[[Work], Awaitable[Match]]:

    async def job(work: Work) -> Match:
        counted = await with_ratings(match, work, world_at(now))
        work.games.save(counted)
        return counted

    return job


async def standing(store: DatabaseStore, person: int, family: str = FAMILY) -> Standing:
    return await store.run(lambda work: work.of(Ratings).standing(person, family))


async def player(store: DatabaseStore, person: int) -> Player:
    return await store.run(lambda work: work.of(Ratings).player(person))
