"""However many chats wait for a sender, each look takes some of them, and in the end all are taken."""

from bot.app.delivery import LOOKED_AT
from bot.storage.store import DatabaseStore
from tests.bot.storage.databases import change_at

CHATS = 2 * LOOKED_AT + 3
NUMBERS = f"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {CHATS})"
WAITING = f"INSERT INTO outbox (chat_id, slot, content) {NUMBERS} SELECT i, 'menu', '{{}}' FROM n"


async def test_each_look_takes_the_next_that_wait(store: DatabaseStore, place: str) -> None:
    await change_at(place, WAITING)
    kept = [await store.outbox.keep({}, sends=True) for _ in range(4)]
    assert [len(each.held) for each in kept] == [LOOKED_AT, 2 * LOOKED_AT, CHATS, CHATS]
    assert all(each.taken.keys() <= each.held for each in kept)


async def test_what_comes_to_wait_before_those_looked_at_is_taken_in_the_next_round(
    store: DatabaseStore, place: str
) -> None:
    await change_at(place, WAITING)
    await store.outbox.keep({}, sends=True)
    await change_at(place, "INSERT INTO outbox (chat_id, slot, content) VALUES (-7, 'menu', '{}')")
    looks = [-7 in (await store.outbox.keep({}, sends=True)).held for _ in range(4)]
    assert looks == [False, False, True, True]


async def test_a_crowd_that_another_replica_serves_hides_nobody(store: DatabaseStore, place: str) -> None:
    await change_at(place, WAITING)
    await change_at(place, "INSERT INTO replicas SELECT 'other', now + 2 FROM clock")
    leases = f"INSERT INTO leases {NUMBERS} SELECT i, 'other', now + 2, 0 FROM n CROSS JOIN clock WHERE i < {CHATS}"
    await change_at(place, leases)
    looks = [(await store.outbox.keep({}, sends=True)).held for _ in range(3)]
    assert looks == [set(), set(), {CHATS}]
