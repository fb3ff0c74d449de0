"""Chats in which people write and press, and how long each waits for its answer."""

import asyncio
import itertools
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from benchmarks.day import GROUP, PEOPLE
from benchmarks.telegram import BotApi, Message
from benchmarks.wire import Parameters

FIRST_ID = 100_001
IN_GROUP = PEOPLE[GROUP]
SHOWING = frozenset({"sendMessage", "sendPhoto", "editMessageText"})
"""What counts as a message where Telegram's limits do."""


@dataclass(slots=True)
class Tally:
    """What has happened since it was begun. Seconds.

    `waits`: from each update to its answer; `reviews`: from the press to the card; `late`: how long after a clock had
    run out its end was shown. By kind of game: those begun and ended, and the updates and messages of them. `asked`:
    reviews asked for.
    """

    waits: list[float] = field(default_factory=list)
    reviews: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    begun: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    updates: Counter[str] = field(default_factory=Counter)
    messages: Counter[str] = field(default_factory=Counter)
    asked: int = 0


class Room:
    """A chat with the bot, in which one update waits for its answer at a time. `board`: the bot's lowest message."""

    def __init__(self, town: "Town", chat: int) -> None:
        self.chat = chat
        self.board: Message | None = None
        self.kind = ""
        self._town = town
        self._numbers = itertools.count(1)
        self._person = abs(chat)
        self._changed: asyncio.Future[None] | None = None
        self._heard = ""

    async def says(self, text: str) -> None:
        """Write it, and return once something newer stands there, or in a group has changed."""
        number, before = self._town.api.new_message_id(), self.board
        self._person = abs(self.chat) + (next(self._numbers) % IN_GROUP if self.chat < 0 else 0)
        sent = self._offer("message", self._message(number, text))
        while self.board is None or (self.board is before if self.chat < 0 else self.board.id < number):
            await self._change()
        self._note(sent)

    async def presses(self, data: str) -> None:
        """Press the button of the board with that data, and return once that is answered."""
        assert self.board is not None
        query = f"{self.chat}.{next(self._numbers)}"
        shown = self.board.as_telegram_shows_it()
        press = {"id": query, "from": self._sender(), "message": shown, "chat_instance": str(self.chat), "data": data}
        sent = self._offer("callback_query", press)
        while self._heard != query:
            await self._change()
        self._note(sent)

    async def shows(self, wanted: Callable[[Message], bool]) -> Message:
        """The board, once it is as wanted."""
        while self.board is None or not wanted(self.board):
            await self._change()
        return self.board

    def sees(self, message: Message) -> None:
        """A message was sent or edited."""
        if self.board is None or message.id >= self.board.id:
            self.board = message
            self._wake()

    def hears(self, query: str) -> None:
        """A press was answered."""
        self._heard = query
        self._wake()

    def _wake(self) -> None:
        if self._changed is not None and not self._changed.done():
            self._changed.set_result(None)

    async def _change(self) -> None:
        self._changed = asyncio.get_running_loop().create_future()
        await self._changed

    def _offer(self, kind: str, content: dict[str, Any]) -> float:
        self._town.pending[self] = sent = time.perf_counter()
        self._town.tally.updates[self.kind] += 1
        self._town.api.offer(kind, content)
        return sent

    def _note(self, sent: float) -> None:
        if self._town.pending.pop(self, None) is not None:
            self._town.tally.waits.append(time.perf_counter() - sent)

    def _message(self, number: int, text: str) -> dict[str, Any]:
        begins = {"type": "bot_command", "offset": 0, "length": len(text.partition(" ")[0])}
        where = {"type": "group", "title": "Players"} if self.chat < 0 else {"type": "private", "first_name": "Player"}
        return {
            "message_id": number,
            "from": self._sender(),
            "chat": {"id": self.chat, **where},
            "date": int(time.time()),
            "text": text,
            **({"entities": [begins]} if text.startswith("/") else {}),
        }

    def _sender(self) -> dict[str, Any]:
        return {"id": self._person, "is_bot": False, "first_name": f"P{self._person}", "language_code": "en"}


class Town:
    """All chats of one bot. `pending`: since when an update of a room waits; `tally` may be replaced at any time."""

    def __init__(self, api: Callable[[Callable[[str, Parameters, Message | None], None]], BotApi] = BotApi) -> None:
        self.api = api(self._heard)
        self.tally = Tally()
        self.pending: dict[Room, float] = {}
        self._rooms: dict[int, Room] = {}
        self._next_id = FIRST_ID

    def new_room(self, *, group: bool = False) -> Room:
        """A chat of somebody new; or a group."""
        number = self._next_id
        self._next_id += IN_GROUP if group else 1
        room = Room(self, -number if group else number)
        self._rooms[room.chat] = room
        return room

    def _heard(self, method: str, parameters: Parameters, message: Message | None) -> None:
        if method == "answerCallbackQuery":
            query = str(parameters["callback_query_id"])
            self._rooms[int(query.partition(".")[0])].hears(query)
        elif message and method in SHOWING:
            room = self._rooms[message.chat]
            self.tally.messages[room.kind] += 1
            room.sees(message)


def button(message: Message, verb: str) -> str | None:
    """The data of the message's first button with that verb."""
    rows = json.loads(message.markup)["inline_keyboard"] if message.markup else []
    datas = (each.get("callback_data", "") for row in rows for each in row)
    return next((data for data in datas if data.split(":")[1:2] == [verb]), None)
