"""What befalls a chat while people play: a group becomes a supergroup, a chat is deleted, the bot is thrown out."""

import asyncio
import re
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import count, permutations

import pytest

from bot.app.jobs import JOBS
from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat, Incoming, Migrated, Person, Pressed, Said
from bot.app.model.chats import Preferences, Shown
from bot.app.outbox import ScreenItem
from bot.app.screen import Answer
from bot.app.work import MOVED, Job, Work
from bot.app.worker import Replies, Worker
from bot.storage.store import DatabaseStore
from sandbox.client import Group
from sandbox.client import Person as Human
from solver.variant import VARIANTS
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.challengers import choose_terms, link_in
from tests.bot.duels.pairs import YOUR_TURN, Pair, boards_on, misses, paired, paths_on
from tests.bot.duels.pairs import screen as board_of
from tests.bot.inside import AtOnce, world_with
from tests.bot.player import by_bot, talk
from tests.bot.storage.databases import rows_at, waiting_at
from tests.bot.storage.stores import TABLE, open_table, preferences, saving, showing, table_in

on_stage = pytest.mark.asyncio(loop_scope="session")
OLD, NEW = Chat(-6), Chat(-(10**12) - 6)
ANN = Person(1001, "Ann", "uk")
SECRET = VARIANTS["classic"].parse("0834")
IN_UKRAINIAN = re.compile("[іїє]")
WAYS = ("to", "from", "letter")


async def test_no_message_of_the_old_group_is_taken_for_one_of_the_new(store: DatabaseStore) -> None:
    await store.run(showing(OLD, "hello"))
    await store.outbox.note_delivered(await store.outbox.pending(OLD.id), message=40, retire=None)
    await store.outbox.note_renamed(OLD.id, NEW.id)
    for chat in (OLD, NEW):
        assert await store.run(partial(Work.slot_state, chat=chat, slot="menu")) == Shown(None, pending=False)


async def test_a_group_that_moves_leaves_the_numbers_of_its_messages_behind(store: DatabaseStore) -> None:
    async def job(work: Work) -> None:
        work.strip(OLD, 9)
        await showing(OLD, "hello")(work)

    await store.run(job)
    await store.outbox.note_renamed(OLD.id, NEW.id)
    assert [type(item) for item in await store.outbox.pending(NEW.id)] == [ScreenItem]


async def test_a_group_that_moves_during_a_guess_takes_the_guess_along(store: DatabaseStore) -> None:
    await store.run(saving(table_in(OLD)))

    async def guess(work: Work) -> None:
        if (game := await open_table(work, OLD)) is not None:
            work.games.save(replace(game, suggestions=1))

    await asyncio.gather(store.run(guess, OLD.id), store.outbox.note_renamed(OLD.id, NEW.id))
    game = await store.run(lambda work: work.games.load(TABLE, Alone))
    assert game is not None
    assert game.chat == NEW


async def test_a_group_that_moves_keeps_its_language(store: DatabaseStore) -> None:
    async def prefer(work: Work) -> None:
        work.prefer(OLD, Preferences("uk", "ru", "words", greeted=True))
        work.prefer(NEW, Preferences(None, "en", greeted=True))

    await store.run(prefer)
    await store.outbox.note_renamed(OLD.id, NEW.id)
    known = await store.run(lambda work: preferences(work, NEW))
    assert (known.language, known.style) == ("uk", "words")


class Scene:
    """A group in which much is on, and the three ways in which the bot may hear that it moves."""

    def __init__(self, store: DatabaseStore) -> None:
        self.store, self.world, self.heard = store, world_with(SECRET, AtOnce()), list[Answer]()
        replies = Replies(lambda _query, answer: self.heard.append(answer))
        self.worker = Worker(store, AtOnce(), self.world, replies, limits=False)
        self._updates = count(1)

    def said(self, text: str, chat: Chat = OLD) -> Said:
        update = next(self._updates)
        return Said(update, chat, ANN, update, text)

    def migrated(self) -> Migrated:
        return Migrated(next(self._updates), OLD, NEW.id)

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
        async def done(job: Job, work: Work) -> None:
            if job.kind != MOVED:
                work.postpone_job(job, 1e11)
                return
            work.drop_job(job)
            await JOBS[MOVED](job, work, self.world)

        while (job := await self.store.run(lambda work: work.due_job(2e10))) is not None:
            await self.store.run(partial(done, job))

    async def screens(self) -> list[ScreenItem]:
        return [item for item in await self.store.outbox.pending(NEW.id) if isinstance(item, ScreenItem)]

    async def turns(self) -> int:
        game = await self.store.run(lambda work: open_table(work, NEW))
        assert game is not None
        return len(game.game.turns)


@pytest.fixture
async def scene(store: DatabaseStore) -> Scene:
    await (scene := Scene(store)).begins()
    return scene


@pytest.mark.parametrize("order", [order for many in (1, 2, 3) for order in permutations(WAYS, many)], ids="-".join)
async def test_whoever_hears_of_it_first_moves_all_and_shows_it_once(
    scene: Scene, place: str, order: tuple[str, ...]
) -> None:
    for way in order:
        await scene.hears(way)
    await scene.does_what_is_due()
    screens = await scene.screens()
    assert Counter(item.slot.partition(":")[0] for item in screens) == {"game": 2, "card": 1}
    assert all(IN_UKRAINIAN.search(item.screen.html) for item in screens)
    assert await waiting_at(place) == await stored.chats_of_games(place) == [NEW.id]
    assert await rows_at(place, "SELECT DISTINCT card_chat FROM challenges") == [(NEW.id,)]
    assert await rows_at(place, "SELECT * FROM failed_updates") == []


