"""Simulated players: read the board, guess a code that fits, now and then press a digit or ask for a hint."""

import json
import random
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from benchmarks.telegram import Message
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
        over = bool(turns) and turns[-1][1] == "4"
        self.games += over
        if board is None or over:
            return Say("/play")
        chance = self._dice.random()
        if chance < HINTS:
            return Say("/hint")
        buttons = keypad(board) if chance < HINTS + PRESSES else []
        return Press(self._dice.choice(buttons)) if buttons else Say(self.guess(turns), replaces=True)

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
