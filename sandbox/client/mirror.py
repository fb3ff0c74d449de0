"""A copy of the sandbox's chats, kept up to date by its events."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

from aiohttp import ClientError, ClientSession, ClientTimeout, StreamReader

from sandbox.client.seen import Answer, Cards, Message, cards_from, message_from

Found = TypeVar("Found")
_EVER = ClientTimeout(total=None, sock_read=None)


class Mirror:
    """Follows the event stream; lets tests wait for conditions."""

    def __init__(self, session: ClientSession) -> None:
        self.messages: dict[tuple[int, int], Message] = {}  # in the order they were posted
        self.members: dict[int, set[int]] = {}
        self.pinned: dict[int, list[int]] = {}
        self.answers: dict[str, Answer] = {}
        self.cards: dict[str, Cards] = {}
        self.commands: list[dict[str, Any]] = []
        self.bot: dict[str, Any] = {}
        self.actions: list[tuple[int, str]] = []
        self._session = session
        self._reached = -1
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._listen())

    async def until(self, found: Callable[[], Found | None], seconds: float) -> Found | None:
        """What `found` returns, as soon as it is not None; None after so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                while (value := found()) is None:
                    await self._changed.wait()
                return value
        except TimeoutError:
            return None

    async def reach(self, number: int) -> None:
        """Wait until this event has been received."""
        while self._reached < number:
            if self._task.done():
                raise ConnectionError("the sandbox's events have ended")
            await self._changed.wait()

    async def close(self) -> None:
        """Stop listening."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        try:
            async with self._session.get("/events", timeout=_EVER) as response:
                async for number, event in _events(response.content):
                    self._apply(event)
                    self._reached = number
                    self._wake()
        except ClientError:
            return
        finally:
            self._reached = max(self._reached, 0)
            asyncio.get_running_loop().call_soon(self._wake)

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _apply(self, event: dict[str, Any]) -> None:
        match event["type"]:
            case "snapshot":
                self._begin(event)
            case "chat":
                self._know(event["chat"])
            case "migrated":
                self._know(event["to"])
            case "message" | "edited":
                self._show(event["message"])
            case "deleted":
                for number in event["messages"]:
                    self.messages.pop((event["chat"], number), None)
            case "answer":
                self.answers[event["query"]] = Answer(event["text"], event["alert"], event["url"])
            case "inline_answer":
                self.cards[event["query"]] = cards_from(event)
            case "action":
                self.actions.append((event["chat"], event["action"]))
            case "commands" | "bot":
                setattr(self, event["type"], event[event["type"]])

    def _begin(self, snapshot: dict[str, Any]) -> None:
        self.bot, self.commands = snapshot["bot"], snapshot["commands"]
        for chat in snapshot["chats"]:
            self._know(chat)
        for message in snapshot["messages"]:
            self._show(message)

    def _know(self, chat: dict[str, Any]) -> None:
        self.members[chat["id"]] = set(chat["members"])
        self.pinned[chat["id"]] = chat["pinned"]

    def _show(self, data: dict[str, Any]) -> None:
        message = message_from(data)
        self.messages[message.chat, message.id] = message


async def _events(stream: StreamReader) -> AsyncIterator[tuple[int, dict[str, Any]]]:
    """The events with their numbers."""
    waiting = b""
    async for chunk in stream.iter_any():
        *whole, waiting = (waiting + chunk).split(b"\n\n")
        for block in whole:
            fields = dict(line.split(": ", 1) for line in block.decode().splitlines() if ": " in line)
            if "data" in fields:
                yield int(fields["id"]), json.loads(fields["data"])
