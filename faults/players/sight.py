"""What people see: the bot's messages and cards, and its answers to presses."""

import asyncio
import json
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from sandbox.client.seen import Button, Message, message_from
from sandbox.state import State

Found = TypeVar("Found")
FINGERPRINT = re.compile(r'\?start=proof-([A-Za-z0-9_-]{43})">🔒', re.ASCII)
TURN = re.compile(
    r"^\d+\. (?P<guess>[a-z]{7})\u00a0\u00a0(?P<bulls>\d+)\u2060?🐂\u00a0(?P<cows>\d+)\u2060?🐄", re.MULTILINE
)
LATE, LONGEST_WAIT = 3.0, 120.0
"""Seconds after which an update that is not confirmed shows that the bot is late, and for which that is put up with."""
PRESS = re.compile(r"1:m[a-z]+:(?P<match>[0-9a-f]{16}):\d+\b")


@dataclass(frozen=True)
class Board:
    """A message that shows a game."""

    message: Message

    @cached_property
    def fingerprint(self) -> str:
        """The fingerprint, which identifies the game."""
        return fingerprint_in(self.message.html) or ""

    @cached_property
    def turns(self) -> tuple[tuple[str, tuple[int, int]], ...]:
        """The guesses with bulls and cows."""
        found = TURN.finditer(self.message.text)
        return tuple((turn["guess"], (int(turn["bulls"]), int(turn["cows"]))) for turn in found)

    @property
    def guesses(self) -> list[str]:
        """The guesses, in order."""
        return [guess for guess, _ in self.turns]

    @cached_property
    def match(self) -> str:
        """The match of which it is a player's screen; empty: none."""
        return match_in(" ".join(button.value for row in self.message.keyboard for button in row))

    @property
    def over(self) -> bool:
        """Whether it offers another game: it is over."""
        return self.button("again") is not None

    @property
    def offers(self) -> bool:
        """Whether it offers to begin a game."""
        return self.button("play") is not None

    def button(self, verb: str, argument: str = "") -> Button | None:
        """The button with this verb, in any language."""
        for row in self.message.keyboard:
            for button in row:
                parts = button.value.split(":") if button.kind == "callback" else []
                if parts[1:2] == [verb] and (not argument or parts[-1] == argument):
                    return button
        return None


def fingerprint_in(html: str) -> str | None:
    """The fingerprint behind the lock of the game that a text shows, if it shows one."""
    match = FINGERPRINT.search(html)
    return match[1] if match else None


def match_in(buttons: str) -> str:
    """The match of the buttons; empty: none."""
    found = PRESS.search(buttons)
    return found["match"] if found else ""


class Sight:
    """Follows the sandbox's events. `follow` must run meanwhile."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._messages: defaultdict[int, dict[int, Message]] = defaultdict(dict)
        self._of_matches: defaultdict[int, set[int]] = defaultdict(set)
        """Messages that have shown a match, even if their buttons are gone."""
        self._answers: dict[str, str] = {}
        self._news: defaultdict[int | str, asyncio.Event] = defaultdict(asyncio.Event)

    async def follow(self) -> None:
        """Process events until cancelled."""
        async for lines in self._state.events.listen(lambda: {"type": "nothing yet"}):
            if b"\ndata: " in lines:
                self._take_in(json.loads(lines.partition(b"\ndata: ")[2]))

    def newest(self, chat: int) -> Message | None:
        """The lowest message of the bot."""
        messages = self._messages[chat]
        return messages[max(messages)] if messages else None

    def standing(self, chat: int) -> Iterator[Board]:
        """The bot's messages in the chat, the lowest last."""
        messages = self._messages[chat]
        return (Board(messages[number]) for number in sorted(messages))

    def boards(self, chat: int) -> Iterator[Board]:
        """Those messages that are boards, but no screens of matches.

        Where a game goes on after a match, both have its fingerprint.
        """
        of_matches = self._of_matches[chat]
        return (board for board in self.standing(chat) if board.fingerprint and board.message.id not in of_matches)

    def board(self, chat: int) -> Board | None:
        """The lowest board."""
        messages, of_matches = self._messages[chat], self._of_matches[chat]
        boards = (Board(messages[number]) for number in sorted(messages, reverse=True) if number not in of_matches)
        return next((board for board in boards if board.fingerprint), None)

    async def until(self, of: int | str, found: Callable[[], Found | None], seconds: float) -> Found | None:
        """What `found` returns, tried at each event of a chat or query until it is not None; None if not in time.

        The time begins anew while the bot is late with what people have sent: whoever asked again then would have two
        games, and take the one for the other.
        """
        end = time.monotonic() + LONGEST_WAIT
        while True:
            try:
                async with asyncio.timeout(seconds):
                    while (value := found()) is None:
                        await self._next_news(of)
                    return value
            except TimeoutError:
                value = found()
                if value is not None or not self._bot_is_late() or time.monotonic() > end:
                    return value

    async def answer(self, query: str, seconds: float) -> str | None:
        """The answer to a press, as text or link; None after so many seconds, or more while the bot is late."""
        try:
            return await self.until(query, lambda: self._answers.get(query), seconds)
        finally:
            self._news.pop(query, None)
            self._answers.pop(query, None)

    def _bot_is_late(self) -> bool:
        waiting = self._state.updates.pending()
        return bool(waiting) and self._state.clock.now() - waiting[0].made > LATE

    async def _next_news(self, of: int | str) -> None:
        self._news[of].clear()
        await self._news[of].wait()

    def _take_in(self, event: dict[str, Any]) -> None:
        match event["type"]:
            case "message" | "edited" if event["message"]["from"]["bot"] or event["message"]["via"]:
                message = message_from(event["message"])
                self._messages[message.chat][message.id] = message
                if Board(message).match:
                    self._of_matches[message.chat].add(message.id)
                self._news[message.chat].set()
            case "deleted":
                for number in event["messages"]:
                    self._messages[event["chat"]].pop(number, None)
                self._news[event["chat"]].set()
            case "inline_answer":
                self._news[event["query"]].set()
            case "answer":
                self._answers[event["query"]] = event["text"] or event["url"] or ""
                if event["query"] in self._news:
                    self._news[event["query"]].set()
