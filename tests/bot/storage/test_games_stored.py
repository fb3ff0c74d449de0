"""Games in either database: of guessing a number, of those that run, of groups that have become supergroups."""

from dataclasses import replace

import pytest

from bot.app.actions import duels
from bot.app.jobs import JOBS
from bot.app.kinds.match.model import Match
from bot.app.kinds.number.model import FARTHEST, Number
from bot.app.messages import Chat
from bot.app.model.duels import Challenge
from bot.app.model.game import MATCHES
from bot.app.model.ledger import Masteries
from bot.app.model.ratings import Score
from bot.app.model.tables import TABLES
from bot.app.model.terms import Terms
from bot.app.work import MOVED, Job, StaleGame, Work
from bot.game.number import given_up, number_game_at
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import ended
from tests.bot.inside import AtOnce, world_with
from tests.bot.storage.databases import rows_at
from tests.bot.storage.rows import row_of
from tests.bot.storage.stores import errors_of, loaded, saving, table_in, write

PRIVATE, GROUP = Chat(1001), Chat(-5, 7)
KEPT = Number(
    id="0123456789abcdef",
    chat=GROUP,
    game=number_game_at("number -50..50 -7 | >0 <=-20"),
    starter=1001,
    starter_name="Кім 🍀",
    salt="5a" * 16,
    opened_at=100.5,
    asked_by=("Кім 🍀", "<b>"),
    step=2,
    keypad=True,
    proof=True,
    asks_to_resign=True,
    resigning=(5, 6),
    hinted=(0, 2),
)
THEIRS = Number(
    id="fedcba9876543210",
    chat=PRIVATE,
    game=number_game_at("number 1..8 - | >4=no >2=yes >3=yes =4=no"),
    starter=1001,
    starter_name="Ann",
    salt="5b" * 16,
    opened_at=200.5,
    correcting=True,
)


async def scene_number(store: DatabaseStore, chat: Chat, update: int) -> str | None:
    async def job(work: Work) -> str | None:
        return next((game.id for game in (await work.scene(update, chat)).games), None)

    return await store.run(job)


@pytest.mark.parametrize("game", [KEPT, THEIRS])
async def test_a_game_is_read_as_it_was_saved(store: DatabaseStore, game: Number) -> None:
    await store.run(saving(game))
    assert await loaded(store, game.id, Number) == game
    assert await store.run(lambda work: work.games.latest(game.chat.id, Number)) == game
    assert await store.run(lambda work: work.games.load("f" * 16, Number)) is None
    assert await store.run(lambda work: work.games.latest(77, Number)) is None


async def test_what_is_wrong_for_a_secret_just_told_is_seen_once(store: DatabaseStore) -> None:
    await store.run(saving(replace(THEIRS, wrong=0)))
    assert (await loaded(store, THEIRS.id, Number)).wrong is None


async def test_the_one_that_was_begun_last_is_the_latest_also_when_it_is_over(store: DatabaseStore) -> None:
    over = replace(THEIRS, id="a" * 16, opened_at=300.0, game=given_up(THEIRS.game), ended_at=310.0)
    await store.run(saving(THEIRS, over))
    assert await store.run(lambda work: work.games.latest(PRIVATE.id, Number)) == over


async def test_a_chat_knows_the_game_that_is_on_there_and_no_other(store: DatabaseStore) -> None:
    assert await scene_number(store, PRIVATE, 1) is None
    await store.run(saving(THEIRS, KEPT))
    assert await scene_number(store, PRIVATE, 2) == THEIRS.id
    read = await loaded(store, THEIRS.id, Number)
    await store.run(saving(replace(read, game=given_up(read.game), ended_at=210.0)))
    assert await scene_number(store, PRIVATE, 3) is None
    assert (await store.run(lambda work: work.games.glance(GROUP.id))).games == (KEPT.id,)


async def test_what_was_keyed_goes_with_the_game(store: DatabaseStore) -> None:
    await write(store, lambda work: work.games.save(THEIRS), lambda work: work.keep_draft(THEIRS.id, 1001, "-42"))
    assert await store.run(lambda work: work.draft(THEIRS.id, 1001)) == "-42"
    await store.run(saving(replace(THEIRS, game=given_up(THEIRS.game), ended_at=210.0, revision=1)))
    assert await store.run(lambda work: work.draft(THEIRS.id, 1001)) == ""


async def test_masters_are_counted_with_their_widest_range(store: DatabaseStore) -> None:
    async def mastered(work: Work) -> None:
        for at, size in enumerate((8, 2 * FARTHEST + 1, 8, 100)):
            work.masteries.add(f"{at % 3}" * 16, PRIVATE.id, size)
        work.masteries.add("f" * 16, GROUP.id, 5)

    assert await store.run(lambda work: work.masteries.of(PRIVATE.id)) == Masteries(0, 0)
    await store.run(mastered)
    assert await store.run(lambda work: work.masteries.of(PRIVATE.id)) == Masteries(3, 2 * FARTHEST + 1)


@pytest.mark.parametrize(
    ("line", "size"),
    [
        ("1..8 5 | >4 >6 =5", 8),
        (f"{-FARTHEST}..{FARTHEST} 5 | =5", 2 * FARTHEST + 1),
        ("1..4 1 | =2 =3 =4 =1", 0),
        ("1..8 - | >4=no >2=no >1=no =1=yes", 0),
    ],
)
def test_a_master_needs_no_more_questions_than_there_must_be(line: str, size: int) -> None:
    assert replace(THEIRS, game=number_game_at(f"number {line}")).mastered == size


