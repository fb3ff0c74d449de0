"""HTTP for `telegram.Bot`, against a small server that records what it is asked."""

import asyncio
import io
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web
from telegram import Bot, InputFile
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.request import RequestData
from telegram.request._requestparameter import RequestParameter

from bot.telegram.api import AiohttpRequest

TOKEN = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
ME = {"id": 123456, "is_bot": True, "first_name": "Bulls", "username": "BullsBot"}


@dataclass
class Api:
    """A Bot API of a few odd methods."""

    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    async def echo(self, request: web.Request) -> web.Response:
        data = await request.json() if request.content_type == "application/json" else await request.post()
        self.asked.append({name: _content(value) for name, value in data.items()} | {"type": request.content_type})
        return web.json_response({"ok": True, "result": ME})

    async def slow(self, _request: web.Request) -> web.Response:
        await self.released.wait()
        return web.json_response({"ok": True, "result": True})

    async def chunks(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        response.enable_chunked_encoding()
        await response.prepare(request)
        for part in (b'{"ok":true,', b'"result"', b":7}"):
            await response.write(part)
        return response

    async def last(self, request: web.Request) -> web.Response:
        """Answer, and close the connection without having said so, as a server does with idle ones."""
        transport = request.transport
        assert transport is not None
        answer = await self.echo(request)
        asyncio.get_running_loop().call_later(0.01, transport.close)
        return answer

    async def elsewhere(self, _request: web.Request) -> web.Response:
        raise web.HTTPTemporaryRedirect(f"/bot{TOKEN}/getMe")

    async def hang_up(self, request: web.Request) -> web.Response:
        await self.echo(request)
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    async def half(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Length": "100"})
        await response.prepare(request)
        await response.write(b'{"ok":')
        assert request.transport is not None
        request.transport.abort()
        return response

    async def refuse(self, _request: web.Request) -> web.Response:
        return web.json_response({"ok": False, "error_code": 429, "description": "Slow down"}, status=429)


def _content(value: Any) -> Any:
    return (value.filename, value.content_type, value.file.read()) if isinstance(value, web.FileField) else value


@pytest_asyncio.fixture
async def api() -> AsyncIterator[Api]:
    odd = Api()
    app = web.Application()
    methods: dict[str, Callable[[web.Request], Awaitable[web.StreamResponse]]] = {
        "getMe": odd.echo,
        "slow": odd.slow,
        "chunks": odd.chunks,
        "last": odd.last,
        "elsewhere": odd.elsewhere,
        "hangUp": odd.hang_up,
        "half": odd.half,
        "refuse": odd.refuse,
    }
    app.add_routes([web.post(f"/bot{TOKEN}/{name}", method) for name, method in methods.items()])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    odd.url = f"http://127.0.0.1:{runner.addresses[0][1]}/bot"
    yield odd
    odd.released.set()
    await runner.cleanup()


@pytest_asyncio.fixture
async def http() -> AsyncIterator[AiohttpRequest]:
    request = AiohttpRequest(read_timeout=5, connect_timeout=5)
    await request.initialize()
    yield request
    await request.shutdown()


def fields(**values: Any) -> RequestData:
    return RequestData([RequestParameter.from_input(name, value) for name, value in values.items()])


def assert_tells_nothing(error: TelegramError, api: Api) -> None:
    """Neither the message nor the traceback holds an address or the token."""
    text = str(error) + repr(error) + "".join(traceback.format_exception(error))
    assert TOKEN.partition(":")[2] not in text
    assert api.url.removeprefix("http://").partition("/")[0] not in text


async def test_parameters_travel_as_json(http: AiohttpRequest, api: Api) -> None:
    data = fields(chat_id=-100, text="<b>🐂</b> & more", reply_markup={"inline_keyboard": []}, protect_content=True)
    status, body = await http.do_request(f"{api.url}{TOKEN}/getMe", "POST", data)
    assert status == 200
    assert body.startswith(b'{"ok": true')
    assert api.asked == [
        {
            "chat_id": -100,
            "text": "<b>🐂</b> & more",
            "reply_markup": {"inline_keyboard": []},
            "protect_content": True,
            "type": "application/json",
        }
    ]


async def test_a_call_without_parameters_has_no_fields(http: AiohttpRequest, api: Api) -> None:
    await http.do_request(f"{api.url}{TOKEN}/getMe", "POST")
    assert [asked.keys() for asked in api.asked] == [{"type"}]


async def test_a_file_travels_beside_the_fields(http: AiohttpRequest, api: Api) -> None:
    photo = InputFile(io.BytesIO(b"\x89PNG\r\n\x00"), filename="board.png", attach=False)
    await http.do_request(f"{api.url}{TOKEN}/getMe", "POST", fields(chat_id=5, photo=photo))
    assert api.asked == [
        {"chat_id": "5", "photo": ("board.png", "image/png", b"\x89PNG\r\n\x00"), "type": "multipart/form-data"}
    ]


async def test_a_refusal_is_an_answer_too(http: AiohttpRequest, api: Api) -> None:
    status, body = await http.do_request(f"{api.url}{TOKEN}/refuse", "POST")
    assert status == 429
    assert b"Slow down" in body


async def test_an_answer_that_does_not_come_is_timed_out(http: AiohttpRequest, api: Api) -> None:
    with pytest.raises(TimedOut) as late:
        await http.do_request(f"{api.url}{TOKEN}/slow", "POST", read_timeout=0.05)
    assert_tells_nothing(late.value, api)


async def test_no_time_limit_is_one_too(http: AiohttpRequest, api: Api) -> None:
    asking = asyncio.create_task(http.do_request(f"{api.url}{TOKEN}/slow", "POST", read_timeout=None))
    await http.do_request(f"{api.url}{TOKEN}/getMe", "POST")
    assert not asking.done()
    api.released.set()
    assert (await asking)[0] == 200


@pytest.mark.parametrize("method", ["hangUp", "half"])
async def test_a_connection_that_breaks_is_a_network_error(http: AiohttpRequest, api: Api, method: str) -> None:
    with pytest.raises(NetworkError) as broken:
        await http.do_request(f"{api.url}{TOKEN}/{method}", "POST", fields(text="x"))
    assert_tells_nothing(broken.value, api)
    assert [asked["text"] for asked in api.asked] == ["x"] * (method == "hangUp")  # never sent again
    assert (await http.do_request(f"{api.url}{TOKEN}/getMe", "POST"))[0] == 200


async def test_an_answer_may_come_in_chunks(http: AiohttpRequest, api: Api) -> None:
    assert await http.do_request(f"{api.url}{TOKEN}/chunks", "POST") == (200, b'{"ok":true,"result":7}')


async def test_a_connection_that_was_closed_while_idle_is_replaced(http: AiohttpRequest, api: Api) -> None:
    for number in range(3):
        assert (await http.do_request(f"{api.url}{TOKEN}/last", "POST", fields(text=number)))[0] == 200
        await asyncio.sleep(0.1)
    assert [asked["text"] for asked in api.asked] == [0, 1, 2]


async def test_nobody_is_followed_elsewhere(http: AiohttpRequest, api: Api) -> None:
    with pytest.raises(NetworkError, match="307"):
        await http.do_request(f"{api.url}{TOKEN}/elsewhere", "POST")
    assert api.asked == []


async def test_whoever_waits_no_longer_hangs_up(http: AiohttpRequest) -> None:
    asked, left = asyncio.Event(), asyncio.Event()

    async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        asked.set()
        await reader.read()
        left.set()
        writer.close()

    async with await asyncio.start_server(never, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        waiting = asyncio.create_task(http.do_request(f"http://127.0.0.1:{port}/bot{TOKEN}/getMe", "POST"))
        await asked.wait()
        waiting.cancel()
        await left.wait()


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/bot", "http://[::bad/bot", "nonsense"])
async def test_an_address_where_nobody_answers_is_a_network_error(http: AiohttpRequest, api: Api, url: str) -> None:
    with pytest.raises(NetworkError) as unreachable:
        await http.do_request(f"{url}{TOKEN}/getMe", "POST")
    assert_tells_nothing(unreachable.value, api)


async def test_a_closed_client_says_so_and_opens_again(api: Api) -> None:
    http = AiohttpRequest()
    with pytest.raises(NetworkError, match="closed"):
        await http.do_request(f"{api.url}{TOKEN}/getMe", "POST")
    await http.initialize()
    await http.initialize()
    assert (await http.do_request(f"{api.url}{TOKEN}/getMe", "POST"))[0] == 200
    await http.shutdown()
    await http.shutdown()
    with pytest.raises(NetworkError, match="closed"):
        await http.do_request(f"{api.url}{TOKEN}/getMe", "POST")


async def test_a_whole_bot_runs_on_it(api: Api) -> None:
    bot = Bot(TOKEN, base_url=api.url, request=AiohttpRequest(), get_updates_request=AiohttpRequest())
    async with bot:
        assert bot.username == "BullsBot"
