"""The HTTP server. Answers to unknown paths and malformed requests reveal nothing about the server."""

import asyncio
import errno
import logging
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any

import structlog
from aiohttp import web

log = structlog.get_logger()
Page = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]
CONNECTIONS = 512
"""Connections at most. For one more the oldest idle one is closed; Telegram makes at most 100."""
TIME_TO_SPEAK = 10.0
"""Seconds in which a new connection must have sent a request."""
IDLE = 75.0
"""Seconds after which an idle connection is closed; longer than load balancers wait, so that they close first."""
LINGER = 1.0
"""Seconds in which the rest of an unread body may arrive before the connection is closed."""
TIME_TO_FINISH = 1.5
"""Seconds for running requests after SIGTERM."""


class CannotListen(Exception):
    """The port or address cannot be used; the message is one line that says how to fix it."""


class Bare(web.Response):
    """A response without a Server header."""

    async def _prepare_headers(self) -> None:
        await super()._prepare_headers()
        del self.headers["Server"]


class WebServer:
    """Serves pages, by method and path, from `start` to `stop`. Without a port it does nothing.

    A path that ends in a slash stands for all below it.
    """

    def __init__(self, pages: Mapping[tuple[str, str], Page], host: str, port: int | None) -> None:
        self._pages = pages
        self._host = host
        self._port = port
        self._runner: web.ServerRunner | None = None

    async def start(self) -> None:
        """Listen. Raises CannotListen."""
        if self._port is None:
            return
        server = _Server(
            self._answer, access_log=None, keepalive_timeout=IDLE, lingering_time=LINGER, auto_decompress=False
        )
        # aiohttp grants the time twice: before it cancels a handler, and after
        self._runner = web.ServerRunner(server, shutdown_timeout=TIME_TO_FINISH / 2)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port, reuse_address=True).start()
        except OSError as error:
            await self.stop()
            raise CannotListen(self._mending(error)) from None

    async def stop(self) -> None:
        """Accept no more requests, finish running ones, and close all connections."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        method = "GET" if request.method == "HEAD" else request.method
        page = self._pages.get((method, request.path)) or self._page_above(method, request.path)
        return Bare(status=404) if page is None else await page(request)

    def _page_above(self, method: str, path: str) -> Page | None:
        """The page of all paths below, which ends in a slash."""
        return next(
            (page for (by, at), page in self._pages.items() if by == method and at[-1] == "/" and path.startswith(at)),
            None,
        )

    def _mending(self, error: OSError) -> str:
        if error.errno == errno.EADDRINUSE:
            return f"PORT: {self._port} is taken by another program; choose another (see .env.example)"
        if error.errno == errno.EACCES:
            return f"PORT: {self._port} is not for everybody; choose one from 1024 on (see .env.example)"
        return f"HOST: {self._host} is no address of this machine; 0.0.0.0 is all it has (see .env.example)"


class _Server(web.Server):
    """aiohttp's server, with a limit on connections and no details for malformed requests."""

    def __init__(self, handler: Page, **settings: Any) -> None:
        super().__init__(_noted(handler))
        self._settings = settings

    def has_room(self) -> bool:
        """Whether one more connection may be accepted; if there are too many, the oldest idle one is closed."""
        if len(self.connections) < CONNECTIONS:
            return True
        oldest = next((one for one in self.connections if isinstance(one, _Protocol) and one.is_idle), None)
        if oldest is not None:
            oldest.force_close()
        return oldest is not None

    def __call__(self) -> web.RequestHandler:
        return _Protocol(self, loop=asyncio.get_running_loop(), logger=logging.getLogger(__name__), **self._settings)


def _noted(page: Page) -> Page:
    """The page, whose connection does not count as idle while it is answered."""

    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        connection = request.protocol
        if not isinstance(connection, _Protocol):
            return await page(request)
        connection.has_spoken, connection.is_idle = True, False
        try:
            return await page(request)
        finally:
            connection.is_idle = True

    return answer


class _Protocol(web.RequestHandler):
    __slots__ = ("_server", "has_spoken", "is_idle")

    def __init__(self, server: _Server, **settings: Any) -> None:
        super().__init__(server, **settings)
        self._server = server
        self.has_spoken = False
        self.is_idle = True
        """Whether no request of the connection is being answered."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self._server.has_room():
            super().connection_made(transport)
            asyncio.get_running_loop().call_later(TIME_TO_SPEAK, self._close_if_silent)
        else:
            transport.close()

    def _close_if_silent(self) -> None:
        if not self.has_spoken:
            self.force_close()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002  it tells what was wrong with the request, and with that who we are
    ) -> web.StreamResponse:
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            log.error("a page broke", exc_info=exc)
        if request.writer.output_size > 0:
            raise ConnectionError("half of an answer has been sent")
        response = Bare(status=status)
        response.force_close()
        return response
