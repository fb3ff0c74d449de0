"""A small Bot API that notes what it is asked, and replicas that send through it."""

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web

from bot.app.screen import Picture
from bot.storage.store import DatabaseStore
from bot.telegram.api import AiohttpRequest, Api
from bot.telegram.dispatch import Dispatcher
from bot.telegram.limits import Limits
from bot.telegram.sending import Calls, Paint
from tests.bot.storage.databases import holds
from tests.bot.storage.stores import Job, opened
from tests.bot.telegram.sources import until

UNLIMITED = 100_000.0


@dataclass(frozen=True)
class Sent:
    sender: str
    method: str
    chat: int
    text: str
    file: bytes = b""
    """The picture or the document that it brings."""
    buttons: tuple[str, ...] = field(default=(), compare=False)
    """What stands on its buttons, row by row."""


@dataclass
class PostOffice:
    """Answers over HTTP. `refusals` are given first, each once; `crowded`: calls for a chat that another served."""

    takes: float = 0.0
    url: str = ""
    sent: list[Sent] = field(default_factory=list)
    refused: list[Sent] = field(default_factory=list)
    crowded: list[Sent] = field(default_factory=list)
    refusals: defaultdict[int, list[Mapping[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    _inside: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_post("/{sender}/{method}", self._take)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    @property
    def methods(self) -> list[str]:
        return [sent.method for sent in self.sent]

    def texts(self, chat: int) -> list[str]:
        return [sent.text for sent in self.sent if sent.chat == chat]

    def refuse(self, chat: int, code: int, description: str, **parameters: Any) -> None:
        refusal = {"ok": False, "error_code": code, "description": description, "parameters": parameters}
        self.refusals[chat].append(refusal)

    async def received(self, count: int) -> None:
        await until(lambda: len(self.sent) >= count)

    async def begun(self, chat: int) -> None:
        await until(lambda: self._inside[chat])

    async def _take(self, request: web.Request) -> web.Response:
        call = await _call(request)
        inside = self._inside[call.chat]
        inside.add(call.sender)
        if len(inside) > 1:
            self.crowded.append(call)
        await asyncio.sleep(self.takes)
        inside.discard(call.sender)
        if self.refusals[call.chat]:
            self.refused.append(call)
            refusal = self.refusals[call.chat].pop(0)
            return web.json_response(refusal, status=refusal["error_code"])
        self.sent.append(call)
        return web.json_response({"ok": True, "result": {"message_id": len(self.sent)}})


async def _call(request: web.Request) -> Sent:
    sender, method = request.match_info["sender"], request.match_info["method"]
    if request.content_type == "application/json":
        data = await request.json()
        keyboard = _labels(data.get("reply_markup"))
        return Sent(sender, method, data["chat_id"], data.get("text", ""), buttons=keyboard)
    form = await request.post()
    [file] = [field for field in form.values() if isinstance(field, web.FileField)]
    keyboard = _labels(json.loads(str(form["reply_markup"])))
    return Sent(sender, method, int(str(form["chat_id"])), str(form["caption"]), file.file.read(), keyboard)


def _labels(markup: Any) -> tuple[str, ...]:
    rows = (markup or {}).get("inline_keyboard", ())
    return tuple(" ".join(button["text"] for button in row) for row in rows)


async def echoed(picture: Picture) -> bytes:
    return picture.given.encode()


@dataclass(frozen=True)
class Replica:
    name: str
    place: str
    store: DatabaseStore
    dispatcher: Dispatcher

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Look and send, until the end; then leave."""
        task = asyncio.create_task(self.dispatcher.serve())
        try:
            yield
        finally:
            task.cancel()
            await self.dispatcher.drain(0.5)

    async def emptied(self) -> None:
        await holds(self.place, "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outbox)")

    async def sends(self, *jobs: Job) -> None:
        """Serve until nothing waits, and do each of these once all before it has been sent."""
        async with self.serving():
            await self.emptied()
            for job in jobs:
                await self.store.run(job)
                await self.emptied()


@asynccontextmanager
async def replica(
    place: str, office: PostOffice, name: str = "one", per_second: float = UNLIMITED, paint: Paint = echoed
) -> AsyncIterator[Replica]:
    http = AiohttpRequest()
    await http.initialize()
    async with opened(place) as store:
        calls = Calls(Api(f"{office.url}/{name}", http), paint)
        dispatcher = Dispatcher(calls, store.outbox, Limits(per_second, store.outbox.grant))
        store.signals.on_items, store.signals.on_call = dispatcher.wake, dispatcher.call
        yield Replica(name, place, store, dispatcher)
    await http.shutdown()
