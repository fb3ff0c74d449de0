"""JSON over kept connections, against a server that does what servers and proxies do."""

import asyncio
import ssl
import traceback
from asyncio import StreamReader as Reader
from asyncio import StreamWriter as Writer
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram.error import NetworkError, TelegramError, TimedOut

from bot.telegram.api import AiohttpRequest, Api
from bot.telegram.posting import CONNECTIONS, LARGEST, Connections

CERTIFICATE = Path(__file__).with_name("localhost.pem")
"""Of this machine, signed by itself, with its key."""
TOKEN = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
RESULT = b'{"ok":true,"result":7}'
OK = b"HTTP/1.1 200 OK\r\n"
WHOLE = b"%sContent-Length: %d\r\n\r\n%s" % (OK, len(RESULT), RESULT)
THE_LAST = WHOLE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
IN_CHUNKS = OK + b'Transfer-Encoding: chunked\r\n\r\n4\r\n{"ok\r\n12;x=y\r\n":true,"result":7}\r\n0\r\nX: y\r\n\r\n'
WITHOUT_LENGTH = b"HTTP/1.0 200 OK\r\n\r\n" + RESULT
Serves = Callable[[Reader, Writer], Coroutine[Any, Any, None]]


async def request_on(reader: Reader) -> bytes:
    """The body of one request, whose head is what it should be."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    assert (head[0][:9], head[0][-9:]) == ("POST /bot", " HTTP/1.1")
    named = dict(line.split(": ") for line in head[1:-2])
    assert named.keys() - {"Authorization"} == {"Host", "Content-Type", "Content-Length"}
    assert "@" not in named["Host"]
    assert named["Content-Type"] == "application/json"
    return await reader.readexactly(int(named["Content-Length"]))


@asynccontextmanager
async def serving(serves: Serves, **given: Any) -> AsyncIterator[str]:
    """The URL of a method of a server that does this on each connection, and closes it then."""

    async def closed(reader: Reader, writer: Writer) -> None:
        try:
            await serves(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # whoever asked has gone
        finally:
            writer.close()

    async with await asyncio.start_server(closed, "localhost", 0, **given) as server:
        scheme = "https" if given else "http"
        yield f"{scheme}://localhost:{server.sockets[0].getsockname()[1]}/bot{TOKEN}/getMe"


def always(*pieces: bytes, asked: list[bytes] | None = None, times: int = 1) -> Serves:
    async def serves(reader: Reader, writer: Writer) -> None:
        for _ in range(times):
            body = await request_on(reader)
            if asked is not None:
                asked.append(body)
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(0)

    return serves


@asynccontextmanager
async def client() -> AsyncIterator[Connections]:
    connections = Connections(5)
    yield connections
    await connections.close()


WAYS = WHOLE, IN_CHUNKS, WITHOUT_LENGTH, b"HTTP/1.1 100 Continue\r\n\r\n" + WHOLE, THE_LAST


@pytest.mark.parametrize("answer", WAYS, ids=["whole", "chunks", "without length", "after another", "the last"])
async def test_an_answer_comes_in_any_of_the_ways_of_http(answer: bytes) -> None:
    asked: list[bytes] = []
    async with serving(always(answer, asked=asked)) as url, client() as connections:
        assert await connections.post(url, '{"text":"🐂"}'.encode(), 5) == (200, RESULT)
    assert asked == ['{"text":"🐂"}'.encode()]


async def test_who_is_named_in_the_address_is_told_as_servers_ask_for_it() -> None:
    heads: list[bytes] = []

    async def serves(reader: Reader, writer: Writer) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(WHOLE)

    async with serving(serves) as url, client() as connections:
        named = url.replace("//", "//ann:a%20b@").replace("getMe", "getMe/ї")
        assert await connections.post(named, b"", 5) == (200, RESULT)
    [head] = heads
    assert b"/getMe/%D1%97 HTTP/1.1\r\nHost: localhost:" in head
    assert b"\r\nAuthorization: Basic YW5uOmEgYg==\r\n" in head


@given(st.sampled_from([WHOLE, IN_CHUNKS]), st.sets(st.integers(1, len(WHOLE) - 1)))
def test_however_an_answer_is_cut_it_is_the_same(answer: bytes, cuts: set[int]) -> None:
    places = [0, *sorted(cuts), len(answer)]
    pieces = [answer[one:other] for one, other in pairwise(places)]

    async def asks_twice() -> list[tuple[int, bytes]]:
        async with serving(always(*pieces, times=2)) as url, client() as connections:
            return [await connections.post(url, b"{}", 5) for _ in range(2)]

    assert asyncio.run(asks_twice()) == [(200, RESULT)] * 2


NOT_WHOLE = {
    "nothing": b"",
    "less than all": WHOLE[:-1],
    "no last chunk": IN_CHUNKS[:60],
    "no http": b"SSH-2.0-x\r\n\r\n",
    "no size": OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "no length": OK + b"Content-Length: x\r\n\r\n",
}


@pytest.mark.parametrize("answer", NOT_WHOLE.values(), ids=NOT_WHOLE)
async def test_no_whole_answer_is_a_network_error_and_nothing_is_sent_again(answer: bytes) -> None:
    asked: list[bytes] = []
    async with serving(always(answer, asked=asked)) as url:
        assert type(await error_of(url)) is NetworkError
    assert asked == [b"{}"]


async def error_of(url: str, wait: float = 5) -> TelegramError:
    """What a call comes to, of which neither message nor traceback names the address or the token."""
    http = AiohttpRequest(connect_timeout=5)
    await http.initialize()
    try:
        with pytest.raises(TelegramError) as failed:
            await Api(url.removesuffix("/getMe"), http).call("getMe", wait=wait)
    finally:
        await http.shutdown()
    told = str(failed.value) + repr(failed.value) + "".join(traceback.format_exception(failed.value))
    assert [word for word in (TOKEN.partition(":")[2], "localhost:") if word in told] == []
    return failed.value


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "http://[::bad", "nonsense", "ftp://localhost", "http://:80"])
async def test_where_nobody_answers_is_a_network_error(url: str) -> None:
    assert type(await error_of(f"{url}/bot{TOKEN}/getMe")) is NetworkError


async def test_what_does_not_come_in_time_is_timed_out_and_whoever_waits_no_longer_hangs_up() -> None:
    asked, left = asyncio.Queue[bytes](), asyncio.Queue[bytes]()

    async def never(reader: Reader, _writer: Writer) -> None:
        asked.put_nowait(await request_on(reader))
        left.put_nowait(await reader.read())

    async with serving(never) as url:
        assert type(await error_of(url, wait=0.05)) is TimedOut
        assert (await asked.get(), await left.get()) == (b"{}", b"")
        async with client() as connections:
            waiting = asyncio.create_task(connections.post(url, b"{}", None))
            assert await asked.get() == b"{}"
            waiting.cancel()
            assert await left.get() == b""


async def test_an_answer_without_an_end_is_given_up() -> None:
    async def endless(reader: Reader, writer: Writer) -> None:
        await request_on(reader)
        writer.write(OK + b"Content-Length: %d\r\n\r\n" % (2 * LARGEST))
        for _ in range(2 * LARGEST >> 20):
            writer.write(bytes(1 << 20))
            await writer.drain()

    async with serving(endless) as url:
        assert type(await error_of(url, wait=60)) is NetworkError


async def test_a_connection_that_was_closed_or_spoken_to_while_idle_is_not_used_again() -> None:
    opened: list[int] = []

    async def serves(reader: Reader, writer: Writer) -> None:
        opened.append(len(opened))
        await request_on(reader)
        writer.write(WHOLE)
        if len(opened) == 1:
            await writer.drain()
            writer.write(WHOLE)
            await reader.read()

    async with serving(serves) as url, client() as connections:
        for _ in range(3):
            assert (await connections.post(url, b"{}", 5))[1] == RESULT
            for _ in range(5):
                await asyncio.sleep(0.01)
    assert opened == [0, 1, 2]


async def test_connections_are_kept_and_are_not_more_than_they_may_be() -> None:
    opened: list[Writer] = []

    async def serves(reader: Reader, writer: Writer) -> None:
        opened.append(writer)
        await always(WHOLE, times=10**6)(reader, writer)

    async with serving(serves) as url, client() as connections:
        for _ in range(2):
            await asyncio.gather(*(connections.post(url, b"{}", 60) for _ in range(2 * CONNECTIONS)))
    assert len(opened) <= CONNECTIONS


async def test_whom_no_certificate_names_is_not_spoken_to(monkeypatch: pytest.MonkeyPatch) -> None:
    context, asked = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH), list[bytes]()
    context.load_cert_chain(CERTIFICATE)
    async with serving(always(WHOLE, times=2, asked=asked), ssl=context) as url:
        assert type(await error_of(url)) is NetworkError
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
        async with client() as connections:
            with pytest.raises(ssl.SSLCertVerificationError):
                await connections.post(url.replace("localhost", "127.0.0.1"), b"{}", 5)
            assert asked == []
            assert [await connections.post(url, b"{}", 5) for _ in range(2)] == [(200, RESULT)] * 2
