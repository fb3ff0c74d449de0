"""Whoever lets the bot in and out again and again, or a group that does, costs nobody anything."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.app.kinds.match.model import Sitter
from bot.app.kinds.match.opening import Opening, open_match
from bot.app.messages import Chat, Incoming, Joined, Left, Person, Said
from bot.app.model.terms import Terms
from bot.app.outbox import ScreenItem
from bot.app.rate_limit import JOININGS
from bot.app.work import Work
from bot.app.worker import Replies, Worker
from bot.app.world import World
from bot.storage.store import DatabaseStore
from solver.variant import VARIANTS
from tests.bot.inside import AtOnce, world_with
from tests.bot.storage.databases import rows_at

ANN, BOB = Person(1001, "Ann"), Person(1002, "Bob")
TIMES = 1000
FLIPS = 2 * TIMES


class Street:
    """The bot, and a clock that the test sets."""

    def __init__(self, store: DatabaseStore) -> None:
        self.time = 1_000_000.0
        self.store = store
        self.world: World = replace(world_with(VARIANTS["classic"].parse("0834"), AtOnce()), now=lambda: self.time)
        self._worker = Worker(store, AtOnce(), self.world, Replies(lambda _query, _answer: None))
        self._update = 0

    async def brings(self, update: Callable[[int], Incoming]) -> None:
        self._update += 1
        await self._worker.run(update(self._update))

    async def flips(self, chat: Chat, person: Person, times: int, apart: float = 0.0) -> None:
        """So many times the bot is put out, and let in again."""
        for _ in range(times):
            await self.brings(lambda number: Left(number, chat))
            self.time += apart
            await self.brings(lambda number: Joined(number, chat, person))
            self.time += apart

    async def speaks(self, person: Person) -> None:
        await self.brings(lambda number: Said(number, Chat(person.id), person, number, "/help", at=self.time))

    async def plays(self, terms: Terms) -> None:
        """Ann and Bob play a match."""

        async def job(work: Work) -> None:
            sitters = tuple(Sitter(person.id, person.name, person.id) for person in (ANN, BOB))
            opening = Opening(terms=terms, sitters=sitters, seed="5a" * 16, friends=True)
            await open_match(opening, work, self.world)

        await self.store.run(job)


@pytest.fixture
async def street(store: DatabaseStore) -> Street:
    street = Street(store)
    for person in (ANN, BOB):
        await street.speaks(person)
    return street


async def carried_out(place: str) -> int:
    """How many updates have cost a transaction."""
    ((count,),) = await rows_at(place, "SELECT count(*) FROM seen_updates")
    return int(count)


async def hears(store: DatabaseStore, person: Person) -> int:
    """How many screens of matches wait for the person, who sees them now."""
    items = await store.outbox.pending(person.id)
    for item in items:
        await store.outbox.note_delivered([item], None, None)
    return sum(isinstance(item, ScreenItem) and item.slot.startswith("game:") for item in items)


@pytest.mark.parametrize("chat", [Chat(ANN.id), Chat(-5)])
async def test_coming_and_going_a_thousand_times_costs_a_handful_of_transactions(
    street: Street, place: str, chat: Chat
) -> None:
    before = await carried_out(place)
    await street.flips(chat, ANN, TIMES)
    assert await carried_out(place) - before == JOININGS.burst
    await street.flips(chat, ANN, TIMES, apart=1.0)
    assert await carried_out(place) - before <= 2 * JOININGS.burst + FLIPS * JOININGS.per_second


async def test_nobody_else_is_slowed_down_by_it(street: Street, place: str) -> None:
    await street.flips(Chat(ANN.id), ANN, TIMES)
    before = await carried_out(place)
    await street.flips(Chat(BOB.id), BOB, 1)
    assert await carried_out(place) - before == 2


async def test_the_rival_hears_of_it_once_and_items_do_not_pile_up(street: Street, place: str) -> None:
    await street.plays(Terms("race", clock="days"))
    assert await hears(street.store, BOB) == 1
    heard = 0
    for _ in range(100):
        await street.flips(Chat(ANN.id), ANN, 1, apart=100.0)
        heard += await hears(street.store, BOB)
    assert heard == 1
    assert await rows_at(place, f"SELECT count(*) FROM outbox WHERE chat_id = {ANN.id}") <= [(1,)]


async def test_whoever_was_dropped_out_of_sight_is_reachable_as_soon_as_they_speak(street: Street, place: str) -> None:
    reachable = f"SELECT reachable FROM chats WHERE chat_id = {ANN.id}"
    await street.brings(lambda number: Joined(number, Chat(ANN.id), ANN))
    await street.flips(Chat(ANN.id), ANN, TIMES)
    assert await rows_at(place, reachable) == [(0,)]
    await street.speaks(ANN)
    assert await rows_at(place, reachable) == [(1,)]
