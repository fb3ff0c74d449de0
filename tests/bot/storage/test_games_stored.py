"""Games of every kind as text and in either database, and the line that is kept of each for ever."""

import json
from contextlib import suppress
from dataclasses import fields, replace
from itertools import count
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from bot.app.duels import actions as duels
from bot.app.duels.model import Challenge, Challenges
from bot.app.jobs import JOBS
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.group.model import Group, GroupSeats, Member
from bot.app.kinds.keeper.model import Breaker, Keeper
from bot.app.kinds.match.model import Match
from bot.app.kinds.number.model import FARTHEST, Number
from bot.app.messages import Chat
from bot.app.model.game import MATCHES, Gist, Header, PlayedGame, Progress, log_after, played_read, played_written
from bot.app.model.hints import BoardPage, Hint, HintKind
from bot.app.model.tables import TABLES
from bot.app.model.terms import Terms
from bot.app.ratings.model import Points, Score
from bot.app.registry import KINDS
from bot.app.stats.model import Masteries, MasteryStore
from bot.app.work import MOVED, Job, Work
from bot.game.model import Seat
from bot.game.notation import game_at, position
from bot.game.number import KnownAlready, NumberGame, answered, asked, given_up, line_of, number_game_at
from bot.storage.store import DatabaseStore
from solver.interval import Interval, Question, Relation
from tests.bot.duels.played import ended
from tests.bot.inside import AtOnce, inside, world_with
from tests.bot.solo.drawn_games import group_games, keeper_games, several_tables
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import TABLE, loaded, saving, table_in, write
from tests.bot.strategies import CHAT as CHATS
from tests.bot.strategies import FLOATS, HEX, NAMES, PEOPLE, TABLE_IDS, matches, tables

INTERVALS = st.builds(lambda low, more: Interval(low, low + more), st.integers(-(10**9), 10**9), st.integers(1, 10**6))


@st.composite
def number_games(draw: st.DrawFn) -> NumberGame:
    span = draw(INTERVALS)
    number = st.integers(span.low, span.high)
    sought = draw(st.none() | number)
    game = number_game_at(f"number {span.low}..{span.high} {'-' if sought is None else sought} |")
    for _ in range(draw(st.integers(0, 6))):
        if not game.is_over and game.secret is not None:
            with suppress(KnownAlready):
                game = asked(game, Question(draw(st.sampled_from(Relation)), draw(number)))
        elif not game.is_over and game.asks is not None:
            game = answered(game, answer=draw(st.booleans()))
    return given_up(game) if not game.is_over and draw(st.booleans()) else game


@st.composite
def number_tables(draw: st.DrawFn) -> Number:
    game, opened = draw(number_games()), draw(FLOATS)
    return Number(
        id=draw(TABLE_IDS),
        chat=draw(CHATS),
        game=game,
        starter=draw(PEOPLE),
        starter_name=draw(NAMES),
        salt=draw(HEX),
        opened_at=opened,
        ended_at=opened + 5 if game.is_over else None,
        asked_by=tuple(draw(NAMES) for _ in game.turns) if game.secret is not None else (),
        step=draw(st.integers(0, 200)),
        keypad=draw(st.booleans()),
        proof=draw(st.booleans()),
        correcting=draw(st.booleans()),
        asks_to_resign=draw(st.booleans()),
        resigning=tuple(draw(st.lists(PEOPLE, max_size=2))),
        hinted=tuple(draw(st.lists(st.integers(0, 9), max_size=2))),
    )


OF_EACH_KIND: dict[str, st.SearchStrategy[Header]] = {
    "alone": tables(),
    "several": several_tables(),
    "keeper": keeper_games(),
    "group": group_games(),
    "number": number_tables(),
    "match": matches(),
}
EVERY_KIND = pytest.mark.parametrize("kind", OF_EACH_KIND)


def row_of(game: Header, revision: int = 1) -> dict[str, Any]:
    chat, thread = (game.chat.id, game.chat.thread) if game.chat else (None, None)
    as_they_are = {name: getattr(game, name) for name in ("starter", "salt", "opened_at", "ended_at")}
    kind, body = KINDS.kind_of(game).name, KINDS.body_of(game)
    where = {"game_id": game.id, "kind": kind, "chat_id": chat, "thread_id": thread, "saved_at": None}
    return where | as_they_are | {"body": body, "revision": revision}


