"""Tells systemd that the bot serves, and that it is alive: the protocol of sd_notify(3), a datagram for each."""

import asyncio
import socket
from collections.abc import Callable

import structlog

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
