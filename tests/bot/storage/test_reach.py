"""Who may reach whom: the table, what the database says of every relation, and the queries that filter many people."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from bot.app.lobby.model import Lobby, Seek
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.model.reach import Contact, Reach, Relation, may, relation_by
from bot.app.model.terms import Terms
from bot.app.ratings.model import Player, Ratings
from bot.app.talk.model import Talk, TalkMessage
from bot.app.work import Work
from bot.storage.store import DatabaseStore
from tests.bot.storage.databases import change_at
from tests.bot.storage.stores import write
from tests.needs import ROOT

pytestmark = pytest.mark.both_databases
ME, BANNED_ME = 1, 2
"""Two readers, one of whom is kept away."""
FLAGS = ("blocks", "is_blocked", "is_banned", "friends_only", "knows_me", "has_started", "is_away", "no_codes")
EVERY = [Relation(*flags) for flags in product((False, True), repeat=len(FLAGS))]
OTHERS = dict(enumerate(EVERY, 1001))
"""Somebody for each relation; `is_banned` there: they are."""
PLAYED = {other for other in OTHERS if other % 2}
"""Who knows a reader has played them, or else opened their link."""
DAY, ROOM, DUEL = 9, "lobby", Terms()


def relation(reader: int, other: int) -> Relation:
    return replace(OTHERS[other], is_banned=OTHERS[other].is_banned or reader == BANNED_ME)


def those(reader: int, deed: Contact) -> set[int]:
    return {other for other in OTHERS if may(deed, relation(reader, other))}


def seek(person: int, *, is_open: bool = False) -> Seek:
    return Seek(person, f"P{person}", DUEL, 1500.0, 350.0, 0, 0, float(person), is_open=is_open)


def rows_of(reader: int) -> Iterator[tuple[str, str]]:
    """A table and a row of it, for all that stands between the reader and the others."""
    for other, between in OTHERS.items():
        knows = f"({other}, {reader}, 1, 1, 1, NULL)" if other in PLAYED else f"({other}, {reader})"
        yield "daily_friends", f"({reader}, {other})"
        if between.blocks:
            yield "blocks", f"({reader}, {other})"
        if between.is_blocked:
            yield "blocks", f"({other}, {reader})"
        if between.knows_me:
            yield ("rivalries" if other in PLAYED else "daily_friends"), knows
            if other in PLAYED:  # a match is both's
                yield "rivalries", f"({reader}, {other}, 1, 1, 1, NULL)"


def rows_of_others() -> Iterator[tuple[str, str]]:
    yield "bans", f"({BANNED_ME}, 1, 9)"
    for other, between in OTHERS.items():
        yield "daily_tries", f"({DAY}, {other}, 'P{other}', 'g{other}', 1, 2, 5, 1, 0, NULL, 1, 0)"
        if between.is_banned:
            yield "bans", f"({other}, 1, 9)"


@pytest.fixture
async def known(store: DatabaseStore, place: str) -> DatabaseStore:
    """A store in which somebody stands in every relation to either reader."""
    by_table: dict[str, list[str]] = {}
    for table, row in (*rows_of(ME), *rows_of(BANNED_ME), *rows_of_others()):
        by_table.setdefault(table, []).append(row)
    for table, rows in by_table.items():
        await change_at(place, f"INSERT INTO {table} VALUES {', '.join(rows)}")

    async def people(work: Work) -> None:
        for other, between in OTHERS.items():
            chat = Preferences(
                greeted=between.has_started,
                reachable=not between.is_away,
                friends_only=between.friends_only,
                no_codes=between.no_codes,
            )
            work.prefer(Chat(other), chat)
            work.of(Ratings).keep_player(Player(other, f"P{other}"))
            work.of(Talk).say(TalkMessage(f"said{other}", ROOM, other, "P", "hello", float(other)))

    await store.run(people)
    return store


@pytest.mark.parametrize("reader", [ME, BANNED_ME])
async def test_what_is_stored_gives_every_relation_back(known: DatabaseStore, reader: int) -> None:
    found = await known.run(lambda work: work.of(Reach).relations(reader, OTHERS))
    assert found == {other: relation(reader, other) for other in OTHERS}
    assert await known.run(lambda work: work.of(Reach).unnamed(reader, (*OTHERS, reader))) == OTHERS.keys() - those(
        reader, Contact.TELL
    )
    asked = next(other for other in OTHERS if may(Contact.RING, relation(ME, other)))
    assert await known.run(lambda work: work.of(Reach).may(Contact.RING, reader, asked)) == (reader == ME)


async def test_a_stranger_of_whom_nothing_is_stored_has_not_started(known: DatabaseStore) -> None:
    assert await known.run(lambda work: work.of(Reach).relations(ME, [-1, 2**40])) == {
        -1: Relation(),
        2**40: Relation(),
    }
    assert await known.run(lambda work: work.of(Reach).unnamed(ME, [])) == frozenset()


@pytest.mark.parametrize("reader", [ME, BANNED_ME])
async def test_lists_name_those_whom_the_table_lets_stand_there(known: DatabaseStore, reader: int) -> None:
    friends = await known.run(lambda work: work.of(Ratings).friends(reader, DAY, 1000))
    assert {friend.person for friend in friends} == those(reader, Contact.LIST)
    assert {friend.person for friend in friends if friend.knows_me} == {
        other for other in those(reader, Contact.LIST) if OTHERS[other].knows_me
    }


@pytest.mark.parametrize("reader", [ME, BANNED_ME])
async def test_results_of_a_day_name_those_alone_of_whom_one_may_be_told(known: DatabaseStore, reader: int) -> None:
    given = {"person_id": reader, "day": DAY, "looked": 1000, "most": 1000}
    rows = await known.run(lambda work: work.rows("daily_of_friends", **given))
    assert {row["person_id"] for row in rows} == OTHERS.keys(), "the others are somebody there"
    assert {row["person_id"] for row in rows if not row["is_parted"]} == those(reader, Contact.TELL)
    week = {"person_id": reader, "first": DAY - 6, "last": DAY, "closed": DAY, "looked": 1000, "most": 1000}
    rows = await known.run(lambda work: work.rows("daily_weeks_of_friends", **week, stars3=5, stars2=7, stars1=9))
    assert {row["person_id"] for row in rows} == those(reader, Contact.TELL)


@pytest.mark.parametrize("reader", [ME, BANNED_ME])
@pytest.mark.parametrize("is_open", [False, True])
async def test_the_lobby_lists_those_whom_one_may_be_paired_with(
    known: DatabaseStore, reader: int, *, is_open: bool
) -> None:
    await write(known, *(lambda work, one=one: work.of(Lobby).begin(seek(one, is_open=is_open)) for one in OTHERS))
    listed = await known.run(lambda work: work.of(Lobby).load_listed(reader, 1000))
    assert {one.person for one in listed} == those(reader, Contact.PAIR)


@pytest.mark.parametrize("reader", [ME, BANNED_ME])
async def test_the_lobby_pairs_those_whom_it_may(known: DatabaseStore, reader: int) -> None:
    met: set[int] = set()
    people = list(OTHERS)
    for begin in range(0, len(people), 12):  # so many are looked at on a side
        some = [seek(other) for other in people[begin : begin + 12]]
        await write(known, *(lambda work, one=one: work.of(Lobby).begin(one) for one in some))
        met |= {one.person for one in await known.run(lambda work: work.of(Lobby).rivals(seek(reader), 100.0))}
        await write(known, *(lambda work, one=one: work.of(Lobby).claim(one) for one in some))
    assert met == those(reader, Contact.PAIR)


@pytest.mark.parametrize("reader", [ME, BANNED_ME])
async def test_a_room_is_heard_by_those_who_may_be_talked_to(known: DatabaseStore, reader: int) -> None:
    await write(known, lambda work: work.of(Talk).listen(ROOM, reader))
    shown = {"stream": ROOM, "most": 1000}
    by_one = await known.run(lambda work: work.rows("unheard_by", **shown, person_id=reader))
    between = {"after": reader - 1, "up_to": reader, "speaker": 1001}
    by_all = await known.run(lambda work: work.rows("unheard", **shown, **between))
    parted = OTHERS.keys() - those(reader, Contact.TALK)
    assert {row["other_id"] for row in by_one if row["is_parted"]} == parted
    assert {row["other_id"] for row in by_all if row["is_parted"]} == parted


# The table itself.


def test_nobody_reaches_whom_they_are_parted_from_and_it_is_the_same_for_both() -> None:
    for between, deed in product(EVERY, Contact):
        other_way = replace(between, blocks=between.is_blocked, is_blocked=between.blocks)
        assert between.is_parted == other_way.is_parted
        assert not (between.is_parted and may(deed, between))


def test_between_two_whom_nothing_parts_only_their_own_wish_and_where_they_are_counts() -> None:
    innocent = Relation(has_started=True)
    assert [deed for deed in Contact if not may(deed, innocent)] == []
    held_off = {
        replace(innocent, friends_only=True): {Contact.CHALLENGE, Contact.CODE},
        replace(innocent, no_codes=True): {Contact.CODE},
        replace(innocent, friends_only=True, knows_me=True): set(),
        replace(innocent, is_away=True): {Contact.PAIR, Contact.RING},
        Relation(): {Contact.RING},
    }
    assert {between: {deed for deed in Contact if not may(deed, between)} for between in held_off} == held_off


def test_a_chat_says_of_itself_what_the_database_says_of_it() -> None:
    known = Preferences(greeted=True, reachable=False, friends_only=True, no_codes=True)
    assert relation_by(known) == Relation(friends_only=True, has_started=True, is_away=True, no_codes=True)
    assert not may(Contact.RING, relation_by(Preferences()))


# Nobody else decides it.

QUERY = re.compile(r"-- name: (\w+)")
TELLS = re.compile(r"\b(blocks|bans|friends_only|no_codes|reachable|greeted)\b")
BY_THE_TABLE = {
    *("relations", "rivals", "listed_seeks", "friends", "daily_of_friends", "daily_weeks_of_friends"),
    *("unheard", "unheard_by"),
}
"""What is compared with the table above."""
OTHERWISE = {
    **dict.fromkeys(("block", "unblock", "blocked"), "somebody's own blocks, made, taken back and listed"),
    "mine_blocks": "what is stored of somebody, for themselves",
    **dict.fromkeys(("gate", "ban", "unban", "banned"), "operators keep away, and look at whom"),
    "audience": "whom operators write to: no person reaches another there",
    "scene": "the chat that writes, and whether its person may at all",
    "mark_unreachable": "what sending has shown",
    "rename_chat": "a group's row goes along with it",
}
"""The other queries that read the like, each with the reason why nobody reaches anybody by it."""


def queries() -> dict[str, str]:
    """The text of each query, by name."""
    found: dict[str, str] = {}
    for file in sorted((ROOT / "bot/storage/queries").glob("*.sql")):
        parts = QUERY.split(file.read_text("utf-8"))
        found |= dict(zip(parts[1::2], parts[2::2], strict=True))
    return found


def test_no_other_query_decides_who_reaches_whom() -> None:
    reading = {name for name, text in queries().items() if TELLS.search(re.sub(r"--.*", "", text))}
    assert reading == BY_THE_TABLE | OTHERWISE.keys()


WHERE = re.compile(
    r"\.(?:friends_only|no_codes|blocked_by|is_banned)\b|\bis_parted\b|[\"'](?:blocks|bans)\b"
    r"|\.greeted and \w+\.reachable"
)
IN_CODE = {
    "model/reach.py": "the table",
    "daily/model.py": "what its query says of each, which is compared with the table",
    "talk/model.py": "the same; and the list of whom one has blocked",
    "privacy/model.py": "what a seat keeps of the other, which is not shown to its person",
    "model/tables.py": "what is kept",
    "features.py": "whoever is kept away does nothing at all",
    "miniapp/handlers.py": "the same: they are shown nothing",
    "operators/moderation.py": "operators keep away, and look at somebody",
    "operators/handlers.py": "operators write to everybody but these",
    "preferences/handlers.py": "whom one has blocked, to unblock them",
    "friends/screens.py": "the owner's own wish, on its button",
    "contests/screens.py": "the same",
}


def readers(root: Path, files: Iterable[Path]) -> set[str]:
    return {file.relative_to(root).as_posix() for file in files if WHERE.search(file.read_text("utf-8"))}


def test_no_other_module_decides_who_reaches_whom() -> None:
    app = ROOT / "bot/app"
    assert readers(app, app.rglob("*.py")) == IN_CODE.keys()
