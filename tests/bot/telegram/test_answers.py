"""What Telegram, or something in its place, may answer to a call, by either way: as plain JSON, and by the library."""

import json
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web
from telegram import Bot
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.app.supervision import Shutdown
from bot.telegram.api import AiohttpRequest, Api, reason_of, seconds_asked
from bot.telegram.setup import Registration

TOKEN = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
PAGE = f"<h1>Not Found</h1>The requested URL /bot{TOKEN}/getMe was not found on this server".encode()
Ask = Callable[["Telling"], Awaitable[Any]]


@dataclass
class Telling:
    """A Bot API that answers every call alike, and those who ask it."""

    bot: Bot
    api: Api
    status: int = 200
    body: bytes = b""

    def answers(self, status: int, answer: Any) -> None:
        """From now on."""
        self.status, self.body = status, answer if isinstance(answer, bytes) else json.dumps(answer).encode()

    async def answer(self, _request: web.BaseRequest) -> web.Response:
        return web.Response(status=self.status, body=self.body)


@pytest_asyncio.fixture
async def telling() -> AsyncIterator[Telling]:
    http = AiohttpRequest(read_timeout=5)
    await http.initialize()

    async def answer(request: web.BaseRequest) -> web.Response:
        return await told.answer(request)

    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    bot = Bot(TOKEN, f"http://127.0.0.1:{runner.addresses[0][1]}/bot", request=http, get_updates_request=http)
    told = Telling(bot, Api(bot.base_url, http))
    yield told
    await http.shutdown()
    await runner.cleanup()


async def plainly(told: Telling) -> Any:
    return await told.api.call("deleteWebhook", drop_pending_updates=True)


async def with_a_file(told: Telling) -> Any:
    return await told.api.upload("sendPhoto", {"photo": ("card.png", b"painted", "image/png")}, chat_id=5)


async def by_the_library(told: Telling) -> Any:
    return await told.bot.delete_webhook()


async def refused(told: Telling, ask: Ask) -> TelegramError:
    """The error by which it is told; it says nothing of where the call went."""
    with pytest.raises(TelegramError) as error:
        await ask(told)
    assert TOKEN.partition(":")[2] not in repr(error.value) + "".join(traceback.format_exception(error.value))
    return error.value


def no(description: str, **parameters: Any) -> dict[str, Any]:
    """What Telegram refuses with."""
    return {"ok": False, "description": description} | ({"parameters": parameters} if parameters else {})


REFUSALS = [
    (400, no("Bad Request: message is not modified"), BadRequest, "Message is not modified"),
    (401, no("Unauthorized"), InvalidToken, "Unauthorized"),
    (403, no("Forbidden: bot was blocked by the user"), Forbidden, "Forbidden: bot was blocked by the user"),
    (404, no("Not Found"), InvalidToken, "Not Found"),
    (409, no("Conflict: terminated by other getUpdates request"), Conflict, "Conflict: terminated by"),
    (500, no("Internal Server Error"), NetworkError, "Internal Server Error"),
    (502, no("Bad Gateway"), NetworkError, "Bad Gateway"),
]
ODD: list[Any] = [[], None, 1, "ok", {}, {"ok": False}, {"ok": False, "description": 1}]
FOREIGN: list[tuple[int, Any]] = [
    *((status, PAGE) for status in (200, 304, 400, 401, 403, 404, 409, 502)),
    *((404, answer) for answer in ODD),
    (404, {"ok": True, "result": True}),
    (404, b""),
    (200, b""),
    (200, no("Unauthorized")),
]
WAYS = [plainly, with_a_file, by_the_library]


@pytest.mark.parametrize("ask", WAYS)
@pytest.mark.parametrize(("status", "answer", "kind", "said"), REFUSALS)
async def test_a_refusal_is_an_error_of_its_kind(
    telling: Telling, ask: Ask, status: int, answer: Any, kind: type[TelegramError], said: str
) -> None:
    telling.answers(status, answer)
    error = await refused(telling, ask)
    assert type(error) is kind
    assert error.message.startswith(said)


@pytest.mark.parametrize("ask", WAYS)
@pytest.mark.parametrize(("status", "answer"), FOREIGN)
async def test_what_is_no_answer_of_telegrams_says_nothing_of_the_token(
    telling: Telling, ask: Ask, status: int, answer: Any
) -> None:
    telling.answers(status, answer)
    assert type(await refused(telling, ask)) is NetworkError


@pytest.mark.parametrize("ask", WAYS)
@pytest.mark.parametrize("timedelta", ["true", "false"])
async def test_how_long_to_wait_and_where_a_group_has_gone_is_told(
    telling: Telling, monkeypatch: pytest.MonkeyPatch, ask: Ask, timedelta: str
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", timedelta)
    telling.answers(429, no("Too Many Requests: retry after 7", retry_after=7))
    error = await refused(telling, ask)
    assert type(error) is RetryAfter
    assert seconds_asked(error) == 7.0
    telling.answers(400, no("Bad Request: group chat was upgraded", migrate_to_chat_id=-1000000000005))
    moved = await refused(telling, ask)
    assert isinstance(moved, ChatMigrated)
    assert moved.new_chat_id == -1000000000005
    assert seconds_asked(moved) == 0.0


@pytest.mark.parametrize("ask", WAYS)
async def test_a_result_is_read_as_far_as_it_can_be(telling: Telling, ask: Ask) -> None:
    telling.answers(200, b'{"ok":true,"result":"half of a \\ud83d"}')
    assert await ask(telling) == "half of a \ud83d"
    telling.answers(200, b'{"ok":true,"result":"half')
    await refused(telling, ask)


@pytest.mark.parametrize("result", [True, [], {}, {"url": ""}, {"url": "", "pending_update_count": 1}])
async def test_a_webhook_of_which_something_odd_is_told_is_not_drained(telling: Telling, result: Any) -> None:
    telling.answers(200, {"ok": True, "result": result})
    registration = Registration(telling.bot, "https://bot.example.org/telegram", "secret", Shutdown())
    assert not await registration.drained()
    assert not registration.flows


@pytest.mark.parametrize(
    ("said", "logged"),
    [
        ('Can\'t parse: unsupported start tag "wrote" at byte 5', "Can't parse: unsupported start tag … at byte 5"),
        ("Button URL 'tg://wrote's' is invalid", "Button URL … is invalid"),
        ('Of "a" and "wrote" nothing is known', "Of … nothing is known"),
        ("Message can't be edited", "Message can't be edited"),
    ],
)
def test_a_refusal_is_logged_without_what_it_quotes(said: str, logged: str) -> None:
    assert reason_of(BadRequest(said)) == logged
