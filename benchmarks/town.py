"""A day of a million players, the chats in which some of them play, and how they do."""

import asyncio
import itertools
import json
import random
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from benchmarks.altered import HASTE
from benchmarks.players import CLASSIC, Player, Press, Turns, turns_on
from benchmarks.telegram import BotApi, Message, Parameters
from benchmarks.year import GAMES

# A day as arithmetic: the shares are assumptions; how much a game takes is measured (`benchmarks.million`)

ALONE, MATCH, GROUP = "alone", "match", "group"
KINDS = (ALONE, MATCH, GROUP)
PEOPLE = {ALONE: 1, MATCH: 2, GROUP: 3}
"""How many people play a game."""
SHARES = {ALONE: 0.85, MATCH: 0.10, GROUP: 0.05}
"""Of all games that a person plays."""
BUSIEST_HOUR = 0.09
"""Its share of the day; the busiest ten minutes are a sixth of it."""
TEN_MINUTES = 600.0
THOUGHT = 12.0
"""Seconds on average between the answer to a person and their next update."""
LEAVERS = 0.1
"""Of those who play a match: they let their clock run out. So one match in five ends by its clock."""
REVIEWED = 0.1
"""Of games alone: a review is asked for. Unasked, the bot thinks about each match and game alone that is over."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day of so many players, each with so many games."""

    players: int = 1_000_000
    games: float = GAMES

    @property
    def in_the_busiest_minutes(self) -> float:
        """Games that people begin in the busiest ten minutes, a match counted for both."""
        return self.players * self.games * BUSIEST_HOUR / 6

    @property
    def begun(self) -> dict[str, float]:
        """Games that begin in a second then, by kind, each counted once."""
        people = self.in_the_busiest_minutes / TEN_MINUTES
        return {kind: people * SHARES[kind] / PEOPLE[kind] for kind in KINDS}

    @property
    def games_a_day(self) -> float:
        """Games in the day, each counted once."""
        return self.players * self.games * sum(SHARES[kind] / PEOPLE[kind] for kind in KINDS)

    @property
    def clocks(self) -> float:
        """Clocks that run out in a second of the busiest ten minutes."""
        return 2 * LEAVERS * self.begun[MATCH]

    @property
    def reviews(self) -> float:
        """Games to be thought about in a second then, asked for or not."""
        return (1 + REVIEWED) * self.begun[ALONE] + self.begun[MATCH]

    def in_a_second(self, of_a_game: dict[str, float]) -> float:
        """Updates, or messages, in a second then, where a game of each kind takes so many."""
        return sum(count * of_a_game[kind] for kind, count in self.begun.items())


MILLION = Day()


# Chats

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


# How people play

MOST_MOVES = 40
"""Nobody plays on for ever where the board is not understood."""
MY_TURN, MINE = "👉", "<u>Your guesses</u>"
RUNS_OUT = re.compile(r'Your time runs out <tg-time unix="(\d+)"')


@dataclass(slots=True)
class Person:
    """Somebody in a chat, who thinks before each update. `tally`: the present one."""

    room: Room
    player: Player
    dice: random.Random
    tally: Callable[[], Tally]

    async def thinks(self) -> None:
        await asyncio.sleep(self.dice.expovariate(HASTE / THOUGHT))


async def play_alone(person: Person) -> None:
    """A game against the bot's secret, now and then with its review."""
    room = person.room
    await room.says("/play")
    for _ in range(MOST_MOVES):
        await person.thinks()
        match person.player.next_move(room.board):
            case Press(data):
                await room.presses(data)
            case move:
                await room.says(move.text)
        if is_solved(turns_on(room.board)):
            break
    if person.dice.random() < REVIEWED and room.board and (look := button(room.board, "look")):
        await person.thinks()
        await _look_back(person, room.board, look)


async def _look_back(person: Person, board: Message, look: str) -> None:
    began = time.perf_counter()
    person.tally().asked += 1
    await person.room.presses(look)
    await person.room.shows(lambda message: message.id > board.id)
    person.tally().reviews.append(time.perf_counter() - began)


async def play_match(person: Person) -> None:
    """A duel with whoever is found in the lobby; some go away when it is their turn, and their clock runs out."""
    room, dice = person.room, person.dice
    await room.says("/duel")
    await person.thinks()
    await room.presses("1:find")
    await room.shows(lambda board: button(board, "mdrawn") is not None)
    await person.thinks()
    await room.says("".join(dice.sample(CLASSIC.alphabet, 4)))
    leaves = dice.random() < LEAVERS
    while not is_over(board := await room.shows(lambda board: MY_TURN in board.text or is_over(board))):
        if leaves and my_turns(board):
            await _stay_away(person, board)
            return
        await person.thinks()
        if room.board is not None and not is_over(room.board):
            await room.says(person.player.guess(my_turns(board)))


async def _stay_away(person: Person, board: Message) -> None:
    """Wait for the end. The screen tells whole seconds, so up to one of them is counted too much."""
    told = RUNS_OUT.search(board.text)
    await person.room.shows(is_over)
    if told:
        person.tally().late.append(time.time() - int(told[1]))


async def play_in_group(person: Person) -> None:
    """A game at the board of a group."""
    room = person.room
    await room.says("/play")
    for _ in range(MOST_MOVES):
        await person.thinks()
        await room.says(f"/guess {person.player.guess(turns_on(room.board))}")
        if is_solved(turns_on(room.board)):
            return


LIVES: dict[str, Callable[[Person], Awaitable[None]]] = {ALONE: play_alone, MATCH: play_match, GROUP: play_in_group}


def is_solved(turns: Turns) -> bool:
    """Whether the last of these guesses was right."""
    return bool(turns) and turns[-1][1] == "4"


def is_over(board: Message) -> bool:
    """Whether the screen of a match shows its end."""
    return button(board, "mhome") is not None


def my_turns(board: Message) -> Turns:
    """One's own guesses on the screen of a match."""
    found = (part for part in board.text.split("\n\n") if part.startswith(MINE))
    return turns_on(Message(board.chat, board.id, next(found, ""), ""))
