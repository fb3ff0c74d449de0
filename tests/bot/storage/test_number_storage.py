"""Games of guessing a number in either database."""

import asyncio
from dataclasses import replace

import pytest

from bot.app.kinds.number.model import FARTHEST, Number
from bot.app.messages import Chat
from bot.app.model.ledger import Masteries
from bot.app.work import StaleGame, Work
from bot.game.number import given_up, number_game_at
from bot.storage.store import DatabaseStore
from tests.bot.storage.rows import row_of
from tests.bot.storage.stores import Job

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


def saved(*games: Number) -> Job:
    async def job(work: Work) -> None:
        for game in games:
            work.games.save(game)

    return job


async def scene_number(store: DatabaseStore, chat: Chat, update: int) -> str | None:
    async def job(work: Work) -> str | None:
        return next((game.id for game in (await work.scene(update, chat)).games), None)

    return await store.run(job)


@pytest.mark.parametrize("game", [KEPT, THEIRS])
async def test_a_game_is_read_as_it_was_saved(store: DatabaseStore, game: Number) -> None:
    await store.run(saved(game))
    assert await store.run(lambda work: work.games.load(game.id, Number)) == game
    assert await store.run(lambda work: work.games.latest(game.chat.id, Number)) == game
    assert await store.run(lambda work: work.games.load("f" * 16, Number)) is None
    assert await store.run(lambda work: work.games.latest(77, Number)) is None


async def test_what_is_wrong_for_a_secret_just_told_is_seen_once(store: DatabaseStore) -> None:
    await store.run(saved(replace(THEIRS, wrong=0)))
    read = await store.run(lambda work: work.games.load(THEIRS.id, Number))
    assert read is not None
    assert read.wrong is None


async def test_the_one_that_was_begun_last_is_the_latest_also_when_it_is_over(store: DatabaseStore) -> None:
    over = replace(THEIRS, id="a" * 16, opened_at=300.0, game=given_up(THEIRS.game), ended_at=310.0)
    await store.run(saved(THEIRS, over))
    assert await store.run(lambda work: work.games.latest(PRIVATE.id, Number)) == over


async def test_a_chat_knows_the_game_that_is_on_there_and_no_other(store: DatabaseStore) -> None:
    assert await scene_number(store, PRIVATE, 1) is None
    await store.run(saved(THEIRS, KEPT))
    assert await scene_number(store, PRIVATE, 2) == THEIRS.id
    read = await store.run(lambda work: work.games.load(THEIRS.id, Number))
    assert read is not None
    await store.run(saved(replace(read, game=given_up(read.game), ended_at=210.0)))
    assert await scene_number(store, PRIVATE, 3) is None
    assert (await store.run(lambda work: work.games.glance(GROUP.id))).games == (KEPT.id,)


async def test_what_was_keyed_goes_with_the_game(store: DatabaseStore) -> None:
    async def keyed(work: Work) -> None:
        work.games.save(THEIRS)
        work.keep_draft(THEIRS.id, 1001, "-42")

    await store.run(keyed)
    assert await store.run(lambda work: work.draft(THEIRS.id, 1001)) == "-42"
    await store.run(saved(replace(THEIRS, game=given_up(THEIRS.game), ended_at=210.0, revision=1)))
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
    await store.run(saved(KEPT))
    read = await store.run(lambda work: work.games.load(KEPT.id, Number))
    assert read is not None
    results = await asyncio.gather(
        *(store.run(saved(replace(read, step=step)), step) for step in (3, 4)), return_exceptions=True
    )
    assert [type(result) for result in results if result is not None] == [StaleGame]


async def test_a_game_goes_along_when_its_chat_is_renamed(store: DatabaseStore) -> None:
    async def renamed(work: Work) -> None:
        work.rename(GROUP, -100)

    await store.run(saved(KEPT))
    await store.run(renamed)
    assert await scene_number(store, Chat(-100), 4) == KEPT.id
    assert await store.run(lambda work: work.games.load(KEPT.id, Number)) == replace(KEPT, chat=Chat(-100, 7))


async def test_a_format_of_a_later_version_is_refused(store: DatabaseStore) -> None:
    async def written(work: Work) -> None:
        row = row_of(KEPT, revision=0) | {"body": '{"format":2}'}
        work.writes.add("save_game", **row)

    await store.run(written)
    with pytest.raises(ValueError, match="format 2"):
        await store.run(lambda work: work.games.load(KEPT.id, Number))
