"""Calls of the Bot API: frequent ones as plain JSON, the rest over aiohttp; what Telegram's refusals mean for us."""

import re
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import IO, Any

import aiohttp
import orjson
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData
from telegram.warnings import PTBDeprecationWarning

from bot.metrics import TELEGRAM_CALL_SECONDS, TELEGRAM_REFUSALS
from bot.telegram.posting import CONNECTIONS, Connections

# What Telegram's refusals mean for us. python-telegram-bot makes them exceptions.

SAME = ("message is not modified",)
GONE = (
    "message to edit not found",
    "message to delete not found",
    "message can't be edited",
    "message_id_invalid",
    "message not found",
    "message identifier is not specified",
    "invalid inline message identifier",
)
NO_TEXT = ("there is no text in the message to edit",)
"""The message shows a picture, and cannot be edited to show text instead."""
UNMARKED = ("message to react not found", "reaction_invalid", "reactions are not available")
KEPT = ("message can't be deleted",)
NO_TOPIC = ("message thread not found", "topic_closed", "topic_deleted", "topic_id_invalid")
"""The topic is closed or gone: nothing can be written there, and nothing that stands there be changed."""
UNREACHABLE = (
    "chat not found",
    "user not found",
    "user is deactivated",
    "peer_id_invalid",
    "have no rights to send",
    "not enough rights to send",
    "need administrator rights",
    "chat_admin_required",
    "chat_write_forbidden",
    "chat_send_plain_forbidden",
    "chat_guest_send_forbidden",
    "chat_restricted",
    "channel_private",
    "user_banned_in_channel",
    "user_is_blocked",
    "input_user_deactivated",
    "premium_required",
    "payment_required",
    "group chat was deactivated",
)

# At each flood wait python-telegram-bot warns that it will be a timedelta; `seconds_asked` reads both.
warnings.filterwarnings("ignore", ".*attribute `retry_after`", PTBDeprecationWarning)
QUOTED = re.compile(r"""(["']).*\1""", re.DOTALL)
"""What an error message quotes of the request."""


def seconds_asked(error: Exception) -> float:
    """Seconds that Telegram told us to wait; 0 if it did not."""
    if not isinstance(error, RetryAfter):
        return 0.0
    rest = error.retry_after
    return rest.total_seconds() if isinstance(rest, timedelta) else rest


def says(error: BadRequest, words: tuple[str, ...]) -> bool:
    """Whether the refusal contains one of these phrases."""
    return any(word in error.message.lower() for word in words)


def reason_of(error: TelegramError) -> str:
    """Why Telegram refused, for the log, without quoted text, which players may have written."""
    return QUOTED.sub("…", error.message)


KINDS = {
    "same": SAME, "gone": GONE, "no_text": NO_TEXT, "unmarked": UNMARKED, "kept": KEPT, "no_topic": NO_TOPIC,
    "unreachable": UNREACHABLE,
}  # fmt: skip


def kind_of(error: TelegramError) -> str:
    """Why a call failed, in one word of a few: for counting."""
    if isinstance(error, RetryAfter):
        return "flood"
    if is_unreachable(error):
        return "unreachable"
    if isinstance(error, BadRequest):
        return next((kind for kind, words in KINDS.items() if says(error, words)), "bad_request")
    if isinstance(error, NetworkError):
        return "timeout" if isinstance(error, TimedOut) else "network"
    return type(error).__name__.lower()


def is_unreachable(error: Exception) -> bool:
    """Whether the chat cannot be written to: the bot was blocked or removed, or the chat does not exist."""
    return isinstance(error, Forbidden) or (isinstance(error, BadRequest) and says(error, UNREACHABLE))


# python-telegram-bot's requests, carried by aiohttp; what is frequent goes over connections of our own.

JSON = {"Content-Type": "application/json"}
SUCCESS = range(200, 300)

Body = bytes | aiohttp.Payload | None
"""JSON, a form, or nothing."""
File = tuple[str, bytes | IO[bytes], str]
"""Its name, its bytes, and of what type they are."""


def connector(proxy: str | None) -> aiohttp.TCPConnector:
    """What connects aiohttp's clients, through the proxy if there is one."""
    if proxy is None:
        return aiohttp.TCPConnector(limit=CONNECTIONS, ttl_dns_cache=300)
    from aiohttp_socks import ProxyConnector  # noqa: PLC0415  few have a proxy

    return ProxyConnector.from_url(proxy, limit=CONNECTIONS)


