"""The Bot API as it pushes updates to the replicas of a bot by webhook, each to the next one in turn."""

import asyncio
import itertools
import json
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self

from aiohttp import ClientError, ClientSession, TCPConnector

from benchmarks.telegram import NO_WEBHOOK, BotApi, Message
from benchmarks.wire import Exchange, Parameters, Request

AT_ONCE = 100
"""Connections; as many as the bot asks for."""
AGAIN = 0.1
"""Seconds after which a refused update comes again."""
SECRET = "X-Telegram-Bot-Api-Secret-Token"


class Pushing(BotApi, AbstractAsyncContextManager["Pushing"]):
    """The webhook is registered by the first replica that asks for it; its URL is not used, but these addresses."""

    def __init__(self, heard: Callable[[str, Parameters, Message | None], None], addresses: Sequence[str]) -> None:
        super().__init__(heard)
        self._next = itertools.cycle(addresses)
        self._numbers = itertools.count(1)
        self._webhook: Parameters = {}
        self._posts: set[asyncio.Task[None]] = set()
        self._session: ClientSession

    async def __aenter__(self) -> Self:
        self._session = ClientSession(connector=TCPConnector(limit=AT_ONCE))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for post in self._posts:
            post.cancel()
        await asyncio.gather(*self._posts, return_exceptions=True)
        await self._session.close()

    @property
    def waiting(self) -> int:
        """How many updates no replica has taken yet."""
        return len(self._posts)

    def offer(self, kind: str, content: dict[str, Any]) -> None:
        """Push an update."""
        update = json.dumps({"update_id": next(self._numbers), kind: content}, ensure_ascii=False).encode()
        post = asyncio.get_running_loop().create_task(self._push(update))
        self._posts.add(post)
        post.add_done_callback(self._posts.discard)

    async def _push(self, update: bytes) -> None:
        headers = {SECRET: str(self._webhook["secret_token"]), "Content-Type": "application/json"}
        while True:
            with suppress(ClientError):
                async with self._session.post(next(self._next), data=update, headers=headers) as response:
                    if response.status == HTTPStatus.OK:
                        return
            await asyncio.sleep(AGAIN)

    def _answer(self, request: Request, exchange: Exchange) -> None:
        if request.method == "setWebhook":
            self._webhook = request.parameters
        if request.method == "getWebhookInfo" and self._webhook:
            allowed = self._webhook["allowed_updates"]
            state = {"url": self._webhook["url"], "pending_update_count": self.waiting}
            state["allowed_updates"] = json.loads(allowed) if isinstance(allowed, str) else allowed
            exchange.reply(json.dumps({"ok": True, "result": NO_WEBHOOK | state}).encode())
        else:
            super()._answer(request, exchange)
