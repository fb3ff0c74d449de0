"""Whatever ends a background task, it is begun again; what whoever watches over the bot is told: pages and systemd."""

import asyncio
import gc
import os
import re
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import structlog
from aiohttp import ClientConnectorError, ClientSession
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from bot import log as logs
from bot.app.supervision import (
    FAILS,
    FIRST_PAUSE,
    LONGEST_PAUSE,
    STEADY,
    Backoff,
    Supervision,
    at_once,
    every,
)
from bot.app.work import StorageDown
from bot.metrics import PREFIX, REGISTRY
from bot.serving import Serving
from bot.settings import settings_from_environment
from bot.storage.store import DatabaseStore
from bot.watch import Systemd
from bot.web.pages import Health, is_private
from bot.web.server import WebServer
from faults.processes.postgres import Cluster
from faults.processes.process import BotProcess, free_port
from sandbox.client import PATIENCE, Person, Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage, staged
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun, talk
from tests.bot.storage.databases import rows_at
from tests.bot.storage.relay import Relay
from tests.bot.telegram.sources import said

FOREVER = ("sending", "clocks", "reviews", "presence", "forgetting", "updates")
"""The tasks that run as long as the bot does, on any database."""


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.01)


class Broken(Exception):
    """Why a task ends here."""


@dataclass
class Hours:
    time: float = 0.0
    slept: list[float] = field(default_factory=list)
    most: int = 1000

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds
        if len(self.slept) >= self.most:
            await asyncio.Event().wait()
        await asyncio.sleep(0)

    def supervision(self) -> Supervision:
        return Supervision(self.now, self.sleep)


def test_pauses_double_up_to_the_longest_and_are_short_again_once_a_try_has_succeeded() -> None:
    backoff = Backoff(0.5, 3.0)
    assert [backoff.next() for _ in range(5)] == [0.5, 1.0, 2.0, 3.0, 3.0]
    backoff.reset()
    assert [backoff.next(), backoff.next()] == [0.5, 1.0]


def test_pauses_grow_in_one_place() -> None:
    grows = re.compile(r"min\(2 \* [\w.]*pause|pause \*= ")
    assert [path.name for path in Path("bot").rglob("*.py") if grows.search(path.read_text())] == ["supervision.py"]


async def test_a_step_is_carried_out_again_when_it_is_time_and_as_soon_as_it_is_woken() -> None:
    steps, woken = count(1), asyncio.Event()
    done: list[int] = []

    async def step() -> None:
        done.append(next(steps))

    patient = asyncio.create_task(every(3600.0, step, woken))
    await until(lambda: done == [1])
    woken.set()
    await until(lambda: done == [1, 2])
    assert not woken.is_set()
    patient.cancel()
    often = asyncio.create_task(every(0.001, step))
    await until(lambda: len(done) > 4)
    often.cancel()
    await asyncio.wait({patient, often})


async def raises() -> None:
    raise Broken("the cause")


async def goes_on() -> None:
    await asyncio.Event().wait()


async def is_cancelled() -> None:
    task = asyncio.current_task()
    assert task is not None
    task.cancel()
    await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("job", "why"), [(raises, "Broken"), (lambda: asyncio.sleep(0), "it returned"), (is_cancelled, "CancelledError")]
)
async def test_whatever_ends_a_task_it_is_begun_again_after_growing_pauses(job: Callable[[], Any], why: str) -> None:
    hours = Hours(most=12)
    supervision = hours.supervision()
    with structlog.testing.capture_logs() as events:
        supervision.keep("clocks", job)
        await until(lambda: len(hours.slept) == hours.most)
    await supervision.stop()
    assert [*hours.slept[:4], hours.slept[-1]] == [*(times * FIRST_PAUSE for times in (1, 2, 4, 8)), LONGEST_PAUSE]
    assert [(entry["task"], entry["why"]) for entry in events] == [("clocks", why)] * hours.most
    assert ("the cause" in str(events[0]["exc_info"])) == (job is raises)


