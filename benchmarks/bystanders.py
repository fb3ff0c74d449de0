"""Bystanders who play with the bot in the sandbox while something else goes on, and how long they wait."""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from benchmarks.game import Player, Press
from benchmarks.telegram import Message
from sandbox import people_api
from sandbox.journal import Journal
from sandbox.refusal import Unwelcome
from sandbox.state import State

PATIENCE = 15.0
"""Seconds to wait for an answer after a window; then it counts as missing."""
IN_GROUP = 0.1
"""Moves a second in a group; Telegram allows a bot one message in five seconds there."""
SHOWS = {"sendMessage", "editMessageText"}
LOOK = 0.02
BETWEEN = 1.0
"""Seconds between two strikes: rate limits let nobody repeat without end what can be done at once."""


@dataclass(slots=True)
class Window:
    """The waits in a window, in seconds, each from when a move was due until its answer was shown."""

    times: list[float] = field(default_factory=list)
    unanswered: int = 0
    seconds: float = 0.0
    calls: int = 0
    """All calls of the bot."""


class Listening(Journal):
    """A journal that passes each call to whoever waits for it, and keeps only counts."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: Callable[[str, dict[str, Any], Any], None] = lambda _method, _given, _result: None

    def note(self, method: str, parameters: dict[str, Any], answer: Any, when: float) -> None:
        """Record a call."""
        del when
        self.counts[method] += 1
        if answer.get("ok"):
            self.heard(method, parameters, answer["result"])


class Bystander:
    """One bystander, in private or alone in a group. A move that is due before the last answer is timed from then."""

    def __init__(self, state: State, person: int, chat: int, seed: int, per_second: float) -> None:
        self.chat = chat
        self._state = state
        self._person = person
        self._player = Player(seed)
        self._dice = random.Random(seed)
        self._per_second = per_second
        self._board: Message | None = None
        self._query: str | None = None
        self._since: float | None = None
        self._answered = asyncio.Event()

    @property
    def waits_since(self) -> float | None:
        """The due time of the unanswered move; None if there is none."""
        return self._since

    async def play(self, window: Window) -> None:
        """Move at random moments, until cancelled."""
        due = time.perf_counter() + self._dice.random() / self._per_second
        while True:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self._move(due)
            await self._answered.wait()
            window.times.append(time.perf_counter() - due)
            due += self._dice.expovariate(self._per_second)

    async def finish(self, window: Window) -> None:
        """Wait for unanswered moves, for a limited time."""
        if (since := self._since) is None:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._answered.wait(), PATIENCE)
        window.unanswered += not self._answered.is_set()
        window.times.append(time.perf_counter() - since)
        self._since = None

    def sees(self, message: Message) -> None:
        """Note that a message was shown in the chat."""
        is_newer = self._board is None or message.id > self._board.id
        if is_newer or self._board is None or message.id == self._board.id:
            self._board = message
        if self._query is None and (is_newer or self.chat < 0):
            self._settle()

    def hears(self, query: str) -> None:
        """Note that a press was answered."""
        if self._query == query:
            self._query = None
            self._settle()

    def _settle(self) -> None:
        self._since = None
        self._answered.set()

    def _move(self, due: float) -> None:
        self._answered.clear()
        self._since, self._query = due, None
        move = self._player.next_move(self._board)
        with suppress(Unwelcome):
            if isinstance(move, Press):
                where = {"chat": self.chat, "message": self._board.id if self._board else 1, "data": move.data}
                self._query = str(people_api.press(self._state, self._person, where | {"forged": True})["query"])
            else:
                is_guess = self.chat < 0 and not move.text.startswith("/")
                text = f"/guess {move.text}" if is_guess else move.text
                people_api.send(self._state, self._person, {"chat": self.chat, "text": text})


class Bystanders:
    """All bystanders."""

    def __init__(self, state: State, chats: int, groups: int, pace: float) -> None:
        """`pace`: updates a second in each private chat."""
        self._state = state
        journal = Listening()
        state.journal, journal.heard = journal, self._heard
        self._counts: Counter[str] = journal.counts
        self._all: dict[int, Bystander] = {}
        for seed in range(chats + groups):
            person = int(people_api.add_person(state, 0, {"name": f"Player {seed}", "language": "en"})["id"])
            in_group = seed >= chats
            chat = person if not in_group else _group_of(state, person)
            self._all[chat] = Bystander(state, person, chat, seed, IN_GROUP if in_group else pace)

    @property
    def groups(self) -> tuple[int, ...]:
        """The groups in which some of them play."""
        return tuple(chat for chat in self._all if chat < 0)

    async def met(self, seconds: float, beside: Callable[[], Awaitable[None]] | None = None) -> Window:
        """Let them play for so many seconds, repeating `beside` meanwhile; returns the window."""
        window, began, before = Window(), time.perf_counter(), self._counts.total()
        doing = [asyncio.create_task(each.play(window)) for each in self._all.values()]
        if beside is not None:
            doing.append(asyncio.create_task(_again_and_again(beside)))
        await asyncio.sleep(seconds)
        for task in doing:
            task.cancel()
        await asyncio.gather(*doing, return_exceptions=True)
        window.seconds, window.calls = time.perf_counter() - began, self._counts.total() - before
        await asyncio.gather(*(each.finish(window) for each in self._all.values()))
        return window

    async def quiet(self, seconds: float) -> None:
        """Wait until the bot has done and sent everything, for at most so many seconds."""
        end, since, before = time.monotonic() + seconds, time.monotonic(), self._said()
        while time.monotonic() < min(end, since + 1.0):
            await asyncio.sleep(LOOK)
            if self._state.updates.unconfirmed() or self._said() != before:
                since, before = time.monotonic(), self._said()

    def _said(self) -> int:
        return self._counts.total() - self._counts["getUpdates"]

    def _heard(self, method: str, given: dict[str, Any], result: Any) -> None:
        if method == "answerCallbackQuery":
            press = self._state.world.presses.get(str(given["callback_query_id"]))
            if press is not None and press.chat in self._all:
                self._all[press.chat].hears(press.id)
        elif method in SHOWS and isinstance(result, dict) and result["chat"]["id"] in self._all:
            chat = int(result["chat"]["id"])
            self._all[chat].sees(Message(chat, int(result["message_id"]), str(result.get("text", "")), _markup(result)))


async def _again_and_again(beside: Callable[[], Awaitable[None]]) -> None:
    while True:
        await beside()
        await asyncio.sleep(BETWEEN)


def _group_of(state: State, person: int) -> int:
    return int(people_api.add_group(state, 0, {"title": "Players", "people": [person]})["id"])


def _markup(result: dict[str, Any]) -> str:
    """The buttons with callback data."""
    rows = result.get("reply_markup", {}).get("inline_keyboard", [])
    pressable = [[button for button in row if "callback_data" in button] for row in rows]
    return json.dumps({"inline_keyboard": pressable}, ensure_ascii=False)
