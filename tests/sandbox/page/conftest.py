from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser

from tests.sandbox.page.stage import Stage, staged


@pytest_asyncio.fixture(loop_scope="session")
async def stage(browser: Browser) -> AsyncIterator[Stage]:
    """A sandbox of its own for every test."""
    async with staged(browser) as stage:
        yield stage
