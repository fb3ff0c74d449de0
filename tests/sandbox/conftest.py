from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
import telegram
from aiohttp import ClientSession

from sandbox.client import Group, Pair, Person, Sandbox
from sandbox.schema.methods import METHODS
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


def true(answer: Any) -> bool:
    assert answer is True
    return True


def read_as(kind: type[telegram.TelegramObject]) -> Callable[[Any], Any]:
    return lambda answer: (kind.de_list if isinstance(answer, list) else kind.de_json)(answer, None)


SENDING = ("sendMessage", "sendPhoto", "sendDocument")
EDITING = ("editMessageText", "editMessageCaption", "editMessageMedia", "editMessageReplyMarkup")
READERS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(METHODS, true),
    **dict.fromkeys((*SENDING, *EDITING), lambda answer: answer is True or read_as(telegram.Message)(answer)),
    **dict.fromkeys(("getChatAdministrators", "getChatMember"), read_as(telegram.ChatMember)),
    "getMe": read_as(telegram.User),
    "getUpdates": len,  # they are read below
    "getWebhookInfo": read_as(telegram.WebhookInfo),
    "getMyCommands": read_as(telegram.BotCommand),
    "getMyDescription": read_as(telegram.BotDescription),
    "getMyShortDescription": read_as(telegram.BotShortDescription),
    "getChat": read_as(telegram.ChatFullInfo),
    "getFile": read_as(telegram.File),
}


@pytest.fixture
async def server() -> AsyncIterator[SandboxServer]:
    """In each test python-telegram-bot understands whatever it answers and tells, to the last field."""
    async with SandboxServer() as running:
        yield running
        for call in running.state.journal.calls:
            if "result" in call["answer"]:
                assert list(left_over(READERS[call["method"]](call["answer"]["result"]))) == [], call
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
