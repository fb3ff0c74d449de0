"""What a group came to before it was a supergroup is found under its new id, though nothing of it is rewritten."""

from dataclasses import replace

from bot.app.actions import duels
from bot.app.jobs import JOBS
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.number.model import Number
from bot.app.messages import Chat
from bot.app.model.duels import Challenge
from bot.app.model.ratings import Score
from bot.app.model.tables import TABLES
from bot.app.model.terms import Terms
from bot.app.work import MOVED, Job, Work
from bot.game.number import given_up
from bot.storage.store import DatabaseStore
from tests.bot.inside import AtOnce, world_with
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import TABLE, saving, table_in
from tests.bot.storage.test_number_storage import KEPT, saved

OLD, NEW = Chat(-5, 7), Chat(-(10**12) - 5, 7)
OVER = table_in(OLD, position="solo classic 0834 | 0834")
WORLD = world_with(None, AtOnce())


async def test_an_ended_game_is_read_with_the_id_that_its_group_has_now(store: DatabaseStore, place: str) -> None:
    await store.run(saving(OVER))
    await store.outbox.note_renamed(OLD.id, NEW.id)
    assert await rows_at(place, "SELECT chat_id, revision FROM games") == [(OLD.id, 1)]
    found = await store.run(lambda work: work.games.load(TABLE, Alone))
    assert found == replace(OVER, chat=NEW)
    await store.run(saving(found))
    assert await store.run(lambda work: work.games.load(TABLE, Alone)) == found


async def test_the_latest_game_is_one_of_before_until_there_is_another(store: DatabaseStore) -> None:
    over = replace(KEPT, game=given_up(KEPT.game), ended_at=110.0)
    await store.run(saved(over))
    await store.outbox.note_renamed(OLD.id, NEW.id)
    found = await store.run(lambda work: work.games.latest(NEW.id, Number))
    assert found is not None
    assert found.id == over.id
    await store.run(saved(replace(KEPT, id="f" * 16, chat=NEW, opened_at=1.0)))
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


TOKENS = [f"{number:03}".ljust(22, "x") for number in range(duels.SHOWN_ANEW + 5)]


async def challenged(work: Work) -> None:
    """Many in the group have made a challenge."""
    for number, token in enumerate(TOKENS):
        known = {"token": token, "match": token[:16], "person": 1000 + number, "made_at": float(number)}
        work.challenges.save(Challenge(terms=Terms(), name="Ann", expires_at=9e9, card=OLD, **known))  # type: ignore[arg-type]


async def test_many_open_challenges_are_shown_anew_some_at_a_time(store: DatabaseStore, place: str) -> None:
    async def moved(work: Work) -> None:
        work.rename(OLD, NEW.id)
        await duels.move(OLD, NEW.id, work, WORLD)

    async def went_on(work: Work) -> None:
        await JOBS[MOVED](Job(MOVED, str(OLD.id), 0), work, WORLD)

    left = "SELECT count(*) FROM challenges WHERE card_chat = -5"
    await store.run(challenged)
    await store.run(moved)
    assert await rows_at(place, left) == [(5,)]
    assert await rows_at(place, "SELECT kind, subject FROM jobs") == [(MOVED, "-5")]
    await store.run(went_on)
    assert await rows_at(place, left) == [(0,)]
    assert await rows_at(place, "SELECT count(*) FROM jobs") == [(1,)], "none but the first"
    shown = await rows_at(place, f"SELECT count(DISTINCT slot) FROM outbox WHERE chat_id = {NEW.id}")
    assert shown == [(len(TOKENS),)]


ONLY_IN_PRIVATE = {"bell", "username", "unexplained"}


async def test_a_new_column_of_chats_goes_along_or_is_only_of_private_chats(store: DatabaseStore) -> None:
    columns = TABLES["chats"].saved.split(", ")
    assert {name for name in columns if name not in store._queries.rename_chat.sql} == ONLY_IN_PRIVATE
