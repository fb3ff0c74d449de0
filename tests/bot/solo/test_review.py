"""Games looked at afterwards: as people see it; and that reviews wait for nobody and hold up nobody."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
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
from sandbox import client
from sandbox.client import Message
from solver.feedback import Feedback
from solver.variant import variant_named
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import paired
from tests.bot.player import talk, wrong_guesses
from tests.bot.storage.databases import rows_at

through_the_bot = pytest.mark.asyncio(loop_scope="session")
TITLES = {"en": ("Review", "Accuracy"), "uk": ("Розбір", "Точність"), "ru": ("Разбор", "Точность")}
COWS = "0123 0B1C"


async def known(stage: Stage, language: str = "en", words: str = "/play") -> client.Person:
    alice = await stage.sandbox.person("Alice", language)
    stored.let_have_played(stage.bot, alice.id)
    await talk(f"{words} → 🔒", alice)
    return alice


async def every_guess(player: client.Person, review: Message) -> str:
    await player.presses("📋", on=review)
    return (await player.sees("📋", after=review)).text


@through_the_bot
@pytest.mark.parametrize("language", TITLES)
async def test_a_finished_game_is_reviewed_in_words_and_a_picture(stage: Stage, language: str) -> None:
    alice, (title, accuracy) = await known(stage, language), TITLES[language]
    secret = stage.secret_of(alice.id)
    guesses = [*wrong_guesses(secret, 2), secret]
    for number, guess in enumerate(guesses, 1):
        board = await talk(f"{guess} → {number}. {guess}", alice)
    review = await talk(f"[📊 {title}] → {accuracy}", alice)
    assert review.photo is not None
    assert re.search(rf"🏁.* {secret}, \d", review.text)
    every = await every_guess(alice, review)
    for number, guess in enumerate(guesses, 1):
        assert re.search(rf"^{number}\. {guess}\b.*→.*\n(✅|👍|⚠️|❗)", every, re.MULTILINE)
    bob = await stage.sandbox.person("Bob", language)
    for said in (board.text, f"/review {board.text}"):
        asked = await bob.send(said)
        await bob.sees(accuracy, after=asked)
    await alice.send("/review")
    again = await alice.sees(accuracy, after=review)
    assert re.search(rf"🏁.* {secret}, \d", again.text), "without a game it is the last one"


@through_the_bot
async def test_the_same_is_played_again_below_a_review(stage: Stage) -> None:
    alice = await known(stage, words="/play mini")
    review = await talk(f"{stage.secret_of(alice.id)} → 🎉\n[📊 Review] → Accuracy", alice)
    again = review.button("Play again")
    assert again
    await asyncio.gather(*(alice.forges(again.value, on=review) for _ in range(3)))
    board = await alice.sees("4 digits from 1 to 5", after=review)
    await stage.quiet()
    assert stored.games(stage.bot, alice.id) == 2
    await talk(f"{'1234' if stage.secret_of(alice.id) != '1234' else '4321'} → 1 guess so far", alice)
    await alice.presses("Play again", on=review)
    another = await alice.sees("🎮 Your other games are still open: /games", after=board)
    assert "4 digits from 1 to 5" in another.text
    assert (await alice.sees("Accuracy")).id == review.id


@through_the_bot
@pytest.mark.parametrize(
    ("text", "caption", "shown"),
    [
        (f"{COWS} {COWS} 4567 0B2C {COWS} {COWS} {COWS}", "Weakest guesses:\n2. 0123", "0123"),
        (
            f"{COWS} 4567 0B2C 7285",
            "≈ Partly estimated",
            "1. 0123\u00a0\u00a00\u2060🐂\u00a01\u2060🐄 · 5040→1440 · 1.8\u00a0bits (2.8 expected)\n✅ best",
        ),
        ("mini 1234 2B2C 1243", "= Exact", "120→6"),
        ("0123=1b0c 4567=0b2c", "Accuracy", "5040→"),
        ("colours ROYGB 1B1C", "Accuracy", "🔴🟠🟡🟢🔵\u00a0\u00a01\u2060🐂\u00a01\u2060🐄 ROYGB"),
        ("words-en-5 abide 1B1C", "Accuracy", "abide"),
        ("colors ROYGB 1B1C", "Accuracy", "🔴🟠🟡🟢🔵\u00a0\u00a01\u2060🐂\u00a01\u2060🐄 ROYGB"),
        ("4х8 0123 1B1C", "Accuracy", "1680→"),
    ],
)
async def test_a_told_game_has_figures_of_the_command_line(stage: Stage, text: str, caption: str, shown: str) -> None:
    alice = await stage.sandbox.person("Alice")
    review = await talk(f"/review {text} → {caption}", alice)
    if "Weakest" in caption:
        said = ("❗ mistake, ", "it asked nothing new. Best: ")
        assert [review.text.count(words) for words in said] == [3, 3], "the three costliest, and why"
    assert shown in await every_guess(alice, review)


@through_the_bot
async def test_guesses_of_a_told_game_are_those_of_the_review_above(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    first = await talk("/review mini 1234 2B2C 1243 → Accuracy", alice)
    await alice.send("/review 0123 0B2C 4512")
    assert "5040→1260" in await every_guess(alice, await alice.sees("Accuracy", after=first))


@through_the_bot
async def test_what_is_no_game_is_answered_kindly_with_its_cause(stage: Stage) -> None:
    how, alice = "Send me a game: guess, reply, guess, reply…", await stage.sandbox.person("Alice")
    await talk(
        f"""/review → {how}
        /review 0123 hello → I can’t read “hello”. A game goes guess, reply, guess, reply:
        /review classic → {how}
        /review 0123 4567 1B0C → “4567” is a guess, but the one before it has no reply
        /review 0123 1B0C world → I can’t read “world”. A game goes guess, reply, guess, reply:
        /review 0122 1B0C → “0122” can’t be a guess here. 2 appears more than once
        /review 0123 3B1C → “3B1C” can’t be: with
        /review 0123 4B0C 4567 0B0C → There’s a guess after the one that cracked the code.
        /review 0123 0B0C 4567 0B0C → No code fits all these replies
        /review 01234 1B0C → “01234” can’t be a guess here. That’s 5 digits; I need 4.
        → If that’s another game, name it first: /review five 01234 …""",
        alice,
    )
    refused = await talk(f"/review 1x2 {turns(500)} → I review 60 turns at most", alice)
    await alice.send(f"/start p1x2_{'_' * 40}")
    await alice.sees("I review 60 turns at most", after=refused)


@through_the_bot
async def test_without_a_game_a_match_is_reviewed_as_the_person_played_it(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("9705", "8642")
    await pair.guess(first, "0123")
    await pair.guess(second, "4567")
    for _ in range(2):
        await stage.after(first.send("/resign"))
    review = await talk("/review → 📊 Review", first)
    assert review.photo is not None
    assert "1. 0123" in await every_guess(first, review)


ANN = Person(1001, "Ann", "en")
BOB = Person(1002, "Bob", "en")
TOLD = "/review 7x5r 0123401 1B2C 1234012 0B3C"


class House:
    """A worker with two real processes that think, and those who do long jobs, once they are let to."""

    def __init__(self, store: DatabaseStore, compute: ThinkingProcesses) -> None:
        self.store = store
        self.answers: list[Answer] = []
        self._updates = iter(range(1, 10_000))
        world, replies = real_world("bot", compute.recall), Replies(lambda _query, told: self.answers.append(told))
        self.worker = Worker(store, compute, world, replies, limits=False)
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

    async def screens(self, chat: Chat) -> list[ScreenItem]:
        return [item for item in await self.items(chat) if isinstance(item, ScreenItem)]


async def waiting(place: str) -> int:
    return len(await rows_at(place, "SELECT 1 FROM long_jobs"))


@pytest_asyncio.fixture
async def house(store: DatabaseStore) -> AsyncIterator[House]:
    compute = ThinkingProcesses()
    yield House(store, compute)
    compute.close()


@pytest.mark.costly
async def test_an_update_with_a_review_is_confirmed_before_it_is_thought_about(house: House, place: str) -> None:
    chat = Chat(ANN.id)
    await house.says(TOLD, chat)
    assert [type(item) for item in await house.items(chat)] == [MarkItem]
    assert await waiting(place) == 1
    assert len(await rows_at(place, "SELECT update_id FROM seen_updates")) == 1
    await house.jobs.do_all()
    assert ["Accuracy" in item.screen.html for item in await house.screens(chat)] == [True]
    assert await waiting(place) == 0


async def test_bystanders_are_answered_while_ninety_reviews_wait(house: House, place: str) -> None:
    people = [Person(2000 + number, "Guest", "en") for number in range(90)]
    for _ in range(2):  # the same once more while it is on its way is one
        await asyncio.gather(*(house.says(TOLD, Chat(-person.id), person) for person in people))
    await asyncio.gather(*(house.says(TOLD, Chat(-3000 - at), ANN) for at in range(90)))
    assert await waiting(place) == 90 + MOST
    doing = asyncio.create_task(house.jobs.do_all())
    for text in ("/play", "/hint", "/hint"):
        await house.says(text, Chat(BOB.id), BOB)
    assert "👉" in (await house.screens(Chat(BOB.id)))[-1].screen.html
    assert await waiting(place) > 80, "he did not wait for them"
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
    assert await waiting(place) == MOST


async def test_a_game_that_went_on_or_a_chat_that_was_left_has_no_review(house: House, place: str) -> None:
    chat = Chat(ANN.id)

    async def unreachable(work: Work) -> None:
        work.prefer(chat, Preferences(reachable=False))

    await house.says("/play mini", chat)
    ((table, *_, body),) = await stored.games_at(place)
    await house.says(json.loads(body)["position"].split()[2], chat)
    *_, board = await house.screens(chat)
    await house.store.outbox.note_delivered([board], 7, None)
    review = next(button.data for row in board.screen.rows for button in row if "Review" in button.text)
    assert review
    for _ in range(2):
        await house.presses(review, chat, 7)
    assert [answer.text for answer in house.answers] == ["🔎 One moment…"] * 2
    jobs = await rows_at(place, "SELECT kind, subject FROM long_jobs ORDER BY kind")
    assert jobs == [("costliest", table), ("review-table", table)]
    before = len(await house.items(chat))
    await house.store.run(unreachable)
    await house.jobs.do_all()
    assert (len(await house.items(chat)), await waiting(place)) == (before, 0)


def turns(number: int) -> str:
    """So many turns of a game in which 0 or 1 is the code."""
    return " ".join(["0 0B0C"] * number)


def test_a_told_game_of_more_turns_is_refused_before_they_are_read_and_no_link_leads_to_one() -> None:
    assert len(game_in(f"1x2 {turns(MOST_TURNS)}", "en")[1]) == MOST_TURNS
    for text in (f"1x2 {turns(MOST_TURNS + 1)}", f"1x2 {turns(MOST_TURNS + 1)} this is no turn"):
        with pytest.raises(TooLongGame):
            game_in(text, "en")
    one = variant_named("1x2")
    history = ((one.parse("0"), Feedback(0, 0)),) * MOST_TURNS
    payload = payload_of(one, history)
    assert payload is not None
    assert position_in(payload) == (one, history)
    assert payload_of(one, history + history[:1]) is None
    with pytest.raises(TooLongGame):
        position_in(f"p1x2_{'_' * 40}")


@through_the_bot
async def test_a_longer_game_of_ours_is_reviewed_in_its_first_turns_and_says_so(stage: Stage) -> None:
    alice = await known(stage)
    secret = stage.secret_of(alice.id)
    wrong = [code for code in map("".join, islice(permutations("9876543210", 4), 70)) if code != secret][:69]
    stored.set_position(stage.bot, alice.id, f"solo classic {secret} | {' '.join(f'0:{code}' for code in wrong)}")
    review = await talk(f"{secret}\n[📊 Review] → Accuracy", alice)
    assert "The first 60 of 70 guesses." in review.text
