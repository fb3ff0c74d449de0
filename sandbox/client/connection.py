"""A client's connection to a sandbox: calls over HTTP, and the mirror that follows them."""

import asyncio
from typing import Any

from aiohttp import ClientSession

from sandbox.client.mirror import Mirror
from sandbox.server import EVENT_HEADER

_ERRORS = 400


class NotPossible(Exception):
    """The sandbox refused an action; the message says why."""


class Connection:
    """A connection, opened at the first call."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._opened: tuple[ClientSession, Mirror] | None = None
        self._lock = asyncio.Lock()

    @property
    def mirror(self) -> Mirror:
        """The copy of the chats, as far as events have come in."""
        if self._opened is None:
            raise RuntimeError("the sandbox's client is not connected: use `async with Sandbox(url)`")
        return self._opened[1]

    async def open(self) -> tuple[ClientSession, Mirror]:
        """Connect, and receive a snapshot."""
        async with self._lock:
            if self._opened is None:
                session = ClientSession(self._url)
                self._opened = session, Mirror(session)
                await self._opened[1].reach(0)
        return self._opened

    async def close(self) -> None:
        """Close the connection."""
        if self._opened is not None:
            session, mirror = self._opened
            self._opened = None
            await mirror.close()
            await session.close()

    async def download(self, path: str) -> bytes:
        """A file of the sandbox. Raises NotPossible where there is none."""
        session, _ = await self.open()
        async with session.get(path) as response:
            if response.status >= _ERRORS:
                raise NotPossible(f"there is no file {path}")
            return await response.read()

    async def call(self, verb: str, path: str, **given: Any) -> Any:
        """Call the sandbox, and wait until the mirror has all events up to the answer. Raises NotPossible."""
        session, mirror = await self.open()
        body = {name: value for name, value in given.items() if value is not None}
        query, content = (body, None) if verb == "GET" else (None, body)
        async with session.request(verb, path, params=query, json=content) as response:
            data = await response.json()
            await mirror.reach(int(response.headers[EVENT_HEADER]))
            if response.status >= _ERRORS:
                raise NotPossible(data["error"])
            return data
