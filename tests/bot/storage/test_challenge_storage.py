"""Challenges as they are kept, and answered by two replicas at once: each leads to one match at most."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.actions import duels
from bot.app.actions.duels import Refusal
from bot.app.handlers.duels import accept
from bot.app.messages import Chat, Inline, Person
from bot.app.model.chats import Preferences
from bot.app.model.duels import Challenge, State, challenge_read, challenge_written, token_on
from bot.app.model.terms import Terms
from bot.app.supervision import retry_until_stored
from bot.app.work import StaleGame, Work
from bot.app.world import World
from bot.storage.store import DatabaseStore
from bot.world import real_world
from sandbox.client import PATIENCE
from tests import stored
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import opened

ROUNDS = 10
ANN, BOB, EVE = Person(1, "Ann"), Person(2, "Bob"), Person(3, "Eve")
CARDS = (
    st.none()
    | st.builds(Chat, st.integers(-(2**40), -1), st.none() | st.integers(1, 99))
    | st.builds(Inline, st.text())
)
TEXT = st.text(max_size=40)
Doing = Callable[[Work], Awaitable[object]]


def no_thoughts(*_: object) -> None:
    raise AssertionError("nobody asks for a hint")


WORLD: World = real_world("bot", no_thoughts)


@given(
    st.builds(
        Challenge,
        token=st.just("x" * 22),
        terms=st.builds(Terms, st.sampled_from(["duel", "race"]), rated=st.booleans()),
        person=st.integers(1, 2**52),
        name=TEXT,
        made_at=st.floats(0, 4e9),
        expires_at=st.floats(0, 4e9),
        to=st.none() | st.integers(1, 2**52),
        to_name=TEXT,
        taker=st.none() | st.integers(1, 2**52),
        taker_name=TEXT,
        declined=st.lists(TEXT, max_size=3).map(tuple),
        card=CARDS,
        seed=TEXT,
        state=st.sampled_from(State),
        match=TEXT,
    )
)
def test_a_challenge_reads_back_as_it_was_written(challenge: Challenge) -> None:
    assert challenge_read(challenge.token, challenge_written(challenge), 0) == challenge


def test_a_challenge_of_an_unknown_format_is_not_read() -> None:
    with pytest.raises(ValueError, match="format 99"):
        challenge_read("x" * 22, '{"format":99}', 1)


def test_who_comes_too_late_is_told_why() -> None:
    challenge = Challenge("x" * 22, Terms(), ANN.id, "Ann", 0.0, 100.0, to=BOB.id)
    assert duels.refusal(challenge, BOB.id, 99.0) is None
    assert duels.refusal(challenge, BOB.id, 100.0) is Refusal.EXPIRED
    assert duels.refusal(challenge, ANN.id, 99.0) is Refusal.OWN
    assert duels.refusal(challenge, EVE.id, 99.0) is Refusal.NOT_YOURS
    anybody = replace(challenge, to=None, taker=BOB.id)
    assert duels.refusal(anybody, BOB.id, 99.0) is None
    assert duels.refusal(anybody, EVE.id, 99.0) is Refusal.ACCEPTED
    for state in (State.ACCEPTED, State.DECLINED, State.WITHDRAWN, State.EXPIRED):
        assert duels.refusal(replace(challenge, state=state), BOB.id, 101.0) is Refusal(state.value)
    assert duels.refusal(replace(challenge, state=State.UNSENT), BOB.id, 99.0) is Refusal.EXPIRED


async def of_ann(work: Work) -> Challenge:
    """A challenge by Ann, who may be written to."""
    work.prefer(Chat(ANN.id), Preferences(greeted=True))
    return duels.make_challenge(Terms(), ANN, work, WORLD)


async def offered_by_ann(work: Work) -> Challenge:
    return duels.offered(Terms(), ANN, work, WORLD)


def accepting(token: str, person: Person) -> Doing:
    """The person accepts, if they still can."""

    async def job(work: Work) -> None:
        challenge = await work.challenges.load(token)
        assert challenge is not None
        if duels.refusal(challenge, person.id, WORLD.now()) is None:
            await accept(challenge, person, work, WORLD)

    return job


async def at_once(*doings: tuple[DatabaseStore, Doing]) -> None:
    """As updates are carried out: begun again where somebody else was faster."""
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(retry_until_stored(partial(store.run, doing)) for store, doing in doings))


async def test_whoever_saves_a_challenge_that_has_moved_on_begins_again(store: DatabaseStore) -> None:
    challenge = await store.run(of_ann)

    async def saved(work: Work) -> None:
        work.challenges.save(challenge)

    with pytest.raises(StaleGame):
        await store.run(saved)


async def test_what_waits_is_known_until_it_is_answered(store: DatabaseStore) -> None:
    challenge, offer = await store.run(of_ann), await store.run(offered_by_ann)

    async def waiting(work: Work) -> set[str]:
        return {one.token for one in await work.challenges.open_of(ANN.id)}

    assert await store.run(waiting) == {challenge.token, offer.token}
    await store.run(accepting(challenge.token, BOB))
    assert await store.run(waiting) == {offer.token}


async def test_two_replicas_begin_one_match_of_each_challenge(shared: str) -> None:
    async with opened(shared) as here, opened(shared) as there:
        for _ in range(ROUNDS):
            challenge = await here.run(of_ann)
            await at_once((here, accepting(challenge.token, BOB)), (there, accepting(challenge.token, EVE)))
    assert await stored.matches_at(shared) == ROUNDS
    assert sum(ANN.id in pair for pair in await stored.pairs_at(shared)) == ROUNDS


async def test_two_replicas_make_one_challenge_of_each_card(shared: str) -> None:
    async with opened(shared) as here, opened(shared) as there:
        offer = await here.run(offered_by_ann)
        for number in range(ROUNDS):
            job = partial(duels.load_from_card, offer.token, Inline(f"card {number}"), world=WORLD)
            await at_once((here, job), (there, job))
    made = {token for (token,) in await rows_at(shared, "SELECT token FROM challenges")}
    assert made == {offer.token} | {token_on(Inline(f"card {number}"), offer.token) for number in range(ROUNDS)}
