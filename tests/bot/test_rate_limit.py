from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.intents import Ask, Command, Intent, Nothing, Order, Typed
from bot.app.messages import Asked, Chat, Incoming, Migrated, Person, Pressed, Said, Unknown
from bot.app.rate_limit import (
    BEGINNINGS,
    EDITS,
    EVERYWHERE,
    KEPT,
    MESSAGES,
    PRESSES,
    QUESTIONS,
    Allowance,
    RateLimit,
    Rhythm,
    Verdict,
)
from bot.app.screen import Answer

READ, FIRST, TOO_MANY = Verdict.READ, Verdict.FIRST_TOO_MANY, Verdict.TOO_MANY
GUESS: Intent = Typed("0123")
PRIVATE, GROUP = Chat(1), Chat(-1)
NOON = 1e9
RHYTHMS = st.sampled_from([MESSAGES, EDITS, PRESSES, QUESTIONS])
GAPS = st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.01, 0.5, 3.0, 30.0]), min_size=1, max_size=200)
CROWD_MOMENT = 0.01
numbers = count()


def said(person: int = 1, chat: Chat = PRIVATE, at: float = 0.0, *, edited: bool = False) -> Said:
    return Said(next(numbers), chat, Person(person, "Kim"), 1, "0123", at=at, edited=edited)


def pressed(person: int = 1, chat: Chat | None = PRIVATE) -> Pressed:
    return Pressed(next(numbers), "7", chat, Person(person, "Kim"), 1, "1:play")


def moments(gaps: list[float]) -> list[float]:
    return [NOON + sum(gaps[: n + 1]) for n in range(len(gaps))]


def verdicts(rhythm: Rhythm, times: list[float]) -> list[Verdict]:
    allowance = Allowance(rhythm, rhythm.burst, NOON)
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


def test_two_hundred_messages_in_a_second() -> None:
    results = verdicts(MESSAGES, [NOON + n / 200 for n in range(200)])
    assert results[:22].count(READ) == results.count(READ)
    assert 20 <= results.count(READ) <= 22
    assert results.count(FIRST) == 1


def test_a_player_who_taps_guess_after_guess_is_never_stopped() -> None:
    taps = [NOON + guess * 1.5 + tap * 0.12 for guess in range(100) for tap in range(5)]
    assert set(verdicts(PRESSES, taps)) == {READ}


def test_a_clock_that_jumps_stops_nobody() -> None:
    times = [NOON + 2 * n + jump for n, jump in enumerate([0.0] * 30 + [-3600.0] * 30 + [3600.0] * 30)]
    assert set(verdicts(MESSAGES, times)) == {READ}


def flooded(rate_limit: RateLimit, incoming: Incoming, times: int = 100, intent: Intent = GUESS) -> list[Verdict]:
    return [rate_limit.verdict(replace(incoming, update=next(numbers)), intent, NOON) for _ in range(times)]


def test_people_chats_messages_edits_and_presses_are_counted_apart() -> None:
    rate_limit = RateLimit()
    assert flooded(rate_limit, said())[-1] is TOO_MANY
    for other in (said(2), said(chat=GROUP), said(edited=True), pressed()):
        assert rate_limit.verdict(other, GUESS, NOON) is READ
    assert rate_limit.verdict(said(chat=Chat(1, thread=5)), GUESS, NOON) is TOO_MANY, "a topic is no other chat"


def test_one_person_begins_few_games_in_a_group_and_guesses_on() -> None:
    """Each is a message of its own there, and a group takes twenty a minute from us."""
    rate_limit = RateLimit()
    begun = [
        rate_limit.verdict(replace(said(chat=GROUP), update=next(numbers)), Order(Command.PLAY, ""), NOON + second / 2)
        for second in range(240)
    ]
    assert BEGINNINGS.burst <= begun.count(READ) <= BEGINNINGS.burst + 120 * BEGINNINGS.per_second
    assert rate_limit.verdict(said(chat=GROUP), GUESS, NOON + 121) is READ
    assert rate_limit.verdict(said(2, chat=GROUP), Order(Command.PLAY, ""), NOON + 121) is READ
    alone = [rate_limit.verdict(said(), Order(Command.PLAY, ""), NOON + second) for second in range(240)]
    assert set(alone) == {READ}, "alone everybody may begin as many as they like"


def test_messages_that_waited_for_the_bot_were_not_sent_together() -> None:
    rate_limit = RateLimit()
    verdicts = [rate_limit.verdict(said(at=NOON - 3600 + 5 * n), GUESS, NOON) for n in range(600)]
    assert set(verdicts) == {READ}


def test_a_date_in_the_future_is_not_believed() -> None:
    rate_limit = RateLimit()
    verdicts = [rate_limit.verdict(said(at=NOON + 10.0**n), GUESS, NOON + n / 1000) for n in range(18)]
    assert verdicts == [READ] * 18
    flooded(rate_limit, said(at=2.0**62))
    assert rate_limit.verdict(said(at=NOON + 60), GUESS, NOON + 60) is READ


def test_what_is_delivered_again_is_judged_as_before_and_costs_nothing() -> None:
    rate_limit = RateLimit()
    for message in [said() for _ in range(int(MESSAGES.burst))]:
        assert [rate_limit.verdict(message, GUESS, NOON) for _ in range(3)] == [READ] * 3
    first, second = said(), said()
    assert [rate_limit.verdict(first, GUESS, NOON) for _ in range(3)] == [FIRST] * 3
    assert [rate_limit.verdict(second, GUESS, NOON + late) for late in (0, 1, 60)] == [TOO_MANY] * 3
    assert rate_limit.verdict(said(), GUESS, NOON + 60) is READ


