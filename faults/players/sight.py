"""What people see: the bot's messages and cards, and its answers to presses; what stands on boards and screens."""

import asyncio
import json
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

from babel.messages.pofile import read_po

from faults.players.accounts import reply
from sandbox.client.seen import Button, Message, message_from
from sandbox.html import parse
from sandbox.state import State

Found = TypeVar("Found")
FINGERPRINT = re.compile(r'\?start=proof-([A-Za-z0-9_-]{43})">🔒', re.ASCII)
TURN = re.compile(
    r"^\d+\. (?P<guess>[a-z]{7})\u00a0\u00a0(?P<bulls>\d+)\u2060?🐂\u00a0(?P<cows>\d+)\u2060?🐄", re.MULTILINE
)
LATE, LONGEST_WAIT = 3.0, 120.0
"""Seconds after which an update that is not confirmed shows that the bot is late, and for which that is put up with."""
PRESS = re.compile(r"1:m[a-z]+:(?P<match>[0-9a-f]{16}):\d+\b")
WATCHES = re.compile(r"1:w(?:react|look|stop):(?P<match>[0-9a-f]{16}):\d+\b")


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

    @cached_property
    def watched(self) -> str:
        """The match of others that is watched there; empty: none."""
        return watched_in(" ".join(button.value for row in self.message.keyboard for button in row))

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


def watched_in(buttons: str) -> str:
    """The match of the buttons of somebody who watches it; empty: none."""
    found = WATCHES.search(buttons)
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


# The bot's texts in every language, read from its catalogues without its code.

LOCALES = Path(__file__).parents[2] / "bot" / "locales"
LANGUAGES = tuple(sorted(folder.name for folder in LOCALES.iterdir() if folder.is_dir()))


def phrase(language: str, key: str) -> str:
    """The text of the key in that language, with placeholders such as `{name}`."""
    return _catalogue(language)[key]


def phrases(key: str) -> dict[str, str]:
    """The text of the key, by language."""
    return {language: phrase(language, key) for language in LANGUAGES}


@cache
def _catalogue(language: str) -> dict[str, str]:
    with (LOCALES / language / "texts.po").open("rb") as source:
        return {str(message.id): str(message.string) for message in read_po(source) if message.id}


# A match's screen as one player sees it.

MATCH_TURN = re.compile(
    r"^\d+\. (?:(?P<guess>[a-z]{7})[\u00a0 ]+)?(?P<bulls>\d+)\u2060?🐂\u00a0(?P<cows>\d+)\u2060?🐄", re.MULTILINE
)
BETWEEN = " ┊ "
SIDE_BY_SIDE = re.compile(rf"^\d+\. .*{BETWEEN}", re.MULTILINE)
MINE, THEIRS = ({parse(words)[0] for words in phrases(key).values()} for key in ("match.mine", "match.theirs"))
"""The headings of the boards, in all languages."""
MY_TURN = "👉"
Turns = tuple[tuple[str, tuple[int, int]], ...]
"""Guesses with bulls and cows; a hidden guess is empty."""


@dataclass(frozen=True)
class MatchScreen(Board):
    """One person's screen of a match."""

    @cached_property
    def mine(self) -> Turns:
        """One's own guesses, or all in modes with a common history."""
        return self._boards[0]

    @cached_property
    def theirs(self) -> Turns:
        """The rival's guesses, where they are separate."""
        return self._boards[1]

    @property
    def guesses(self) -> list[str]:
        """The guesses on the first board."""
        return [guess for guess, _ in self.mine]

    @property
    def over(self) -> bool:
        """Whether it shows the end: it has the button to the menu."""
        return self.button("mhome") is not None

    @property
    def wants_secret(self) -> bool:
        """Whether it asks for a secret."""
        return self.button("mdrawn") is not None

    @property
    def my_turn(self) -> bool:
        """Whether it asks for a guess."""
        return MY_TURN in self.message.text

    @cached_property
    def _boards(self) -> tuple[Turns, Turns]:
        return boards_in(self.message.text)


