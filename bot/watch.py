"""What whoever watches over the bot is told: health pages, metrics, and systemd by sd_notify(3)."""

import asyncio
import platform
import socket
from collections.abc import Callable, Mapping

import structlog

from bot import __version__
from bot.metrics import BUILD
from bot.settings import Settings
from bot.storage.store import DatabaseStore
from bot.web.pages import Health, Metrics
from bot.web.server import Page

# Tells systemd that the bot serves, and that it is alive: the protocol of sd_notify(3), a datagram for each.

log = structlog.get_logger()
OFTEN = 3
"""Signs of life in the time after which systemd takes the bot for dead."""


class Systemd:
    """The socket that systemd names in NOTIFY_SOCKET; None: it did not start us, and nothing is told."""

    def __init__(self, address: str | None, watchdog_usec: int | None) -> None:
        self._address = None if address is None else f"\0{address[1:]}" if address.startswith("@") else address
        self._pause = (watchdog_usec or 0) / 1e6 / OFTEN

    def tell(self, *lines: str) -> None:
        """Tell it, such as `READY=1`. Never raises: the bot serves without systemd, too."""
        if self._address is None:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
                end.sendto("\n".join(lines).encode(), self._address)
        except OSError as error:
            log.warning("systemd cannot be told", error=error.strerror)

    async def show_life(self, failing: Callable[[], str | None]) -> None:
        """Show signs of life until cancelled, unless a task fails; returns at once where systemd expects none."""
        while self._address is not None and self._pause:
            if failing() is None:
                self.tell("WATCHDOG=1")
            await asyncio.sleep(self._pause)


# What whoever watches over the bot is told: health pages, metrics, and systemd.


class Watch:
    """Tells of a bot. `failing`: the name of a background task that does not run."""

    def __init__(self, settings: Settings, store: DatabaseStore, failing: Callable[[], str | None]) -> None:
        self._failing = failing
        self._health = Health(store.check, failing)
        self._metrics = Metrics(store.stored)
        self._systemd = Systemd(settings.notify_socket, settings.watchdog_usec)
        self._database = settings.database_url.get_secret_value().partition(":")[0]

    @property
    def pages(self) -> Mapping[tuple[str, str], Page]:
        """The pages, by method and path."""
        return {
            ("GET", "/healthz"): self._health.alive,
            ("GET", "/readyz"): self._health.ready,
            ("GET", "/metrics"): self._metrics.page,
        }

    def begin(self, username: str, flows: Callable[[], bool], oldest: Callable[[], float]) -> None:
        """The bot serves. `flows`: whether updates arrive; `oldest`: how long the oldest message has waited."""
        self._health.flows, self._metrics.oldest = flows, oldest
        BUILD.info({"version": __version__, "python": platform.python_version(), "database": self._database})
        self._systemd.tell("READY=1", f"STATUS=serving @{username}")

    async def show_life(self) -> None:
        """Show signs of life until cancelled; returns at once where nobody expects any."""
        await self._systemd.show_life(self._failing)

    def end(self) -> None:
        """The bot stops."""
        self._systemd.tell("STOPPING=1")