# As text

HEADER = {field.name for field in fields(Header)} | {"thread", "seed"}
"""What was written into the body before it stood in columns."""
ROW = {"game_id": "0123456789abcdef", "chat_id": -5, "thread_id": 7, "starter": 1, "salt": "5a5a", "opened_at": 100.0}
ALONE = (
    '{"format":1,"position":"solo classic 0834 | 0123","thread":7,"starter":1,"salt":"5a5a","opened_at":100.0,'
    '"ended_at":null,"guessed_by":["Alice"],"hint":{"asked":["count","guess"],"wondered":"4561","page":"hints"},'
    '"suggestions":1,"keypad":true,"proof":false,"asked_again":"0123","resigning":[5],"asking":"resign"}'
)
SEVERAL = (
    '{"format":1,"position":"x2 classic 0834 4567 | 0123 4567","guessed_by":["Alice","Bob"],"keypad":true,'
    '"proof":false,"asked_again":"0123","resigning":[5],"asking":"resign","guessers":[1,2],"advised":true,"suggestions":2}'
)
KEEPER = (
    '{"format":1,"position":"think classic | 0123=1B1C","thread":7,"starter":1,"salt":"5a5a","opened_at":100.0,'
    '"ended_at":null,"guessed_by":[],"hint":null,"suggestions":0,"keypad":false,"proof":false,"asked_again":null,'
    '"resigning":[],"asking":null,"help":"coached","breaker":{"level":"club","seed":"17","asks":"4561",'
    '"thinks_aloud":true,"fixing":null,"picks":false,"stopping":false,"secret":"0834","before":""}}'
)
GROUP = (
    '{"format":1,"position":"circle classic 0834 first 0 seats 2 | 0:0123 1:4567","thread":7,"starter":1,"salt":"5a5a",'
    '"opened_at":100.0,"ended_at":null,"guessed_by":["Ann","Bob"],"hint":null,"suggestions":0,"keypad":true,'
    '"proof":true,"asked_again":null,"resigning":[],"asking":"new-game","company":{"members":[{"name":"Ann",'
    '"person":1},{"name":"Bob","person":2}],"since":101.5,"skipping":[2],"holder":0,"scores":[{"person":1,'
    '"name":"Ann","points":3,"games":2}]},"wanted":"evil 5x8r"}'
)
NUMBER = (
    '{"format":1,"line":"number -50..50 -7 | >0 <=-20","thread":7,"starter":1,"starter_name":"Ann","salt":"5a5a",'
    '"opened_at":100.0,"ended_at":null,"asked_by":["Ann","Bob"],"step":2,"keypad":true,"proof":false,'
    '"correcting":false,"asking":"resign","wanted":[-3,3],"resigning":[5],"hinted":[0,2]}'
)
MATCH = (
    '{"game":"duel classic 0123 4567 first 1 | 1:8901","clock":"live","rated":true,"sitters":['
    '{"person":1,"name":"Alice","chat":1,"deadline":190.0,"since":100.0,"awaited":1,"wound_in":3,"keypad":false,'
    '"asked_again":null,"asking":"resign","offers_draw":true,"rematch_asked":null,"proof":false,"allows_hints":true,'
    '"hint":{"candidates":378,"guess":"7285","bits":3.0,"worst":70},"hints":2},'
    '{"person":2,"name":"Bob","chat":2,"deadline":null,"since":0.0,"awaited":0,"wound_in":0,"keypad":true,'
    '"asked_again":"8901","asking":"","offers_draw":false,"rematch_asked":null,"proof":false,"allows_hints":true,'
    '"hint":null,"hints":0}],"salts":["5a","5b"],"seed":"5c","opened_at":100.0,"began_at":110.0,"ended_at":null,'
    '"friends":true,"card":[-5,7],"changes":[],"unrated_because":"","rematch":"","reviews":[],"format":1}'
)
STORED = {"alone": ALONE, "several": SEVERAL, "keeper": KEEPER, "group": GROUP, "number": NUMBER, "match": MATCH}
"""A body of each kind as it was written while each kind had a table of its own."""


