"""Reviews wait for nobody and hold up nobody: they are asked for at once, and come when they are there."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import islice, permutations

import pytest
import pytest_asyncio

from bot.app.advice import MOST_TURNS, TooLongGame, payload_of, position_in
from bot.app.handlers.told_games import game_in
from bot.app.jobs import LongJobsDone
from bot.app.messages import Chat, Person, Pressed, Said
from bot.app.model.chats import MOST, Preferences
from bot.app.outbox import MarkItem, ScreenItem
from bot.app.screen import Answer
from bot.app.work import Work
from bot.app.worker import Replies, Worker
from bot.compute.processes import ThinkingProcesses
from bot.storage.store import DatabaseStore
from bot.world import real_world
from solver.feedback import Feedback
from solver.variant import variant_named
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.storage.databases import rows_at

ANN = Person(1001, "Ann", "en")
BOB = Person(1002, "Bob", "en")
TOLD = "/review 7x5r 0123401 1B2C 1234012 0B3C"


class House:
    """A worker with two real processes that think, and those who do long jobs, once they are let to."""

    def __init__(self, store: DatabaseStore, compute: ThinkingProcesses) -> None:
        self.store = store
        self.answers: list[Answer] = []
        self._updates = iter(range(1, 10_000))
        world = real_world("bot", compute.recall)
        self.worker = Worker(
            store, compute, world, Replies(lambda _query, answer: self.answers.append(answer)), limits=False
        )
        self.jobs = LongJobsDone(store, compute, world, store.take_long_job)

    async def says(self, text: str, chat: Chat, person: Person = ANN) -> None:
        """All that is done before the update is confirmed."""
        number = next(self._updates)
        await self.worker.run(Said(number, chat, person, number, text, to_bot=True))

    async def presses(self, data: str, chat: Chat, message: int, person: Person = ANN) -> None:
        number = next(self._updates)
        await self.worker.run(Pressed(number, f"query {number}", chat, person, message, data))

    async def items(self, chat: Chat) -> list[object]:
        return list(await self.store.outbox.pending(chat.id))

    async def waiting(self, place: str) -> int:
        """How many long jobs wait."""
        ((count,),) = await rows_at(place, "SELECT count(*) FROM long_jobs")
        return int(count)


@asynccontextmanager
async def _house(store: DatabaseStore) -> AsyncIterator[House]:
    compute = ThinkingProcesses()
    try:
        yield House(store, compute)
    finally:
        compute.close()


@pytest_asyncio.fixture
async def house(store: DatabaseStore) -> AsyncIterator[House]:
    async with _house(store) as open_house:
        yield open_house


@pytest.mark.costly
async def test_an_update_with_a_review_is_confirmed_before_it_is_thought_about(house: House, place: str) -> None:
    chat = Chat(ANN.id)
    await house.says(TOLD, chat)
    assert [type(item) for item in await house.items(chat)] == [MarkItem]
    assert await house.waiting(place) == 1
    assert len(await rows_at(place, "SELECT update_id FROM seen_updates")) == 1
    await house.jobs.do_all()
    shown = [item for item in await house.items(chat) if isinstance(item, ScreenItem)]
    assert ["Accuracy" in item.screen.html for item in shown] == [True]
    assert await house.waiting(place) == 0


async def test_bystanders_are_answered_while_ninety_reviews_wait(house: House, place: str) -> None:
    people = [Person(2000 + number, "Guest", "en") for number in range(90)]
    await asyncio.gather(*(house.says(TOLD, Chat(-person.id), person) for person in people))
    await asyncio.gather(*(house.says(TOLD, Chat(-3000 - at), ANN) for at in range(90)))
    assert await house.waiting(place) == 90 + MOST
    doing = asyncio.create_task(house.jobs.do_all())
    await house.says("/play", Chat(BOB.id), BOB)
    await house.says("/hint", Chat(BOB.id), BOB)
    await house.says("/hint", Chat(BOB.id), BOB)
    boards = [item for item in await house.items(Chat(BOB.id)) if isinstance(item, ScreenItem)]
    assert "👉" in boards[-1].screen.html
    assert await house.waiting(place) > 80, "he did not wait for them"
    assert await rows_at(place, "SELECT update_id FROM failed_updates") == []
    doing.cancel()
    await asyncio.gather(doing, return_exceptions=True)


async def test_whoever_asks_for_too_many_hears_a_kind_no(house: House, place: str) -> None:
    for number in range(MOST + 2):
        await house.says(f"/review 0123 {number % 3}B0C", Chat(-number - 1))
    found = [item for at in range(MOST + 2) for item in await house.items(Chat(-at - 1))]
    assert len([item for item in found if isinstance(item, MarkItem)]) == MOST
    refused = [item.screen.html for item in found if isinstance(item, ScreenItem)]
    assert refused == ["I’m still on four reviews for you: wait for those first."] * 2
    assert await house.waiting(place) == MOST


async def test_the_same_review_asked_for_again_while_it_is_on_its_way_is_one(house: House, place: str) -> None:
    chat = Chat(ANN.id)
    for _ in range(3):
        await house.says(TOLD, chat)
    assert await house.waiting(place) == 1


async def test_a_game_that_went_on_or_a_chat_that_was_left_has_no_review(house: House, place: str) -> None:
    chat = Chat(ANN.id)
    await house.says("/play mini", chat)
    ((table, *_, body),) = await stored.games_at(place)
    data = json.loads(body)
    secret = data["position"].split()[2]
    await house.says(secret, chat)
    *_, board = [item for item in await house.items(chat) if isinstance(item, ScreenItem)]
    await house.store.outbox.note_delivered([board], 7, None)
    review = next(button.data for row in board.screen.rows for button in row if "Review" in button.text)
    assert review
    await house.presses(review, chat, 7)
    await house.presses(review, chat, 7)
    assert [answer.text for answer in house.answers] == ["🔎 One moment…"] * 2
    assert await rows_at(place, "SELECT kind, subject FROM long_jobs ORDER BY kind") == [
        ("costliest", table),
        ("review-table", table),
    ]
    before = len(await house.items(chat))
    await house.store.run(_unreachable)
    await house.jobs.do_all()
    assert (len(await house.items(chat)), await house.waiting(place)) == (before, 0)


async def _unreachable(work: Work) -> None:
    work.prefer(Chat(ANN.id), Preferences(reachable=False))


def turns(number: int) -> str:
    """So many turns of a game in which 0 or 1 is the code."""
    return " ".join(["0 0B0C"] * number)


def test_a_told_game_of_more_turns_is_refused_before_they_are_read() -> None:
    assert len(game_in(f"1x2 {turns(MOST_TURNS)}", "en")[1]) == MOST_TURNS
    for text in (f"1x2 {turns(MOST_TURNS + 1)}", f"1x2 {turns(MOST_TURNS + 1)} this is no turn"):
        with pytest.raises(TooLongGame):
            game_in(text, "en")


def test_no_link_leads_to_a_longer_game() -> None:
    one = variant_named("1x2")
    history = ((one.parse("0"), Feedback(0, 0)),) * MOST_TURNS
    payload = payload_of(one, history)
    assert payload is not None
    assert position_in(payload) == (one, history)
    assert payload_of(one, history + history[:1]) is None
    with pytest.raises(TooLongGame):
        position_in(f"p1x2_{'_' * 40}")


@pytest.mark.asyncio(loop_scope="session")
async def test_a_told_game_that_is_too_long_is_refused_kindly(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send(f"/review 1x2 {turns(500)}")
    refused = await alice.sees("I review 60 turns at most")
    await alice.send(f"/start p1x2_{'_' * 40}")
    await alice.sees("I review 60 turns at most", after=refused)


@pytest.mark.asyncio(loop_scope="session")
async def test_a_longer_game_of_ours_is_reviewed_in_its_first_turns_and_says_so(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    stored.let_have_played(stage.bot, alice.id)
    await alice.send("/play")
    await alice.sees("🔒")
    secret = stage.secret_of(alice.id)
    wrong = [code for code in islice(permutations("9876543210", 4), 70) if "".join(code) != secret][:69]
    position = f"solo classic {secret} | {' '.join('0:' + ''.join(code) for code in wrong)}"
    stored.set_position(stage.bot, alice.id, position)
    await alice.send(secret)
    await alice.presses("📊 Review")
    message = await alice.sees("Accuracy")
    assert "The first 60 of 70 guesses." in message.text
