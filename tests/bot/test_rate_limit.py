"""Nobody is read faster than their allowance, whatever they say, press, ask, or how often they come and go."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import rate_limit
from bot.app.intents import Ask, Command, Intent, Nothing, Order, Typed
from bot.app.kinds.match.model import Sitter
from bot.app.kinds.match.opening import Opening, open_match
from bot.app.messages import Asked, Chat, Incoming, Joined, Left, Migrated, Person, Pressed, Said, Unknown
from bot.app.model.terms import Terms
from bot.app.outbox import ScreenItem
from bot.app.rate_limit import KEPT, MESSAGES, PRESSES, QUESTIONS, RateLimit, Rhythm, Verdict
from bot.app.screen import Answer
from bot.app.work import Work
from bot.app.worker import Replies, Worker
from bot.app.world import World
from bot.storage.store import DatabaseStore
from solver.variant import VARIANTS
from tests.bot.inside import AtOnce, world_with
from tests.bot.storage.databases import rows_at

READ, FIRST, TOO_MANY = Verdict.READ, Verdict.FIRST_TOO_MANY, Verdict.TOO_MANY
GUESS: Intent = Typed("0123")
PRIVATE, GROUP = Chat(1), Chat(-1)
NOON = 1e9
RHYTHMS = st.sampled_from([MESSAGES, rate_limit.EDITS, PRESSES, QUESTIONS])
GAPS = st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.01, 0.5, 3.0, 30.0]), min_size=1, max_size=200)
CROWD_MOMENT = 0.01
MIGRATED = Migrated(0, GROUP, -(10**12) - 1)
numbers = count()


def said(person: int = 1, chat: Chat = PRIVATE, at: float = 0.0, *, edited: bool = False) -> Said:
    return Said(next(numbers), chat, Person(person, "Kim"), 1, "0123", at=at, edited=edited)


def judged(limit: RateLimit, each: Iterable[tuple[Incoming, float]], intent: Intent = GUESS) -> list[Verdict]:
    return [limit.verdict(incoming, intent, now) for incoming, now in each]


def pressed(person: int = 1, chat: Chat | None = PRIVATE) -> Pressed:
    return Pressed(next(numbers), "7", chat, Person(person, "Kim"), 1, "1:play")


def moments(gaps: list[float]) -> list[float]:
    return [NOON + sum(gaps[: n + 1]) for n in range(len(gaps))]


def verdicts(rhythm: Rhythm, times: list[float]) -> list[Verdict]:
    allowance = rate_limit.Allowance(rhythm, rhythm.burst, NOON)
    return [allowance.spend(now) for now in times]


@given(RHYTHMS, GAPS)
def test_no_stretch_of_time_holds_more_than_the_burst_and_the_rate_allow(rhythm: Rhythm, gaps: list[float]) -> None:
    times = moments(gaps)
    read = [now for now, verdict in zip(times, verdicts(rhythm, times), strict=True) if verdict is READ]
    for first, begin in enumerate(read):
        for last in range(first, len(read)):
            assert last - first + 1 <= rhythm.burst + (read[last] - begin) * rhythm.per_second + 1e-4


@given(RHYTHMS, st.lists(st.floats(1, 10), max_size=100))
def test_whoever_is_slow_is_never_stopped(rhythm: Rhythm, stretches: list[float]) -> None:
    times = moments([1.001 * stretch / rhythm.per_second for stretch in stretches])
    assert set(verdicts(rhythm, times)) <= {READ}


@given(RHYTHMS, st.floats(0, 0.2))
def test_a_burst_is_read_to_its_end(rhythm: Rhythm, took: float) -> None:
    times = [NOON + took * n / rhythm.burst for n in range(int(rhythm.burst))]
    assert set(verdicts(rhythm, times)) == {READ}


@given(RHYTHMS, GAPS)
def test_an_episode_is_answered_once_and_ends_when_half_has_come_back(rhythm: Rhythm, gaps: list[float]) -> None:
    times = moments(gaps)
    stopped_at: float | None = None
    for now, verdict in zip(times, verdicts(rhythm, times), strict=True):
        if verdict is FIRST:
            assert stopped_at is None or now - stopped_at > rhythm.burst / 2 / rhythm.per_second - 1
            stopped_at = now
        elif verdict is TOO_MANY:
            assert stopped_at is not None
            assert now - stopped_at <= rhythm.burst / 2 / rhythm.per_second + 1e-4
        elif stopped_at is not None:
            assert now - stopped_at >= (rhythm.burst / 2 - 1) / rhythm.per_second - 1e-4


def test_neither_taps_of_guess_after_guess_nor_a_clock_that_jumps_stop_anybody() -> None:
    taps = [NOON + guess * 1.5 + tap * 0.12 for guess in range(100) for tap in range(5)]
    times = [NOON + 2 * n + jump for n, jump in enumerate([0.0] * 30 + [-3600.0] * 30 + [3600.0] * 30)]
    assert {*verdicts(PRESSES, taps), *verdicts(MESSAGES, times)} == {READ}


def flooded(limit: RateLimit, incoming: Incoming, times: int = 100, intent: Intent = GUESS) -> list[Verdict]:
    return judged(limit, ((replace(incoming, update=next(numbers)), NOON) for _ in range(times)), intent)


def test_people_chats_messages_edits_and_presses_are_counted_apart() -> None:
    limit = RateLimit()
    assert flooded(limit, said())[-1] is TOO_MANY
    for other in (said(2), said(chat=GROUP), said(edited=True), pressed()):
        assert limit.verdict(other, GUESS, NOON) is READ
    assert limit.verdict(said(chat=Chat(1, thread=5)), GUESS, NOON) is TOO_MANY, "a topic is no other chat"


def test_one_person_begins_few_games_in_a_group_and_guesses_on() -> None:
    """Each is a message of its own there, and a group takes twenty a minute from us."""
    limit, play, beginnings = RateLimit(), Order(Command.PLAY, ""), rate_limit.BEGINNINGS
    begun = judged(limit, ((said(chat=GROUP), NOON + second / 2) for second in range(240)), play)
    assert beginnings.burst <= begun.count(READ) <= beginnings.burst + 120 * beginnings.per_second
    assert limit.verdict(said(chat=GROUP), GUESS, NOON + 121) is READ
    assert limit.verdict(said(2, chat=GROUP), play, NOON + 121) is READ
    alone = judged(limit, ((said(), NOON + second) for second in range(240)), play)
    assert set(alone) == {READ}, "alone everybody may begin as many as they like"


def test_messages_that_waited_were_not_sent_together() -> None:
    assert set(judged(RateLimit(), ((said(at=NOON - 3600 + 5 * n), NOON) for n in range(600)))) == {READ}


def test_edits_go_by_our_clock() -> None:
    for at in (0.0, NOON):
        assert set(judged(RateLimit(), ((said(at=at, edited=True), NOON + n) for n in range(100)))) == {READ}


def test_no_date_to_come_is_believed() -> None:
    limit = RateLimit()
    assert judged(limit, ((said(at=NOON + 10.0**n), NOON + n / 1000) for n in range(18))) == [READ] * 18
    flooded(limit, said(at=2.0**62))
    assert limit.verdict(said(at=NOON + 60), GUESS, NOON + 60) is READ


def test_what_is_delivered_again_is_judged_as_before_and_costs_nothing() -> None:
    limit = RateLimit()
    for message in [said() for _ in range(int(MESSAGES.burst))]:
        assert judged(limit, [(message, NOON)] * 3) == [READ] * 3
    first, second = said(), said()
    assert judged(limit, [(first, NOON)] * 3) == [FIRST] * 3
    assert judged(limit, [(second, NOON + late) for late in (0, 1, 60)]) == [TOO_MANY] * 3
    assert limit.verdict(said(), GUESS, NOON + 60) is READ


def test_only_what_was_meant_for_the_bot_is_counted_and_nothing_where_it_is_switched_off() -> None:
    limit, off = RateLimit(), RateLimit(on=False)
    for incoming, intent in ((said(chat=GROUP), Nothing()), (Unknown(0, "?"), Nothing()), (MIGRATED, GUESS)):
        assert (set(flooded(limit, incoming, intent=intent)), len(limit)) == ({READ}, 0), incoming
    assert (set(flooded(off, said())), len(off)) == ({READ}, 0)


def test_the_words_of_the_first_too_many_serve_those_after_it() -> None:
    limit, press = RateLimit(), pressed(chat=None)
    assert limit.answer_to(press) is None
    flooded(limit, press)
    assert limit.answer_to(press) is None
    limit.note_answer(press, Answer("zu schnell"))
    assert (limit.answer_to(press), limit.answer_to(pressed(2))) == (Answer("zu schnell"), None)


@pytest.mark.parametrize("rhythm", [MESSAGES, PRESSES])
def test_a_long_rest_lets_no_more_than_a_burst_through(rhythm: Rhythm) -> None:
    given = verdicts(rhythm, [NOON + 3600] * (int(rhythm.burst) + 1))
    assert given == [READ] * int(rhythm.burst) + [FIRST]


def test_presses_on_cards_count_among_those_in_groups() -> None:
    limit, groups = RateLimit(), [Chat(-number) for number in (1, 2, 3)]
    assert set(judged(limit, ((pressed(1, group), NOON) for group in groups for _ in range(40)))) == {READ}
    assert limit.verdict(pressed(1, None), GUESS, NOON) is FIRST
    assert limit.verdict(pressed(2, None), GUESS, NOON) is READ


def test_whoever_may_send_a_whole_burst_again_need_not_be_known() -> None:
    spent = rate_limit.Allowance(MESSAGES, MESSAGES.burst, NOON)
    assert spent.spend(NOON) is READ
    assert not spent.is_full(NOON + 0.9 / MESSAGES.per_second)
    assert spent.is_full(NOON + 1 / MESSAGES.per_second)


@pytest.mark.parametrize("presses", [False, True])
def test_whoever_has_been_quiet_is_forgotten(*, presses: bool) -> None:
    limit = RateLimit()
    for person in range(6 * KEPT):
        now = NOON + person * CROWD_MOMENT
        incoming: Incoming = pressed(person) if presses else said(person, at=now)
        assert limit.verdict(incoming, GUESS, now) is READ
        assert len(limit) <= KEPT


def test_a_flooder_is_not_forgotten_for_a_crowds_sake() -> None:
    limit = RateLimit()
    flooded(limit, said())
    assert set(judged(limit, ((said(person), NOON) for person in range(2, 3 * KEPT)))) == {READ}
    assert (limit.verdict(said(), GUESS, NOON), len(limit)) == (TOO_MANY, 3 * KEPT - 1)
    assert set(judged(limit, ((said(person), NOON + 60) for person in range(10 * KEPT, 16 * KEPT)))) == {READ}
    assert len(limit) <= 6 * KEPT


def test_only_who_types_behind_the_bots_name_without_end_is_heard_no_more() -> None:
    limit = RateLimit()
    asked = ((Asked(next(numbers), "7", Person(1, "Kim"), "d"), NOON) for _ in range(int(QUESTIONS.burst) + 2))
    assert judged(limit, asked, Ask("d")) == [READ] * int(QUESTIONS.burst) + [FIRST, TOO_MANY]
    assert limit.verdict(Asked(next(numbers), "8", Person(2, "Lee"), ""), Ask(""), NOON) is READ
    assert limit.verdict(said(at=NOON), GUESS, NOON) is READ


def test_one_person_in_ninety_groups_is_read_as_much_as_one_limit_allows() -> None:
    limit, groups = RateLimit(), [Chat(-number) for number in range(1, 91)]
    for incoming in (said, pressed):
        rhythm = rate_limit.EVERYWHERE[MESSAGES if incoming is said else PRESSES]
        verdicts = judged(limit, ((incoming(1, group), NOON) for _ in range(20) for group in groups))
        assert verdicts.count(READ) == rhythm.burst
        assert verdicts.count(FIRST) == 1, "one answer in all, not one in each group"
        assert set(judged(limit, ((incoming(2, group), NOON) for group in groups[: int(rhythm.burst)]))) == {READ}
        assert limit.verdict(incoming(1, PRIVATE), GUESS, NOON) is READ


def test_whoever_plays_in_several_groups_is_never_stopped() -> None:
    taps = product(range(100), range(8), range(4))
    presses = ((pressed(1, Chat(-1 - at)), NOON + 3 * turn + at / 3 + tap / 20) for turn, at, tap in taps)
    assert set(judged(RateLimit(), presses)) == {READ}


def test_what_one_groups_limit_stops_is_not_counted_in_others() -> None:
    limit = RateLimit()
    flooded(limit, pressed(chat=GROUP), times=1000)
    assert set(judged(limit, ((pressed(chat=Chat(-2)), NOON) for _ in range(int(PRESSES.burst))))) == {READ}


@given(RHYTHMS)
def test_whoever_was_stopped_is_read_again_once_half_has_come_back(rhythm: Rhythm) -> None:
    back = NOON + rhythm.burst / 2 / rhythm.per_second
    allowance = rate_limit.Allowance(rhythm, 0.0, NOON, exceeded=True)
    assert allowance.spend(back - 0.1) is TOO_MANY
    assert allowance.spend(back + 0.1) is READ


ANN, BOB = Person(1001, "Ann"), Person(1002, "Bob")
TIMES = 1000


class Street:
    def __init__(self, store: DatabaseStore, place: str) -> None:
        self.time, self.store, self.place = 1_000_000.0, store, place
        self.world: World = replace(world_with(VARIANTS["classic"].parse("0834"), AtOnce()), now=lambda: self.time)
        self._worker = Worker(store, AtOnce(), self.world, Replies(lambda _query, _answer: None))
        self._updates = count(1)

    async def brings(self, update: Callable[[int], Incoming]) -> None:
        await self._worker.run(update(next(self._updates)))

    async def flips(self, chat: Chat, person: Person, times: int, apart: float = 0.0) -> int:
        """So many times the bot is put out, and let in again; how many transactions that costs."""
        before = await self.carried_out()
        for _ in range(times):
            await self.brings(lambda number: Left(number, chat))
            self.time += apart
            await self.brings(lambda number: Joined(number, chat, person))
            self.time += apart
        return await self.carried_out() - before

    async def carried_out(self) -> int:
        ((found,),) = await rows_at(self.place, "SELECT count(*) FROM seen_updates")
        return int(found)

    async def hears(self, person: Person) -> int:
        """How many screens of matches wait for the person, who sees them now."""
        items = await self.store.outbox.pending(person.id)
        for item in items:
            await self.store.outbox.note_delivered([item], None, None)
        return sum(isinstance(item, ScreenItem) and item.slot.startswith("game:") for item in items)

    async def speaks(self, person: Person) -> None:
        await self.brings(lambda number: Said(number, Chat(person.id), person, number, "/help", at=self.time))


@pytest.fixture
async def street(store: DatabaseStore, place: str) -> Street:
    street = Street(store, place)
    for person in (ANN, BOB):
        await street.speaks(person)
    return street


@pytest.mark.parametrize("chat", [Chat(ANN.id), Chat(-5)])
async def test_coming_and_going_costs_few_transactions_and_slows_down_nobody_else(street: Street, chat: Chat) -> None:
    at_once, joinings = await street.flips(chat, ANN, TIMES), rate_limit.JOININGS
    assert (at_once, await street.flips(Chat(BOB.id), BOB, 1)) == (joinings.burst, 2)
    slowly = await street.flips(chat, ANN, TIMES, apart=1.0)
    assert at_once + slowly <= 2 * joinings.burst + 2 * TIMES * joinings.per_second


async def test_the_rival_hears_of_it_once_and_items_do_not_pile_up(street: Street) -> None:
    async def play(work: Work) -> None:
        sitters = tuple(Sitter(person.id, person.name, person.id) for person in (ANN, BOB))
        terms = Terms("race", clock="days")
        await open_match(Opening(terms=terms, sitters=sitters, seed="5a" * 16, friends=True), work, street.world)

    await street.store.run(play)
    heard = [await street.hears(BOB)]
    for _ in range(100):
        await street.flips(Chat(ANN.id), ANN, 1, apart=100.0)
        heard.append(await street.hears(BOB))
    assert (heard[0], sum(heard[1:])) == (1, 1)
    assert await rows_at(street.place, f"SELECT count(*) FROM outbox WHERE chat_id = {ANN.id}") <= [(1,)]


async def test_whoever_was_dropped_out_of_sight_is_reachable_as_soon_as_they_speak(street: Street, place: str) -> None:
    reachable = f"SELECT reachable FROM chats WHERE chat_id = {ANN.id}"
    await street.brings(lambda number: Joined(number, Chat(ANN.id), ANN))
    await street.flips(Chat(ANN.id), ANN, TIMES)
    assert await rows_at(place, reachable) == [(0,)]
    await street.speaks(ANN)
    assert await rows_at(place, reachable) == [(1,)]
