"""A way to a server that can be closed, can swallow an answer, and can carry nothing for a while."""

import asyncio
import socket
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit, urlunsplit

COMMIT = b"COMMIT\0"
READY = b"Z\0\0\0\5I"
FAREWELL = b"SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"
DISMISSAL = b"E" + (4 + len(FAREWELL)).to_bytes(4) + FAREWELL
PIECE = 65536


class Relay:
    """Carries bytes between those who come to `url` and the database that is elsewhere. Closed until it is opened."""

    def __init__(self, database: str) -> None:
        parts = urlsplit(database)
        self._host, self._port = parts.hostname, parts.port
        self._ours = socket.socket()  # keeps the port for it also while it is closed
        self._ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._ours.bind(("127.0.0.1", 0))
        self._own_port = self._ours.getsockname()[1]
        self.url = urlunsplit(parts._replace(netloc=f"{parts.username}@127.0.0.1:{self._own_port}"))
        self._server: asyncio.Server | None = None
        self._ways: set[asyncio.StreamWriter] = set()
        self._carries = asyncio.Event()
        self._carries.set()
        self.swallows_commits = 0
        """So many commits arrive from now on, but what the server says to them does not, nor anything after it."""
        self.dismisses = 0
        """So many who come from now on are told to go as soon as they are in, before they have asked for anything."""

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
        self._ours.close()

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", self._own_port, reuse_port=True)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self.resume()
        for way in self._ways:
            way.close()
        while self._ways:
            await asyncio.sleep(0.01)

    def pause(self) -> None:
        self._carries.clear()

    def resume(self) -> None:
        self._carries.set()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection(self._host, self._port)
        ways = {writer, there_writer}
        self._ways |= ways
        try:
            with suppress(OSError):
                await asyncio.gather(self._forth(reader, there_writer), self._back(there_reader, writer))
        finally:
            self._ways -= ways
            for way in ways:
                way.close()

    async def _forth(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(PIECE):
            await self._carries.wait()
            writer.write(piece)
        writer.close()

    async def _back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(PIECE):
            await self._carries.wait()
            if self.swallows_commits and COMMIT in piece:
                self.swallows_commits -= 1
                break
            if self.dismisses and piece.endswith(READY):
                self.dismisses -= 1
                piece += DISMISSAL
            writer.write(piece)
        writer.close()