def stored(kind: str, body: str) -> Any:
    here = {"chat_id": None, "thread_id": None} if kind == "match" else {}
    return KINDS.game_of(ROW | here | {"kind": kind, "body": body, "ended_at": None, "revision": 3})


@EVERY_KIND
@given(data=st.data())
def test_a_game_reads_back_as_it_was_written_in_one_line_without_its_header(kind: str, data: st.DataObject) -> None:
    game = data.draw(OF_EACH_KIND[kind])
    row = row_of(game, revision=7)
    read = KINDS.game_of(row)
    assert (row["kind"], read, type(read), read.revision) == (kind, game, type(game), 7)
    written = json.loads(row["body"])
    assert "\n" not in row["body"]
    assert (written["format"], HEADER & written.keys()) == (1, set())


@EVERY_KIND
def test_a_body_of_before_loses_its_header_and_what_other_kinds_need_and_no_more(kind: str) -> None:
    game = stored(kind, STORED[kind])
    assert KINDS.game_of(row_of(game)) == game
    before, after = json.loads(STORED[kind]), json.loads(KINDS.body_of(game))
    lost = HEADER | {"wanted"} | (set() if kind == "alone" else {"hint", "suggestions", "help"})
    lost |= {"asking"} if kind == "group" else set()  # it asked whether to begin another game in its place
    kept = {name: value for name, value in before.items() if name not in lost | {"sitters"}}
    assert {name: after[name] for name in kept} == kept


def test_games_of_before_stay_readable() -> None:
    alone, keeper, group, number = (stored(kind, STORED[kind]) for kind in ("alone", "keeper", "group", "number"))
    assert isinstance(alone, Alone)
    assert (alone.chat, alone.revision, alone.asks_to_resign) == (Chat(-5, 7), 3, True)
    assert alone.hint == Hint((HintKind.COUNT, HintKind.GUESS), (4, 5, 6, 1), BoardPage.HINTS)
    assert (alone.guessed_by, alone.asked_again, alone.suggestions) == (("Alice",), (0, 1, 2, 3), 1)
    assert isinstance(keeper, Keeper)
    assert keeper.breaker == Breaker("club", "17", (4, 5, 6, 1), thinks_aloud=True, secret=(0, 8, 3, 4))
    assert isinstance(group, Group)
    members = (Member("Ann", 1), Member("Bob", 2))
    assert group.seats == GroupSeats(members, 101.5, (2,), Seat(0), (Score(1, "Ann", 3, 2),))
    assert not group.asks_to_resign  # what it asked is asked no more
    assert isinstance(number, Number)
    assert (number.asks_to_resign, number.hinted, number.step) == (True, (0, 2), 2)


def test_a_match_of_before_stays_readable() -> None:
    game = stored("match", MATCH)
    assert isinstance(game, Match)
    assert [(sitter.name, sitter.offers) for sitter in game.sitters] == [("Alice", "draw"), ("Bob", "")]
    assert game.sitters[1].asked_again == (8, 9, 0, 1)
    assert game.sitters[0].hint == Hint((HintKind.COUNT, HintKind.GUESS))
    assert (game.card, game.chat, game.salt, game.revision) == (Chat(-5, 7), None, "5a5a", 3)
    assert game.must_act(game.game.seats[0])


@pytest.mark.parametrize(
    ("guess", "asked"), [("null", (HintKind.COUNT,)), ('"7285"', (HintKind.COUNT, HintKind.GUESS))]
)
def test_a_hint_whose_figures_were_kept_is_asked_for_anew(guess: str, asked: tuple[HintKind, ...]) -> None:
    now = '{"asked":["count","guess"],"wondered":"4561","page":"hints"}'
    then = f'{{"candidates":378,"guess":{guess},"bits":3.0,"worst":70}}'
    assert stored("alone", ALONE.replace(now, then)).hint == Hint(asked)


