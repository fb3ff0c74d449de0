"""Somebody with many accounts silences nobody: in the lobby's room each speaks in turn, in a group each is read."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.app.actions.room import ROOM
from bot.app.intents import Typed
from bot.app.messages import Chat, Person, Said
from bot.app.model.talk import KEPT, MOST, MOST_TOGETHER, WITHIN, TalkMessage, has_had_turn, says_too_much
from bot.app.rate_limit import RateLimit, Verdict
from bot.app.work import Work
from bot.app.worker import Replies, Worker
from bot.storage.store import DatabaseStore
from tests.bot.inside import AtOnce, world_with

NOON = 1e6
RING, ANN, BOB = range(10, 16), 1, 2


async def test_six_accounts_do_not_silence_the_room(store: DatabaseStore) -> None:
    world = replace(world_with(None, AtOnce()), now=lambda: NOON)
    worker = Worker(store, AtOnce(), world, Replies(lambda _query, _answer: None), limits=False)

    async def listening(work: Work) -> None:
        for person in (ANN, BOB, *RING):
            work.talk.listen(ROOM, person)

    async def speakers(work: Work) -> list[int]:
        return [message.person for message in await work.talk.last_messages(ROOM, 1000)]

    await store.run(listening)
    order = [person for _ in range(2 * MOST) for person in RING] + [ANN, ANN, *RING, BOB, *RING, ANN]
    for number, person in enumerate(order, 1):
        await worker.run(Said(number, Chat(person), Person(person, "Kim", "en"), number, f"/say hi there, {number}"))
    said = await store.run(speakers)
    assert sorted(person for person in said if person not in RING) == [ANN, ANN, ANN, BOB]
    assert len(said) == MOST_TOGETHER + 4, "those who have had their share wait"


@given(st.lists(st.tuples(st.integers(1, 60), st.floats(0, WITHIN / 2)), max_size=200))
def test_whoever_has_said_nothing_lately_is_always_heard(tries: list[tuple[int, float]]) -> None:
    said: list[TalkMessage] = []
    for person, at in sorted(tries, key=lambda each: each[1]):
        lately = said[-KEPT:]
        if not says_too_much(person, lately, at) and not has_had_turn(person, lately, at):
            said.append(TalkMessage(str(len(said)), ROOM, person, "Kim", "hi", at))
        assert any(message.person == person for message in said)
        assert not has_had_turn(1000, said[-KEPT:], at)


def test_a_few_who_chat_are_not_held_up() -> None:
    said = [TalkMessage(str(number), ROOM, number % 5, "Kim", "hi", NOON) for number in range(MOST_TOGETHER - 1)]
    assert not any(has_had_turn(person, said, NOON) for person in range(6))


def test_in_a_group_nobody_is_unread_because_others_write_too_much() -> None:
    """Its limits are each person's own."""
    limit, group, guess = RateLimit(), Chat(-5), Typed("0123")
    for number in range(600):
        limit.verdict(Said(number, group, Person(10 + number % 6, "Kim"), number, "0123"), guess, NOON)
    assert limit.verdict(Said(1000, group, Person(1, "Ann"), 1000, "0123"), guess, NOON) is Verdict.READ
