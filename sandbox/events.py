"""The event stream of changes."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

_BREATH = 15.0  # seconds between comment lines, which keep idle connections open
_END: None = None


class Events:
    """Server-sent events: one numbered stream, any number of listeners."""

    def __init__(self) -> None:
        self.count = 0
        self._listeners: set[asyncio.Queue[bytes | None]] = set()

    def publish(self, kind: str, **content: Any) -> None:
        """Send an event to every listener."""
        self.count += 1
        if not self._listeners:
            return
        line = self._line({"type": kind} | content)
        for listener in self._listeners:
            listener.put_nowait(line)

    async def listen(self, snapshot: Callable[[], dict[str, Any]]) -> AsyncIterator[bytes]:
        """A snapshot, then all further events, as lines of an event stream."""
        queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._listeners.add(queue)
        try:
            yield self._line(snapshot())
            while True:
                try:
                    line = await asyncio.wait_for(queue.get(), _BREATH)
                except TimeoutError:
                    line = b":\n\n"
                if line is _END:
                    return
                yield line
        finally:
            self._listeners.discard(queue)

    def close(self) -> None:
        """End every listener's stream."""
        for listener in self._listeners:
            listener.put_nowait(_END)

    def _line(self, content: dict[str, Any]) -> bytes:
        return f"id: {self.count}\ndata: {json.dumps(content, ensure_ascii=False)}\n\n".encode()
