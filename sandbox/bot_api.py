"""The Bot API over HTTP: carries out requests, or lets them fail as a fault demands."""

import asyncio
import inspect
from typing import Any

from aiohttp import web

from sandbox.api.handlers import HANDLERS
from sandbox.faults import Fault
from sandbox.refusal import Refusal, not_found, too_many_requests, unauthorized
from sandbox.schema.kinds import Upload
from sandbox.schema.parameters import Given, checked, received
from sandbox.state import State
from sandbox.world.model import Json

_BAD_GATEWAY = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"
_NO_PAGE = "<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>"


class BotApi:
    """Answers the bot's calls."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._open: dict[int, web.Request] = {}
        state.faults.on_gone = self._cut_all

    async def call(self, request: web.Request) -> web.StreamResponse:
        """Answer a call of a method."""
        if self._state.faults.gone:
            return _cut(request)
        self._open[id(request)] = request
        try:
            return await self._answered(request)
        finally:
            self._open.pop(id(request))

    async def download(self, request: web.Request) -> web.StreamResponse:
        """A file, by the path that getFile returned."""
        if self._state.faults.gone:
            return _cut(request)
        file = self._state.world.files_by_path.get(request.match_info["path"])
        if request.match_info["token"] != self._state.world.bot.token:
            return _refused(unauthorized())
        if file is None:
            return _refused(not_found())
        return web.Response(body=file.content, content_type="application/octet-stream")

    async def _answered(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        if request.match_info["token"] != self._state.world.bot.token:
            return _refused(unauthorized())
        try:
            given = await received(request)
        except Refusal as refusal:
            return self._note_refused(method, {}, refusal)
        fault = self._state.faults.met_by(method, given.get("chat_id"))
        if fault and fault.kind != "reset_after":
            return await self._troubled(request, method, given, fault)
        response = await self._carried_out(method, given)
        return _cut(request) if fault else response

    async def _carried_out(self, method: str, given: Given) -> web.Response:
        try:
            if method not in HANDLERS:
                raise not_found()
            given = checked(method, given)
            result = HANDLERS[method](self._state, given)
            answer = {"ok": True, "result": await result if inspect.isawaitable(result) else result}
        except Refusal as refusal:
            return self._note_refused(method, given, refusal)
        self._note(method, given, answer)
        return web.json_response(answer)

    async def _troubled(self, request: web.Request, method: str, given: Given, fault: Fault) -> web.StreamResponse:
        self._note(method, given, {"fault": fault.kind})
        match fault.kind:
            case "429":
                return _refused(too_many_requests(fault.retry_after))
            case "400":
                return _refused(Refusal(400, fault.description))
            case "401":
                return _refused(unauthorized())
            case "404":
                return _refused(not_found())
            case "404_page":
                return web.Response(status=404, text=_NO_PAGE, content_type="text/html")
            case "500":
                return _refused(Refusal(500, "Internal Server Error"))
            case "502":
                return web.Response(status=502, text=_BAD_GATEWAY, content_type="text/html")
            case "silence":
                await asyncio.sleep(fault.seconds)
        return _cut(request)

    def _note_refused(self, method: str, given: Given, refusal: Refusal) -> web.Response:
        self._state.journal.note_refusal(method, refusal.code, refusal.description)
        self._note(method, given, refusal.as_json())
        return _refused(refusal)

    def _note(self, method: str, given: Given, answer: Json) -> None:
        self._state.journal.note(method, _plain(given), answer, self._state.clock.now())

    def _cut_all(self) -> None:
        for request in self._open.values():
            _cut(request)


def _refused(refusal: Refusal) -> web.Response:
    return web.json_response(refusal.as_json(), status=refusal.code)


def _cut(request: web.Request) -> web.Response:
    """Break the connection; the returned response reaches nobody."""
    if request.transport:
        request.transport.abort()
    return web.Response()


def _plain(value: Any) -> Any:
    """Parameters as JSON, uploads without their bytes."""
    if isinstance(value, Upload):
        return value.as_json()
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list) else value
