"""Ledgers as they are stored, in either database: read back, saved by one at a time, ranked; and lines by number."""

from dataclasses import replace

import pytest

from bot.app.messages import Chat
from bot.app.model.ledger import Ended, Ledger
from bot.app.work import StaleGame, Work
from bot.storage.store import DatabaseStore
from tests.bot.storage.stores import saving, table_in

pytestmark = pytest.mark.both_databases

PERSON = 1001
ENDED = Ended("solo classic", 5, solved=True, accuracy=93.25, luck=-0.5, beyond=-21)
HINTED = Ended("evil classic", 12, solved=True, hints=2, accuracy=80.0)
GIVEN_UP = Ended("solo classic", 3, solved=False)


def ledger_with(*games: Ended, person: int = PERSON) -> Ledger:
    ledger = Ledger(person, "Ann")
    for ended in games:
        ledger = ledger.with_game(ended)
    return ledger


async def kept(store: DatabaseStore, ledger: Ledger) -> None:
    async def job(work: Work) -> None:
        work.ledgers.keep(ledger)

    await store.run(job)


async def of(store: DatabaseStore, person: int = PERSON) -> Ledger:
    return await store.run(lambda work: work.ledgers.of(person))


async def test_a_ledger_reads_back(store: DatabaseStore) -> None:
    ledger = replace(ledger_with(ENDED, HINTED, GIVEN_UP).with_level("perfect"), told=("perfect",), done=7)
    await kept(store, ledger)
    assert await of(store) == ledger


async def test_whoever_saves_it_second_begins_again(store: DatabaseStore) -> None:
    await kept(store, ledger_with(ENDED))
    stale = await of(store)
    await kept(store, stale.with_game(HINTED))
    with pytest.raises(StaleGame):
        await kept(store, stale.with_game(GIVEN_UP))
    assert (await of(store)).of_all.games == 2


async def test_the_most_accurate_come_first_once_they_have_enough_games(store: DatabaseStore) -> None:
    good, better = (replace(ENDED, accuracy=accuracy) for accuracy in (90.0, 95.0))
    await kept(store, ledger_with(*[good] * 20))
    await kept(store, ledger_with(*[better] * 20, person=1002))
    await kept(store, ledger_with(*[better] * 19, person=1003))
    best = await store.run(lambda work: work.ledgers.most_accurate(10))
    assert [(line.person, round(line.accuracy)) for line in best] == [(1002, 95), (PERSON, 90)]


async def test_lines_come_in_order_from_a_number_on(store: DatabaseStore) -> None:
    position = "solo classic 0834 | 0123 0834"
    assert (await of(store, 1)).done is None
    for number in range(3):
        await store.run(saving(table_in(Chat(1), f"{number:016x}", position)))
    assert (await of(store, 1)).done == 0
    lines = await store.run(lambda work: work.games.lines_after(1, 0, 2))
    assert len(lines) == 2
    rest = await store.run(lambda work: work.games.lines_after(1, lines[-1][0], 2))
    assert len(rest) == 1
    assert await store.run(lambda work: work.games.number_of(f"{2:016x}")) == rest[0][0]
    assert await store.run(lambda work: work.games.number_of("f" * 16)) == 0
