"""python-telegram-bot's requests, carried by aiohttp."""

import asyncio
import json
from collections.abc import Mapping
from typing import IO, Any

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

CONNECTIONS = 256
JSON = {"Content-Type": "application/json"}

File = tuple[str, bytes | IO[bytes], str]
"""Its name, its bytes, and of what type they are."""


class AiohttpRequest(BaseRequest):
    """HTTP for `telegram.Bot`. No message of its errors holds an address, for the address holds the token."""

    def __init__(self, *, read_timeout: float = 15.0, connect_timeout: float = 5.0) -> None:
        self._read_timeout = read_timeout
        self._connect_timeout = connect_timeout
        self._timeout = aiohttp.ClientTimeout(connect=connect_timeout, sock_read=read_timeout)
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds to wait for an answer unless the call says otherwise."""
        return self._read_timeout

    async def initialize(self) -> None:
        """Open the pool of connections; harmless when it is open."""
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=CONNECTIONS, ttl_dns_cache=300)
            self._session = aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())

    async def shutdown(self) -> None:
        """Close every connection."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ARG002  aiohttp bounds a write by the read that follows
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ARG002  whoever waits for a place in the pool may wait
    ) -> tuple[int, bytes]:
        """Status and body of the answer. Raises TimedOut or NetworkError."""
        timeout = aiohttp.ClientTimeout(
            sock_read=_seconds(read_timeout, self._read_timeout),
            sock_connect=_seconds(connect_timeout, self._connect_timeout),
        )
        body, headers = _written(request_data)
        return await self._exchange(method, url, body, headers, timeout)

    async def post_json(self, url: str, body: bytes, read_timeout: float | None = None) -> tuple[int, bytes]:
        """Status and body of the answer to some JSON, without the detour. Raises TimedOut or NetworkError."""
        timeout = self._timeout
        if read_timeout is not None:
            timeout = aiohttp.ClientTimeout(connect=self._connect_timeout, sock_read=read_timeout)
        return await self._exchange("POST", url, body, JSON, timeout)

    async def post_form(self, url: str, fields: Mapping[str, str], files: Mapping[str, File]) -> tuple[int, bytes]:
        """Status and body of the answer to a form that brings files. Raises TimedOut or NetworkError."""
        return await self._exchange("POST", url, _form(fields, files), None, self._timeout)

    async def _exchange(
        self, method: str, url: str, body: Any, headers: dict[str, str] | None, times: aiohttp.ClientTimeout
    ) -> tuple[int, bytes]:
        if self._session is None:
            raise NetworkError("The HTTP client is closed")
        try:
            async with self._session.request(method, url, data=body, headers=headers, timeout=times) as response:
                return response.status, await response.read()
        except TimeoutError as error:
            raise TimedOut(type(error).__name__) from None
        except (aiohttp.ClientError, OSError, asyncio.IncompleteReadError) as error:
            raise NetworkError(type(error).__name__) from None


def _seconds(asked: Any, otherwise: float) -> float | None:
    if asked is BaseRequest.DEFAULT_NONE:
        return otherwise
    return None if asked is None else float(asked)


def _written(request_data: RequestData | None) -> tuple[Any, dict[str, str] | None]:
    """The body and its headers: JSON, which is far cheaper to write than a form, unless files go along."""
    if request_data is None:
        return None, None
    if not request_data.contains_files:
        return json.dumps(request_data.parameters).encode(), JSON
    return _form(request_data.json_parameters, request_data.multipart_data), None


def _form(fields: Mapping[str, str], files: Mapping[str, File]) -> aiohttp.FormData:
    form = aiohttp.FormData(fields)
    for field, (name, content, mime) in files.items():
        form.add_field(field, content, filename=name, content_type=mime)
    return form
