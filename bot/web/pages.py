"""The pages: health, which tells outsiders nothing else, metrics, and the webhook, which answers after the commit."""

import asyncio
import hmac
import json
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import Any

import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.metrics import OUTBOX_OLDEST_SECONDS, REGISTRY, STORED, STORED_AT
from bot.web.server import Bare

# The health pages /healthz and /readyz. Their answers tell outsiders nothing else.

log = structlog.get_logger()
PATIENCE = 2.0
"""Seconds for the database to answer."""
GOOD_FOR = 1.0
"""Seconds for which an answer of the database is reused: anybody may request the page."""


class Health:
    """Health pages. `check` raises if the database does not answer; `failing`: the name of a task that does not run.

    `flows`, once it is set, says whether updates arrive.
    """

    def __init__(self, check: Callable[[], Awaitable[None]], failing: Callable[[], str | None]) -> None:
        self._check = check
        self._failing = failing
        self._answer: asyncio.Task[bool] | None = None
        self._asked_at = 0.0
        self.flows: Callable[[], bool] = lambda: False

    async def alive(self, _request: web.BaseRequest) -> web.StreamResponse:
        """200 if every background task runs, else 503 with the name of one that does not."""
        task = self._failing()
        return Bare(text="alive\n") if task is None else Bare(text=f"{task}\n", status=503)

    async def ready(self, _request: web.BaseRequest) -> web.StreamResponse:
        """200 if the database answers and updates arrive, else 503 with what is missing."""
        if not await self._database_answers():
            return Bare(text="database\n", status=503)
        if not self.flows():
            return Bare(text="telegram\n", status=503)
        return Bare(text="ready\n")

    async def _database_answers(self) -> bool:
        """Whether the database answers; concurrent requests share one query."""
        now = time.monotonic()
        if self._answer is None or (self._answer.done() and now - self._asked_at > GOOD_FOR):
            self._asked_at = now
            self._answer = asyncio.create_task(self._ask())
        return await asyncio.shield(self._answer)

    async def _ask(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._check()
        except Exception as error:  # noqa: BLE001  on any error we are not ready
            log.warning("the database does not answer", error=type(error).__name__)
            return False
        return True


# The nesting depth of JSON, checked before parsing: Python's parser recurses as deep as the input.

STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
"""A JSON string. An unterminated one matches to the end, so that one pass suffices for any input."""
BUT_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")
ALL_SQUARE = bytes.maketrans(b"{}", b"[]")


def is_deeper(body: bytes, than: int) -> bool:
    """Whether the JSON in `body` is nested more deeply than that. Invalid JSON may count as deep."""
    if body.count(b"[") + body.count(b"{") <= than:
        return False
    brackets = STRING.sub(b"", body).translate(ALL_SQUARE, BUT_BRACKETS)
    for _ in range(than):
        brackets = brackets.replace(b"[]", b"")  # removes the innermost level everywhere
    return bool(brackets)


# The page /metrics, in Prometheus' text format: for the operator, and for nobody from outside.

METRICS_GOOD_FOR, STORED_GOOD_FOR = 1.0, 15.0
"""Seconds for which a page, and what was read from the database, are told again: anybody may request the page."""
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-IP")
"""What proxies add."""


class Metrics:
    """The page. `stored` counts what is stored, by name; `oldest`, once it is set, is the age of the oldest item."""

    def __init__(self, stored: Callable[[], Awaitable[Mapping[str, int]]]) -> None:
        self._stored = stored
        self._stored_at = self._written_at = float("-inf")
        self._text = b""
        self._lock = asyncio.Lock()
        self.oldest: Callable[[], float] = lambda: 0.0

    async def page(self, request: web.BaseRequest) -> web.StreamResponse:
        """All metrics; 404 for whoever comes from another network, or through a proxy."""
        if not _is_inside(request):
            return Bare(status=404)
        async with self._lock:
            if time.monotonic() - self._written_at > METRICS_GOOD_FOR:
                await self._read_stored()
                OUTBOX_OLDEST_SECONDS.set(self.oldest())
                self._text = await asyncio.to_thread(generate_latest, REGISTRY)
                self._written_at = time.monotonic()
        return Bare(body=self._text, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _read_stored(self) -> None:
        if time.monotonic() - self._stored_at <= STORED_GOOD_FOR:
            return
        self._stored_at = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                counts = await self._stored()
        except Exception as error:  # noqa: BLE001  the page tells all else
            log.warning("what is stored cannot be counted", error=type(error).__name__)
            return
        for what, count in counts.items():
            STORED.labels(what).set(count)
        STORED_AT.set_to_current_time()


def _is_inside(request: web.BaseRequest) -> bool:
    """Whether whoever asks was not passed on by a proxy, and is on this machine or in a private network."""
    return is_private(request.remote) and not any(name in request.headers for name in FORWARDED)


def is_private(address: str | None) -> bool:
    """Whether the address of a peer is one of this machine or of a private network."""
    if address is None:
        return False
    found = ip_address(address)
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_private


# The page to which Telegram pushes updates. It answers 200 only after the commit; otherwise Telegram repeats.

Take = Callable[[dict[str, Any]], Awaitable[None]]
SECRET = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  the header's name
LARGEST_BODY = 2**20
DEEPEST = 64
LARGEST_ID = 2**63
TIME_TO_ARRIVE = 5.0
TIME_TO_COMMIT = 25.0
"""Seconds; Telegram itself gives up after 60."""
MOST_IN_HAND = 512


class NotAnUpdate(Exception):
    """The body is no update; `status`: the answer."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class Webhook:
    """Passes updates from requests with the right secret to `take`, once that is set.

    Until the secret is known every update is refused with 503: another replica may have registered the webhook already,
    and a 401 would tell Telegram that the secret is wrong.
    """

    def __init__(self, secret: str = "") -> None:
        self.secret = secret
        self._in_hand = 0
        self.take: Take | None = None

    async def receive(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer a POST: 200 after the commit, 503 to have it repeated, 401 for a wrong secret, else another 4xx."""
        if not self.secret:
            return Bare(status=HTTPStatus.SERVICE_UNAVAILABLE)
        if not self._is_telegram(request):
            return Bare(status=HTTPStatus.UNAUTHORIZED)
        try:
            update = _update_in(await body_of(request, LARGEST_BODY))
        except NotAnUpdate as reason:
            log.warning("the webhook was sent something else", why=str(reason))
            response = Bare(status=reason.status)
            response.force_close()
            return response
        return Bare(status=HTTPStatus.OK if await self._is_committed(update) else HTTPStatus.SERVICE_UNAVAILABLE)

    def _is_telegram(self, request: web.BaseRequest) -> bool:
        given = request.headers.get(SECRET, "").encode("utf-8", "surrogateescape")
        return hmac.compare_digest(given, self.secret.encode())

    async def _is_committed(self, update: dict[str, Any]) -> bool:
        """Carry the update out; False if too many are running or it takes too long."""
        if self.take is None or self._in_hand >= MOST_IN_HAND:
            return False
        self._in_hand += 1
        try:
            async with asyncio.timeout(TIME_TO_COMMIT):
                await self.take(update)
        except TimeoutError:
            log.warning("an update could not be committed in time; it comes again", id=update["update_id"])
            return False
        finally:
            self._in_hand -= 1
        return True


async def body_of(request: web.BaseRequest, most: int) -> bytes:
    """The body. Raises NotAnUpdate if it has more than so many bytes, or is too slow."""
    if (request.content_length or 0) > most:
        raise NotAnUpdate(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    body = bytearray()
    try:
        async with asyncio.timeout(TIME_TO_ARRIVE):
            while chunk := await request.content.readany():
                body += chunk
                if len(body) > most:
                    raise NotAnUpdate(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    except TimeoutError:
        raise NotAnUpdate(HTTPStatus.REQUEST_TIMEOUT) from None
    except (web.RequestPayloadError, ConnectionError):
        raise NotAnUpdate(HTTPStatus.BAD_REQUEST) from None
    return bytes(body)


def _update_in(body: bytes) -> dict[str, Any]:
    """The update in the body. Raises NotAnUpdate."""
    if is_deeper(body, DEEPEST):
        raise NotAnUpdate(HTTPStatus.BAD_REQUEST)
    try:
        update = json.loads(body.decode())
    except ValueError:
        raise NotAnUpdate(HTTPStatus.BAD_REQUEST) from None
    if not isinstance(update, dict) or not _is_an_id(update.get("update_id")):
        raise NotAnUpdate(HTTPStatus.BAD_REQUEST)
    return update


def _is_an_id(number: object) -> bool:
    return type(number) is int and -LARGEST_ID <= number < LARGEST_ID
