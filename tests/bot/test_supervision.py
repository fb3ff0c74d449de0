"""Whatever ends a background task, it is told of and begun again; what does not run for a minute shows on /healthz."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import structlog

from bot.app.supervision import FAILS, FIRST_PAUSE, LONGEST_PAUSE, STEADY, Supervision, at_once
from bot.web.pages import Health
from bot.web.server import WebServer
from faults.processes.process import free_port
from tests.bot.tasks import FOREVER, until
from tests.bot.test_health import asked, becomes


class Broken(Exception):
    """Why a task ends here."""


@dataclass
class Hours:
    """Time that passes only while somebody sleeps."""

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


async def raises() -> None:
    raise Broken("the cause")


async def returns() -> None:
    pass


async def is_cancelled() -> None:
    task = asyncio.current_task()
    assert task is not None
    task.cancel()
    await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("job", "why"), [(raises, "Broken"), (returns, "it returned"), (is_cancelled, "CancelledError")]
)
async def test_whatever_ends_a_task_it_is_told_of_and_begun_again_after_growing_pauses(
    job: Callable[[], Any], why: str
) -> None:
    hours = Hours(most=12)
    supervision = hours.supervision()
    with structlog.testing.capture_logs() as events:
        supervision.keep("clocks", job)
        await until(lambda: len(hours.slept) == hours.most)
    await supervision.stop()
    assert hours.slept[:4] == [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE, 8 * FIRST_PAUSE]
    assert hours.slept[-1] == LONGEST_PAUSE
    assert [(entry["task"], entry["why"]) for entry in events] == [("clocks", why)] * hours.most
    assert ("the cause" in str(events[0]["exc_info"])) == (job is raises)


async def test_what_does_not_run_for_a_minute_fails_until_it_runs_again() -> None:
    hours, mended = Hours(), asyncio.Event()
    supervision = hours.supervision()

    async def job() -> None:
        if not mended.is_set():
            raise Broken
        await asyncio.Event().wait()

    async def fine() -> None:
        await asyncio.Event().wait()

    supervision.keep("presence", fine)
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
    assert len(hours.slept) <= before + 1
    assert supervision.failing == "clocks", "it has not run for long enough yet"
    hours.time += STEADY
    assert supervision.failing is None
    await supervision.stop()


async def test_after_a_steady_run_the_pauses_are_short_again() -> None:
    hours, runs = Hours(most=6), 0
    supervision = hours.supervision()

    async def job() -> None:
        nonlocal runs
        runs += 1
        if runs == 5:
            hours.time += STEADY
        raise Broken

    supervision.keep("clocks", job)
    await until(lambda: len(hours.slept) == hours.most)
    await supervision.stop()
    assert hours.slept == [0.5, 1.0, 2.0, 4.0, 0.5, 1.0]


async def test_what_is_done_once_is_tried_until_it_is_done() -> None:
    hours, runs = Hours(), 0
    supervision = hours.supervision()

    async def job() -> None:
        nonlocal runs
        runs += 1
        if runs < 20:
            raise Broken

    await asyncio.wait_for(supervision.keep("menu", job, is_done=at_once), 10)
    assert (runs, len(hours.slept), supervision.failing) == (20, 19, None)


async def test_what_is_fatal_ends_the_task_and_whoever_awaits_it_hears() -> None:
    hours = Hours()
    with pytest.raises(Broken):
        await hours.supervision().keep("updates", raises, fatal=(Broken,))
    assert hours.slept == []


async def test_stopping_ends_everything_and_begins_nothing_again() -> None:
    hours, ended = Hours(), []
    supervision = hours.supervision()

    async def job() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(1)

    for name in FOREVER:
        supervision.keep(name, job)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    with structlog.testing.capture_logs() as events:
        await supervision.stop()
    assert (len(ended), hours.slept, events) == (len(FOREVER), [], [])


async def test_the_page_says_which_task_fails_and_nothing_else() -> None:
    hours = Hours(most=20)
    supervision, port = hours.supervision(), free_port()
    health = Health(lambda: asyncio.sleep(0), lambda: supervision.failing)
    server = WebServer({("GET", "/healthz"): health.alive}, "127.0.0.1", port)
    await server.start()
    try:
        assert await asked(f"http://127.0.0.1:{port}", "/healthz") == (200, "alive")
        supervision.keep("clocks", raises)
        await becomes(f"http://127.0.0.1:{port}", "/healthz", (503, "clocks"))
    finally:
        await supervision.stop()
        await server.stop()