class AiohttpRequest(BaseRequest):
    """HTTP for `telegram.Bot`. No message of its errors holds an address, for the address holds the token.

    `proxy`: its URL, if calls go through one.
    """

    def __init__(self, *, read_timeout: float = 15.0, connect_timeout: float = 5.0, proxy: str | None = None) -> None:
        self._read_timeout = read_timeout
        self._connect_timeout = connect_timeout
        self._session: aiohttp.ClientSession | None = None
        self._connections = Connections(connect_timeout, proxy)
        self._proxy = proxy

    @property
    def read_timeout(self) -> float:
        """Seconds to wait for an answer unless the call says otherwise."""
        return self._read_timeout

    async def initialize(self) -> None:
        """Open the pool of connections; harmless when it is open."""
        if self._session is None:
            self._session = aiohttp.ClientSession(connector=connector(self._proxy), cookie_jar=aiohttp.DummyCookieJar())

    async def shutdown(self) -> None:
        """Close every connection."""
        if self._session is not None:
            await self._session.close()
            self._session = None
            await self._connections.close()

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
        return await self._by_aiohttp(url, method, _written(request_data), read_timeout)

    async def exchange(self, url: str, body: Body, read_timeout: Any) -> tuple[int, bytes]:
        """The same for a body that is posted; JSON goes over connections of its own, for it is frequent."""
        if not isinstance(body, bytes):
            return await self._by_aiohttp(url, "POST", body, read_timeout)
        with self._telling_nothing():
            status, answer = await self._connections.post(url, body, self._seconds(read_timeout))
        return _of_the_bot_api(status, answer)

    async def _by_aiohttp(self, url: str, method: str, body: Body, read_timeout: Any) -> tuple[int, bytes]:
        with self._telling_nothing() as session:
            headers = JSON if isinstance(body, bytes) else None
            times = aiohttp.ClientTimeout(sock_read=self._seconds(read_timeout), sock_connect=self._connect_timeout)
            asked = session.request(method, url, data=body, headers=headers, timeout=times, allow_redirects=False)
            async with asked as response:
                status, answer = response.status, await response.read()
        return _of_the_bot_api(status, answer)

    def _seconds(self, read_timeout: Any) -> float | None:
        return self._read_timeout if read_timeout is BaseRequest.DEFAULT_NONE else read_timeout

    @contextmanager
    def _telling_nothing(self) -> Iterator[aiohttp.ClientSession]:
        """Make any error one of the library's, which would quote it, and with it the address."""
        if self._session is None:
            raise NetworkError("The HTTP client is closed")
        try:
            yield self._session
        except TimeoutError as error:
            raise TimedOut(type(error).__name__) from None
        except Exception as error:  # noqa: BLE001
            raise NetworkError(type(error).__name__) from None


class Answered(BaseRequest):
    """A call whose answer is there already: of a refusal `post` makes one of the library's exceptions."""

    __slots__ = ("_answer",)
    parse_json_payload = staticmethod(AiohttpRequest.parse_json_payload)

    def __init__(self, status: int, answer: bytes) -> None:
        self._answer = status, answer

    @property
    def read_timeout(self) -> None:
        """None: nobody waits."""

    async def initialize(self) -> None:
        """Nothing."""

    async def shutdown(self) -> None:
        """Nothing."""

    async def do_request(self, *_: Any, **__: Any) -> tuple[int, bytes]:
        """Status and body."""
        return self._answer


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


def _of_the_bot_api(status: int, answer: bytes) -> tuple[int, bytes]:
    """The same, if it is a result, which is parsed elsewhere, or a refusal with a reason. Raises NetworkError.

    The library would make a page of a proxy an error of its status, such as InvalidToken, and quote the page.
    """
    if status in SUCCESS:
        is_answer = b'"result"' in answer
    else:
        try:
            refusal = AiohttpRequest.parse_json_payload(answer)
            is_answer = refusal["ok"] is False and isinstance(refusal["description"], str)
        except (TelegramError, KeyError, TypeError):
            is_answer = False
    if not is_answer:
        raise NetworkError(f"HTTP status {status} without an answer of the Bot API")
    return status, answer


# Frequent calls of the Bot API as plain JSON; for all others there is python-telegram-bot's `Bot`.
#
# Turning a sent message into objects costs four times what sending it does, and we need one number of it.


class Api:
    """Calls methods by Telegram's names. `root`: the URL before the method's name."""

    def __init__(self, root: str, http: AiohttpRequest) -> None:
        self._root = root
        self._http = http

    async def call(self, method: str, *, wait: float | None = None, **parameters: Any) -> Any:
        """The `result` of Telegram's answer.

        `wait`: the timeout in seconds, if not the usual one. Raises TelegramError.
        """
        with measured_call(method):
            return await self._post(method, orjson.dumps(parameters), wait)

    async def upload(self, method: str, files: Mapping[str, File], **parameters: Any) -> Any:
        """The `result` of Telegram's answer to a call with files. Raises TelegramError."""
        fields = {
            name: value if isinstance(value, str) else orjson.dumps(value).decode()
            for name, value in parameters.items()
        }
        with measured_call(method):
            return await self._post(method, form(fields, files), None)

    async def _post(self, method: str, body: Body, wait: float | None) -> Any:
        read_timeout = BaseRequest.DEFAULT_NONE if wait is None else wait
        status, answer = await self._http.exchange(f"{self._root}/{method}", body, read_timeout)
        if status in SUCCESS:
            return AiohttpRequest.parse_json_payload(answer).get("result")
        return await Answered(status, answer).post("")


@contextmanager
def measured_call(method: str) -> Iterator[None]:
    """Time the call, and count it if it fails."""
    began = time.perf_counter()
    try:
        yield
    except TelegramError as error:
        TELEGRAM_REFUSALS.labels(method, kind_of(error)).inc()
        raise
    finally:
        TELEGRAM_CALL_SECONDS.labels(method).observe(time.perf_counter() - began)
