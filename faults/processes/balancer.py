"""A load balancer before the replicas: round robin, and the next one if one does not answer."""

import asyncio
from collections import Counter
from typing import Self

from aiohttp import ClientError, ClientSession, ClientTimeout, web

PATIENCE = ClientTimeout(total=40)
BAD_GATEWAY = 502
SUCCESS = range(200, 300)


class Balancer:
    """Forwards POST requests. `twins`: how many of the next ones are sent to all replicas at once.

    `statuses`: the replicas' response statuses, counted.
    """

    def __init__(self, *addresses: str) -> None:
        self.twins = 0
        self.statuses = Counter[int]()
        self._addresses = addresses
        self._turn = 0
        self._session: ClientSession
        self._runner: web.ServerRunner

    async def __aenter__(self) -> Self:
        self._session = ClientSession(timeout=PATIENCE)
        self._runner = web.ServerRunner(web.Server(self._pass_on, access_log=None), shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()
        await self._session.close()

    @property
    def address(self) -> str:
        """Its URL."""
        return f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def _pass_on(self, request: web.BaseRequest) -> web.Response:
        body = await request.read()
        headers = {name: value for name, value in request.headers.items() if name.lower() not in {"host", "connection"}}
        if self.twins > 0:
            self.twins -= 1
            statuses = await asyncio.gather(
                *(self._asked(each + request.path, body, headers) for each in self._addresses)
            )
            return web.Response(status=min(statuses, key=lambda status: status not in SUCCESS))
        self._turn += 1
        for step in range(len(self._addresses)):
            address = self._addresses[(self._turn + step) % len(self._addresses)]
            status = await self._asked(address + request.path, body, headers)
            if status != BAD_GATEWAY:
                return web.Response(status=status)
        return web.Response(status=BAD_GATEWAY)

    async def _asked(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        """The replica's response status; 502 without a response."""
        try:
            async with self._session.post(url, data=body, headers=headers) as response:
                self.statuses[response.status] += 1
                return response.status
        except (ClientError, TimeoutError):
            return BAD_GATEWAY
