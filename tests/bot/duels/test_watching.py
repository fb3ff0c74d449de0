"""Watching: who is let in, what a move shows to all who watch, and what is kept of them, on both databases."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import pytest

from bot.app.buttons import Feature
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.moves import make_move
from bot.app.kinds.match.opening import Opening, open_match, open_rematch
from bot.app.messages import Chat, Person
from bot.app.model.chats import Preferences
from bot.app.model.terms import Terms
from bot.app.operators.model import Operators
from bot.app.outbox import WATCHED_BOARD, Urgency
from bot.app.ratings.model import Ratings
from bot.app.watching.model import EVERY, LIVE, PART, WATCHED, Watching
from bot.app.work import GRACE, StaleGame, Work
from bot.app.world import World
from bot.game.model import Seat, Termination
from bot.game.notation import game_at
from bot.game.rules import Guess, Leave
from bot.storage.keeping import forget_old
from bot.storage.store import DatabaseStore
from bot.world import real_world
from tests.bot.due import done_by
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import write

pytestmark = pytest.mark.both_databases

T = TypeVar("T")
ANN, BOB, CID = 1, 2, 3
BEGUN_AT = 1_790_000_000.0
CODES = ((8, 9, 0, 1), (9, 8, 0, 1), (8, 9, 1, 0), (9, 8, 1, 0))
GAME = "f" * 16
CLOSED = "can’t be watched"


@dataclass
class Clock:
    """A world whose clock the test sets."""

    now: float = BEGUN_AT

    @property
    def world(self) -> World:
        return replace(real_world("bot", NotImplementedError), now=lambda: self.now)


@dataclass
class Watched:
    """A match of Ann's and Bob's that others may watch, and those who do."""

    store: DatabaseStore
    place: str
    clock: Clock

    async def begin(self, *, watched: bool = True) -> None:
        sitters = (Sitter(ANN, "Ann", ANN), Sitter(BOB, "Bob", BOB))
        game = game_at("duel classic 0123 4567 first 0 |")
        match = Match(
            id=GAME, starter=ANN, salt="5c" * 16, opened_at=BEGUN_AT, game=game, clock="none", rated=False,
            sitters=sitters, salts=("5a" * 16,) * 2, began_at=BEGUN_AT, friends=True, watched=watched,
        )  # fmt: skip
        await write(self.store, lambda work: work.games.save(match), lambda work: work.of(Watching).begin(GAME, 1500.0))

    async def watched_by(self, people: range, *, live: bool = True, sign: str = "") -> None:
        await write(self.store, *(self._keeping(each, live=live, sign=sign) for each in people))

    @staticmethod
    def _keeping(person: int, *, live: bool, sign: str) -> Callable[[Work], object]:
        return lambda work: work.of(Watching).keep(GAME, person, is_live=live, sign=sign)

    async def guess(self, seat: int, code: tuple[int, ...]) -> Match:
        return await self._move(Guess(Seat(seat), code, knowingly=True))

    async def give_up(self) -> Match:
        return await self._move(Leave(Seat(0), Termination.RESIGNED))

    async def _move(self, move: Guess | Leave) -> Match:
        async def job(work: Work) -> Match:
            match = await work.games.load(GAME, Match)
            assert match is not None
            return await make_move(match, move, work, self.clock.world)

        return await self.store.run(job)

    async def due(self) -> list[float]:
        return [at for (at,) in await self._rows(f"SELECT due_at FROM jobs WHERE kind = '{WATCHED}' ORDER BY due_at")]

    async def bring(self) -> list[tuple[int, str]]:
        """Let all that is due be done; what those who watch are sent, by whom, and nothing else is on its way."""
        await change_at(self.place, "DELETE FROM outbox")
        self.clock.now += EVERY + GRACE
        await done_by(self.store, 9e12, self.clock.world)
        sent = await self._rows(f"SELECT chat_id, content FROM outbox WHERE slot = '{WATCHED_BOARD}' ORDER BY chat_id")
        return [(chat, content) for chat, content in sent]

    async def kept(self) -> list[tuple[int, int, str]]:
        return [
            tuple(row) for row in await self._rows("SELECT person_id, is_live, sign FROM watchers ORDER BY person_id")
        ]

    async def _rows(self, query: str) -> list[tuple]:  # type: ignore[type-arg]
        return list(await rows_at(self.place, query))


@pytest.fixture
async def match(store: DatabaseStore, place: str) -> Watched:
    watched = Watched(store, place, Clock())
    await watched.begin()
    return watched


async def of(store: DatabaseStore, asked: Callable[[Watching], Awaitable[T]]) -> T:
    return await store.run(lambda work: asked(work.of(Watching)))


# Who is let in


async def test_two_who_both_allow_it_and_meet_in_the_lobby_are_watched(store: DatabaseStore) -> None:
    assert (await opened_between(store, ANN, BOB, allow=(ANN, BOB))).watched


@pytest.mark.parametrize("allow", [(), (ANN,), (BOB,)])
async def test_one_who_does_not_allow_it_is_enough(store: DatabaseStore, allow: tuple[int, ...]) -> None:
    assert not (await opened_between(store, ANN, BOB, allow=allow)).watched


@pytest.mark.parametrize("watched", [True, False])
async def test_by_invitation_it_is_as_that_says_whatever_they_prefer(store: DatabaseStore, *, watched: bool) -> None:
    allow = () if watched else (ANN, BOB)
    assert (await opened_between(store, ANN, BOB, allow=allow, friends=True, watched=watched)).watched is watched


async def test_another_match_of_the_lobbys_asks_both_anew(store: DatabaseStore) -> None:
    before = await opened_between(store, ANN, BOB, allow=(ANN, BOB))
    await allowing(store, ANN, allow=False)

    async def again(work: Work) -> Match:
        loaded = await work.games.load(before.id, Match)
        assert loaded is not None
        return await open_rematch(loaded, Person(ANN, "Ann"), work, Clock().world)

    assert not (await store.run(again)).watched


async def test_the_strongest_comes_first_and_one_with_a_live_clock_before_all_others(store: DatabaseStore) -> None:
    live = Terms("duel", "classic", "live", rated=False)
    days = replace(live, clock="days")
    await rated(store, 5, 2400.0)
    strong = await opened_between(store, 5, 6, allow=(5, 6), terms=days)
    weak = await opened_between(store, ANN, BOB, allow=(ANN, BOB), terms=days)
    lively = await opened_between(store, 8, 9, allow=(8, 9), terms=live)
    assert await of(store, lambda watching: watching.strongest(CID, 9)) == (lively.id, strong.id, weak.id)
    assert await of(store, lambda watching: watching.strongest(ANN, 9)) == (lively.id, strong.id)


async def opened_between(
    store: DatabaseStore, one: int, other: int, *, allow: tuple[int, ...], terms: Terms | None = None, **how: bool
) -> Match:
    for person in allow:
        await allowing(store, person)
    sitters = tuple(Sitter(person, f"P{person}", person) for person in (one, other))
    agreed = terms or Terms("duel", "classic", "none", rated=False)
    opening = Opening(terms=agreed, sitters=sitters, seed="5c", **how)  # type: ignore[arg-type]
    is_sought = not opening.friends
    return await store.run(lambda work: open_match(opening, work, Clock().world, is_sought=is_sought))


async def allowing(store: DatabaseStore, person: int, *, allow: bool = True) -> None:
    await write(store, lambda work: work.prefer(Chat(person), Preferences(watchable=allow)))


async def rated(store: DatabaseStore, person: int, rating: float) -> None:
    async def job(work: Work) -> None:
        standing = await work.of(Ratings).standing(person, "4x10")
        work.of(Ratings).keep_standing(replace(standing, rating=replace(standing.rating, value=rating)))

    await store.run(job)


# What a move shows


async def test_a_move_writes_one_job_however_many_watch(match: Watched) -> None:
    await match.watched_by(range(10, 10 + LIVE))
    await match.guess(0, CODES[0])
    assert await match.due() == [BEGUN_AT]


async def test_moves_while_one_is_due_write_no_other(match: Watched) -> None:
    await match.guess(0, CODES[0])
    match.clock.now += 1.0
    await match.guess(1, CODES[1])
    assert await match.due() == [BEGUN_AT, BEGUN_AT + EVERY]
    match.clock.now += 1.0
    await match.guess(0, CODES[2])
    assert await match.due() == [BEGUN_AT, BEGUN_AT + EVERY]


async def test_the_clock_of_another_replica_that_was_ahead_keeps_nobody_waiting(match: Watched) -> None:
    match.clock.now += 3600.0
    await match.guess(0, CODES[0])
    match.clock.now -= 3600.0
    await match.guess(1, CODES[1])
    assert min(await match.due()) <= match.clock.now + EVERY


async def test_a_move_that_is_made_while_the_job_runs_on_which_it_relies_begins_again(match: Watched) -> None:
    before = await match.guess(0, CODES[0])
    before = replace(before, revision=before.revision + 1)
    await match.bring()
    with pytest.raises(StaleGame):
        await write(match.store, lambda work: work.games.save(before))


async def test_a_match_that_nobody_may_watch_writes_none(store: DatabaseStore, place: str) -> None:
    watched = Watched(store, place, Clock())
    await watched.begin(watched=False)
    await watched.guess(0, CODES[0])
    assert await watched.due() == []


async def test_all_who_watch_are_shown_the_newest_in_parts(match: Watched) -> None:
    await match.watched_by(range(10, 10 + 2 * PART + 1))
    await match.guess(0, CODES[0])
    await match.guess(1, CODES[1])
    sent = await match.bring()
    assert [chat for chat, _ in sent] == [*range(10, 10 + 2 * PART + 1)]
    assert all("9801" in content for _, content in sent)


async def test_their_boards_wait_for_what_is_for_one(match: Watched, place: str) -> None:
    await match.watched_by(range(10, 12))
    await match.guess(0, CODES[0])
    await match.bring()
    urgencies = await rows_at(place, f"SELECT DISTINCT urgency FROM outbox WHERE slot = '{WATCHED_BOARD}'")
    assert [urgency for (urgency,) in urgencies] == [int(Urgency.MANY)]


async def test_whoever_comes_when_it_is_full_is_not_shown_it(match: Watched) -> None:
    await match.watched_by(range(10, 12))
    await match.watched_by(range(12, 14), live=False)
    await match.guess(0, CODES[0])
    assert [chat for chat, _ in await match.bring()] == [10, 11]


async def test_the_hundredth_is_let_in_and_the_next_is_not(match: Watched, store: DatabaseStore) -> None:
    await match.watched_by(range(10, 10 + LIVE - 1))
    assert not (await of(store, lambda watching: watching.seen(GAME, CID))).is_full
    await match.watched_by(range(9, 10))
    assert (await of(store, lambda watching: watching.seen(GAME, CID))).is_full


@pytest.mark.parametrize(
    "parting",
    [
        "INSERT INTO blocks (person_id, blocked_id) VALUES (1, 10)",
        "INSERT INTO blocks (person_id, blocked_id) VALUES (10, 2)",
        "INSERT INTO bans (person_id, banned_at, banned_by) VALUES (10, 1, 9)",
    ],
)
async def test_who_is_parted_from_one_of_them_meanwhile_sees_no_more_of_it(match: Watched, parting: str) -> None:
    await match.watched_by(range(10, 12))
    await change_at(match.place, parting)
    await match.guess(0, CODES[0])
    (parted, told), (other, shown) = await match.bring()
    assert ((parted, CLOSED in told, "8901" in told), (other, "8901" in shown)) == ((10, True, False), (11, True))
    assert [person for person, is_live, _ in await match.kept() if is_live] == [11]


async def test_who_cannot_be_reached_gets_nothing_and_watches_no_more(match: Watched) -> None:
    await match.watched_by(range(10, 12))
    await write(match.store, lambda work: work.prefer(Chat(10), Preferences(reachable=False)))
    await match.guess(0, CODES[0])
    assert [chat for chat, _ in await match.bring()] == [11]
    assert [person for person, is_live, _ in await match.kept() if is_live] == [11]


async def test_each_reads_it_in_their_own_words(match: Watched) -> None:
    await match.watched_by(range(10, 12))
    await write(match.store, lambda work: work.prefer(Chat(10), Preferences(language="uk")))
    await match.guess(0, CODES[0])
    (_, ukrainian), (_, english) = await match.bring()
    assert ("Ти дивишся" in ukrainian, "You’re watching" in english) == (True, True)


async def test_once_one_has_broken_the_code_they_read_that_the_other_has_a_last_guess(match: Watched) -> None:
    await match.watched_by(range(10, 11))
    await match.guess(0, (0, 1, 2, 3))
    ((_, shown),) = await match.bring()
    assert ("Ann got it in 1 guess" in shown, "Bob has one last guess" in shown) == (True, True)


async def test_switched_off_by_operators_it_shows_nothing(match: Watched) -> None:
    async def off(work: Work) -> None:
        await work.of(Operators).switch(Feature.WATCHING, on=False)

    await match.watched_by(range(10, 12))
    await match.store.run(off)
    await match.guess(0, CODES[0])
    assert await match.bring() == []


async def test_its_end_is_shown_and_nothing_is_kept_of_those_who_watched(match: Watched) -> None:
    await match.watched_by(range(10, 12))
    await match.watched_by(range(1000, 1000 + 2 * PART), live=False, sign="👏")
    await match.give_up()
    sent = await match.bring()
    assert [(chat, "4567" in content) for chat, content in sent] == [(10, True), (11, True)]
    assert (await match.kept(), await of(match.store, lambda watching: watching.strongest(CID, 9))) == ([], ())


async def test_a_match_that_is_forgotten_takes_those_who_watched_along(match: Watched) -> None:
    await match.watched_by(range(10, 12))
    await change_at(match.place, "UPDATE games SET opened_at = 1, saved_at = 1")
    await forget_old(match.store, BEGUN_AT)
    assert (await match.kept(), await of(match.store, lambda watching: watching.strongest(CID, 9))) == ([], ())


# Reactions


async def test_reactions_are_seen_with_the_next_move_and_not_before(match: Watched, store: DatabaseStore) -> None:
    await match.watched_by(range(10, 11))
    before = await match.guess(0, CODES[0])
    await write(store, lambda work: work.of(Watching).cheer(GAME, 1), lambda work: work.of(Watching).cheer(GAME, 3))
    assert "👏 1" not in (await match.bring())[0][1]
    after = await match.guess(1, CODES[1])
    assert (before.applause, after.applause) == ((), (0, 1, 0, 1, 0, 0))
    assert "👁 👏 1 · 😮 1" in (await match.bring())[0][1]


async def test_those_who_play_see_them_as_well(match: Watched, place: str) -> None:
    await write(match.store, lambda work: work.of(Watching).cheer(GAME, 1))
    await match.guess(0, CODES[0])
    ((bobs,),) = await rows_at(place, f"SELECT content FROM outbox WHERE chat_id = {BOB}")
    assert "👏 1" in bobs


async def test_none_is_lost_of_those_that_come_at_once(match: Watched) -> None:
    async def cheer(place: int) -> None:
        await write(match.store, lambda work: work.of(Watching).cheer(GAME, place))

    await asyncio.gather(*(cheer(at % 3) for at in range(60)))
    assert await of(match.store, lambda watching: watching.applause(GAME)) == (20, 20, 20, 0, 0, 0)


async def test_whoever_watches_another_match_is_shown_the_former_no_more(match: Watched, store: DatabaseStore) -> None:
    await match.watched_by(range(10, 12), sign="👏")
    await write(store, lambda work: work.of(Watching).watch_no_other("another", 10))
    assert await match.kept() == [(10, 0, "👏"), (11, 1, "👏")]
    await match.guess(0, CODES[0])
    assert [chat for chat, _ in await match.bring()] == [11]
