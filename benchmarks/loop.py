"""The event loop that benchmarks run on."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import uvloop

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of the work. Raises exceptions of callbacks too, which a loop by itself would only log."""
    failed: list[BaseException] = []

    def note(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        failed.append(context.get("exception") or RuntimeError(context["message"]))

    async def watched() -> T:
        asyncio.get_running_loop().set_exception_handler(note)
        return await work

    came_to = uvloop.run(watched())
    if failed:
        raise failed[0]
    return came_to
