"""Shutdown by SIGTERM or SIGINT."""

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

Result = TypeVar("Result")


class Shutdown:
    """Whether shutdown has begun; cancels what should run only until then."""

    def __init__(self) -> None:
        self._requested = asyncio.Event()

    def heed_signals(self) -> None:
        """Begin shutdown on SIGTERM and SIGINT from now on."""
        with suppress(NotImplementedError):  # loops on Windows have no signal handlers; Ctrl-C ends them anyway
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, self._requested.set)

    @property
    def is_requested(self) -> bool:
        """Whether shutdown has begun."""
        return self._requested.is_set()

    async def unless(self, doing: Coroutine[Any, Any, Result], grace: float = 0.0) -> Result | None:
        """What `doing` returns; None if shutdown begins first and it does not end within `grace` seconds after that."""
        task = asyncio.ensure_future(doing)
        requested = asyncio.ensure_future(self._requested.wait())
        try:
            await asyncio.wait({task, requested}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({task}, timeout=grace)
            return task.result() if task.done() else None
        finally:
            requested.cancel()
            task.cancel()
