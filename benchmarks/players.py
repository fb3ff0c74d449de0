"""Simulated people, how they move, and their private chats with a bot, in which each waits for its answer."""

import json
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from benchmarks.telegram import BotApi, Message, Parameters
from solver.feedback import Feedback, all_codes, as_code, feedback_id, feedback_ids
from solver.variant import VARIANTS

CLASSIC = VARIANTS["classic"]
TURN = re.compile(
    "^[0-9]+\\. (?:<code>)?([0-9]{4})(?:</code>)?\xa0\xa0([0-4])\u2060?\N{OX}\xa0([0-4])\u2060?\N{COW}", re.MULTILINE
)
PRESSES, HINTS = 0.05, 0.05
OPENING = 5
"""Updates of an opening: /play and four guesses."""
KEYBOARD = "\N{KEYBOARD}"

Turns = tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Say:
    """Type a text. `replaces`: the answer is a new board instead of the old one."""

    text: str
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """Press the button with this data."""

    data: str


class Mover(Protocol):
    """Somebody who writes to the bot. `games`: how many they have played to the end."""

    games: int

    def next_move(self, board: Message | None) -> Say | Press:
        """The next move when the bot shows `board`."""


class Chatter:
    """Sends codes to a bot that repeats what it hears."""

    def __init__(self, seed: int) -> None:
        self.games = 0
        self._dice = random.Random(seed)

    def next_move(self, board: Message | None) -> Say | Press:
        del board  # an echo needs no thought
        return Say("".join(self._dice.sample(CLASSIC.alphabet, 4)))


class Player:
    """Plays games to their end, one after another."""

    def __init__(self, seed: int) -> None:
        self.games = 0
        self._dice = random.Random(seed)
        self._turns: Turns = ()
        self._candidates = np.arange(CLASSIC.size)

    def next_move(self, board: Message | None) -> Say | Press:
        turns = turns_on(board)
        if board is None or self._ends(turns):
            return Say("/play")
        chance = self._dice.random()
        if chance < HINTS:
            return Say("/hint")
        buttons = keypad(board) if chance < HINTS + PRESSES else []
        return Press(self._dice.choice(buttons)) if buttons else Say(self.guess(turns), replaces=True)

    def _ends(self, turns: Turns) -> bool:
        over = bool(turns) and turns[-1][1] == "4"
        self.games += over
        return over

    def guess(self, turns: Turns) -> str:
        """A code that fits what these guesses have brought."""
        if turns[: len(self._turns)] != self._turns:
            self._turns, self._candidates = (), np.arange(CLASSIC.size)
        for guess, bulls, cows in turns[len(self._turns) :]:
            reply = feedback_id(CLASSIC, Feedback(int(bulls), int(cows)))
            asked = _row_of(CLASSIC.parse(guess))
            self._candidates = self._candidates[_replies()[asked, self._candidates] == reply]
        self._turns = turns
        return CLASSIC.format(as_code(all_codes(CLASSIC)[self._dice.choice(self._candidates)]))


class Guesser(Player):
    """Plays games to their end and only types guesses; what a newer message shows is the answer, wherever it stands."""

    def next_move(self, board: Message | None) -> Say | Press:
        turns = turns_on(board)
        return Say("/play" if board is None or self._ends(turns) else self.guess(turns))


class Opener:
    """Begins a game and makes four guesses, whatever the board says; then begins the next."""

    def __init__(self, seed: int) -> None:
        self.games = 0
        self._dice = random.Random(seed)
        self._moves = 0

    def next_move(self, board: Message | None) -> Say | Press:
        del board
        begins = self._moves % OPENING == 0
        self._moves += 1
        return Say("/play" if begins else "".join(self._dice.sample(CLASSIC.alphabet, 4)))


def turns_on(board: Message | None) -> Turns:
    """Guesses with bulls and cows, as the board has them."""
    return tuple(TURN.findall(board.text)) if board else ()


def keypad(board: Message) -> list[str]:
    """The data of the board's digit keys, or of the button that unfolds them; other buttons have none."""
    rows = json.loads(board.markup)["inline_keyboard"] if board.markup else []
    buttons = [(button["text"], button["callback_data"]) for row in rows for button in row if "callback_data" in button]
    digits = [data for text, data in buttons if len(text) == 1 and text.isdecimal()]
    return digits or [data for text, data in buttons if text.startswith(KEYBOARD)]