async def test_of_two_who_save_at_once_one_begins_again(store: DatabaseStore) -> None:
    await store.run(saving(KEPT))
    read = await loaded(store, KEPT.id, Number)
    assert await errors_of(*(store.run(saving(replace(read, step=step)), step) for step in (3, 4))) == [StaleGame]


async def test_a_game_goes_along_when_its_chat_is_renamed(store: DatabaseStore) -> None:
    await store.run(saving(KEPT))
    await write(store, lambda work: work.rename(GROUP, -100))
    assert await scene_number(store, Chat(-100), 4) == KEPT.id
    assert await loaded(store, KEPT.id, Number) == replace(KEPT, chat=Chat(-100, 7))


async def test_a_format_of_a_later_version_is_refused(store: DatabaseStore) -> None:
    row = row_of(KEPT, revision=0) | {"body": '{"format":2}'}
    await write(store, lambda work: work.writes.add("save_game", **row))
    with pytest.raises(ValueError, match="format 2"):
        await store.run(lambda work: work.games.load(KEPT.id, Number))


# What is read of the matches that somebody plays


async def test_however_many_games_somebody_plays_no_more_are_read_for_what_they_type(store: DatabaseStore) -> None:
    def begun(number: int) -> Match:
        match = ended(number, "race classic 0123 |", 1, 2 + number)
        return replace(match, opened_at=float(number), ended_at=None)

    async def read(work: Work) -> tuple[list[str], int, int]:
        rows = [match.id for match in await work.games.running_of(1, Match)]
        return rows, await work.games.count_of(1), len(await work.games.running_of(1, Match, most=1000))

    await store.run(saving(*map(begun, range(1000))))
    assert await store.run(read) == ([f"{number:016x}" for number in range(MATCHES)], 1000, 1000)


# What a group came to before it was a supergroup is found under its new id

OLD, NEW = Chat(-5, 7), Chat(-(10**12) - 5, 7)
OVER = table_in(OLD, position="solo classic 0834 | 0834")
WORLD = world_with(None, AtOnce())


async def test_an_ended_game_is_read_with_the_id_that_its_group_has_now(store: DatabaseStore, place: str) -> None:
    await store.run(saving(OVER))
    await store.outbox.note_renamed(OLD.id, NEW.id)
    assert await rows_at(place, "SELECT chat_id, revision FROM games") == [(OLD.id, 1)]
    found = await loaded(store)
    assert found == replace(OVER, chat=NEW)
    await store.run(saving(found))
    assert await loaded(store) == found


async def test_the_latest_game_is_one_of_before_until_there_is_another(store: DatabaseStore) -> None:
    over = replace(KEPT, game=given_up(KEPT.game), ended_at=110.0)
    await store.run(saving(over))
    await store.outbox.note_renamed(OLD.id, NEW.id)
    found = await store.run(lambda work: work.games.latest(NEW.id, Number))
    assert found is not None
    assert found.id == over.id
    await store.run(saving(replace(KEPT, id="f" * 16, chat=NEW, opened_at=1.0)))
    found = await store.run(lambda work: work.games.latest(NEW.id, Number))
    assert found is not None
    assert found.id == "f" * 16


async def test_points_are_counted_on(store: DatabaseStore) -> None:
    async def gained(work: Work, chat: int = OLD.id) -> None:
        work.points.add(chat, 1, "Ann", 3)
        work.points.add(chat, 2, "Bob", 0)

    await store.run(gained)
    await store.outbox.note_renamed(OLD.id, NEW.id)
    await store.run(lambda work: gained(work, NEW.id))
    best = (Score(1, "Ann", 6, 2), Score(2, "Bob", 0, 2))
    assert await store.run(lambda work: work.points.scores(NEW.id, 10)) == best
    assert await store.run(lambda work: work.points.score(NEW.id, 1)) == best[0]
    assert await store.run(lambda work: work.points.scores(OLD.id, 10)) == ()


CHALLENGES = [
    Challenge(f"{number:022}", Terms(), 1000 + number, "Ann", float(number), 9e9, card=OLD, match=f"{number:016}")
    for number in range(duels.SHOWN_ANEW + 5)
]


async def test_many_open_challenges_are_shown_anew_some_at_a_time(store: DatabaseStore, place: str) -> None:
    async def moved(work: Work) -> None:
        work.rename(OLD, NEW.id)
        await duels.move(OLD, NEW.id, work, WORLD)

    left = "SELECT count(*) FROM challenges WHERE card_chat = -5"
    await write(store, *(lambda work, one=one: work.challenges.save(one) for one in CHALLENGES))
    await store.run(moved)
    assert await rows_at(place, left) == [(5,)]
    assert await rows_at(place, "SELECT kind, subject FROM jobs") == [(MOVED, "-5")]
    await store.run(lambda work: JOBS[MOVED](Job(MOVED, str(OLD.id), 0), work, WORLD))
    assert await rows_at(place, left) == [(0,)]
    assert await rows_at(place, "SELECT count(*) FROM jobs") == [(1,)], "none but the first"
    shown = await rows_at(place, f"SELECT count(DISTINCT slot) FROM outbox WHERE chat_id = {NEW.id}")
    assert shown == [(len(CHALLENGES),)]


ONLY_IN_PRIVATE = {"bell", "username", "unexplained", "friends_only", "seen_at"}


async def test_a_new_column_of_chats_goes_along_or_is_only_of_private_chats(store: DatabaseStore) -> None:
    columns = TABLES["chats"].saved.split(", ")
    assert {name for name in columns if name not in store._queries.rename_chat.sql} == ONLY_IN_PRIVATE
