"""The account of games alone with the bot in which it breaks a word, or a number is guessed."""

from dataclasses import dataclass, field
from enum import Enum


class Way(Enum):
    """The kind of game."""

    THINK = "think"
    """The bot breaks a person's word."""
    ASK = "ask"
    """A person asks about the bot's number."""
    KEEP = "keep"
    """The bot asks about a person's number."""


@dataclass(slots=True)
class PlayedWay:
    """A game as played. `moves`: the moves that must be stored, once and in this order.

    A move is a reply with its guess (`abcdefg=1B0C`), a question (`>50`) or guess (`50`), or an answer with its
    question (`>50=no`).
    """

    id: str
    way: Way
    person: int
    secret: str = ""
    """The person's secret."""
    moves: list[str] = field(default_factory=list)
    wished: set[str] = field(default_factory=set)
    """The guesses that the bot was told to make."""
    tried: bool = False
    """Whether the last move may have ended the game."""
    over: bool = False
    ending_since: float | None = None
    """When that move was made, by the sandbox's clock; the bot's secret may be seen from then on."""


def reply(guess: str, feedback: tuple[int, int]) -> str:
    """A reply with its guess, as stored."""
    bulls, cows = feedback
    return f"{guess}={bulls}B{cows}C"


def answer(question: str, number: int) -> str:
    """The true answer: `yes` or `no`; to a guess that misses `higher` or `lower`."""
    if question.isdecimal() and int(question) != number:
        return "higher" if number > int(question) else "lower"
    relation, asked = question.rstrip("0123456789"), int(question.lstrip("<=>"))
    holds = {">": number > asked, "<": number < asked, "=": number == asked, "": number == asked, ">=": number >= asked}
    return "yes" if holds.get(relation, number <= asked) else "no"