@EVERY_KIND
def test_a_format_or_a_kind_of_another_time_is_refused_by_name(kind: str) -> None:
    for name, then, why in ((kind, "99", "has format 99"), ("chess", "1", "is of kind chess")):
        with pytest.raises(ValueError, match=f"game 0123456789abcdef {why}, which this version does not know"):
            stored(name, STORED[kind].replace('"format":1', f'"format":{then}'))
    with pytest.raises(ValueError, match="format 9, which this version does not know"):
        played_read(f"9;{kind};1;1;1;5a;solo classic 0123 | 0123;;")


# In either database: games of guessing a number, those that run, and groups that have become supergroups

PRIVATE, SOME = Chat(1001), Chat(-5, 7)
COMMON: dict[str, Any] = {"starter": 1001, "salt": "5a" * 16, "opened_at": 100.5}
TOLD: dict[str, Any] = {"starter_name": "Кім 🍀", "asked_by": ("Кім 🍀", "<b>"), "resigning": (5, 6), "hinted": (0, 2)}
DONE: dict[str, Any] = {"step": 2, "keypad": True, "proof": True, "asks_to_resign": True}
ASKED, ANSWERED = map(number_game_at, ("number -50..50 -7 | >0 <=-20", "number 1..8 - | >4=no >2=yes >3=yes =4=no"))
KEPT = Number(id=TABLE, chat=SOME, game=ASKED, **COMMON, **TOLD, **DONE)
THEIRS = Number(id="f" * 16, chat=PRIVATE, game=ANSWERED, **COMMON, starter_name="Ann", correcting=True)


async def test_a_game_is_read_as_it_was_saved_and_the_one_begun_last_is_the_latest(store: DatabaseStore) -> None:
    over = replace(THEIRS, id="a" * 16, opened_at=300.0, game=given_up(THEIRS.game), ended_at=310.0)
    for game, so_far in ((KEPT, KEPT), (THEIRS, replace(THEIRS, wrong=0)), (over, over)):
        await store.run(saving(so_far))
        assert await loaded(store, game.id, Number) == game  # what is wrong for a secret just told is seen once
        assert await store.run(lambda work, chat=game.chat.id: work.games.latest(chat, Number)) == game  # type: ignore[misc]
    assert await store.run(lambda work: work.games.load("e" * 16, Number)) is None
    assert await store.run(lambda work: work.games.latest(77, Number)) is None


async def test_a_chat_knows_the_game_that_is_on_there_and_no_other_and_what_was_keyed(store: DatabaseStore) -> None:
    updates = count(1)

    async def known(chat: Chat) -> tuple[list[str], str]:
        scene = await store.run(lambda work: work.scene(next(updates), chat))
        return [game.id for game in scene.games], await store.run(lambda work: work.draft(THEIRS.id, 1001))

    assert await known(PRIVATE) == ([], "")
    await store.run(saving(THEIRS, KEPT))
    await write(store, lambda work: work.keep_draft(THEIRS.id, 1001, "-42"))
    assert await known(PRIVATE) == ([THEIRS.id], "-42")
    read = await loaded(store, THEIRS.id, Number)
    await store.run(saving(replace(read, game=given_up(read.game), ended_at=210.0)))
    assert await known(PRIVATE) == ([], ""), "what was keyed goes with the game"
    assert (await known(SOME))[0] == [KEPT.id]
    await write(store, lambda work: work.rename(SOME, -100))
    assert (await known(Chat(-100)))[0] == [KEPT.id], "it goes along when the chat is renamed"
    assert await loaded(store, KEPT.id, Number) == replace(KEPT, chat=Chat(-100, 7))


async def test_masters_are_counted_with_their_widest_range(store: DatabaseStore) -> None:
    async def mastered(work: Work) -> None:
        for at, size in enumerate((8, 2 * FARTHEST + 1, 8, 100)):
            work.of(MasteryStore).add(f"{at % 3}" * 16, PRIVATE.id, size)
        work.of(MasteryStore).add("f" * 16, SOME.id, 5)

    assert await store.run(lambda work: work.of(MasteryStore).of(PRIVATE.id)) == Masteries(0, 0)
    await store.run(mastered)
    assert await store.run(lambda work: work.of(MasteryStore).of(PRIVATE.id)) == Masteries(3, 2 * FARTHEST + 1)


