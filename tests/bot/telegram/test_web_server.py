"""The server's bounds, with the server in this process; and what it uses of aiohttp though it is not public."""

import asyncio
import inspect
import json
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from aiohttp import ClientSession, web
from hypothesis import given
from hypothesis import strategies as st

from bot.web import pages as pushing
from bot.web import server as serving
from bot.web.pages import Webhook, is_deeper
from bot.web.server import Page, WebServer
from faults.processes.process import free_port
from sandbox.client import PATIENCE
from tests.bot.telegram.sources import HEADER, SECRET, said


@asynccontextmanager
async def served(page: Page, method: str = "POST") -> AsyncIterator[tuple[WebServer, str]]:
    port = free_port()
    server = WebServer({(method, "/hook"): page}, "127.0.0.1", port)
    await server.start()
    try:
        yield server, f"http://127.0.0.1:{port}/hook"
    finally:
        await server.stop()


async def posted(url: str) -> int:
    async with ClientSession() as session, session.post(url, json={"update_id": 1}, headers={HEADER: SECRET}) as answer:
        return answer.status


class Slow:
    def __init__(self) -> None:
        self.taken, self.commit, self.given_up = asyncio.Semaphore(0), asyncio.Event(), 0

    async def take(self, _update: dict[str, Any]) -> None:
        self.taken.release()
        try:
            await self.commit.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise


@asynccontextmanager
async def taken_slowly() -> AsyncIterator[tuple[Slow, WebServer, str]]:
    """A server of the webhook's page, behind which updates are taken slowly."""
    webhook, slow = Webhook(SECRET), Slow()
    webhook.take = slow.take
    async with served(webhook.receive) as (server, url):
        yield slow, server, url


async def test_before_anybody_is_there_to_take_it_or_its_secret_is_known_an_update_is_put_off() -> None:
    unknown = Webhook()
    unknown.take = Slow().take
    for webhook in (Webhook(SECRET), unknown):
        async with served(webhook.receive) as (_, url):
            assert await posted(url) == 503


async def two_in_hand(slow: Slow, url: str) -> "asyncio.Future[list[int]]":
    answers = asyncio.gather(*(posted(url) for _ in range(2)))
    for _ in range(2):
        await slow.taken.acquire()
    return answers


async def test_no_more_updates_are_in_hand_than_can_be_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pushing, "MOST_IN_HAND", 2)
    async with taken_slowly() as (slow, _, url):
        first = await two_in_hand(slow, url)
        assert await posted(url) == 503
        slow.commit.set()
        assert (await first, await posted(url)) == ([200, 200], 200)


async def test_an_update_that_cannot_be_committed_in_time_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pushing, "TIME_TO_COMMIT", 0.1)
    async with taken_slowly() as (slow, _, url):
        assert (await posted(url), slow.given_up) == (503, 1)


async def test_what_is_in_hand_is_finished_before_the_server_stops() -> None:
    async with taken_slowly() as (slow, server, url):
        answer = asyncio.create_task(posted(url))
        await slow.taken.acquire()
        stop = asyncio.create_task(server.stop())
        await asyncio.sleep(0.1)
        slow.commit.set()
        await stop
        assert await answer == 200


REQUEST = b"POST /hook HTTP/1.0\r\n\r\n"


async def silent(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", urlsplit(url).port)


async def test_beyond_the_bound_the_oldest_idle_connection_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "CONNECTIONS", 2)
    async with served(Webhook(SECRET).receive) as (_, url):
        (first, writer), (_, other) = [await silent(url) for _ in range(2)]
        async with asyncio.timeout(PATIENCE):
            while not (await heard(url, REQUEST)).startswith(b"HTTP/1.0 401 "):
                await asyncio.sleep(0.02)
            assert await first.read() == b""
        writer.close()
        other.close()


async def test_what_is_in_hand_makes_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "CONNECTIONS", 2)
    async with taken_slowly() as (slow, _, url):
        answers = await two_in_hand(slow, url)
        assert await heard(url, REQUEST) == b""
        slow.commit.set()
        assert await answers == [200, 200]


@pytest.mark.parametrize("words", [b"", b"POST /hook HT"])
async def test_whoever_does_not_ask_for_anything_is_hung_up_on(monkeypatch: pytest.MonkeyPatch, words: bytes) -> None:
    monkeypatch.setattr(serving, "TIME_TO_SPEAK", 0.2)
    async with served(Webhook(SECRET).receive) as (_, url), asyncio.timeout(PATIENCE):
        reader, writer = await silent(url)
        writer.write(words)
        assert await reader.read() == b""
        writer.close()


async def heard(url: str, words: bytes) -> bytes:
    try:
        return await said(url, words)
    except ConnectionError:
        return b""


async def test_a_page_that_breaks_tells_nothing_of_it() -> None:
    async def broken(_request: web.BaseRequest) -> web.StreamResponse:
        raise RuntimeError("with a secret in it")

    async with served(broken, "GET") as (_, url):
        words = b"GET /hook HTTP/1.1\r\nHost: bot\r\nAccept: text/html\r\n\r\n"
        head, _, body = (await said(url, words)).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 500 ")
        assert body == b""
        assert b"Server:" not in head


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('[]{}"\\ab', max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('[]{}"\\', max_size=4), inner, max_size=3),
    max_leaves=30,
)


def depth_of(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth_of, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(depth_of, value), default=0)
    return 0


@given(JSON, st.integers(0, 6))
def test_depth_is_known_before_json_is_read(value: Any, bound: int) -> None:
    assert is_deeper(json.dumps(value).encode(), bound) == (depth_of(value) > bound)


@given(st.text('[]{}"\\a,:', max_size=40), st.integers(0, 6))
def test_what_is_not_called_deep_can_be_read_or_is_no_json(text: str, bound: int) -> None:
    if not is_deeper(text.encode(), bound):
        try:
            assert depth_of(json.loads(text)) <= bound
        except ValueError:
            return


# What bot/web/server.py uses of aiohttp though it is not public, in the releases to which pyproject.toml pins it. One
# that is not pinned may change any of it: widen the pin only with this test green and read again.
def test_aiohttp_is_pinned_to_releases_whose_private_parts_are_as_we_use_them() -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))["project"]
    [pin] = [line for line in project["dependencies"] if line.startswith("aiohttp>")]
    assert pin.startswith("aiohttp>=3.14.")
    assert pin.endswith(",<3.15")
    assert version("aiohttp").startswith("3.14.")
    assert inspect.iscoroutinefunction(web.StreamResponse._prepare_headers)
    made = inspect.getsource(web.StreamResponse._prepare_headers)
    assert "SERVER" in made, "it sets `Server` there, and calls nothing else behind it that could"
    used = {"connection_made": "transport", "force_close": "", "handle_error": "request status exc message"}
    for method, parameters in used.items():
        assert [*inspect.signature(getattr(web.RequestHandler, method)).parameters] == ["self", *parameters.split()]
    given = {"loop", "logger", "access_log", "keepalive_timeout", "lingering_time", "auto_decompress"}
    assert given <= set(inspect.signature(web.RequestHandler.__init__).parameters)
    assert isinstance(inspect.getattr_static(web.Server, "connections"), property)
    assert "__call__" in vars(web.Server)
