import time
from collections.abc import AsyncIterator

import aiohttp
import pytest_asyncio
from playwright.async_api import Browser

from sandbox.server import SandboxServer
from tests.sandbox.page.stage import Stage, ToyBot


@pytest_asyncio.fixture(loop_scope="session")
async def stage(browser: Browser) -> AsyncIterator[Stage]:
    async with SandboxServer() as server, ToyBot(server.url, server.token) as bot, aiohttp.ClientSession() as http:
        server.state.clock.move(3600 * (12 - time.localtime().tm_hour))  # about noon: no day ends while one looks
        stage = Stage(browser, server, bot, http)
        yield stage
        for context in stage.contexts:
            await context.close()
