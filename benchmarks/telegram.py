"""A minimal, fast Bot API over minimal HTTP, so that the bot is measured and not its peer."""

import asyncio
import html
import itertools
import json
import re
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self, cast
from urllib.parse import parse_qsl

from aiohttp import ClientError, ClientSession, TCPConnector

# HTTP: one request at a time on a persistent connection, bodies of known length

HEAD_ENDS = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
KIND = re.compile(rb"\r\ncontent-type: *([^\r]+)", re.IGNORECASE)
PART = re.compile(rb'name="([^"]+)"[^\r]*\r\n(?:[^\r]+\r\n)*\r\n(.*?)\r\n--', re.DOTALL)
REASONS = {200: "OK", 400: "Bad Request"}

Parameters = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """A call: the last part of its path, and its parameters."""

    method: str
    parameters: Parameters


Answer = Callable[[Request, "Exchange"], None]


class Exchange(asyncio.Protocol):
    """One connection. Passes each request to `answer`, which replies now or later."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._received = b""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._received += data
        while request := self._next_request():
            self._answer(request, self)

    def reply(self, body: bytes, status: int = 200) -> None:
        if not self._transport.is_closing():
            self._transport.write(
                b"HTTP/1.1 %d %b\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
                % (status, REASONS[status].encode(), len(body), body)
            )

    def _next_request(self) -> Request | None:
        head_length = self._received.find(HEAD_ENDS)
        if head_length < 0:
            return None
        head = self._received[:head_length]
        length = LENGTH.search(head)
        end = head_length + len(HEAD_ENDS) + (int(length[1]) if length else 0)
        if len(self._received) < end:
            return None
        body, self._received = self._received[head_length + len(HEAD_ENDS) : end], self._received[end:]
        kind = KIND.search(head)
        path = head.split(b" ", 2)[1].decode()
        method, _, query = path.rpartition("/")[2].partition("?")
        return Request(method, _parameters(kind[1] if kind else b"", body) | dict(parse_qsl(query)))


def _parameters(kind: bytes, body: bytes) -> Parameters:
    if not body:
        return {}
    if kind.startswith(b"application/json"):
        return dict(json.loads(body))
    if kind.startswith(b"multipart/"):
        return {name.decode(): value.decode(errors="replace") for name, value in PART.findall(body)}
    return dict(parse_qsl(body.decode(), keep_blank_values=True))


# The Bot API, asked for updates

TOKEN = "4242:benchmark-benchmark-benchmark-00"
BOT = {"id": 4242, "is_bot": True, "first_name": "Benchmark", "username": "benchmark_bot"}
ABOUT_BOT = BOT | {"can_join_groups": True, "can_read_all_group_messages": False, "supports_inline_queries": False}
NO_WEBHOOK = {"url": "", "has_custom_certificate": False, "pending_update_count": 0}
USUAL_BUTTON = {"type": "default"}
TAG = re.compile(r"<(/?)([a-z]+)[^>]*>")
ENTITIES = {"b": "bold", "i": "italic", "u": "underline", "s": "strikethrough", "code": "code", "pre": "pre"}
NOTHING = b'{"ok":true,"result":[]}'
TRUE = b'{"ok":true,"result":true}'
NOT_FOUND = b'{"ok":false,"error_code":400,"description":"Bad Request: message to edit not found"}'


@dataclass(frozen=True, slots=True)
class Message:
    """A message as the bot sent it. `markup` is JSON."""

    chat: int
    id: int
    text: str
    markup: str

    def as_telegram_shows_it(self) -> dict[str, Any]:
        text, entities = _formatted(self.text)
        shown = {
            "message_id": self.id,
            "from": BOT,
            "chat": {"id": self.chat, "type": "private", "first_name": "Player"},
            "date": int(time.time()),
            "text": text,
        }
        if entities:
            shown["entities"] = entities
        if self.markup:
            shown["reply_markup"] = json.loads(self.markup)
        return shown


class BotApi:
    """The updates of one bot and the messages that it has sent. `heard` is called after each call is answered."""

    def __init__(self, heard: Callable[[str, Parameters, Message | None], None]) -> None:
        self._heard = heard
        self._pending: deque[tuple[int, bytes]] = deque()
        self._updates = 0
        self._messages = 0
        self._shown: dict[tuple[int, int], Message] = {}
        self._waiting: tuple[Exchange, int, asyncio.TimerHandle] | None = None
        self.polled = asyncio.Event()

    async def serve(self) -> asyncio.Server:
        """Listen on a free port of this machine."""
        return await asyncio.get_running_loop().create_server(lambda: Exchange(self._answer), "127.0.0.1", 0)

    def new_message_id(self) -> int:
        self._messages += 1
        return self._messages

    def offer(self, kind: str, content: dict[str, Any]) -> None:
        """Queue an update."""
        self._updates += 1
        update = {"update_id": self._updates, kind: content}
        self._pending.append((self._updates, json.dumps(update, ensure_ascii=False).encode()))
        if self._waiting:
            # Updates of the same iteration of the loop are delivered together.
            asyncio.get_running_loop().call_soon(self._wake)

    def _answer(self, request: Request, exchange: Exchange) -> None:
        match request.method:
            case "getUpdates":
                self._poll(request.parameters, exchange)
            case "sendMessage" | "sendPhoto":
                self._send(request, exchange)
            case "editMessageText" | "editMessageReplyMarkup":
                self._edit(request, exchange)
            case "deleteMessage":
                self._delete(request, exchange)
            case "getMe":
                exchange.reply(_result(ABOUT_BOT))
            case "getWebhookInfo":
                exchange.reply(_result(NO_WEBHOOK))
            case "getChatMenuButton":
                exchange.reply(_result(USUAL_BUTTON))
            case other:
                exchange.reply(TRUE)
                self._heard(other, request.parameters, None)

    def _poll(self, parameters: Parameters, exchange: Exchange) -> None:
        offset = int(parameters.get("offset") or 0)
        while self._pending and self._pending[0][0] < offset:
            self._pending.popleft()
        limit = int(parameters.get("limit") or 100)
        timeout = float(parameters.get("timeout") or 0)
        self._release()
        self.polled.set()
        if self._pending or not timeout:
            self._deliver(exchange, limit)
        else:
            timer = asyncio.get_running_loop().call_later(timeout, self._release)
            self._waiting = exchange, limit, timer

    def _wake(self) -> None:
        if self._waiting:
            exchange, limit, timer = self._waiting
            timer.cancel()
            self._waiting = None
            self._deliver(exchange, limit)

    def _release(self) -> None:
        if self._waiting:
            exchange, _, timer = self._waiting
            timer.cancel()
            self._waiting = None
            exchange.reply(NOTHING)

    def _deliver(self, exchange: Exchange, limit: int) -> None:
        some = [self._pending[place][1] for place in range(min(limit, len(self._pending)))]
        exchange.reply(b'{"ok":true,"result":[%b]}' % b",".join(some))

    def _send(self, request: Request, exchange: Exchange) -> None:
        given = request.parameters
        message = Message(
            int(given["chat_id"]), self.new_message_id(), given.get("text") or given["caption"], _markup(given)
        )
        self._show(request, message, exchange)

    def _edit(self, request: Request, exchange: Exchange) -> None:
        given = request.parameters
        old = self._shown.get(_named(given))
        if old is None:
            exchange.reply(NOT_FOUND, 400)
            return
        message = Message(old.chat, old.id, given.get("text", old.text), _markup(given))
        self._show(request, message, exchange)

    def _show(self, request: Request, message: Message, exchange: Exchange) -> None:
        self._shown[message.chat, message.id] = message
        exchange.reply(_result(message.as_telegram_shows_it()))
        self._heard(request.method, request.parameters, message)

    def _delete(self, request: Request, exchange: Exchange) -> None:
        message = self._shown.pop(_named(request.parameters), None)
        exchange.reply(TRUE) if message else exchange.reply(NOT_FOUND, 400)
        self._heard(request.method, request.parameters, message)


def _named(parameters: Parameters) -> tuple[int, int]:
    return int(parameters["chat_id"]), int(parameters["message_id"])


def _markup(parameters: Parameters) -> str:
    given = parameters.get("reply_markup") or ""
    return given if isinstance(given, str) else json.dumps(given)


def _result(result: Any) -> bytes:
    return json.dumps({"ok": True, "result": result}, ensure_ascii=False).encode()


def _formatted(text: str) -> tuple[str, list[dict[str, Any]]]:
    """The text without its tags, and their entities."""
    if "<" not in text:
        return html.unescape(text), []
    plain, entities, opened = "", [], dict[str, int]()
    written = 0
    for tag in TAG.finditer(text):
        plain += html.unescape(text[written : tag.start()])
        written = tag.end()
        closing, name = tag.groups()
        if not closing:
            opened[name] = _utf16_length(plain)
        elif name in opened and name in ENTITIES:
            start = opened.pop(name)
            entities.append({"type": ENTITIES[name], "offset": start, "length": _utf16_length(plain) - start})
    return plain + html.unescape(text[written:]), entities


def _utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


# The Bot API, pushing them

AT_ONCE = 100
"""Connections; as many as the bot asks for."""
AGAIN = 0.1
"""Seconds after which a refused update comes again."""
SECRET = "X-Telegram-Bot-Api-Secret-Token"


class Pushing(BotApi, AbstractAsyncContextManager["Pushing"]):
    """The webhook is registered by the first replica that asks for it; its URL is not used, but these addresses."""

    def __init__(self, heard: Callable[[str, Parameters, Message | None], None], addresses: Sequence[str]) -> None:
        super().__init__(heard)
        self._next = itertools.cycle(addresses)
        self._numbers = itertools.count(1)
        self._webhook: Parameters = {}
        self._posts: set[asyncio.Task[None]] = set()
        self._session: ClientSession

    async def __aenter__(self) -> Self:
        self._session = ClientSession(connector=TCPConnector(limit=AT_ONCE))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for post in self._posts:
            post.cancel()
        await asyncio.gather(*self._posts, return_exceptions=True)
        await self._session.close()

    @property
    def waiting(self) -> int:
        """How many updates no replica has taken yet."""
        return len(self._posts)

    def offer(self, kind: str, content: dict[str, Any]) -> None:
        """Push an update."""
        update = json.dumps({"update_id": next(self._numbers), kind: content}, ensure_ascii=False).encode()
        post = asyncio.get_running_loop().create_task(self._push(update))
        self._posts.add(post)
        post.add_done_callback(self._posts.discard)

    async def _push(self, update: bytes) -> None:
        headers = {SECRET: str(self._webhook["secret_token"]), "Content-Type": "application/json"}
        while True:
            with suppress(ClientError):
                async with self._session.post(next(self._next), data=update, headers=headers) as response:
                    if response.status == HTTPStatus.OK:
                        return
            await asyncio.sleep(AGAIN)

    def _answer(self, request: Request, exchange: Exchange) -> None:
        if request.method == "setWebhook":
            self._webhook = request.parameters
        if request.method == "getWebhookInfo" and self._webhook:
            allowed = self._webhook["allowed_updates"]
            state = {"url": self._webhook["url"], "pending_update_count": self.waiting}
            state["allowed_updates"] = json.loads(allowed) if isinstance(allowed, str) else allowed
            exchange.reply(json.dumps({"ok": True, "result": NO_WEBHOOK | state}).encode())
        else:
            super()._answer(request, exchange)
