"""The page /metrics, in Prometheus' text format: for the operator, and for nobody from outside."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from ipaddress import IPv6Address, ip_address

import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.metrics.instruments import OUTBOX_OLDEST_SECONDS, REGISTRY, STORED, STORED_AT
from bot.web.server import Bare

log = structlog.get_logger()
PATIENCE = 2.0
"""Seconds for the database to answer; else what was last read of it is told."""
GOOD_FOR, STORED_GOOD_FOR = 1.0, 15.0
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
            if time.monotonic() - self._written_at > GOOD_FOR:
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
