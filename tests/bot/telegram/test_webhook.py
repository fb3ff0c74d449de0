"""Updates pushed by Telegram: through the bot's real process, over real HTTP, at its start and later."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.telegram.translate import ALLOWED_UPDATES, GUEST
from faults.processes.balancer import Balancer
from faults.processes.postgres import Cluster
from faults.processes.process import BotProcess, free_port
from sandbox.client import Person, Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage, staged
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun, talk, turns_on, wrong_guesses
from tests.bot.storage.databases import rows_at
from tests.bot.telegram.sources import HEADER, SECRET, message, posted, said, secret_of, until

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """A stage for all these tests: the bot is told of updates by webhook."""
    async with staged(tmp_path_factory.mktemp("pushed"), webhook=True) as shared:
        yield shared


@pytest_asyncio.fixture(loop_scope="session")
async def own_stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path, webhook=True) as own:
        yield own


async def still_plays(stage: Stage, player: Person) -> None:
    guess = wrong_guesses(stage.secret_of(player.id), 1)[0]
    await player.sees(guess, after=await player.send(guess))


async def test_a_whole_game_is_played_by_a_webhook_registered_with_what_the_bot_understands(stage: Stage) -> None:
    alice = await begun(stage)
    secret = stage.secret_of(alice.id)
    for number, guess in enumerate(wrong_guesses(secret, 3), 1):
        board = await talk(f"{guess} → {number}. {guess}", alice)
        assert len(turns_on(board.text)) == number
    await talk(f"[Hint] → still fit\n{secret} → 🎉", alice)
    assert (await stage.sandbox.calls("getUpdates"), stage.bot.rows("SELECT * FROM failed_updates")) == ([], [])
    [call] = await stage.sandbox.calls("setWebhook")
    told = {"url": stage.bot.webhook_url, "allowed_updates": [*ALLOWED_UPDATES, GUEST], "max_connections": 100}
    secret = secret_of(stage.bot)
    assert call["parameters"] == told | {"secret_token": secret}
    assert len(secret) == 43
    assert secret not in stage.bot.log_text()


ASKED = (
    b"GET / HTTP/1.1",
    b"GET /telegram HTTP/1.1",
    b"GET /metrics HTTP/1.1\r\nX-Forwarded-For: 8.8.8.8",
    b"GET /metrics HTTP/1.1\r\nforwarded: for=8.8.8.8",
    b"POST /metrics HTTP/1.1",
    b"POST /healthz HTTP/1.1",
)
REQUESTS = [
    *(b"%s\r\nHost: bot\r\nConnection: close\r\n\r\n" % ask for ask in ASKED),
    *(b"%s HTTP/1.0\r\n\r\n" % ask for ask in (b"OPTIONS *", b"BREW /telegram")),
    b"who are you?\r\n\r\n",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 50 + b"\r\n\r\n",
    b"POST /telegram HTTP/1.1\r\nHost: bot\r\nContent-Length: -1\r\n\r\n",
]
SECRETS = "", *(f"{HEADER}: {secret}\r\n" for secret in ("", "wrong", "ü", "\N{DIGIT ONE}" * 43))
PROMISED = [f"POST /telegram HTTP/1.1\r\nHost: bot\r\n{secret}Content-Length: 1000000\r\n\r\n" for secret in SECRETS]
LEARNS = [(words, "400 404") for words in REQUESTS] + [(words.encode(), "401") for words in PROMISED]


@pytest.mark.parametrize(("words", "statuses"), LEARNS, ids=lambda value: repr(value)[-30:])
async def test_who_does_not_know_the_secret_learns_nothing(stage: Stage, words: bytes, statuses: str) -> None:
    head, _, body = (await said(stage.bot.address, words)).decode().partition("\r\n\r\n")
    assert head.split(" ")[1] in statuses.split()
    assert body == ""
    assert not [word for word in ("server:", "python", "aiohttp", "allow:") if word in head.lower()]


FOREIGN = 10**15
"""Update ids that the sandbox does not come to."""


def nested(depth: int) -> bytes:
    return b'{"update_id": %d, "message": %s%s}' % (FOREIGN, b"[" * (depth - 1), b"]" * (depth - 1))


WORDS = "", "hello", "[]", "1", "{}", "[" * 500_000
IDS = '"1"}', "true}", "1.0}", "36893488147419103232}", "1", "9" * 5000 + "}"
NOT_UPDATES = [
    *((word.encode(), 400) for word in (*WORDS, *(f'{{"update_id": {number}' for number in IDS))),
    (b'{"update_id": 1, "message": "\xff"}', 400),
    ('{"update_id": 1}'.encode("utf-16"), 400),
    *((nested(depth), 400) for depth in (65, 100_000)),
    (b'{"update_id": 1, "message": "' + b"a" * 2**20 + b'"}', 413),
]


@pytest.mark.parametrize(("body", "status"), NOT_UPDATES, ids=lambda value: repr(value)[:30])
async def test_what_is_no_update_is_refused(stage: Stage, body: bytes, status: int) -> None:
    assert await posted(stage.bot, body) == status


def head_of(bot: BotProcess, length: str) -> bytes:
    return f"POST /telegram HTTP/1.1\r\nHost: bot\r\n{HEADER}: {secret_of(bot)}\r\n{length}\r\n\r\n".encode()


async def test_a_long_body_is_refused_though_its_length_is_not_told(stage: Stage) -> None:
    chunk = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
    answer = await said(stage.bot.address, head_of(stage.bot, "Transfer-Encoding: chunked") + 17 * chunk)
    assert answer.startswith(b"HTTP/1.1 413 ")


async def test_an_update_that_cannot_be_read_is_kept_and_taken(stage: Stage) -> None:
    assert await posted(stage.bot, nested(64)) == 200
    assert await posted(stage.bot, message(FOREIGN + 1, 2**70, "hi")) == 200
    assert stage.bot.rows("SELECT count(*) FROM failed_updates WHERE update_id >= ?", FOREIGN) == [(2,)]
    await still_plays(stage, await begun(stage))


@pytest.mark.costly
async def test_a_slow_client_holds_up_nobody(stage: Stage) -> None:
    slow = [asyncio.create_task(dripped(stage.bot, head_of(stage.bot, "Content-Length: 1000"))) for _ in range(120)]
    await still_plays(stage, await begun(stage))
    assert not any(client.done() for client in slow)
    assert set(await asyncio.gather(*slow)) == {b"HTTP/1.1 408 "}


async def dripped(bot: BotProcess, head: bytes) -> bytes:
    """How the answer begins for who sends the body byte by byte until there is one.

    Whoever sent on would be cut off, and might lose an answer that they have.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", int(bot.address.rpartition(":")[2]))
    writer.write(head)
    answer = asyncio.create_task(reader.readexactly(13))
    while not answer.done():
        writer.write(b" ")
        await asyncio.wait({answer}, timeout=0.2)
    writer.close()
    return await answer