def test_a_master_needs_no_more_questions_than_there_must_be() -> None:
    sizes = {f"{-FARTHEST}..{FARTHEST} 5 | =5": 2 * FARTHEST + 1, "1..8 5 | >4 >6 =5": 8}
    sizes |= {"1..4 1 | =2 =3 =4 =1": 0, "1..8 - | >4=no >2=no >1=no =1=yes": 0}
    assert {line: replace(THEIRS, game=number_game_at(f"number {line}")).mastered for line in sizes} == sizes


async def test_however_many_games_somebody_plays_no_more_are_read_for_what_they_type(store: DatabaseStore) -> None:
    matches = [ended(number, "race classic 0123 |", 1, 2 + number) for number in range(1000)]

    async def read(work: Work) -> tuple[list[str], int, int]:
        rows = [match.id for match in await work.games.running_of(1, Match)]
        return rows, await work.games.count_of(1), len(await work.games.running_of(1, Match, most=1000))

    await store.run(saving(*(replace(one, opened_at=at, ended_at=None) for at, one in enumerate(matches))))
    assert await store.run(read) == ([f"{number:016x}" for number in range(MATCHES)], 1000, 1000)


OLD, NEW = Chat(-5, 7), Chat(-(10**12) - 5, 7)
OVER = table_in(OLD, position="solo classic 0834 | 0834")
WORLD = world_with(None, AtOnce())


async def test_a_game_of_before_is_read_with_the_id_of_now_and_is_the_latest(store: DatabaseStore, place: str) -> None:
    over = replace(KEPT, id="e" * 16, game=given_up(KEPT.game), ended_at=110.0)
    await store.run(saving(OVER, over))
    await store.outbox.note_renamed(OLD.id, NEW.id)
    assert await rows_at(place, "SELECT chat_id, revision FROM games") == [(OLD.id, 1)] * 2
    found = await loaded(store)
    assert found == replace(OVER, chat=NEW)
    await store.run(saving(found))
    assert await loaded(store) == found
    latest = await store.run(lambda work: work.games.latest(NEW.id, Number))
    await store.run(saving(replace(KEPT, id="f" * 16, chat=NEW, opened_at=1.0)))
    newer = await store.run(lambda work: work.games.latest(NEW.id, Number))
    assert [game and game.id for game in (latest, newer)] == [over.id, "f" * 16], "until there is another"


async def test_points_are_counted_on(store: DatabaseStore) -> None:
    for chat in (OLD.id, NEW.id):
        gained = [(chat, 1, "Ann", 3), (chat, 2, "Bob", 0)]
        await write(store, *(lambda work, one=one: work.of(Points).add(*one) for one in gained))
        await store.outbox.note_renamed(OLD.id, NEW.id)
    best = (Score(1, "Ann", 6, 2), Score(2, "Bob", 0, 2))
    assert await store.run(lambda work: work.of(Points).scores(NEW.id, 10)) == best
    assert await store.run(lambda work: work.of(Points).score(NEW.id, 1)) == best[0]
    assert await store.run(lambda work: work.of(Points).scores(OLD.id, 10)) == ()


CHALLENGES = [
    Challenge(f"{number:022}", Terms(), 1000 + number, "Ann", float(number), 9e9, card=OLD, match=f"{number:016}")
    for number in range(duels.SHOWN_ANEW + 5)
]


async def test_many_open_challenges_are_shown_anew_some_at_a_time(store: DatabaseStore, place: str) -> None:
    async def moved(work: Work) -> None:
        work.rename(OLD, NEW.id)
        await duels.move(OLD, NEW.id, work, WORLD)

    await write(store, *(lambda work, one=one: work.of(Challenges).save(one) for one in CHALLENGES))
    for job, left in ((moved, 5), (lambda work: JOBS[MOVED](Job(MOVED, str(OLD.id), 0), work, WORLD), 0)):
        await store.run(job)
        assert await rows_at(place, "SELECT count(*) FROM challenges WHERE card_chat = -5") == [(left,)]
        assert await rows_at(place, "SELECT kind, subject FROM jobs") == [(MOVED, "-5")], "none but the first"
    shown = await rows_at(place, f"SELECT count(DISTINCT slot) FROM outbox WHERE chat_id = {NEW.id}")
    assert shown == [(len(CHALLENGES),)]


