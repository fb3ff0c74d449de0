"""Being told to stop."""

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

Result = TypeVar("Result")


class Stopping:
    """Whether we have been told to stop, and what is done only until then."""

    def __init__(self) -> None:
        self._told = asyncio.Event()

    def heed_signals(self) -> None:
        """SIGTERM and SIGINT tell us from now on."""
        with suppress(NotImplementedError):  # Windows' loops know no signals; Ctrl-C ends them all the same
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, self._told.set)

    @property
    def told(self) -> bool:
        """Whether we have been told."""
        return self._told.is_set()

    async def unless(self, doing: Coroutine[Any, Any, Result], grace: float = 0.0) -> Result | None:
        """What `doing` returns; None if we are told to stop before it is done, and it is not within the grace."""
        task = asyncio.ensure_future(doing)
        told = asyncio.ensure_future(self._told.wait())
        try:
            await asyncio.wait({task, told}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({task}, timeout=grace)
            return task.result() if task.done() else None
        finally:
            told.cancel()
            task.cancel()
