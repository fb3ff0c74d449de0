from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser

from tests.bot.miniapp.browser.windows import Windows


@pytest_asyncio.fixture(loop_scope="session")
async def windows(browser: Browser) -> AsyncIterator[Windows]:
    """A stand-in for the bot, and phones on which its page is opened; none of them may have broken a rule."""
    async with Windows(browser) as windows:
        yield windows
        assert windows.complaints == []
