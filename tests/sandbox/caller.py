"""A bot that calls the sandbox as any program would, without a library in between."""

from dataclasses import dataclass
from typing import Any

from aiohttp import ClientSession


@dataclass(frozen=True)
class Caller:
    session: ClientSession
    token: str

    async def ask(self, method: str, **given: Any) -> dict[str, Any]:
        """The whole answer."""
        async with self.session.post(f"/bot{self.token}/{method}", json=given) as response:
            answer: dict[str, Any] = await response.json()
            assert (response.status == 200) == answer["ok"]
            assert answer["ok"] or answer["error_code"] == response.status
            return answer

    async def __call__(self, method: str, **given: Any) -> Any:
        """The result of a call that is granted."""
        answer = await self.ask(method, **given)
        assert answer["ok"], answer
        return answer["result"]

    async def refused(self, method: str, **given: Any) -> str:
        """Why a call is refused."""
        answer = await self.ask(method, **given)
        assert not answer["ok"], answer
        return str(answer["description"])

    async def updates(self, offset: int = 0, **given: Any) -> list[dict[str, Any]]:
        """What waits; nothing below the offset comes again."""
        updates: list[dict[str, Any]] = await self("getUpdates", offset=offset, **given)
        return updates

    async def read_all(self) -> list[dict[str, Any]]:
        """What waits, and confirm it."""
        updates = await self.updates()
        if updates:
            await self.updates(updates[-1]["update_id"] + 1)
        return updates
