"""What whoever watches over the bot is told: health pages, metrics, and systemd."""

import platform
from collections.abc import Callable, Mapping

from bot import __version__
from bot.metrics.instruments import BUILD
from bot.settings import Settings
from bot.storage.store import DatabaseStore
from bot.systemd import Systemd
from bot.web.health import Health
from bot.web.metrics import Metrics
from bot.web.server import Page


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