@pytest.mark.parametrize("at", [0.0, NOON])
def test_edits_go_by_our_clock(at: float) -> None:
    rate_limit = RateLimit()
    verdicts = [rate_limit.verdict(said(at=at, edited=True), GUESS, NOON + n) for n in range(100)]
    assert set(verdicts) == {READ}


@pytest.mark.parametrize(
    ("incoming", "intent"),
    [(said(chat=GROUP), Nothing()), (Migrated(0, GROUP, -(10**12) - 1), GUESS), (Unknown(0, "?"), Nothing())],
)
def test_only_what_was_meant_for_the_bot_is_counted(incoming: Incoming, intent: Intent) -> None:
    rate_limit = RateLimit()
    assert set(flooded(rate_limit, incoming, intent=intent)) == {READ}
    assert len(rate_limit) == 0


def test_switched_off_it_reads_everything_and_remembers_nobody() -> None:
    rate_limit = RateLimit(on=False)
    assert set(flooded(rate_limit, said())) == {READ}
    assert len(rate_limit) == 0


def test_the_words_of_the_first_too_many_serve_those_after_it() -> None:
    rate_limit, press = RateLimit(), pressed(chat=None)
    assert rate_limit.answer_to(press) is None
    flooded(rate_limit, press)
    assert rate_limit.answer_to(press) is None
    rate_limit.note_answer(press, Answer("zu schnell"))
    assert rate_limit.answer_to(press) == Answer("zu schnell")
    assert rate_limit.answer_to(pressed(2)) is None


@pytest.mark.parametrize("presses", [False, True])
def test_whoever_has_been_quiet_is_forgotten(presses: bool) -> None:  # noqa: FBT001
    rate_limit, most = RateLimit(), 0
    for person in range(6 * KEPT):
        now = NOON + person * CROWD_MOMENT
        incoming: Incoming = pressed(person) if presses else said(person, at=now)
        assert rate_limit.verdict(incoming, GUESS, now) is READ
        most = max(most, len(rate_limit))
    assert most <= KEPT


def test_a_flooder_is_not_forgotten_for_a_crowds_sake() -> None:
    rate_limit = RateLimit()
    flooded(rate_limit, said())
    verdicts = {rate_limit.verdict(said(person), GUESS, NOON) for person in range(2, 3 * KEPT)}
    assert verdicts == {READ}
    assert rate_limit.verdict(said(), GUESS, NOON) is TOO_MANY
    assert len(rate_limit) == 3 * KEPT - 1
    for person in range(10 * KEPT, 16 * KEPT):
        assert rate_limit.verdict(said(person), GUESS, NOON + 60) is READ
    assert len(rate_limit) <= 6 * KEPT


def test_who_types_behind_the_bots_name_without_end_is_heard_no_more_and_nobody_else_suffers() -> None:
    rate_limit = RateLimit()
    asked = [Asked(next(numbers), "7", Person(1, "Kim"), "d") for _ in range(int(QUESTIONS.burst) + 2)]
    verdicts = [rate_limit.verdict(one, Ask("d"), NOON) for one in asked]
    assert verdicts == [READ] * int(QUESTIONS.burst) + [FIRST, TOO_MANY]
    assert rate_limit.verdict(Asked(next(numbers), "8", Person(2, "Lee"), ""), Ask(""), NOON) is READ
    assert rate_limit.verdict(said(at=NOON), GUESS, NOON) is READ


def test_one_person_in_ninety_groups_is_read_as_much_as_one_limit_allows_and_nobody_else_notices() -> None:
    rate_limit, groups = RateLimit(), [Chat(-number) for number in range(1, 91)]
    for incoming in (said, pressed):
        rhythm = EVERYWHERE[MESSAGES if incoming is said else PRESSES]
        verdicts = [rate_limit.verdict(incoming(1, group), GUESS, NOON) for _ in range(20) for group in groups]
        assert verdicts.count(READ) == rhythm.burst
        assert verdicts.count(FIRST) == 1, "one answer in all, not one in each group"
        assert {rate_limit.verdict(incoming(2, group), GUESS, NOON) for group in groups[: int(rhythm.burst)]} == {READ}
        assert rate_limit.verdict(incoming(1, PRIVATE), GUESS, NOON) is READ


def test_whoever_plays_in_several_groups_is_never_stopped() -> None:
    rate_limit, groups = RateLimit(), [Chat(-number) for number in range(1, 9)]
    verdicts = [
        rate_limit.verdict(pressed(1, group), GUESS, NOON + 3 * turn + number / 3 + tap / 20)
        for turn in range(100)
        for number, group in enumerate(groups)
        for tap in range(4)
    ]
    assert set(verdicts) == {READ}


def test_what_one_group_stops_is_not_counted_for_the_others() -> None:
    rate_limit = RateLimit()
    flooded(rate_limit, pressed(chat=GROUP), times=1000)
    assert {rate_limit.verdict(pressed(chat=Chat(-2)), GUESS, NOON) for _ in range(int(PRESSES.burst))} == {READ}


@given(RHYTHMS)
def test_whoever_was_stopped_is_read_again_once_half_has_come_back(rhythm: Rhythm) -> None:
    back = NOON + rhythm.burst / 2 / rhythm.per_second
    allowance = Allowance(rhythm, 0.0, NOON, exceeded=True)
    assert allowance.spend(back - 0.1) is TOO_MANY
    assert allowance.spend(back + 0.1) is READ