async def test_what_does_not_run_for_a_minute_fails_until_it_runs_again() -> None:
    hours, mended = Hours(), asyncio.Event()
    supervision = hours.supervision()

    async def job() -> None:
        if not mended.is_set():
            raise Broken
        await goes_on()

    supervision.keep("presence", goes_on)
    supervision.keep("clocks", job)
    failing_at = []
    async with asyncio.timeout(10):
        while hours.time < 2 * FAILS:
            failing_at.append((hours.time, supervision.failing))
            await asyncio.sleep(0)
    assert {name for at, name in failing_at if at < FAILS} == {None}
    assert {name for at, name in failing_at if at >= FAILS + LONGEST_PAUSE} == {"clocks"}
    mended.set()
    before = len(hours.slept)
    await asyncio.sleep(0.05)
    assert len(hours.slept) <= before + 1, "it has not run for long yet"
    assert supervision.failing == "clocks", "it has not run for long yet"
    hours.time += STEADY
    assert supervision.failing is None
    await supervision.stop()


async def test_after_a_steady_run_the_pauses_are_short_again() -> None:
    hours, runs = Hours(most=6), count(1)
    supervision = hours.supervision()

    async def breaks() -> None:
        if next(runs) == 5:
            hours.time += STEADY
        raise Broken

    supervision.keep("clocks", breaks)
    await until(lambda: len(hours.slept) == hours.most)
    await supervision.stop()
    assert hours.slept == [0.5, 1.0, 2.0, 4.0, 0.5, 1.0]


async def test_what_is_done_once_is_tried_until_it_is() -> None:
    hours, runs = Hours(), count(1)
    supervision = hours.supervision()

    async def done_in_the_end() -> None:
        if next(runs) < 20:
            raise Broken

    await asyncio.wait_for(supervision.keep("menu", done_in_the_end, is_done=at_once), 10)
    assert (next(runs), len(hours.slept), supervision.failing) == (21, 19, None)


async def test_what_is_fatal_is_heard_by_whoever_awaits_it() -> None:
    hours = Hours()
    with pytest.raises(Broken):
        await hours.supervision().keep("updates", raises, fatal=(Broken,))
    assert hours.slept == []


async def test_stopping_ends_all_without_beginning_it_again() -> None:
    hours, ended = Hours(), []
    supervision = hours.supervision()

    async def job() -> None:
        try:
            await goes_on()
        finally:
            ended.append(1)

    for name in FOREVER:
        supervision.keep(name, job)
    for _ in range(2):
        await asyncio.sleep(0)
    with structlog.testing.capture_logs() as events:
        await supervision.stop()
    assert (len(ended), hours.slept, events) == (len(FOREVER), [], [])


async def test_the_page_says_which_task_fails_and_nothing_else() -> None:
    supervision = Hours(most=20).supervision()
    async with watched(lambda: asyncio.sleep(0), lambda: supervision.failing) as (_, address):
        assert await asked(address, "/healthz") == (200, "alive")
        supervision.keep("clocks", raises)
        await becomes(address, "/healthz", (503, "clocks"))
    await supervision.stop()


WRONG = ("9870", "8761", "7652", "6543", "5432", "4321", "3210")
"""Where 0123 is what everybody has to find."""


@pytest.fixture
async def served(monkeypatch: pytest.MonkeyPatch, place: str) -> AsyncIterator[tuple[Sandbox, str]]:
    """A bot in this very process, so that a test may reach its tasks; and where its pages are. Nothing fails in it."""
    port = free_port()
    monkeypatch.setattr("bot.world._drawn", lambda _variant: (0, 1, 2, 3))
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        data = {"BOT_TOKEN": server.token, "BOT_API_URL": server.url, "DATABASE_URL": place, "PORT": str(port)}
        for name, value in (data | {"HOST": "127.0.0.1", "MESSAGES_PER_SECOND": "100000"}).items():
            monkeypatch.setenv(name, value)
        settings, interval = settings_from_environment(), sys.getswitchinterval()
        serving = Serving(settings, logs.Redaction(server.token))
        task = asyncio.create_task(serving.run())
        try:
            await becomes(f"http://127.0.0.1:{port}", "/readyz", (200, "ready"))
            yield sandbox, f"http://127.0.0.1:{port}"
        finally:
            serving._shutdown._requested.set()
            await asyncio.wait({task}, timeout=15)
            sys.setswitchinterval(interval)
            gc.unfreeze()
            assert task.done()
        assert await rows_at(place, "SELECT * FROM failed_updates") == []


