from typing import Any

import pytest

from sandbox.client import Sandbox
from tests.sandbox.caller import Caller

PLAY = [{"command": "play", "description": "Play"}]


async def test_each_scope_and_language_has_its_own_menu(bot: Caller, sandbox: Sandbox) -> None:
    scope = {"type": "all_private_chats"}
    await bot("setMyCommands", commands=PLAY)
    await bot("setMyCommands", commands=[{"command": "/duel", "description": "Дуель"}], scope=scope, language_code="uk")
    assert await bot("getMyCommands") == PLAY
    assert await bot("getMyCommands", scope=scope, language_code="uk") == [{"command": "duel", "description": "Дуель"}]
    assert await bot("getMyCommands", scope=scope) == []
    await sandbox.state()
    assert [(menu["scope"], menu["language"]) for menu in sandbox.commands] == [
        ("default", ""),
        ("all_private_chats", "uk"),
    ]


@pytest.mark.parametrize("given", [{"commands": []}, None])
async def test_a_menu_can_be_taken_away(bot: Caller, given: dict[str, Any] | None) -> None:
    await bot("setMyCommands", commands=PLAY)
    await (bot("deleteMyCommands") if given is None else bot("setMyCommands", **given))
    assert await bot("getMyCommands") == []


async def test_a_menu_may_be_for_one_member(bot: Caller, sandbox: Sandbox) -> None:
    await bot("setMyCommands", commands=PLAY, scope={"type": "chat_member", "chat_id": -1001, "user_id": 5})
    await sandbox.state()
    assert sandbox.commands[0]["scope"] == "chat_member:-1001:5"


async def test_a_hundred_commands_are_the_most(bot: Caller) -> None:
    reason = await bot.refused("setMyCommands", commands=PLAY * 101)
    assert reason == 'Bad Request: parameter "commands" must be an array of 0 to 100 items'


async def test_descriptions_fall_back_to_the_one_for_all(bot: Caller, sandbox: Sandbox) -> None:
    await bot("setMyDescription", description="Bulls")
    await bot("setMyDescription", description="Бики", language_code="uk")
    await bot("setMyShortDescription", short_description="B&C")
    assert await bot("getMyDescription", language_code="uk") == {"description": "Бики"}
    assert await bot("getMyDescription", language_code="ru") == {"description": "Bulls"}
    assert await bot("getMyShortDescription") == {"short_description": "B&C"}
    await sandbox.state()
    assert sandbox.bot["descriptions"] == {"": "Bulls", "uk": "Бики"}
    assert sandbox.bot["short_descriptions"] == {"": "B&C"}
    await bot("setMyDescription", language_code="uk")
    assert await bot("getMyDescription", language_code="uk") == {"description": "Bulls"}
