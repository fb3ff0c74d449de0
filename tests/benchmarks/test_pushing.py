"""Updates that are pushed: to the replicas in turn, with the secret, and again where one has refused them."""

import asyncio
from contextlib import AsyncExitStack
from http import HTTPStatus

from aiohttp import ClientSession, web

from benchmarks.contenders import port_of
from benchmarks.pushing import SECRET, Pushing

ALLOWED = ["message", "callback_query"]


class Page:
    """A replica's page, which refuses the first update that it gets."""

    def __init__(self) -> None:
        self.got: list[tuple[int, str]] = []

    async def take(self, request: web.BaseRequest) -> web.Response:
        update = await request.json()
        self.got.append((update["update_id"], request.headers[SECRET]))
        return web.Response(status=HTTPStatus.OK if len(self.got) > 1 else HTTPStatus.SERVICE_UNAVAILABLE)


async def listening(stack: AsyncExitStack, page: Page) -> str:
    runner = web.ServerRunner(web.Server(page.take))
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    return f"http://127.0.0.1:{runner.addresses[0][1]}/telegram"


async def test_replicas_get_updates_in_turn_and_what_is_refused_comes_again() -> None:
    pages = Page(), Page()
    async with AsyncExitStack() as stack:
        addresses = [await listening(stack, page) for page in pages]
        api = await stack.enter_async_context(Pushing(lambda *_: None, addresses))
        server = await stack.enter_async_context(await api.serve())
        session = await stack.enter_async_context(ClientSession(f"http://127.0.0.1:{port_of(server)}"))
        webhook = {"url": "https://bot.example.org/telegram", "secret_token": "s", "allowed_updates": ALLOWED}
        await session.post("/bot1:x/setWebhook", json=webhook)
        for number in range(4):
            api.offer("message", {"text": str(number)})
        while api.waiting:
            await asyncio.sleep(0.01)
        state = (await (await session.post("/bot1:x/getWebhookInfo", json={})).json())["result"]
    assert {update for page in pages for update, _ in page.got} == {1, 2, 3, 4}
    assert [len(page.got) for page in pages] == [3, 3]
    assert {secret for page in pages for _, secret in page.got} == {"s"}
    assert (state["url"], state["allowed_updates"], state["pending_update_count"]) == (webhook["url"], ALLOWED, 0)
