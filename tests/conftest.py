import shutil
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings
from playwright.async_api import Browser, async_playwright

from tests.postgres import Cluster, NotInstalled

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


_LONGEST = ("test_run_on_", "test_hostile", "test_storage_faults", "test_lobby_evening")
"""Files of tests that take minutes. They begin first, lest one of two processes works alone at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Bring the longest to the front; the rest stays as it is."""
    items.sort(key=lambda item: not item.path.name.startswith(_LONGEST))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium for all tests of the page."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("Chromium is not installed: make deps")
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