def boards_in(text: str) -> tuple[Turns, Turns]:
    """My board and the rival's, below each other or side by side; or a common one."""
    mine = theirs = ""
    for paragraph in text.split("\n\n"):
        heading = paragraph.partition("\n")[0]
        if SIDE_BY_SIDE.search(paragraph):
            halves = [line.partition(BETWEEN) for line in paragraph.split("\n")]
            mine, theirs = "\n".join(half[0] for half in halves), "\n".join(f"0. {half[-1]}" for half in halves)
        elif heading in MINE or MATCH_TURN.match(paragraph):
            mine = paragraph
        elif heading in THEIRS:
            theirs = paragraph
    return turns_in(mine), turns_in(theirs)


def turns_in(paragraph: str) -> Turns:
    """The guesses with bulls and cows, on any number of boards."""
    found = MATCH_TURN.finditer(paragraph)
    return tuple((turn["guess"] or "", (int(turn["bulls"]), int(turn["cows"]))) for turn in found)


def screens(sight: Sight, chat: int) -> Iterator[MatchScreen]:
    """Every screen of a match in the chat, the lowest first."""
    for board in reversed(list(sight.standing(chat))):
        screen = MatchScreen(board.message)
        if screen.match:
            yield screen


def lowest(sight: Sight, chat: int, match: str) -> MatchScreen | None:
    """The lowest screen of that match."""
    return next((screen for screen in screens(sight, chat) if screen.match == match), None)


# Boards of games alone in which the bot breaks a word, or a number is guessed.

WAY_PRESS = re.compile(r"1:[a-z]+:(?P<game>[0-9a-f]{16}):\d+\b")
ANSWERS = {said: word for word in ("yes", "no", "higher", "lower") for said in phrases(f"number.{word}").values()}
"""The words of answers on boards, in all languages."""
ANSWERED = re.compile(
    r"^(?:\d+\.|🎯) (?P<question>[<>=]*\d+)\u00a0\u00a0(?P<answer>" + "|".join(map(re.escape, ANSWERS)) + r")\b",
    re.MULTILINE,
)
ASKS_WORD = re.compile(r"^❓.*\b(?P<word>[a-z]{7})$", re.MULTILINE)
ASKS_NUMBER = re.compile(r"^👉.*\((?P<question>[<>=]+\d+)\)$", re.MULTILINE)
NAMES_NUMBER = re.compile(r"^👉\D*(?P<number>\d+)\b", re.MULTILINE)


@dataclass(frozen=True)
class WayScreen(Board):
    """One message that shows such a game."""

    @cached_property
    def game(self) -> str:
        """The game's id; empty: none."""
        return game_in(self._buttons)

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The moves with their answers."""
        return moves_in(self.message.text)

    @cached_property
    def asks(self) -> str:
        """The bot's question; empty: none."""
        return asks_in(self.message.text)

    @property
    def over(self) -> bool:
        """Whether it shows the end."""
        return is_over_in(self._buttons)

    @cached_property
    def _buttons(self) -> str:
        return " ".join(button.value for row in self.message.keyboard for button in row)


def game_in(buttons: str) -> str:
    """The game of the buttons; empty: none."""
    found = WAY_PRESS.search(buttons)
    return found["game"] if found else ""


def moves_in(text: str) -> tuple[str, ...]:
    """The turns in the text."""
    replies = tuple(reply(turn["guess"], (int(turn["bulls"]), int(turn["cows"]))) for turn in TURN.finditer(text))
    return replies or tuple(f"{turn['question']}={ANSWERS[turn['answer']]}" for turn in ANSWERED.finditer(text))


def asks_in(text: str) -> str:
    """The guess or question in the text; empty: none."""
    if word := ASKS_WORD.search(text):
        return word["word"]
    if question := ASKS_NUMBER.search(text):
        return question["question"]
    named = NAMES_NUMBER.search(text)
    return f"={named['number']}" if named else ""


def is_over_in(buttons: str) -> bool:
    """Whether the buttons are those of a game that is over: only they offer another."""
    return ":again:" in buttons or (":nkeeper:" in buttons and ":nresign:" not in buttons)


def way_screens(sight: Sight, chat: int) -> Iterator[WayScreen]:
    """The boards of such games in the chat, the lowest first."""
    for board in reversed(list(sight.standing(chat))):
        screen = WayScreen(board.message)
        if screen.game:
            yield screen


# The beginning of lines with a guess and its feedback, as the bot sends them.

OWN = "|".join(re.escape(words.partition("<code>")[0]) for words in phrases("match.your-guess").values())
TURN_LINE = re.compile(rf"(?:\d+\. |⏳ |👉 [^<]*: |{OWN})<code>[a-z]+</code>")
