"""One person's flood, and a crowd: nobody starves the others, and nothing is queued without end."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from itertools import count, islice, permutations
from typing import Any

import pytest
import pytest_asyncio

from sandbox.client import Group, Person, Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")

LONG_AGO = int(time.time()) - 600
FLOOD, READ = 200, 20
TELEGRAMS_MOST = "1000"
PATIENCE = 60.0
numbers = count(500_000)


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """A bot that keeps Telegram's limits, and so lets nobody flood it."""
    folder = tmp_path_factory.mktemp("flood")
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, folder, MESSAGES_PER_SECOND=TELEGRAMS_MOST, LOG_FORMAT="json") as bot,
    ):
        yield Stage(server, sandbox, bot)


def sender(person: Person) -> dict[str, Any]:
    return {"id": person.id, "is_bot": False, "first_name": person.name, "language_code": person.language}


def place(chat: Person | Group) -> dict[str, Any]:
    return {"id": chat.id, "type": "supergroup" if isinstance(chat, Group) else "private", "title": "x"}


def typed(person: Person, text: str, date: int, chat: Group | None = None) -> dict[str, Any]:
    """What the person wrote at a moment of our choice."""
    where = {"message_id": next(numbers), "date": date, "chat": place(chat or person)}
    return {"message": {**where, "from": sender(person), "text": text}}


def pressed(person: Person, message: int, data: str) -> dict[str, Any]:
    shown = {"message_id": message, "date": LONG_AGO, "chat": place(person)}
    content = {"id": str(next(numbers)), "from": sender(person), "message": shown, "chat_instance": "1", "data": data}
    return {"callback_query": content}


async def deliver(stage: Stage, updates: list[dict[str, Any]]) -> list[int]:
    return [await stage.sandbox.update(update) for update in updates]


def guessed_in(stage: Stage, chat: int) -> list[str]:
    """The guesses of the chat's newest game, in order."""
    _, _, turns = stored.position(stage.bot, chat).partition("|")
    return turns.split()


def codes(secret: str, many: int) -> list[str]:
    every = ("".join(code) for code in permutations("0123456789", 4))
    return list(islice((code for code in every if code != secret), many))


def done_with(stage: Stage, updates: list[int]) -> list[str]:
    """What the log says was done with these updates; what was dropped is not told."""
    lines = (json.loads(line) for line in stage.bot.log_text().splitlines() if line.startswith("{"))
    return [line["did"] for line in lines if line["event"] == "update" and line["id"] in updates]


async def shown_with(stage: Stage, words: str) -> list[Any]:
    calls = await stage.sandbox.calls()
    return [call for call in calls if words in str(call["parameters"].get("text", ""))]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "I didn’t read your last messages"),
        ("uk", "повідомлення лишилися непрочитаними"),
        ("ru", "сообщения остались непрочитанными"),
    ],
)
async def test_two_hundred_messages_in_a_second(stage: Stage, language: str, words: str) -> None:
    others = [await begun(stage, name) for name in ("Bob", "Cid")]
    flooder = await begun(stage, "Flooder", language)
    guesses = codes(stage.secret_of(flooder.id), FLOOD)
    flood = [typed(flooder, guess, LONG_AGO) for guess in guesses]
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
    assert len(await shown_with(stage, words)) == 1
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
    flood = [typed(mallory, f"/g {guess}", LONG_AGO, group) for guess in guesses[:-2]]
    chatter = [typed(mallory, "well, well", LONG_AGO, group) for _ in range(FLOOD)]
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
    await presser.send("/language")
    await presser.presses("Українська")
    board = await presser.sees("Секрет загадано")
    erase = board.button("⌫")
    assert erase
    presses = [pressed(presser, board.id, erase.value) for _ in range(FLOOD)]
    sent = await deliver(stage, presses)
    lines = await answers_to(stage, [press["callback_query"]["id"] for press in presses])
    assert set(lines) == {"Нема чого стирати", "Занадто швидко: це натискання не враховано. Зачекай трохи."}
    assert lines.count("Нема чого стирати") >= 40 - 1, "one press went to the menu"
    await stage.sandbox.settled()
    read = len(done_with(stage, sent))
    assert read < FLOOD, "what is too much costs no transaction"
    assert stage.bot.rows("SELECT count(*) FROM seen_updates WHERE update_id >= ?", sent[0]) == [(read,)]


async def answers_to(stage: Stage, presses: list[str]) -> list[str]:
    """What each of the presses heard, once each has been answered."""
    async with asyncio.timeout(PATIENCE):
        while True:
            calls = [call["parameters"] for call in await stage.sandbox.calls("answerCallbackQuery")]
            found = [call["text"] for call in calls if call["callback_query_id"] in presses]
            if len(found) >= len(presses):
                return found
            await asyncio.sleep(0.05)


@pytest.mark.costly
async def test_a_thousand_people_at_once_are_all_answered(stage: Stage) -> None:
    crowd = [await stage.sandbox.person(f"P{number}") for number in range(1000)]
    await asyncio.gather(*(person.send("/play") for person in crowd))
    for person in crowd:
        await person.sees("I have a secret", within=PATIENCE)
    await stage.quiet()
    many = stored.games(stage.bot, crowd[0].id, crowd[-1].id)
    assert many == len(crowd)


async def test_a_late_update_is_told_in_the_log(stage: Stage) -> None:
    kim = await begun(stage, "Kim")
    (update,) = await deliver(stage, [typed(kim, "/rules", LONG_AGO)])
    await kim.sees("Bulls and Cows")
    await stage.sandbox.settled()
    lines = [json.loads(line) for line in stage.bot.log_text().splitlines() if f'"id": {update},' in line]
    assert [LONG_AGO + line["late"] <= time.time() for line in lines] == [True]
    assert lines[0]["late"] >= 600
    in_time = [json.loads(line) for line in stage.bot.log_text().splitlines() if '"Order:play"' in line]
    assert any("late" not in line for line in in_time)


async def test_a_flood_of_questions_is_answered_as_far_as_anybody_types(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    query = {"from": sender(alice), "query": "d", "offset": ""}
    await deliver(stage, [{"inline_query": query | {"id": str(next(numbers))}} for _ in range(FLOOD)])
    await stage.sandbox.settled(PATIENCE)
    async with asyncio.timeout(PATIENCE):
        while len(answered := await stage.sandbox.calls("answerInlineQuery")) < READ:
            await asyncio.sleep(0.05)
    assert len(answered) < FLOOD / 2
    assert stage.bot.rows("SELECT COUNT(*) FROM challenges WHERE person_id = ?", alice.id) == [(3,)]
    await alice.sees_no("too fast")
