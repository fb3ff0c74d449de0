"""The sandbox as one HTTP server."""

import inspect
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Self

from aiohttp import web

from sandbox import control, people_api
from sandbox.bot_api import BotApi
from sandbox.refusal import Refusal, Unwelcome
from sandbox.schema.parameters import Given
from sandbox.state import State, new_state
from sandbox.world.model import Bot

PAGE = Path(__file__).parent / "page"
EVENT_HEADER = "X-Sandbox-Event"  # how many events had been published when the answer was made
_MOST_BODY = 64 * 2**20
_GOODBYE = 1.0

Action = Callable[[State, int, Given], Any]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class SandboxServer:
    """Serves within `async with`; `port` 0 takes a free one.

    Such a port may have been another sandbox's, whose bot still polls it: so the token is unique to this one.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 0, bot: Bot | None = None) -> None:
        self.state = new_state(bot or (Bot() if port else Bot(key=secrets.token_urlsafe(26))))
        self.host = host
        self.port = port
        self._runner = web.AppRunner(
            _application(self.state),
            access_log=None,
            handler_cancellation=True,
            shutdown_timeout=_GOODBYE,
        )

    @property
    def url(self) -> str:
        """Its URL."""
        return f"http://{self.host}:{self.port}"

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.state.world.bot.token

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self.host, self.port, reuse_address=True).start()
        except OSError:
            await self._runner.cleanup()
            raise
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.state.events.close()
        self.state.updates.stop()
        await self.state.webhook.close()
        await self._runner.cleanup()


def _application(state: State) -> web.Application:
    application = web.Application(client_max_size=_MOST_BODY)
    api = BotApi(state)
    for (verb, path), action in (people_api.ROUTES | control.ROUTES).items():
        application.router.add_route(verb, path, _route(state, action))
    application.router.add_route("*", "/bot{token:[^/]*}/{method}", api.call)
    application.router.add_get("/file/bot{token:[^/]*}/{path:.+}", api.download)
    application.router.add_get("/files/{path:.+}", _file_route(state))
    application.router.add_get("/events", _events_route(state))
    for address in ("/", f"/{state.world.bot.username}"):
        application.router.add_get(address, _page)
    application.router.add_get("/page/{asset:.+}", _page)
    return application


def _route(state: State, action: Action) -> Handler:
    async def handle(request: web.Request) -> web.Response:
        status = 200
        try:
            given = dict(request.query) | (await request.json() if request.can_read_body else {})
            result = action(state, int(request.match_info.get("id", 0)), given)
            body = await result if inspect.isawaitable(result) else result
        except Unwelcome as reason:
            body, status = {"error": str(reason)}, reason.status
        except Refusal as refusal:
            body, status = {"error": refusal.description}, refusal.code
        except (ValueError, TypeError, KeyError) as error:
            body, status = {"error": f"this call is not understood: {error!r}"}, 400
        return web.json_response(body, status=status, headers={EVENT_HEADER: str(state.events.count)})

    return handle


def _events_route(state: State) -> Handler:
    async def handle(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"})
        await response.prepare(request)
        async for line in state.events.listen(state.world.snapshot):
            await response.write(line)
        return response

    return handle


def _file_route(state: State) -> Handler:
    async def handle(request: web.Request) -> web.Response:
        file = state.world.files_by_path.get(request.match_info["path"])
        if file is None:
            raise web.HTTPNotFound
        return web.Response(body=file.content, content_type=file.mime)

    return handle


async def _page(request: web.Request) -> web.StreamResponse:
    asset = (PAGE / request.match_info.get("asset", "index.html")).resolve()
    if not asset.is_relative_to(PAGE.resolve()) or not asset.is_file():
        raise web.HTTPNotFound
    return web.FileResponse(asset, headers={"Cache-Control": "no-cache"})
