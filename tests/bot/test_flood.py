"""Floods, crowds, and presses on old messages: nobody starves the others, and nothing is queued without end."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from itertools import count, islice, permutations
from typing import Any

import pytest
import pytest_asyncio

from bot.app.rate_limit import QUESTIONS
from sandbox.client import Group, Person
from tests import stored
from tests.bot.conftest import Stage, staged
from tests.bot.player import begun, talk, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")

LONG_AGO = int(time.time()) - 600
FLOOD, READ = 200, 20
PATIENCE = 60.0
LETTERS = "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'"
numbers = count(500_000)


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """A bot that keeps Telegram's limits, and so lets nobody flood it."""
    async with staged(tmp_path_factory.mktemp("flood"), MESSAGES_PER_SECOND="1000", LOG_FORMAT="json") as own:
        yield own


def sender(person: Person) -> dict[str, Any]:
    return {"id": person.id, "is_bot": False, "first_name": person.name, "language_code": person.language}


def shown_in(chat: Person | Group, message: int, date: int = LONG_AGO) -> dict[str, Any]:
    kind = "supergroup" if isinstance(chat, Group) else "private"
    return {"message_id": message, "date": date, "chat": {"id": chat.id, "type": kind, "title": "x"}}


def typed(person: Person, text: str, date: int = LONG_AGO, chat: Group | None = None) -> dict[str, Any]:
    return {"message": shown_in(chat or person, next(numbers), date) | {"from": sender(person), "text": text}}


def pressed(person: Person, chat: Person | Group, message: int, data: str = "old", **shown: Any) -> dict[str, Any]:
    """A press on a button of a message of which Telegram tells this."""
    content = {"id": str(next(numbers)), "from": sender(person), "chat_instance": "1", "data": data}
    return {"callback_query": content | {"message": shown_in(chat, message) | shown}}


async def deliver(stage: Stage, updates: list[dict[str, Any]]) -> list[int]:
    return [await stage.sandbox.update(update) for update in updates]


def guessed_in(stage: Stage, chat: int) -> list[str]:
    return stored.position(stage.bot, chat).partition("|")[2].split()


def codes(secret: str, many: int) -> list[str]:
    every = map("".join, permutations("0123456789", 4))
    return list(islice((code for code in every if code != secret), many))


def told(stage: Stage, updates: list[int]) -> list[dict[str, Any]]:
    """What the log says of these updates; what was dropped is not told."""
    lines = (json.loads(line) for line in stage.bot.log_text().splitlines() if line.startswith("{"))
    return [line for line in lines if line["event"] == "update" and line["id"] in updates]


def done_with(stage: Stage, updates: list[int]) -> list[str]:
    return [line["did"] for line in told(stage, updates)]


UNREAD = {
    "en": "I didn’t read your last messages",
    "uk": "повідомлення лишилися непрочитаними",
    "ru": "сообщения остались непрочитанными",
}


