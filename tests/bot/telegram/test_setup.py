"""What Telegram is told of the bot itself: the button beside the field of private chats."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from telegram import MenuButtonDefault

from bot.telegram import setup
from faults.processes.process import free_port
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun
from tests.bot.telegram.sources import Scene, until_it_is

APP, OTHER = "https://bot.example/app", "https://bot.example:8443/play"
TOLD = "setChatMenuButton"
OPENS: dict[str, Any] = {"type": "web_app", "text": setup.OPENS_APP, "web_app": {"url": APP}}
ANOTHERS = OPENS | {"text": "Shop"}
USUAL = MenuButtonDefault().to_dict()


async def test_the_menu_button_opens_the_app_that_is_set_now_and_goes_with_it(scene: Scene) -> None:
    for url in (APP, OTHER):
        await setup.register(scene.bot, url)
        assert await scene.caller("getChatMenuButton") == OPENS | {"web_app": {"url": url}}
    await setup.register(scene.bot)
    assert await scene.caller("getChatMenuButton") == USUAL


@pytest.mark.parametrize("stands", [USUAL, {"type": "commands"}, ANOTHERS], ids=lambda button: button["type"])
async def test_a_button_that_somebody_else_has_set_stays_where_there_is_no_app(
    scene: Scene, stands: dict[str, Any]
) -> None:
    await scene.caller(TOLD, menu_button=stands)
    told = len(await scene.sandbox.calls(TOLD))
    await setup.register(scene.bot)
    assert await scene.caller("getChatMenuButton") == stands
    assert len(await scene.sandbox.calls(TOLD)) == told


async def test_what_telegram_refuses_of_it_is_said_and_holds_up_nothing_else(scene: Scene) -> None:
    await scene.sandbox.fault(TOLD, "429", retry_after=1)
    await setup.register(scene.bot, APP)
    assert await scene.caller("getChatMenuButton") == OPENS
    await scene.sandbox.fault("getChatMenuButton", "400", description="Bad Request: not today")
    await setup.register(scene.bot)
    assert await scene.caller("getChatMenuButton") == OPENS


async def times_told(sandbox: Sandbox, times: int) -> bool:
    return len(await sandbox.calls(TOLD)) == times


async def test_a_bot_with_an_app_sets_the_button_and_one_without_takes_it_away(tmp_path: Path) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        for number, (app, button) in enumerate(((APP, OPENS), ("", USUAL)), 1):
            port = free_port() if app else None
            async with ForkedBot(server.url, server.token, tmp_path, port=port, APP_URL=app) as bot:
                await begun(Stage(server, sandbox, bot), f"Ann {number}")
                await until_it_is(partial(times_told, sandbox, number))
            assert (await sandbox.calls(TOLD))[-1]["parameters"]["menu_button"] == button