ONLY_IN_PRIVATE = {"bell", "username", "unexplained", "friends_only", "seen_at", "no_codes", "hides_week", "watchable"}


async def test_a_new_column_of_chats_goes_along_or_is_only_of_private_chats(store: DatabaseStore) -> None:
    columns = TABLES["chats"].saved.split(", ")
    assert {name for name in columns if name not in store._queries.rename_chat.sql} == ONLY_IN_PRIVATE


# What is kept of it for ever: a line for every kind, written once, found by whoever played

PLAYED = "solo classic 0834 | 0123 4567 8904 0384 0843 0835 0834"
"""A game of seven guesses, which is a usual one."""
ANY = settings(phases=[Phase.generate], derandomize=True, database=None, max_examples=1000)
"""To find one, and not the least of its kind, which takes long."""


async def lines_of(store: DatabaseStore, person: int) -> list[PlayedGame]:
    return [played for _, played in await store.run(lambda work: work.games.played_by(person, 100))]


def is_kept(game: Header) -> bool:
    return KINDS.played_of(game, "") is not None


@EVERY_KIND
@given(data=st.data())
def test_a_line_reads_back_and_so_does_the_game_in_it(kind: str, data: st.DataObject) -> None:
    played = KINDS.played_of(game := data.draw(OF_EACH_KIND[kind]), data.draw(st.sampled_from(["", "5 ?0 17 ?1 20"])))
    if played is not None:
        line, told = played_written(played), played.gist.line
        assert game.is_over
        assert "\n" not in line
        assert played_read(line) == played
        assert (line_of(number_game_at(told)) if kind == "number" else position(game_at(told))) == told


@EVERY_KIND
async def test_a_game_leaves_its_line_with_the_save_that_ends_it(store: DatabaseStore, kind: str) -> None:
    game: Header = find(OF_EACH_KIND[kind], lambda game: is_kept(game) and bool(KINDS.log_of(game, 9e9)), settings=ANY)
    await store.run(saving(game))
    read = await loaded(store, game.id, Header)
    played = KINDS.played_of(game, read.log)
    assert played is not None
    assert played.log.split()
    for person in set(filter(None, played.gist.people)) or {game.starter}:
        assert await lines_of(store, person) == [played]


async def test_a_usual_game_takes_less_than_150_bytes_and_one_in_which_nothing_was_done_none(
    store: DatabaseStore, place: str
) -> None:
    await store.run(saving(table_in(PRIVATE, "1" * 16, position="solo classic 0834 | | resigned 0")))
    store.signals.now = lambda: 1.7e9
    game = table_in(PRIVATE, position=PLAYED, opened_at=1.7e9 - 95)
    await store.run(saving(replace(game, starter=2**32, ended_at=1.7e9, suggestions=2)))
    [(line,)] = await rows_at(place, "SELECT line FROM played")
    assert len(line.encode()) < 150
    assert played_read(line).log == " ".join([*["95"] * 7, "?0", "?0"])


async def test_what_is_done_is_noted_when_it_is_saved(store: DatabaseStore) -> None:
    game = table_in(PRIVATE, opened_at=1000.0)
    for line, hints in (("0123", 0), ("0123", 1), ("0123 4567", 1), ("0123 4567 0834", 3)):
        now = 1100.5 + 10 * len(line)
        store.signals.now = lambda now=now: now  # type: ignore[misc]
        known = await store.run(lambda work: work.games.load(TABLE, Alone)) or game
        ended = now if "0834" in line else None
        rules = game_at(f"solo classic 0834 | {line}")
        await store.run(saving(replace(known, game=rules, suggestions=hints, ended_at=ended)))
    [played] = await lines_of(store, 1)
    assert played.log.split() == ["140", "?0", "190", "240", "?0", "?0"]
    assert (played.lasted, played.gist.salts, played.gist.facts) == (240, ("5a" * 16,), {})