@pytest.mark.parametrize(("language", "words"), UNREAD.items())
async def test_two_hundred_messages_in_a_second(stage: Stage, language: str, words: str) -> None:
    others, flooder = [await begun(stage, name) for name in ("Bob", "Cid")], await begun(stage, "Flooder", language)
    guesses = codes(stage.secret_of(flooder.id), FLOOD)
    flood = [typed(flooder, guess) for guess in guesses]
    sent = await deliver(stage, flood[: FLOOD // 2])
    for other in others:
        await other.send(wrong_guesses(stage.secret_of(other.id), 1)[0])
    sent += await deliver(stage, flood[FLOOD // 2 :])
    for other in others:
        await other.sees("1 guess so far")
    await flooder.sees(words, within=PATIENCE)
    await stage.quiet()
    assert guessed_in(stage, flooder.id) == guesses[: READ - 1]
    assert done_with(stage, sent) == ["Typed"] * (READ - 1) + ["TooFast"]
    said = [str(call["parameters"].get("text", "")) for call in await stage.sandbox.calls()]
    assert sum(words in text for text in said) == 1
    await deliver(stage, [typed(flooder, guesses[-1], LONG_AGO + 5)])
    await flooder.sees(f"{READ}. {guesses[-1]}", within=PATIENCE)


@pytest.mark.costly
async def test_one_persons_flood_in_a_group_stops_nobody_else(stage: Stage) -> None:
    people = [await stage.sandbox.person(name) for name in ("Mallory", "Bob", "Carol")]
    mallory, *others = people
    group = await stage.sandbox.group("Friends", *people)
    await others[0].send("/play", chat=group)
    await mallory.sees("I have a secret", chat=group)
    guesses = codes(stage.secret_of(group.id), FLOOD)
    flood = [typed(mallory, f"/g {guess}", chat=group) for guess in guesses[:-2]]
    chatter = [typed(mallory, "well, well", chat=group) for _ in range(FLOOD)]
    sent = await deliver(stage, chatter + flood)
    for other, guess in zip(others, guesses[-2:], strict=True):
        await other.send(f"/g {guess}", chat=group)
    await others[0].sees(guesses[-1], chat=group, within=PATIENCE)
    await stage.sandbox.settled()
    assert guessed_in(stage, group.id) == guesses[:READ] + guesses[-2:]
    assert done_with(stage, sent) == ["Nothing"] * FLOOD + ["Order:guess"] * READ + ["TooFast"]
    again = await deliver(stage, [typed(mallory, "/g 0123", LONG_AGO + 60 * n, group) for n in range(1, READ + 3)])
    await deliver(stage, [typed(mallory, "/g 0123", LONG_AGO + 1500, group) for _ in range(READ + 1)])
    await stage.sandbox.settled()
    assert "TooFast" not in done_with(stage, again), "whoever guesses once a minute is read again"
    await mallory.sees("Mallory, too fast", chat=group, within=PATIENCE)


async def test_every_press_too_many_hears_so_in_the_chosen_language(stage: Stage) -> None:
    presser = await begun(stage, "Presser")
    board = await talk("/language\n[Українська] → Секрет загадано", presser)
    erase = board.button("⌫")
    assert erase
    presses = [pressed(presser, presser, board.id, erase.value) for _ in range(FLOOD)]
    sent = await deliver(stage, presses)
    ids, lines = {press["callback_query"]["id"] for press in presses}, list[str]()
    async with asyncio.timeout(PATIENCE):
        while len(lines) < FLOOD:
            calls = [call["parameters"] for call in await stage.sandbox.calls("answerCallbackQuery")]
            lines = [call["text"] for call in calls if call["callback_query_id"] in ids]
            await asyncio.sleep(0.05)
    assert set(lines) == {"Нема чого стирати", "Занадто швидко: це натискання не враховано. Зачекай трохи."}
    assert lines.count("Нема чого стирати") >= 40 - 1, "one press went to the menu"
    await stage.sandbox.settled()
    read = len(done_with(stage, sent))
    assert read < FLOOD, "what is too much costs no transaction"
    assert stage.bot.rows("SELECT count(*) FROM seen_updates WHERE update_id >= ?", sent[0]) == [(read,)]


@pytest.mark.costly
async def test_a_thousand_people_at_once_are_all_answered(stage: Stage) -> None:
    crowd = [await stage.sandbox.person(f"P{number}") for number in range(1000)]
    await asyncio.gather(*(person.send("/play") for person in crowd))
    for person in crowd:
        await person.sees("I have a secret", within=PATIENCE)
    await stage.quiet()
    assert stored.games(stage.bot, crowd[0].id, crowd[-1].id) == len(crowd)


async def test_a_late_update_is_told_in_the_log(stage: Stage) -> None:
    kim = await begun(stage, "Kim")
    updates = await deliver(stage, [typed(kim, "/rules"), typed(kim, "/rules", LONG_AGO + 86_400)])
    await kim.sees("Bulls and Cows")
    await stage.sandbox.settled()
    late, other = told(stage, updates)
    assert 600 <= late["late"] <= time.time() - LONG_AGO
    assert "late" not in other


async def test_a_flood_of_questions_is_answered_as_far_as_anybody_types(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    query, began = {"from": sender(alice), "query": "race", "offset": ""}, time.monotonic()
    await deliver(stage, [{"inline_query": query | {"id": str(next(numbers))}} for _ in range(FLOOD)])
    await stage.sandbox.settled(PATIENCE)
    async with asyncio.timeout(PATIENCE):
        while len(answered := await stage.sandbox.calls("answerInlineQuery")) < READ:
            await asyncio.sleep(0.05)
    assert len(answered) <= QUESTIONS.burst + QUESTIONS.per_second * (time.monotonic() - began)
    assert stage.bot.rows("SELECT COUNT(*) FROM challenges WHERE person_id = ?", alice.id) == [(1,)]
    await alice.sees_no("too fast")


async def playing(stage: Stage, name: str) -> tuple[Person, Person, Group]:
    mallory, bob = await stage.sandbox.person("Mallory"), await stage.sandbox.person("Bob")
    group = await stage.sandbox.group(name, mallory, bob)
    await bob.send("/play", chat=group)
    await mallory.sees("I have a secret", chat=group)
    return mallory, bob, group


async def test_forty_presses_on_an_old_message_keep_no_board_waiting(stage: Stage) -> None:
    await begun(stage)
    await stage.quiet()
    ((before,),), old = stage.bot.rows(LETTERS), 10_000
    keyboard = {"inline_keyboard": [[{"text": "old", "callback_data": "old"}]]}
    mallory, bob, group = await playing(stage, "Friends")
    await deliver(stage, [pressed(mallory, group, old, reply_markup=keyboard) for _ in range(40)])
    for guess in codes(stage.secret_of(group.id), 2):
        await bob.send(f"/g {guess}", chat=group)
        await mallory.sees(guess, chat=group, within=10)
    await stage.sandbox.settled()
    assert stage.bot.rows(LETTERS)[0][0] - before <= 5, "a greeting, a board, one for each guess, and one strip"
    assert stage.bot.rows("SELECT message_id FROM stripped WHERE chat_id = ?", group.id) == [(old,)]


@pytest.mark.parametrize("shown", [{}, {"reply_markup": {"inline_keyboard": []}}, {"date": 0}])
async def test_nothing_is_stripped_where_there_is_nothing_to_strip(stage: Stage, shown: dict[str, Any]) -> None:
    mallory, _, group = await playing(stage, "Others")
    await stage.quiet()
    before = stage.bot.rows(LETTERS)[0][0]
    await deliver(stage, [pressed(mallory, group, 1_000_000 + number, **shown) for number in range(10)])
    await stage.sandbox.settled()
    calls = [call["parameters"]["chat_id"] for call in await stage.sandbox.calls("editMessageReplyMarkup")]
    assert stage.bot.rows(LETTERS)[0][0] == before
    assert group.id not in calls