@pytest.mark.parametrize("way", WAYS)
async def test_a_guess_right_behind_the_move_counts_and_one_said_before_it_read_late(scene: Scene, way: str) -> None:
    late = scene.said("/guess 9876")
    await scene.hears(way)
    await scene.worker.run(scene.said("/guess 4567", NEW))
    await scene.does_what_is_due()
    boards = [item.screen.html for item in await scene.screens() if "<code>0123</code>" in item.screen.html]
    assert "4567" in boards[-1]
    assert await scene.turns() == 2
    for _ in range(2):
        await scene.worker.run(late)
    assert (await scene.turns(), await scene.store.outbox.pending(OLD.id)) == (3, [])


async def test_however_the_move_and_guesses_before_and_after_it_meet_all_count(scene: Scene) -> None:
    every: list[Incoming] = [scene.said("/guess 4567"), scene.migrated(), scene.migrated()]
    every += [scene.said(f"/guess {guess}", NEW) for guess in ("8901", "2345")]
    await asyncio.gather(*(scene.worker.run(each) for each in every), scene.store.outbox.note_renamed(OLD.id, NEW.id))
    await scene.does_what_is_due()
    assert (await scene.turns(), await scene.store.outbox.pending(OLD.id)) == (4, [])


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


SECRETS = ("0123", "4567")


async def watched(stage: Stage) -> tuple[Group, Pair, Human, Human]:
    """A match for which Alice has challenged a group, where the card shows how it goes."""
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    group = await stage.sandbox.group("Friends", alice, bob)
    await choose_terms(alice)
    await alice.send("/duel", chat=group)
    card = await alice.sees("⚔️ Who wants to play Alice?", chat=group)
    await bob.opens(await bob.presses("Accept", on=card))
    await alice.sees("is choosing a secret", chat=group)
    pair = Pair(stage, alice, bob)
    return group, pair, *await pair.keep(*SECRETS)


@on_stage
async def test_whoever_deletes_the_chat_finds_the_whole_game_in_the_next_move_of_either(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep(*SECRETS)
    await pair.guess(first, "8901")
    await second.clears()
    assert second.messages() == []
    board = await pair.guess(second, "8901")
    assert [[turn[1] for turn in part] for part in boards_on(board.text)] == [["8901"], ["8901"]]
    assert YOUR_TURN in board_of(first).text
    await second.clears()
    await pair.guess(first, "2345")
    assert YOUR_TURN in board_of(second).text
    assert len(second.messages()) == 1
    await second.clears()
    await talk(f"/games → Your games\n[{first.name}] → {YOUR_TURN}", second)
    await pair.guess(second, pair.broken_by(second))
    assert "🏆 You won!" in board_of(second).text


@on_stage
async def test_a_chat_deleted_before_a_secret_is_kept_is_asked_again(stage: Stage) -> None:
    pair = await paired(stage)
    await pair.bob.clears()
    await stage.after(pair.bob.send("/games"))
    await pair.keep(*SECRETS)
    assert [sum("🆚" in message.text for message in person.messages()) for person in pair.both] == [1, 1]


@on_stage
async def test_a_group_moves_between_two_guesses_and_its_card_goes_along(stage: Stage) -> None:
    group, pair, first, second = await watched(stage)
    wrong, other = misses(2, *SECRETS)
    await pair.guess(first, wrong)
    await first.sees(f"1. {wrong}", chat=group)
    grown = await group.migrate()
    await pair.guess(second, other)
    board = await first.sees(f"1. {other}", chat=grown)
    assert f"1. {wrong}" in board.text
    await pair.guess(first, pair.broken_by(first))
    await pair.guess(second, wrong)
    end = await first.sees(f"{first.name} wins in 2 guesses", chat=grown)
    assert all(secret in end.text for secret in SECRETS)
    assert [message.id for message in by_bot(first, grown)] == [end.id] == [board.id]


@on_stage
async def test_a_group_moves_in_the_very_moment_of_a_guess(stage: Stage) -> None:
    group, pair, first, second = await watched(stage)
    wrong, other = misses(2, *SECRETS)
    moved, _ = await stage.after(asyncio.gather(group.migrate(), first.send(wrong)))
    await pair.guess(second, other)
    board = await second.sees(f"1. {other}", chat=moved)
    assert [message.id for message in by_bot(second, moved)] == [board.id]
    assert [turn[1] for turn in boards_on(board_of(first).text)[0]] == [wrong]


@on_stage
async def test_where_the_bot_is_thrown_out_the_two_play_on(stage: Stage) -> None:
    group, pair, first, second = await watched(stage)
    await group.remove_bot(by=pair.alice)
    wrong, other = misses(2, *SECRETS)
    await pair.guess(first, wrong)
    await pair.guess(second, other)
    await first.send("/resign")
    await stage.after(first.presses("🏳️ Yes, resign"))
    assert "🏆" in (text := board_of(second).text)
    assert paths_on(text) == [(other, wrong)]
    assert stage.bot.rows("SELECT count(*) FROM outbox WHERE chat_id = ?", group.id) == [(0,)]


@on_stage
async def test_a_rival_may_block_the_bot_before_the_offer_is_accepted(stage: Stage) -> None:
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    await choose_terms(alice, "Invite a friend")
    link = link_in(await alice.sees("✉️ Your challenge is waiting for a friend."))
    await stage.after(alice.blocks())
    opened = await bob.opens(link)
    await bob.presses("✅", on=await bob.sees("Alice", after=opened))
    await bob.sees("Alice", after=opened)
    await stage.quiet()
    await alice.unblocks()
    await stage.after(alice.opens(link))
    assert "🆚 Alice" in board_of(bob).text
