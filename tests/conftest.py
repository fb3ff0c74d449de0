import asyncio
import gc
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from shutil import disk_usage
from typing import Any

import pytest
import pytest_asyncio
import uvloop
from hypothesis import HealthCheck, settings
from playwright.async_api import Browser, async_playwright, expect

from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE
from tests.distribution import Distribution, processes, rank
from tests.needs import program, require

FEW = 25
"""Examples where `make test` draws them; `make test-all` draws a hundred."""
ANY_MACHINE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", ANY_MACHINE, derandomize=True)
settings.register_profile("few", ANY_MACHINE, derandomize=True, max_examples=FEW)
settings.register_profile("fresh", ANY_MACHINE, print_blob=True)
settings.load_profile("same")  # whoever wants fresh examples says --hypothesis-profile fresh, as `make soak` does

MEMORY, ROOM = Path("/dev/shm"), 6 << 30
"""Where files are in memory, and the bytes that must be free there: on a disk whoever commits waits for all others."""
if MEMORY.is_dir() and disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
for _name in ("NO_PROXY", "no_proxy"):  # what tests ask is on this machine; pip alone may need the way out
    os.environ[_name] = ",".join(filter(None, (os.environ.get(_name), "localhost", "127.0.0.1", "::1")))
_OFF = ["gpu", "quic", "background-networking", "component-update", "sync"]
_FLAGS = ("--no-sandbox", "--no-first-run", *(f"--disable-{each}" for each in _OFF))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that needs what is not here, before anything is set up for it."""
    for mark in item.iter_markers("needs"):
        require(*mark.args)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test of a database runs on both; the mark `again` says that `make test` runs it on SQLite alone."""
    if "cluster" in metafunc.fixturenames:
        is_subject = metafunc.definition.get_closest_marker("both_databases") is not None
        again = () if is_subject else (pytest.mark.again,)
        metafunc.parametrize("cluster", ["sqlite", pytest.param("postgres", marks=again)], indirect=True)


def pytest_sessionstart() -> None:
    """Look for no garbage while tests are collected, nor later among what was collected: all of it stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Bring the longest to the front; the rest stays as it is."""
    items.sort(key=lambda item: rank(item.nodeid))


@pytest.hookimpl
def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The loop that the bot runs on: it takes less of a processor than Python's own."""
    return {"uvloop": uvloop.new_event_loop}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    return processes()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Distribution:
    return Distribution(config, log)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium for all tests of the page."""
    chromium = program("chromium")
    expect.set_options(timeout=1000 * PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=_FLAGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def postgres() -> AsyncIterator[Cluster]:
    """One PostgreSQL for all tests; each takes databases of its own."""
    require("postgresql")
    # Not below pytest's folders, which other users may not enter.
    async with Cluster(place=os.environ.get("PYTEST_DEBUG_TEMPROOT")) as cluster:
        yield cluster


@pytest.fixture
def cluster(request: pytest.FixtureRequest) -> Cluster | None:
    """The server of the test's database; None where that is a file."""
    return request.getfixturevalue("postgres") if request.param == "postgres" else None
