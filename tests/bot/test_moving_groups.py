"""A group that becomes a supergroup has a new id, and the messages there have new numbers."""

import asyncio
import re
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import permutations

import pytest

from bot.app.jobs import JOBS
from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat, Incoming, Migrated, Person, Pressed, Said
from bot.app.model.chats import Preferences, Shown
from bot.app.outbox import OutboxItem, ScreenItem
from bot.app.screen import Answer, Place
from bot.app.work import MOVED, Job, Work
from bot.app.worker import Replies, Worker
from bot.storage.store import DatabaseStore
from solver.variant import VARIANTS
from tests import stored
from tests.bot.inside import AtOnce, world_with
from tests.bot.storage.databases import rows_at, waiting_at
from tests.bot.storage.stores import TABLE, open_table, preferences, saving, screen, showing, table_in

OLD, NEW = Chat(-6), Chat(-(10**12) - 6)
ANN = Person(1001, "Ann", "uk")
SECRET = VARIANTS["classic"].parse("0834")
IN_UKRAINIAN = re.compile("[іїє]")
WAYS = ("to", "from", "letter")


async def _prefer(work: Work, chat: Chat, preferences: Preferences) -> None:
    work.prefer(chat, preferences)


async def test_no_message_of_the_old_group_is_taken_for_one_of_the_new(store: DatabaseStore) -> None:
    await store.run(showing(OLD, "hello"))
    await store.outbox.note_delivered(await store.outbox.pending(OLD.id), message=40, retire=None)
    await store.outbox.note_renamed(OLD.id, NEW.id)
    for chat in (OLD, NEW):
        assert (await store.run(lambda work, chat=chat: work.slot_state(chat, "menu"))) == Shown(None, pending=False)  # type: ignore[misc]


async def test_a_group_that_moves_takes_its_game_along(store: DatabaseStore, place: str) -> None:
    await store.run(saving(table_in(OLD)))
    await store.run(showing(OLD, "hello"))
    await store.outbox.note_renamed(OLD.id, NEW.id)
    assert await store.run(lambda work: open_table(work, OLD)) is None
    assert await store.run(lambda work: open_table(work, NEW)) == table_in(NEW)
    assert await waiting_at(place) == [NEW.id]


async def test_a_group_that_moves_leaves_the_numbers_of_its_messages_behind(store: DatabaseStore) -> None:
    async def job(work: Work) -> None:
        work.strip(OLD, 9)
        work.show(OLD, "menu", screen("hello"), Place.BOTTOM)

    await store.run(job)
    await store.outbox.note_renamed(OLD.id, NEW.id)
    assert [type(item) for item in await store.outbox.pending(NEW.id)] == [ScreenItem]


async def test_a_group_that_moves_during_a_guess_takes_the_guess_along(store: DatabaseStore) -> None:
    await store.run(saving(table_in(OLD)))

    async def guess(work: Work) -> None:
        game = await open_table(work, OLD)
        if game is not None:
            work.games.save(replace(game, suggestions=1))

    await asyncio.gather(store.run(guess, OLD.id), store.outbox.note_renamed(OLD.id, NEW.id))
    game = await store.run(lambda work: work.games.load(TABLE, Alone))
    assert game is not None
    assert game.chat == NEW


async def test_a_group_that_moves_keeps_its_language(store: DatabaseStore) -> None:
    await store.run(lambda work: _prefer(work, OLD, Preferences("uk", "ru", "words", greeted=True)))
    await store.run(lambda work: _prefer(work, NEW, Preferences(None, "en", greeted=True)))
    await store.outbox.note_renamed(OLD.id, NEW.id)
    known = await store.run(lambda work: preferences(work, NEW))
    assert (known.language, known.style) == ("uk", "words")


class Scene:
    """A group in which much is on, and the three ways in which the bot may hear that it moves."""

    def __init__(self, store: DatabaseStore) -> None:
        self.store = store
        self.heard: list[Answer] = []
        self.world = world_with(SECRET, AtOnce())
        self.worker = Worker(
            store, AtOnce(), self.world, Replies(lambda _query, answer: self.heard.append(answer)), limits=False
        )
        self._update = 0

    def said(self, text: str, chat: Chat = OLD) -> Said:
        self._update += 1
        return Said(self._update, chat, ANN, self._update, text)

    def migrated(self) -> Migrated:
        self._update += 1
        return Migrated(self._update, OLD, NEW.id)

    async def begins(self) -> None:
        """A game against the bot, a number and an open challenge are on; all is said in Ukrainian, in words."""
        for text in ("/language uk", "/number", "/guess >50", "/play", "/guess 0123", "/duel"):
            await self.worker.run(self.said(text))
        for item in await self.store.outbox.pending(OLD.id):
            await self.store.outbox.note_delivered([item], item.id + 100, None)

    async def hears(self, way: str) -> None:
        if way == "letter":
            await self.store.outbox.note_renamed(OLD.id, NEW.id)
        else:
            await self.worker.run(self.migrated())

    async def does_what_is_due(self) -> None:
        """Carry out what an item that found out has left to do."""
        while (job := await self.store.run(lambda work: work.due_job(2e10))) is not None:
            await self.store.run(partial(self._done, job))

    async def _done(self, job: Job, work: Work) -> None:
        if job.kind != MOVED:
            work.postpone_job(job, 1e11)
            return
        work.drop_job(job)
        await JOBS[MOVED](job, work, self.world)

    async def items(self) -> list[OutboxItem]:
        return await self.store.outbox.pending(NEW.id)


