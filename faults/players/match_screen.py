"""A match's screen as one player sees it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from faults.players.phrases import phrases
from faults.players.sight import Board, Sight
from sandbox.html import parse

TURN = re.compile(
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
        elif heading in MINE or TURN.match(paragraph):
            mine = paragraph
        elif heading in THEIRS:
            theirs = paragraph
    return turns_in(mine), turns_in(theirs)


def turns_in(paragraph: str) -> Turns:
    """The guesses with bulls and cows, on any number of boards."""
    found = TURN.finditer(paragraph)
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
