import shutil
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings
from playwright.async_api import Browser, async_playwright, expect

from faults.processes.postgres import Cluster, NotInstalled
from sandbox.client import PATIENCE
from tests.distribution import Distribution, processes, rank

ANY_MACHINE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", ANY_MACHINE, derandomize=True)
settings.register_profile("fresh", ANY_MACHINE, print_blob=True)
settings.load_profile("same")  # whoever wants fresh examples says --hypothesis-profile fresh, as `make soak` does

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Bring the longest to the front; the rest stays as it is."""
    items.sort(key=lambda item: rank(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """What `--numprocesses auto` is."""
    return processes()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Distribution:
    """What hands the tests out."""
    return Distribution(config, log)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium for all tests of the page."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("Chromium is not installed: make deps")
    expect.set_options(timeout=1000 * PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=_FLAGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def postgres() -> AsyncIterator[Cluster]:
    """One PostgreSQL for all tests; each takes databases of its own."""
    try:
        cluster = Cluster()
    except NotInstalled as error:
        pytest.skip(str(error))
    async with cluster:
        yield cluster