def boards(items: list[OutboxItem]) -> list[str]:
    """How the board against the bot is to be shown, the newest last: of one slot's items only that is sent."""
    screens = [item.screen.html for item in items if isinstance(item, ScreenItem)]
    return [screen for screen in screens if "<code>0123</code>" in screen]


def kinds_of(items: list[OutboxItem]) -> Counter[str]:
    """How many screens there are of each kind of slot."""
    return Counter(item.slot.partition(":")[0] for item in items if isinstance(item, ScreenItem))


@pytest.fixture
async def scene(store: DatabaseStore) -> Scene:
    scene = Scene(store)
    await scene.begins()
    return scene


ORDERS = [order for count in (1, 2, 3) for order in permutations(WAYS, count)]


@pytest.mark.parametrize("order", ORDERS, ids="-".join)
async def test_whoever_hears_of_it_first_moves_everything_and_shows_it_once(
    scene: Scene, place: str, order: tuple[str, ...]
) -> None:
    for way in order:
        await scene.hears(way)
    await scene.does_what_is_due()
    items = await scene.items()
    assert kinds_of(items) == {"game": 2, "card": 1}
    assert all(IN_UKRAINIAN.search(item.screen.html) for item in items if isinstance(item, ScreenItem))
    assert await waiting_at(place) == [NEW.id]
    assert await stored.chats_of_games(place) == [NEW.id]
    assert await rows_at(place, "SELECT DISTINCT card_chat FROM challenges") == [(NEW.id,)]
    assert await rows_at(place, "SELECT * FROM failed_updates") == []


@pytest.mark.parametrize("way", WAYS)
async def test_a_guess_comes_right_behind_the_move(scene: Scene, way: str) -> None:
    await scene.hears(way)
    await scene.worker.run(scene.said("/guess 4567", NEW))
    await scene.does_what_is_due()
    assert "4567" in boards(await scene.items())[-1]
    assert await _turns(scene.store, NEW) == 2


@pytest.mark.parametrize("way", WAYS)
async def test_what_was_said_in_the_group_counts_however_late_it_is_read(scene: Scene, way: str) -> None:
    late = scene.said("/guess 4567")
    await scene.hears(way)
    await scene.does_what_is_due()
    for _ in range(2):
        await scene.worker.run(late)
    assert await _turns(scene.store, NEW) == 2
    assert await scene.store.outbox.pending(OLD.id) == []


async def test_however_the_move_and_guesses_before_and_after_it_meet_all_count(scene: Scene) -> None:
    before, moves = scene.said("/guess 4567"), (scene.migrated(), scene.migrated())
    after = [scene.said(f"/guess {guess}", NEW) for guess in ("8901", "2345")]
    every: list[Incoming] = [before, *moves, *after]
    await asyncio.gather(*(scene.worker.run(each) for each in every), scene.store.outbox.note_renamed(OLD.id, NEW.id))
    await scene.does_what_is_due()
    assert await _turns(scene.store, NEW) == 4
    assert await scene.store.outbox.pending(OLD.id) == []


async def test_a_press_on_the_board_that_stayed_behind_costs_no_item(scene: Scene, place: str) -> None:
    await scene.hears("to")
    before = await rows_at(place, "SELECT count(*) FROM outbox")
    for number in range(40):
        await scene.worker.run(Pressed(10_000 + number, "q", OLD, ANN, 105, f"b:{TABLE}:0:d:1"))
    assert await rows_at(place, "SELECT count(*) FROM outbox") == before
    assert {answer.text for answer in scene.heard} == {"Ця група стала супергрупою: поле тепер там, нижче."}


async def test_what_is_put_for_the_old_id_later_goes_along_and_moves_nothing_again(scene: Scene, place: str) -> None:
    await scene.hears("to")
    await scene.store.run(showing(OLD, "a card of a match"))
    await scene.store.outbox.note_renamed(OLD.id, NEW.id)
    assert await waiting_at(place) == [NEW.id]
    assert await rows_at(place, "SELECT * FROM jobs WHERE kind = 'moved'") == []


async def _turns(store: DatabaseStore, chat: Chat) -> int:
    game = await store.run(lambda work: open_table(work, chat))
    assert game is not None
    return len(game.game.turns)