async def test_200_comes_only_after_the_commit(own_stage: Stage) -> None:
    alice = await begun(own_stage)
    guess = wrong_guesses(own_stage.secret_of(alice.id), 1)[0]
    update = message(FOREIGN, alice.id, guess)
    with closing(sqlite3.connect(own_stage.bot.database, isolation_level=None)) as locked:
        locked.execute("BEGIN EXCLUSIVE")
        answer = asyncio.create_task(posted(own_stage.bot, update))
        await until(lambda: own_stage.bot.log_text().count("storage is down") >= 3)
        assert not answer.done()
        locked.execute("ROLLBACK")
    assert (await answer, await posted(own_stage.bot, update)) == (200, 200)
    assert len(turns_on((await alice.sees(f"1. {guess}")).text)) == 1
    assert own_stage.bot.rows("SELECT count(*) FROM seen_updates WHERE update_id = ?", FOREIGN) == [(1,)]


async def test_a_stop_says_200_to_nothing_that_is_not_committed(own_stage: Stage) -> None:
    alice = await begun(own_stage)
    guess = wrong_guesses(own_stage.secret_of(alice.id), 1)[0]
    with closing(sqlite3.connect(own_stage.bot.database, isolation_level=None)) as locked:
        locked.execute("BEGIN EXCLUSIVE")
        await alice.send(guess)
        await until(lambda: "storage is down" in own_stage.bot.log_text())
        assert await own_stage.bot.stop() == 0
        assert (await own_stage.sandbox.state())["pending"] == 1
        locked.execute("ROLLBACK")
    await own_stage.bot.start()
    assert len(turns_on((await alice.sees(f"1. {guess}")).text)) == 1


