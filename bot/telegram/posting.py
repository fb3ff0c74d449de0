"""JSON posted over kept connections: HTTP/1.1 as the Bot API speaks it.

What was written is never written again: whoever hears of no answer does not know whether there was one.
"""

import asyncio
import socket
import ssl
from base64 import b64encode
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import orjson
from aiohappyeyeballs import start_connection
from httptools import HttpParserError, HttpResponseParser
from yarl import URL

CONNECTIONS = 256
IDLE = 15.0
"""Seconds after which an unused connection is not used again: servers close theirs after a minute or more."""
LARGEST = 32 << 20
"""Bytes of an answer: a hundred updates, each as long as Telegram makes them, are a few million."""
NEXT_ADDRESS = 0.25
"""Seconds after which the next address of a host is tried beside the first."""
FINAL = 200
"""Answers with a lower status are followed by another."""


class Broken(ConnectionError):
    """There was no whole answer. It names no address."""


@dataclass(frozen=True, slots=True)
class _Address:
    """Where a URL leads, and what is written before the length of the body."""

    host: str
    port: int
    is_secure: bool
    head: bytes


@lru_cache(maxsize=128)
def _address_of(url: str) -> _Address:
    parts = URL(url)
    if parts.scheme not in {"http", "https"} or not parts.raw_host or parts.port is None:
        raise Broken("no address")
    lines = [f"POST {parts.raw_path_qs} HTTP/1.1", f"Host: {parts.host_port_subcomponent}"]
    if parts.user is not None:
        named = f"{parts.user}:{parts.password or ''}".encode()
        lines.append(f"Authorization: Basic {b64encode(named).decode()}")
    lines += ["Content-Type: application/json", "Content-Length: "]
    return _Address(parts.raw_host, parts.port, parts.scheme == "https", "\r\n".join(lines).encode())


class _Connection(asyncio.Protocol):
    """A connection, on which one call is made at a time."""

    def __init__(self) -> None:
        self.used_at = 0.0
        self.is_open = True
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self._parser = HttpResponseParser(self)
        self._body: list[bytes] = []
        self._size = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is none by its class

    async def asks(self, address: _Address, body: bytes, seconds: float | None) -> tuple[int, bytes]:
        """Status and body of the answer. Raises Broken and TimeoutError; then it is closed, as after a cancellation."""
        loop = asyncio.get_running_loop()
        self._answer = loop.create_future()
        late = None if seconds is None else loop.call_later(seconds, self._fails, TimeoutError())
        self._transport.write(b"%s%d\r\n\r\n%s" % (address.head, len(body), body))
        try:
            return await self._answer
        finally:
            if late is not None:
                late.cancel()
            if self._answer.cancelled() or not self.is_open:
                self.close()
            self._answer = None
            self.used_at = loop.time()

    def close(self) -> None:
        self.is_open = False
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        self._size += len(data)
        try:
            if self._awaited() and self._size <= LARGEST:
                self._parser.feed_data(data)
            else:
                self._fails(Broken("an answer to nothing, or without an end"))
        except HttpParserError:
            self._fails(Broken("no HTTP"))

    def on_body(self, body: bytes) -> None:
        self._body.append(body)

    def on_message_complete(self) -> None:
        if self._parser.get_status_code() >= FINAL:
            self.is_open = self.is_open and bool(self._awaited()) and self._parser.should_keep_alive()
            self._ends()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  what broke it does not matter
        # An answer without a length ends with its connection: nothing but whole JSON shows that it did.
        self.is_open = False
        try:
            orjson.loads(b"".join(self._body))
        except ValueError:
            self._fails(Broken("hung up"))
        else:
            self._ends()

    def _awaited(self) -> asyncio.Future[tuple[int, bytes]] | None:
        return None if self._answer is None or self._answer.done() else self._answer

    def _ends(self) -> None:
        if answer := self._awaited():
            answer.set_result((self._parser.get_status_code(), b"".join(self._body)))
        self._body, self._size = [], 0

    def _fails(self, error: Exception) -> None:
        if answer := self._awaited():
            answer.set_exception(error)
        self.close()


class Connections:
    """Those that are open, at most CONNECTIONS; whoever needs one more waits. Its owner closes it."""

    def __init__(self, connect_timeout: float, proxy: str | None = None) -> None:
        self._connect_timeout = connect_timeout
        self._proxy = proxy
        self._places = asyncio.Semaphore(CONNECTIONS)
        self._idle: dict[tuple[str, int, bool], list[_Connection]] = {}
        self._secure: ssl.SSLContext | None = None

    async def post(self, url: str, body: bytes, seconds: float | None) -> tuple[int, bytes]:
        """Status and body of the answer to JSON, which is to come within so many seconds; redirects are not followed.

        Raises OSError, ValueError where the URL is none, TimeoutError, and errors of the proxy's client; no message of
        theirs is fit to be shown.
        """
        address = _address_of(url)
        idle = self._idle.setdefault((address.host, address.port, address.is_secure), [])
        async with self._places:
            connection = _usable(idle) or await self._opened(address)
            try:
                return await connection.asks(address, body, seconds)
            finally:
                if connection.is_open:
                    idle.append(connection)

    async def close(self) -> None:
        """Close all that nobody uses."""
        for idle in self._idle.values():
            while idle:
                idle.pop().close()
        await asyncio.sleep(0)  # the loop lets go of them in its next turn

    async def _opened(self, address: _Address) -> _Connection:
        loop = asyncio.get_running_loop()
        if address.is_secure and self._secure is None:
            self._secure = ssl.create_default_context()
        async with asyncio.timeout(self._connect_timeout):
            plain = await self._reached(address.host, address.port)
            secure, name = (self._secure, address.host) if address.is_secure else (None, None)
            _, connection = await loop.create_connection(_Connection, sock=plain, ssl=secure, server_hostname=name)
        return connection

    async def _reached(self, host: str, port: int) -> socket.socket:
        if self._proxy is not None:
            from python_socks.async_.asyncio import Proxy  # noqa: PLC0415  few have a proxy

            return await Proxy.from_url(self._proxy).connect(host, port, self._connect_timeout)
        infos = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        return await start_connection(infos, happy_eyeballs_delay=NEXT_ADDRESS, interleave=1)


def _usable(idle: list[_Connection]) -> _Connection | None:
    """The connection that was used last, unless that is so long ago that its other end may be about to close it."""
    used_since = asyncio.get_running_loop().time() - IDLE
    while idle:
        if (connection := idle.pop()).is_open:
            if connection.used_at > used_since:
                return connection
            connection.close()
    return None
