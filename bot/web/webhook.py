"""The page to which Telegram pushes updates. It answers 200 only after the commit; otherwise Telegram repeats."""

import asyncio
import hmac
import json
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

import structlog
from aiohttp import web

from bot.web.json_depth import is_deeper
from bot.web.server import Bare

log = structlog.get_logger()
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
            update = _update_in(await _body_of(request))
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


async def _body_of(request: web.BaseRequest) -> bytes:
    """The body. Raises NotAnUpdate if it is too long or too slow."""
    if (request.content_length or 0) > LARGEST_BODY:
        raise NotAnUpdate(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    body = bytearray()
    try:
        async with asyncio.timeout(TIME_TO_ARRIVE):
            while chunk := await request.content.readany():
                body += chunk
                if len(body) > LARGEST_BODY:
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