def running(name: str) -> set[asyncio.Task[Any]]:
    return {task for task in asyncio.all_tasks() if task.get_name() == name}


@pytest.mark.costly
async def test_whichever_task_ends_it_is_begun_again(served: tuple[Sandbox, str], cluster: Cluster | None) -> None:
    names, (sandbox, address) = FOREVER if cluster is None else (*FOREVER, "replicas"), served
    alice = await sandbox.person("Alice")
    await talk("/play → or tap it below", alice)
    for number, (name, guess) in enumerate(zip(names, WRONG, strict=False), 1):
        (task,) = running(name)
        task.cancel()
        await until(lambda name=name, task=task: running(name) - {task})  # type: ignore[misc]
        await alice.send(guess)
        await alice.sees(f"{number}. {guess}", within=30)
    assert await asked(address, "/healthz") == (200, "alive")


BLOWS = 60
"""So often everything is broken off: for ever, and nobody would play where a transaction takes longer than a pause."""


@pytest.mark.costly
async def test_whatever_is_broken_off_while_people_play_nobody_waits_for_ever(served: tuple[Sandbox, str]) -> None:
    async def breaks_off() -> None:
        for _ in range(BLOWS):
            for task in running("commits") | running("questions"):
                task.cancel()
            await asyncio.sleep(0.05)

    async def plays(person: Person) -> None:
        await person.send("/play")
        await person.sees("or tap it below", within=60)
        for number, guess in enumerate(WRONG[:5], 1):
            await person.send(guess)
            await person.sees(f"{number}. {guess}", within=60)

    people = [await served[0].person(f"P{number}") for number in range(6)]
    breaking = asyncio.create_task(breaks_off())
    await asyncio.gather(*(plays(person) for person in people))
    breaking.cancel()