@lru_cache
def _replies() -> NDArray[np.uint8]:
    return feedback_ids(CLASSIC, all_codes(CLASSIC), all_codes(CLASSIC))


@lru_cache(maxsize=CLASSIC.size)
def _row_of(code: tuple[int, ...]) -> int:
    return int(np.flatnonzero((all_codes(CLASSIC) == code).all(axis=1))[0])


# Their chats

FIRST_ID = 100_001
FOR_A_CHAT = frozenset({"chat_id", "callback_query_id"})
"""Parameters of calls that concern a chat; other calls, such as setMyCommands, come at every start."""


class Chat:
    """One person's chat with the bot. Sends the next update only when the last one was fully answered."""

    def __init__(self, person: int, mover: Mover, api: BotApi, answered: Callable[["Chat", float], None]) -> None:
        self._person = person
        self._mover = mover
        self._api = api
        self._answered = answered
        self._board: Message | None = None
        self._presses = 0
        self._since = 0.0
        self._awaits_board = False
        self._awaits_deletion: int | None = None
        self._awaits_press: str | None = None

    @property
    def busy(self) -> bool:
        return self._awaits_board or self._awaits_deletion is not None or self._awaits_press is not None

    def act(self) -> None:
        """Send the next update."""
        move = self._mover.next_move(self._board)
        match move:
            case Say(text, replaces):
                self._awaits_board = True
                self._awaits_deletion = self._board.id if replaces and self._board else None
                self._api.offer("message", self._message(text))
            case Press(data):
                self._presses += 1
                self._awaits_press = f"{self._person}-{self._presses}"
                self._api.offer("callback_query", self._press(data))
        self._since = time.perf_counter()

    def sees(self, message: Message) -> None:
        """Take the newest message as the board."""
        if self._board is None or message.id > self._board.id:
            self._awaits_board = False
        if self._board is None or message.id >= self._board.id:
            self._board = message
        self._settle()

    def loses(self, message: int) -> None:
        if self._awaits_deletion == message:
            self._awaits_deletion = None
            self._settle()

    def hears(self, query: str) -> None:
        if self._awaits_press == query:
            self._awaits_press = None
            self._settle()

    def _settle(self) -> None:
        if self._since and not self.busy:
            took, self._since = time.perf_counter() - self._since, 0.0
            self._answered(self, took)

    def _message(self, text: str) -> dict[str, Any]:
        message = {
            "message_id": self._api.new_message_id(),
            "from": self._sender(),
            "chat": {"id": self._person, "first_name": "Player", "type": "private"},
            "date": int(time.time()),
            "text": text,
        }
        if text.startswith("/"):
            message["entities"] = [{"type": "bot_command", "offset": 0, "length": len(text)}]
        return message

    def _press(self, data: str) -> dict[str, Any]:
        assert self._board is not None
        return {
            "id": self._awaits_press,
            "from": self._sender(),
            "message": self._board.as_telegram_shows_it(),
            "chat_instance": str(self._person),
            "data": data,
        }

    def _sender(self) -> dict[str, Any]:
        return {"id": self._person, "is_bot": False, "first_name": "Player", "language_code": "en"}


class Chats:
    """All the chats of one bot. `answered` is called with a chat that was fully answered, and the seconds it took."""

    def __init__(self, movers: list[Mover]) -> None:
        self.api = BotApi(self._heard)
        self.answered: Callable[[Chat, float], None] | None = None
        self.count = 0
        self.calls = 0
        """The bot's calls for these chats."""
        self._by_id = {
            person: Chat(person, mover, self.api, self._tell) for person, mover in enumerate(movers, FIRST_ID)
        }

    @property
    def all(self) -> list[Chat]:
        return list(self._by_id.values())

    def _tell(self, chat: Chat, took: float) -> None:
        self.count += 1
        if self.answered:
            self.answered(chat, took)

    def _heard(self, method: str, parameters: Parameters, message: Message | None) -> None:
        self.calls += not parameters.keys().isdisjoint(FOR_A_CHAT)
        if method == "answerCallbackQuery":
            query = str(parameters["callback_query_id"])
            self._by_id[int(query.partition("-")[0])].hears(query)
        elif method == "deleteMessage":
            self._by_id[int(parameters["chat_id"])].loses(int(parameters["message_id"]))
        elif message:
            self._by_id[message.chat].sees(message)