TAKEN = [("PORT", {"HOST": "127.0.0.1"}), ("HOST", {"HOST": "203.0.113.7"}), ("HOST", {"HOST": "no-such-host.invalid"})]


@pytest.mark.parametrize(("setting", "settings"), TAKEN)
async def test_a_place_that_cannot_be_had_is_told(stage: Stage, tmp_path: Path, setting: str, settings: Any) -> None:
    port = int(stage.bot.address.rpartition(":")[2])
    bot = ForkedBot(stage.server.url, stage.server.token, tmp_path, port=port, **settings)
    await bot.launch()
    assert await bot.exit_status() == 2
    (line,) = bot.log_text().splitlines()
    assert line.startswith(f"{setting}: ")


async def test_polling_and_webhook_change_places_in_the_middle_of_a_game(tmp_path: Path) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        alice, guesses = await sandbox.person("Alice"), ["/play"]
        for number, webhook in enumerate((False, True, False, True)):
            await alice.send(guesses[number])  # while nobody is there
            async with ForkedBot(server.url, server.token, tmp_path, webhook=webhook) as bot:
                stage = Stage(server, sandbox, bot)
                await alice.sees(f"{number}. {guesses[number]}" if number else "🔒")
                guesses = guesses if number else ["/play", *wrong_guesses(stage.secret_of(alice.id), 3)]
                await stage.quiet()
        board = await alice.sees("3. ")
        assert [turn[1] for turn in turns_on(board.text)] == guesses[1:]


async def test_a_secret_that_is_set_is_the_one_that_counts(tmp_path: Path) -> None:
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, tmp_path, webhook=True, WEBHOOK_SECRET=SECRET) as bot,
    ):
        assert [await posted(bot, {"update_id": FOREIGN}, secret) for secret in (SECRET, "another")] == [200, 401]
        await begun(Stage(server, sandbox, bot))
        assert [call["parameters"]["secret_token"] for call in await sandbox.calls("setWebhook")] == [SECRET]
        kept = bot.rows("SELECT * FROM kept WHERE name = 'webhook_secret'")
        assert kept == []
        assert SECRET not in bot.log_text()


async def test_registering_goes_on_until_telegram_takes_it(tmp_path: Path) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        await sandbox.fault("setWebhook", "500")
        await sandbox.fault("setWebhook", "429", retry_after=1)
        await sandbox.fault("setWebhook", "400", description="Bad Request: bad webhook: Failed to resolve host")
        async with ForkedBot(server.url, server.token, tmp_path, webhook=True) as bot:
            await begun(Stage(server, sandbox, bot))
            assert "failed to resolve host" in bot.log_text()


async def test_a_replica_that_starts_beside_another_refuses_nothing(postgres: Cluster, tmp_path: Path) -> None:
    """Telegram knows the secret from the first replica, and pushes while the second still opens the database."""
    url, ports = await postgres.new_database(), (free_port(), free_port())
    for port in ports:
        (tmp_path / str(port)).mkdir()
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        Balancer(*(f"http://127.0.0.1:{port}" for port in ports)) as balancer,
        AsyncExitStack() as stack,
    ):
        settings = {"DATABASE_URL": url, "WEBHOOK_URL": f"{balancer.address}/telegram"}
        people = [await sandbox.person(f"P{number}") for number in range(12)]
        await asyncio.gather(*(person.send("/play") for person in people))
        writing = asyncio.create_task(_write_on(people))
        for port in ports:
            bot = ForkedBot(server.url, server.token, tmp_path / str(port), webhook=True, port=port, **settings)
            await stack.enter_async_context(bot)
        writing.cancel()
        await asyncio.gather(*(person.sees("🔒", within=60) for person in people))
        assert balancer.statuses[200] >= len(people)
        assert 401 not in balancer.statuses
        registered = await sandbox.calls("setWebhook")
        ((kept,),) = await rows_at(url, "SELECT value FROM kept WHERE name = 'webhook_secret'")
        assert {call["parameters"]["secret_token"] for call in registered} == {kept}


async def _write_on(people: list[Person]) -> None:
    for person in cycle(people):
        await person.send("/play")
        await asyncio.sleep(0.02)