async def test_a_real_process_tells_what_broke_a_task_and_goes_on_once_that_is_mended(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:

        def is_told() -> bool:  # others may read the same table
            lines = stage.bot.log_text().splitlines()
            return any("task=presence" in line and "is begun again" in line for line in lines)

        await stage.bot.holds("SELECT 1 FROM uptime")
        stage.bot.change("ALTER TABLE uptime RENAME TO lost")
        await until(is_told)
        assert "no such table" in stage.bot.log_text()
        await begun(stage)
        stage.bot.change("UPDATE lost SET seen_at = 1")
        stage.bot.change("ALTER TABLE lost RENAME TO uptime")
        await stage.bot.holds("SELECT 1 FROM uptime WHERE seen_at > 1")


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[socket.socket]:
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as end:
        end.bind(str(tmp_path / "notify"))
        end.setblocking(False)  # noqa: FBT003
        yield end


async def heard(ear: socket.socket) -> str:
    async with asyncio.timeout(PATIENCE):
        return (await asyncio.get_running_loop().sock_recv(ear, 4096)).decode()


async def test_a_bot_says_that_it_serves_that_it_lives_and_that_it_stops(tmp_path: Path, ear: socket.socket) -> None:
    async with SandboxServer() as server:
        settings = {"NOTIFY_SOCKET": ear.getsockname(), "WATCHDOG_USEC": "300000"}
        bot = BotProcess(server.url, server.token, tmp_path, **settings)
        await bot.launch()
        said = [await heard(ear), await heard(ear), await heard(ear)]
        await bot.stop()
        while (last := await heard(ear)) == "WATCHDOG=1":
            pass
    assert said[0].splitlines() == ["READY=1", "STATUS=serving @sandbox_bot"]
    assert (said[1:], last) == (["WATCHDOG=1", "WATCHDOG=1"], "STOPPING=1")


async def test_it_shows_no_life_while_a_task_fails(ear: socket.socket) -> None:
    failing: str | None = "clocks"
    life = asyncio.create_task(Systemd(ear.getsockname(), 30_000).show_life(lambda: failing))
    await asyncio.sleep(0.1)
    with pytest.raises(BlockingIOError):
        ear.recv(4096)
    failing = None
    assert await heard(ear) == "WATCHDOG=1"
    life.cancel()


async def test_sockets_without_a_file_are_found_and_without_systemd_nothing_is_told(tmp_path: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as end:
        end.bind(f"\0bullscows-{os.getpid()}")
        Systemd(f"@bullscows-{os.getpid()}", None).tell("READY=1")
        assert end.recv(4096) == b"READY=1"
    for address, period in ((None, 1000), (str(tmp_path / "gone"), None)):
        Systemd(address, None).tell("READY=1")
        await asyncio.wait_for(Systemd(address, period).show_life(lambda: None), PATIENCE)


async def asked(address: str, page: str, method: str = "GET") -> tuple[int, str]:
    async with ClientSession() as session, session.request(method, f"{address}{page}") as response:
        assert "Server" not in response.headers
        assert response.content_type == "text/plain"
        return response.status, (await response.text()).strip()


async def becomes(address: str, page: str, answer: tuple[int, str]) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(ClientConnectorError):  # not yet
                if await asked(address, page) == answer:
                    return
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("webhook", [False, True])
async def test_a_bot_is_alive_at_once_and_ready_when_telegram_is_there(tmp_path: Path, *, webhook: bool) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        await sandbox.gone(1000)
        bot = ForkedBot(server.url, server.token, tmp_path, webhook=webhook, port=free_port())
        async with launched(bot):
            await becomes(bot.address, "/healthz", (200, "alive"))
            await becomes(bot.address, "/readyz", (503, "telegram"))  # it may still be opening its database
            await sandbox.clear_faults()
            await becomes(bot.address, "/readyz", (200, "ready"))
            await begun(Stage(server, sandbox, bot))
            assert await asked(bot.address, "/healthz", "HEAD") == (200, "")


@asynccontextmanager
async def launched(bot: ForkedBot) -> AsyncIterator[None]:
    await bot.launch()
    try:
        yield
    finally:
        await bot.stop()


async def test_a_bot_that_waits_for_its_database_is_alive_and_not_ready(tmp_path: Path, postgres: Cluster) -> None:
    async with SandboxServer() as server, Relay(await postgres.new_database()) as way:
        await way.close()
        bot = ForkedBot(server.url, server.token, tmp_path, port=free_port(), DATABASE_URL=way.url)
        async with launched(bot):
            await becomes(bot.address, "/healthz", (200, "alive"))
            await becomes(bot.address, "/readyz", (503, "database"))
            await way.open()
            await becomes(bot.address, "/readyz", (200, "ready"))


async def test_nothing_thinks_before_the_database_is_accepted(tmp_path: Path) -> None:
    async with SandboxServer() as server:
        nowhere = "postgresql://nobody@127.0.0.1:9/none"
        bot = ForkedBot(server.url, server.token, tmp_path, DATABASE_URL=nowhere)
        async with launched(bot):
            await until(lambda: bot.log_text().count("the database cannot be reached") > 1)
            assert bot.children() == []
        bot = ForkedBot(server.url, server.token, tmp_path)
        async with bot:
            await until(lambda: len(bot.children()) == len(("quick", "long")))


@asynccontextmanager
async def watched(
    check: Callable[[], Awaitable[None]], failing: Callable[[], str | None] = lambda: None
) -> AsyncIterator[tuple[Health, str]]:
    """The pages of a bot whose database answers `check`, and to which updates flow."""
    health, port = Health(check, failing), free_port()
    health.flows = lambda: True
    server = WebServer({("GET", "/readyz"): health.ready, ("GET", "/healthz"): health.alive}, "127.0.0.1", port)
    await server.start()
    try:
        yield health, f"http://127.0.0.1:{port}"
    finally:
        await server.stop()


async def test_without_its_database_it_is_not_ready_and_one_that_hangs_is_not_waited_for() -> None:
    down = True

    async def check() -> None:
        if down:
            raise StorageDown("gone, and so is its secret-password")

    async with watched(check) as (_, address):
        assert await asked(address, "/readyz") == (503, "database")
        down = False
        await becomes(address, "/readyz", (200, "ready"))
    async with watched(asyncio.Event().wait) as (_, address):  # type: ignore[arg-type]
        assert await asked(address, "/readyz") == (503, "database")


async def test_the_database_is_asked_once_for_all_who_ask_together() -> None:
    questions = 0
    answered = asyncio.Event()

    async def check() -> None:
        nonlocal questions
        questions += 1
        await answered.wait()

    async with watched(check) as (health, address):
        crowd = [asyncio.create_task(asked(address, "/readyz")) for _ in range(20)]
        async with asyncio.timeout(PATIENCE):
            while not questions:
                await asyncio.sleep(0.01)
        health.flows = lambda: False
        answered.set()
        assert set(await asyncio.gather(*crowd)) == {(503, "telegram")}
    assert questions == 1


STORED = "outbox failed_updates failed_messages games matches challenges seeks jobs long_jobs reports"


def samples_in(page: str) -> list[Sample]:
    return [sample for family in text_string_to_metric_families(page) for sample in family.samples]


def value(page: str, name: str, **labels: str) -> float:
    samples = (each for each in samples_in(page) if each.name == f"{PREFIX}_{name}")
    return sum(each.value for each in samples if labels.items() <= each.labels.items())


async def test_a_bot_that_polls_tells_what_it_has_done_and_of_nobody_and_takes_no_updates_there(tmp_path: Path) -> None:
    async with staged(tmp_path, port=free_port()) as stage:
        address, words = stage.bot.address, b"POST /telegram HTTP/1.0\r\nContent-Length: 0\r\n\r\n"
        assert (await said(address, words)).startswith(b"HTTP/1.0 404 "), "while it polls nobody can push"
        status, page = await asked(address, "/metrics")
        assert (status, value(page, "updates_total")) == (200, 0)
        person = await begun(stage)
        await stage.after(person.send(secret := stage.secret_of(person.id)))
        async with asyncio.timeout(PATIENCE):
            while value(page := (await asked(address, "/metrics"))[1], "updates_total") < 2:  # anew once a second
                await asyncio.sleep(0.1)
    assert all(sample.name.startswith(f"{PREFIX}_") for sample in samples_in(page))
    assert value(page, "updates_total", kind="said", outcome="done") >= 2
    assert value(page, "update_commit_seconds_count") == value(page, "updates_total")
    assert [value(page, f"games_{what}_total", mode="solo") for what in ("begun", "ended")] == [1, 1]
    assert value(page, "telegram_call_seconds_count", method="sendMessage") >= 2
    assert value(page, "database_query_seconds_count", query="save_game") >= 2
    assert min(value(page, name) for name in ("update_answer_seconds_count", "transaction_units_sum")) >= 2
    assert value(page, "build_info", database="sqlite") == 1
    assert person.name not in page
    assert not {str(person.id), secret} & {label for sample in samples_in(page) for label in sample.labels.values()}


async def test_every_metric_is_there_and_has_its_help_and_what_is_stored_is_counted(store: DatabaseStore) -> None:
    families = {family.name: family.documentation for family in REGISTRY.collect()}
    assert len(families) > 20
    assert all(name.startswith(f"{PREFIX}_") and words for name, words in families.items())
    assert (await store.stored()).keys() == set(STORED.split())


def test_who_asks_from_a_private_network_is_told_and_nobody_else() -> None:
    private = ["127.0.0.1", "::1", "10.1.2.3", "172.18.0.5", "192.168.1.9", "fd00::7", "::ffff:10.1.2.3"]
    public = [None, "8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8", "172.32.0.1"]
    assert [address for address in (*private, *public) if is_private(address)] == private
