"""python-telegram-bot's requests, carried by aiohttp."""

from collections.abc import Coroutine, Mapping
from typing import IO, Any

import aiohttp
import orjson
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData

CONNECTIONS = 256
JSON = {"Content-Type": "application/json"}
SUCCESS = range(200, 300)

Body = bytes | aiohttp.Payload | None
"""JSON, a form, or nothing."""
File = tuple[str, bytes | IO[bytes], str]
"""Its name, its bytes, and of what type they are."""


class AiohttpRequest(BaseRequest):
    """HTTP for `telegram.Bot`. No message of its errors holds an address, for the address holds the token."""

    def __init__(self, *, read_timeout: float = 15.0, connect_timeout: float = 5.0) -> None:
        self._read_timeout = read_timeout
        self._timeout = aiohttp.ClientTimeout(sock_read=read_timeout, sock_connect=connect_timeout)
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

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """The answer. Raises TelegramError if it is no JSON."""
        try:
            answer: dict[str, Any] = orjson.loads(payload)
        except ValueError:  # the library's parser takes more, such as lone surrogates
            answer = BaseRequest.parse_json_payload(payload)
        return answer

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ARG002  aiohttp bounds a write by the read that follows
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ARG002  always that of the client
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ARG002  whoever waits for a place in the pool may wait
    ) -> tuple[int, bytes]:
        """Status and body of an answer of the Bot API. Raises TimedOut, or NetworkError if there is no such answer."""
        return await self.exchange(url, method, _written(request_data), read_timeout)

    async def exchange(self, url: str, method: str, body: Body, read_timeout: Any) -> tuple[int, bytes]:
        """As `do_request`, with a body that is written already."""
        if self._session is None:
            raise NetworkError("The HTTP client is closed")
        headers, times = JSON if isinstance(body, bytes) else None, self._timeout
        if read_timeout is not BaseRequest.DEFAULT_NONE:
            times = aiohttp.ClientTimeout(sock_read=read_timeout, sock_connect=times.sock_connect)
        try:
            async with self._session.request(method, url, data=body, headers=headers, timeout=times) as response:
                status, answer = response.status, await response.read()
        except TimeoutError as error:
            raise TimedOut(type(error).__name__) from None
        except Exception as error:  # noqa: BLE001  the library would quote it, and with it the address
            raise NetworkError(type(error).__name__) from None
        # The library would make a page of a proxy an error of its status, such as InvalidToken, and quote the page.
        if not _is_of_the_bot_api(status, answer):
            raise NetworkError(f"HTTP status {status} without an answer of the Bot API")
        return status, answer


class WrittenRequest(BaseRequest):
    """One call over the connections of `http`, whose body is written already.

    `post` would have an object for each parameter, and making those takes longer than all else that it does.
    """

    __slots__ = ("_body", "_http")
    parse_json_payload = staticmethod(AiohttpRequest.parse_json_payload)

    def __init__(self, http: AiohttpRequest, body: Body) -> None:
        self._http = http
        self._body = body

    @property
    def read_timeout(self) -> float:
        """That of `http`."""
        return self._http.read_timeout

    async def initialize(self) -> None:
        """Nothing: the connections are those of `http`."""

    async def shutdown(self) -> None:
        """Nothing: the connections are those of `http`."""

    def do_request(self, url: str, method: str, *_: Any, **given: Any) -> Coroutine[Any, Any, tuple[int, bytes]]:
        """Status and body of an answer of the Bot API. Raises as `AiohttpRequest` does."""
        return self._http.exchange(url, method, self._body, given["read_timeout"])


def form(fields: Mapping[str, str], files: Mapping[str, File]) -> aiohttp.Payload:
    """A form that brings files. What cannot be written is a TypeError, as long as it is not called within `post`."""
    written = aiohttp.FormData(fields)
    for field, (name, content, mime) in files.items():
        written.add_field(field, content, filename=name, content_type=mime)
    return written()


def _written(request_data: RequestData | None) -> Body:
    """JSON, which is far cheaper to write than a form, unless files go along."""
    if request_data is None:
        return None
    if request_data.contains_files:
        return form(request_data.json_parameters, request_data.multipart_data)
    return orjson.dumps(request_data.parameters)


def _is_of_the_bot_api(status: int, answer: bytes) -> bool:
    """Whether it is a result, which is parsed elsewhere, or a refusal with a reason."""
    if status in SUCCESS:
        return b'"result"' in answer
    try:
        refusal = AiohttpRequest.parse_json_payload(answer)
        return refusal["ok"] is False and isinstance(refusal["description"], str)
    except (TelegramError, KeyError, TypeError):
        return False
