"""A load balancer before the replicas: round robin, and the next one if one does not answer."""

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import Self

from aiohttp import ClientError, ClientSession, ClientTimeout, web

PATIENCE = ClientTimeout(total=40)
BAD_GATEWAY = 502
SUCCESS = range(200, 300)
KEPT_HEADERS = ("Content-Type", "Retry-After")
"""Of responses; what it does not pass on is not asked for here."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A replica's response; 502 without one."""

    status: int = BAD_GATEWAY
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


class Balancer:
    """Forwards POST requests. `twins`: how many of the next updates are sent to all replicas at once.

    `statuses`: the replicas' response statuses, counted. `addresses`: of the replicas; they may be others later.
    """

    def __init__(self, *addresses: str) -> None:
        self.twins = 0
        self.statuses = Counter[int]()
        self.addresses = addresses
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
        answer = await self._answer_to(request)
        return web.Response(status=answer.status, body=answer.body, headers=dict(answer.headers))

    async def _answer_to(self, request: web.BaseRequest) -> Answer:
        body = await request.read()
        headers = {name: value for name, value in request.headers.items() if name.lower() not in {"host", "connection"}}
        if self.twins > 0 and "Authorization" not in request.headers:  # pages of the Mini App have one, updates none
            self.twins -= 1
            answers = await asyncio.gather(
                *(self._asked(each + request.path, body, headers) for each in self.addresses)
            )
            return min(answers, key=lambda answer: answer.status not in SUCCESS)
        self._turn += 1
        answer = Answer()
        for step in range(len(self.addresses)):
            address = self.addresses[(self._turn + step) % len(self.addresses)]
            answer = await self._asked(address + request.path, body, headers)
            if answer.status != BAD_GATEWAY:
                break
        return answer

    async def _asked(self, url: str, body: bytes, headers: dict[str, str]) -> Answer:
        try:
            async with self._session.post(url, data=body, headers=headers) as response:
                self.statuses[response.status] += 1
                kept = tuple((name, response.headers[name]) for name in KEPT_HEADERS if name in response.headers)
                return Answer(response.status, await response.read(), kept)
        except (ClientError, TimeoutError):
            return Answer()