LOGS = [
    ("", Progress(0), ""),
    ("", Progress(2, (1,)), "40 40 ?0"),
    ("5 ?0", Progress(2, (1,)), "5 ?0 40"),
    ("5 ?0", Progress(1, (1, 2)), "5 ?0 ?1 ?1"),
    ("?0 5 17 ?0 20", Progress(1, (1,)), "?0 5"),
    ("?0 5 17 ?0 20", Progress(2, (3,)), "?0 5 17 ?0 ?0"),
]


@pytest.mark.parametrize(("log", "progress", "after"), LOGS)
def test_a_log_tells_moves_and_hints_in_their_order(log: str, progress: Progress, after: str) -> None:
    assert log_after(log, progress, 40) == log_after(after, progress, 90) == after


async def test_a_line_is_written_once_however_often_the_game_is_saved(place: str, store: DatabaseStore) -> None:
    await store.run(saving(table_in(PRIVATE, position=PLAYED)))
    for _ in range(2):
        await store.run(saving(await loaded(store)))
    assert await rows_at(place, "SELECT number FROM played") == [(1,)]
    assert await rows_at(place, "SELECT person_id, number FROM played_by") == [(1, 1)]


async def test_an_update_that_comes_twice_leaves_one_line() -> None:
    async with inside(None, PRIVATE) as bot:
        for text in ("/play", "0123"):  # the variant's first secret
            await bot.says(text)
        before = await lines_of(bot.store, bot.person.id)
        assert [played.gist.line for played in before] == ["solo classic 0123 | 0123"]
        bot.numbers = iter(range(1, 99))
        for text in ("0123", "0123"):
            await bot.says(text)
        assert await lines_of(bot.store, bot.person.id) == before


async def test_a_game_that_is_taken_up_again_leaves_the_line_of_its_last_end() -> None:
    async with inside(None, PRIVATE) as bot:
        for text in ("/think", "4 0"):
            await bot.says(text)
        [first] = await lines_of(bot.store, bot.person.id)
        [button] = [button for button in bot.buttons if "reopen" in button[0]]
        await bot.presses(*button)
        for text in ("1 0", "/resign", "0834"):
            await bot.says(text)
        [last] = await lines_of(bot.store, bot.person.id)
        assert first.gist.line.endswith("=4B0C")
        assert last.gist.line.endswith("=1B0C | resigned 0")
        assert last.gist.facts == {"level": "perfect", "secret": "0834"}


async def test_a_persons_games_come_the_latest_first_and_by_the_page(store: DatabaseStore) -> None:
    for number in range(5):
        game = table_in(PRIVATE, f"{number:016x}", PLAYED)
        await store.run(saving(replace(game, starter=7 if number == 2 else 1)))
    for page, numbers in (((1, 2), [5, 4]), ((1, 9, 3), [2, 1])):
        found = await store.run(lambda work, page=page: work.games.played_by(*page))  # type: ignore[misc]
        assert [number for number, _ in found] == numbers


async def test_those_who_share_a_phone_are_found_by_who_began(store: DatabaseStore) -> None:
    line, seats = "circle classic 0834 first 0 seats 2 | 0:0123 1:0834", GroupSeats((Member("Ann"), Member("Bob")))
    over: dict[str, Any] = {"starter": 1001, "salt": "5a", "opened_at": 1.0, "ended_at": 2.0}
    game = Group(id=TABLE, chat=PRIVATE, game=game_at(line), seats=seats, **over)
    await store.run(saving(game))
    [played] = await lines_of(store, 1001)
    assert played.gist == Gist(line, (0, 0), ("5a",))
    assert "Ann" not in played_written(played)


def test_a_match_that_somebody_lost_without_a_guess_leaves_a_line_but_no_aborted_one() -> None:
    def is_lost(match: Any) -> bool:
        return match.is_over and not match.game.turns and is_kept(match)

    lost: Any = find(OF_EACH_KIND["match"], is_lost, settings=ANY)
    assert lost.game.outcome.winner is not None
    assert not is_kept(replace(lost, game=game_at("race classic 0123 | | aborted")))
