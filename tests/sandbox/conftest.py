from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import telegram
from aiohttp import ClientSession

from sandbox.client import Group, Pair, Person, Sandbox
from sandbox.server import SandboxServer
from tests.sandbox.caller import Caller


def left_over(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields that a parsed answer has and the library does not know."""
    if isinstance(value, telegram.TelegramObject):
        yield from value.api_kwargs.items()
        for owner in type(value).__mro__:
            for name in getattr(owner, "__slots__", ()):
                if name not in ("_bot", "api_kwargs"):
                    yield from left_over(getattr(value, name, None))
    elif isinstance(value, tuple | list):
        for each in value:
            yield from left_over(each)


SENDING = ("sendMessage", "sendPhoto", "sendDocument")
EDITING = ("editMessageText", "editMessageCaption", "editMessageMedia", "editMessageReplyMarkup")
KINDS: dict[str, type[telegram.TelegramObject]] = {
    **dict.fromkeys((*SENDING, *EDITING), telegram.Message),
    **dict.fromkeys(("getChatAdministrators", "getChatMember"), telegram.ChatMember),
    "answerGuestQuery": telegram.SentGuestMessage,
    "getMe": telegram.User,
    "getChat": telegram.ChatFullInfo,
    "getChatMenuButton": telegram.MenuButton,
    "getFile": telegram.File,
    "getWebhookInfo": telegram.WebhookInfo,
    "getMyCommands": telegram.BotCommand,
    "getMyDescription": telegram.BotDescription,
    "getMyShortDescription": telegram.BotShortDescription,
}
"""Of what kind the answers are; others are True, and that to whoever edits a card."""


@pytest.fixture
async def server() -> AsyncIterator[SandboxServer]:
    """In each test python-telegram-bot understands whatever it answers and tells, to the last field."""
    async with SandboxServer() as running:
        yield running
        for call in running.state.journal.calls:
            result, kind = call["answer"].get("result", True), KINDS.get(call["method"])
            if kind and result is not True:
                read = kind.de_list if isinstance(result, list) else kind.de_json
                assert list(left_over(read(result, None))) == [], call
            assert kind or result is True or call["method"] == "getUpdates", call
        for update in running.state.updates.every.values():
            if update.lane[0] != "raw":
                assert list(left_over(telegram.Update.de_json(update.as_json(), None))) == [], update


@pytest.fixture
async def sandbox(server: SandboxServer) -> AsyncIterator[Sandbox]:
    async with Sandbox(server.url) as connected:
        yield connected


@pytest.fixture
async def session(server: SandboxServer) -> AsyncIterator[ClientSession]:
    async with ClientSession(server.url) as opened:
        yield opened


@pytest.fixture
async def bot(server: SandboxServer, session: ClientSession, sandbox: Sandbox) -> Caller:
    return Caller(session, server.token, sandbox)


@pytest.fixture
async def alice(sandbox: Sandbox, bot: Caller) -> Person:
    """She has written to the bot, and the bot has read it."""
    person = await sandbox.person("Alice", username="alice")
    await person.send("/start")
    await bot.read_all()
    return person


@pytest.fixture
async def olena(sandbox: Sandbox) -> Person:
    return await sandbox.person("Олена", language="uk")


@pytest.fixture
async def friends(sandbox: Sandbox, bot: Caller, alice: Person, olena: Person) -> Group:
    group = await sandbox.group("Friends", alice, olena)
    await bot.read_all()
    return group


@pytest.fixture
async def pair(alice: Person, olena: Person) -> Pair:
    return await alice.meets(olena)
