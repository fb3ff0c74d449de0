"""What is kept of people, on both databases: it reads back, whoever saves second begins again, nobody else has it."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial, reduce
from operator import methodcaller as does
from typing import Any

import pytest

from bot.app.contests.model import Contest, Contests, Entry
from bot.app.lessons.model import TASKS, Learner, Learners, Missed, learner_read, learner_written
from bot.app.messages import Chat, Person
from bot.app.model.game import REPORTS_ABOUT_ONE
from bot.app.model.reach import Contact, Reach
from bot.app.operators.model import Operators
from bot.app.puzzles.model import CATALOGUE, OpenPuzzle, Puzzler, Puzzles, TriedPuzzle, puzzler_read, puzzler_written
from bot.app.rows import Rows
from bot.app.stats.model import Ended, Ledger, Ledgers
from bot.app.supervision import retry_until_stored
from bot.app.talk.model import Rooms, Talk, TalkMessage, Unheard
from bot.app.work import StaleGame, Work
from bot.game.daily import DAY
from bot.game.notation import game_at
from bot.game.rating import START, Rating
from bot.storage.store import DatabaseStore
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import errors_of, saving, screen, table_in, write

BOTH = pytest.mark.both_databases
ANN, BOB, EVE = 2**40, 2, 2**41
SMALL = 2048
"""Bytes: such a row is read and written whole with every answer."""


async def asked(store: DatabaseStore, of: type[Rows], what: str, *given: Any, **how: Any) -> Any:
    """What one of the stores, such as Talk, answers to that."""
    return await store.run(lambda work: getattr(work.of(of), what)(*given, **how))


async def keep(store: DatabaseStore, of: type[Rows], what: str, *given: object) -> None:
    await write(store, lambda work: getattr(work.of(of), what)(*given))


async def test_what_was_learnt_comes_back_to_them_alone_and_none_is_lost(store: DatabaseStore, place: str) -> None:
    ann = Learner(ANN).after_answer("zero-2", is_right=True, now=100.0).after_answer("sum-1", is_right=False, now=100.0)
    await keep(store, Learners, "keep", ann)
    kept = await asked(store, Learners, "of", ANN)
    missed = {"sum-1": Missed(0, 100.0 + DAY)}
    assert (kept.right, kept.knows_replies, dict(kept.missed)) == (frozenset({"zero-2"}), False, missed)
    assert await asked(store, Learners, "of", BOB) == Learner(BOB)
    assert await rows_at(place, "SELECT person_id FROM learners") == [(ANN,)]
    await keep(store, Learners, "keep", kept.after_answer("zero-1", is_right=True, now=1.0))
    late = kept.after_answer("zero-3", is_right=True, now=1.0)
    assert await errors_of(keep(store, Learners, "keep", late)) == [StaleGame]
    assert (await asked(store, Learners, "of", ANN)).right == {"zero-1", "zero-2"}


def test_whoever_has_missed_all_lessons_or_tried_all_puzzles_takes_little_room() -> None:
    late = {task: Missed(2, 4_000_000_000.0) for task in TASKS}
    for learner in (Learner(ANN, frozenset(TASKS)), Learner(ANN, frozenset(), late, knows_replies=True)):
        body = learner_written(learner)
        assert learner_read(ANN, body, 0) == learner
        assert len(body) < SMALL
    puzzler = Puzzler(ANN, Rating(2123.456789012345, 61.23456789012345, 0.0598765432109), 1.7e9)
    for number in range(1, len(CATALOGUE) + 1):
        puzzler = puzzler.with_tried(number)
    body = puzzler_written(puzzler)
    assert puzzler_read(ANN, body, 0) == puzzler
    assert len(body) < SMALL


def test_what_this_version_and_older_ones_have_written_is_read_by_those_to_come() -> None:
    body = '{"right":{"zero":[1,3]},"missed":{"zero-2":[1,1700000000]},"knows":1}'
    right, missed = frozenset({"zero-1", "zero-3"}), {"zero-2": Missed(1, 1.7e9)}
    assert learner_read(ANN, body, 7) == Learner(ANN, right, missed, knows_replies=True, revision=7)
    assert learner_read(ANN, "{}", 0) == Learner(ANN)
    counts = '"at":100.0,"tried":"Ag==","right":1,"rated":2,"back":7.5'
    body = f'{{"rating":[1612.5,80.0,0.06],{counts},"open":["17",[],1,0,0.0]}}'
    found = Puzzler(ANN, Rating(1612.5, 80.0, 0.06), 100.0, 2, 1, 2, OpenPuzzle("17", is_rated=True), 7.5, revision=7)
    assert (puzzler_read(ANN, body, 7), puzzler_read(ANN, "{}", 0)) == (found, Puzzler(ANN))


async def keep_puzzler(store: DatabaseStore, puzzler: Puzzler, *puzzles: TriedPuzzle) -> None:
    rate = [lambda work, one=one: work.of(Puzzles).keep_rating(one) for one in puzzles]
    await write(store, lambda work: work.of(Puzzles).keep_puzzler(puzzler), *rate)


async def test_what_was_come_to_in_puzzles_comes_back_and_nobody_else_has_it(store: DatabaseStore, place: str) -> None:
    opened = OpenPuzzle("left_pclassic_AA", ("0123",), is_rated=False, is_hinted=True, played_at=7.5)
    ann = Puzzler(ANN, Rating(1612.5, 80.25, 0.06), 100.0, 0, 3, 4, opened, 7.5).with_tried(5120).with_tried(1)
    await keep_puzzler(store, ann)
    kept = await asked(store, Puzzles, "puzzler", ANN)
    assert (kept, kept.has_tried(5120), kept.has_tried(2)) == (replace(ann, revision=1), True, False)
    assert await asked(store, Puzzles, "puzzler", BOB) == Puzzler(BOB)
    assert await rows_at(place, "SELECT person_id FROM puzzlers") == [(ANN,)]


async def test_a_puzzle_has_its_first_rating_until_it_was_tried(store: DatabaseStore) -> None:
    seven, eight = map(CATALOGUE.numbered, (7, 8))
    assert seven
    assert eight
    await keep_puzzler(store, Puzzler(ANN), TriedPuzzle(7, Rating(1712.5, 187.25, 0.06)))
    rated = await asked(store, Puzzles, "rated", [eight, seven])
    assert rated == (TriedPuzzle(8, eight.first_rating), TriedPuzzle(7, Rating(1712.5, 187.25, 0.06), 1))


async def test_of_two_puzzles_answered_at_once_neither_is_lost(store: DatabaseStore) -> None:
    ann, bob = [await asked(store, Puzzles, "puzzler", person) for person in (ANN, BOB)]
    first = TriedPuzzle(7, START)
    await keep_puzzler(store, ann.with_tried(1))
    assert await errors_of(keep_puzzler(store, ann.with_tried(2))) == [StaleGame]
    await keep_puzzler(store, bob, first)
    assert await errors_of(keep_puzzler(store, await asked(store, Puzzles, "puzzler", ANN), first)) == [StaleGame]


ENDED = Ended("solo classic", 5, solved=True, accuracy=93.25, luck=-0.5, beyond=-21)
HINTED = Ended("evil classic", 12, solved=True, hints=2, accuracy=80.0)
GIVEN_UP = Ended("solo classic", 3, solved=False)


def ledger_with(*games: Ended, person: int = ANN) -> Ledger:
    return reduce(Ledger.with_game, games, Ledger(person, "Ann"))


@BOTH
async def test_a_ledger_reads_back_and_whoever_saves_it_second_begins_again(store: DatabaseStore) -> None:
    ledger = replace(ledger_with(ENDED, HINTED, GIVEN_UP).with_level("perfect"), told=("perfect",), done=7)
    await keep(store, Ledgers, "keep", ledger)
    stale = await asked(store, Ledgers, "of", ANN)
    assert stale == ledger
    await keep(store, Ledgers, "keep", stale.with_game(HINTED))
    assert await errors_of(keep(store, Ledgers, "keep", stale.with_game(GIVEN_UP))) == [StaleGame]
    assert (await asked(store, Ledgers, "of", ANN)).of_all.games == 4


@BOTH
async def test_the_most_accurate_come_first_once_they_have_enough_games(store: DatabaseStore) -> None:
    good, better = (replace(ENDED, accuracy=accuracy) for accuracy in (90.0, 95.0))
    for person, games in ((ANN, [good] * 20), (1002, [better] * 20), (1003, [better] * 19)):
        await keep(store, Ledgers, "keep", ledger_with(*games, person=person))
    best = await asked(store, Ledgers, "most_accurate", 10)
    assert [(line.person, round(line.accuracy)) for line in best] == [(1002, 95), (ANN, 90)]


@BOTH
async def test_lines_come_in_order_from_a_number_on(store: DatabaseStore) -> None:
    assert (await asked(store, Ledgers, "of", 1)).done is None
    for number in range(3):
        await store.run(saving(table_in(Chat(1), f"{number:016x}", "solo classic 0834 | 0123 0834")))
    assert (await asked(store, Ledgers, "of", 1)).done == 0
    lines = await store.run(lambda work: work.games.lines_after(1, 0, 2))
    rest = await store.run(lambda work: work.games.lines_after(1, lines[-1][0], 2))
    known = await store.run(lambda work: work.games.number_of(f"{2:016x}"))
    unknown = await store.run(lambda work: work.games.number_of("f" * 16))
    assert (len(lines), len(rest), known, unknown) == (2, 1, rest[0][0], 0)


TOKEN = "t" * 22
HOST = Entry(1, "Ann", "1" * 16, 100.0, 161.5, game_at("solo classic 0834 | 0123 0834"), hints=2)
CONTEST = Contest(TOKEN, HOST, "5a" * 16, (1, 7), begun=3, ended=2)


def gone(person: int, *, guesses: str = "", end: str = "", seconds: float = 10.0) -> Entry:
    line = f"solo classic 0834 | {guesses} {'' if end else '0834'} {end}"
    return Entry(person, f"P{person}", f"{person:016x}", 200.0, 200.0 + seconds, game_at(line))


SECOND = gone(2, guesses="0123", seconds=5.0)
RESIGNED = gone(3, end="| resigned 0")
FIRST = gone(4, guesses="0123", seconds=4.0)
PLAYING = Entry(5, "Кім 🍀", "5" * 16, 300.0)


async def keep_contest(store: DatabaseStore, contest: Contest, *entries: Entry) -> None:
    enter = [lambda work, entry=entry: work.of(Contests).enter(contest, entry) for entry in entries]
    await write(store, lambda work: work.of(Contests).save(contest), *enter)


async def standings(store: DatabaseStore, most: int = 10) -> Any:
    return await asked(store, Contests, "standings", await asked(store, Contests, "load", TOKEN), most)


async def test_a_contest_and_the_goes_in_it_are_read_as_they_were_saved(store: DatabaseStore) -> None:
    await keep_contest(store, CONTEST, PLAYING, SECOND)
    about = [("load", TOKEN), ("about", HOST.game_id), ("about", "f" * 16), ("load", "u" * 22)]
    assert [await asked(store, Contests, how, one) for how, one in about] == [CONTEST, CONTEST, None, None]
    for token, person, entry in ((TOKEN, 5, PLAYING), (TOKEN, 2, SECOND), (TOKEN, 1, None), ("u" * 22, 2, None)):
        assert await asked(store, Contests, "entry", token, person) == entry
    await keep_contest(store, replace(CONTEST, no_hints=True, revision=1))
    target = (await asked(store, Contests, "load", TOKEN)).target
    assert (target.no_hints, target.hints) == (True, HOST.hints)


async def test_the_best_come_first_those_who_still_play_apart_and_the_latest_are_known(store: DatabaseStore) -> None:
    await keep_contest(store, CONTEST, SECOND, RESIGNED, FIRST, PLAYING)
    stands, two = await standings(store), await standings(store, 2)
    best = [[entry.name for entry in each.best] for each in (stands, two)]
    assert (best, stands.playing) == ([["P4", "P2", "Ann", "P3"], ["P4", "P2", "Ann"]], (PLAYING,))
    assert await asked(store, Contests, "latest", TOKEN, 2) == (RESIGNED, SECOND)
    over = replace(PLAYING, ended_at=360.0, game=game_at("solo classic 0834 | 0834"))
    await keep_contest(store, await asked(store, Contests, "load", TOKEN), over)
    stands = await standings(store)
    assert over in stands.best, "it takes the place of itself"
    assert stands.playing == (), "it takes the place of itself"


async def test_what_waits_for_somebody_is_listed_until_they_begin_by_whatever_replica(
    store: DatabaseStore,
) -> None:
    mine = replace(CONTEST, clue="", waits_for=7)
    await keep_contest(store, mine)
    later = replace(mine, token="w" * 22, first=replace(mine.first, game_id="9" * 16, ended_at=999.0))
    await keep_contest(store, later)
    author, since = mine.author, (mine.first.ended_at or 0.0) - 1
    assert [one.token for one in await asked(store, Contests, "waiting_for", 7, 5)] == [later.token, mine.token]
    assert await asked(store, Contests, "waiting_for", 7, 1) == (later,)
    assert await asked(store, Contests, "waits_from", author, 7, since)
    for nobody in ((author, 8, since), (author + 1, 7, since), (author, 7, 1e9)):
        assert not await asked(store, Contests, "waits_from", *nobody)
    await keep_contest(store, await asked(store, Contests, "load", later.token), replace(PLAYING, person=7))
    assert await asked(store, Contests, "waiting_for", 7, 5) == (mine,)


async def test_of_two_who_finish_at_once_one_begins_again_and_no_contest_is_lost(store: DatabaseStore) -> None:
    await keep_contest(store, CONTEST)
    assert await errors_of(keep_contest(store, replace(CONTEST, begun=9))) == [StaleGame]
    over = replace(await asked(store, Contests, "load", TOKEN), ended=3)
    assert await errors_of(keep_contest(store, over, SECOND), keep_contest(store, over, FIRST)) == [StaleGame]
    assert len((await standings(store)).best) == 2


REMARK = TalkMessage("0" * 16, "lobby", ANN, "Ann", "Хай щастить 🍀", 100.0)


def talk_message(number: int, **other: Any) -> TalkMessage:
    return replace(REMARK, id=f"{number:016x}", said_at=100.0 + number, **other)


async def tell(store: DatabaseStore, *acts: Callable[[Talk], object]) -> None:
    await write(store, *(lambda work, act=act: act(work.of(Talk)) for act in acts))


async def hearers(store: DatabaseStore, most: int = 10, after: int = 0) -> tuple[int, ...]:
    return tuple(listener.person for listener in await asked(store, Rooms, "listeners", "lobby", after, most))


async def test_what_was_said_last_is_given_back_oldest_first_and_forgotten_after_a_while(store: DatabaseStore) -> None:
    said = [talk_message(number) for number in (1, 2, 3)]
    for number, message in enumerate(said, 11):
        await tell(store, does("say", message), does("say", talk_message(number, stream="elsewhere")))
    asks = (("lobby", 10), ("lobby", 2), ("nowhere", 10))
    assert [list(await asked(store, Talk, "last_messages", *each)) for each in asks] == [said, said[1:], []]
    await store.forget(103.0 + 3 * DAY)
    assert list(await asked(store, Talk, "last_messages", "lobby", 10)) == said[2:]


async def test_whoever_has_joined_a_room_hears_it_until_they_leave(store: DatabaseStore) -> None:
    await tell(store, *(does("listen", "lobby", person) for person in (BOB, ANN, EVE)))
    await tell(store, does("listen", "lobby", BOB), does("listen", "elsewhere", 7))
    heard = await hearers(store), await hearers(store, most=2), await hearers(store, after=BOB)
    assert heard == ((BOB, ANN, EVE), (BOB, ANN), (ANN, EVE))
    await tell(store, does("stop_listening", "lobby", ANN))
    assert await hearers(store) == (BOB, EVE)
    assert await asked(store, Talk, "listens", "lobby", BOB)
    assert not await asked(store, Talk, "listens", "lobby", ANN)


async def test_whom_somebody_has_muted_is_known_and_a_block_parts_two_both_ways(store: DatabaseStore) -> None:
    people = (ANN, BOB, EVE)

    async def unheard(stream: str = "lobby") -> list[tuple[list[int], list[int]]]:
        found: list[Unheard] = [await asked(store, Talk, "unheard_by", one, stream) for one in people]
        return [(sorted(one.muted), sorted(one.parted)) for one in found]

    async def parted() -> list[bool]:
        return [not await asked(store, Reach, "may", Contact.TALK, ANN, one) for one in people]

    async def block(one: int, other: int, *, on: bool = True) -> None:
        await store.run(lambda work: work.of(Talk).block(Person(one, "one"), Person(other, "other"), on=on))

    nobody: tuple[list[int], list[int]] = ([], [])
    await tell(store, *(does("say", talk_message(number, person=who)) for number, who in enumerate(people)))
    await tell(store, does("mute", BOB, ANN), does("mute", BOB, ANN), does("mute", BOB, EVE))
    assert await unheard() == [nobody, ([ANN, EVE], []), nobody]
    assert await unheard("elsewhere") == [nobody] * 3, "only who has just spoken there is asked for"
    await tell(store, does("mute", BOB, ANN, on=False))
    for _ in range(2):
        await block(ANN, BOB)
    assert (await unheard(), await parted()) == ([([], [BOB]), ([EVE], [ANN]), nobody], [False, True, False])
    await block(BOB, ANN, on=False)
    assert not await asked(store, Reach, "may", Contact.TALK, BOB, ANN), "both ways"
    await block(ANN, BOB, on=False)
    assert (await parted(), await asked(store, Reach, "may", Contact.TALK, BOB, ANN)) == ([False] * 3, True)


async def test_a_complaint_is_kept_with_what_was_said_and_the_newest_counts(store: DatabaseStore, place: str) -> None:
    await tell(store, does("report", BOB, ANN, [talk_message(1)], 5.0))
    await tell(store, does("report", BOB, ANN, [talk_message(1), talk_message(2, text="<b>")], 6.0))
    ((*who, data),) = await rows_at(place, "SELECT stream, person_id, about_id, reported_at, said FROM reports")
    assert (who, json.loads(data)) == (["lobby", BOB, ANN, 6.0], [REMARK.text, "<b>"])


async def test_features_that_two_switch_at_once_are_both_switched(store: DatabaseStore) -> None:
    async def switch(feature: str, work: Work) -> None:
        await work.of(Operators).switch(feature, on=False)

    await asyncio.gather(*(retry_until_stored(partial(store.run, partial(switch, name))) for name in ("hints", "talk")))
    assert (await asked(store, Operators, "access", 1)).off == {"hints", "talk"}


async def test_reports_about_one_person_do_not_hide_those_about_others(store: DatabaseStore) -> None:
    for person, about in [*((person, 7) for person in range(REPORTS_ABOUT_ONE + 3)), (1, 8)]:
        message = TalkMessage(f"r{person}", f"game {person}", about, "Bob", "bad words", 1.0)
        await tell(store, does("report", person, about, [message], float(person)))
    about_seven = await asked(store, Operators, "reports_about", 7, 2 * REPORTS_ABOUT_ONE)
    assert [one.by for one in about_seven] == list(reversed(range(REPORTS_ABOUT_ONE)))
    assert await asked(store, Operators, "reported", 2 * REPORTS_ABOUT_ONE) == (7, 8)


async def test_a_chat_waits_for_what_goes_to_many_until_it_is_sent(store: DatabaseStore) -> None:
    await write(store, *(lambda work, to=to: work.tell(Chat(to), screen("news"), for_many=to == 7) for to in (6, 7)))
    assert [chat for chat in (6, 7, 8) if await asked(store, Operators, "waits_for_many", chat)] == [7]
