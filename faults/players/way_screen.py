"""Boards of games alone in which the bot breaks a word, or a number is guessed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from faults.players.phrases import phrases
from faults.players.sight import TURN, Board, Sight
from faults.players.way_model import reply

PRESS = re.compile(r"1:[a-z]+:(?P<game>[0-9a-f]{16}):\d+\b")
WORDS = {said: word for word in ("yes", "no", "higher", "lower") for said in phrases(f"number.{word}").values()}
"""The words of answers on boards, in all languages."""
ANSWERED = re.compile(
    r"^(?:\d+\.|🎯) (?P<question>[<>=]*\d+)\u00a0\u00a0(?P<answer>" + "|".join(map(re.escape, WORDS)) + r")\b",
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
    found = PRESS.search(buttons)
    return found["game"] if found else ""


def moves_in(text: str) -> tuple[str, ...]:
    """The turns in the text."""
    replies = tuple(reply(turn["guess"], (int(turn["bulls"]), int(turn["cows"]))) for turn in TURN.finditer(text))
    return replies or tuple(f"{turn['question']}={WORDS[turn['answer']]}" for turn in ANSWERED.finditer(text))


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
