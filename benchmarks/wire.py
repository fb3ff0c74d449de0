"""Minimal HTTP: one request at a time on a persistent connection, bodies of known length."""

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import parse_qsl

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
