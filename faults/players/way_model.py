"""Games alone with the bot other than breaking its word, as whoever plays them knows them."""

from dataclasses import dataclass, field
from enum import Enum


class Way(Enum):
    """What is played."""

    THINK = "think"
    """The bot breaks a person's word."""
    ASK = "ask"
    """A person asks about the bot's number."""
    KEEP = "keep"
    """The bot asks about a person's number."""


@dataclass(slots=True)
class PlayedWay:
    """A game as its player has played it. `moves`: each as it must be stored, once and in this order.

    A move is a reply with what was asked (`abcdefg=1B0C`), a question (`>50`), or an answer with its question
    (`>50=no`).
    """

    id: str
    way: Way
    person: int
    secret: str = ""
    """What the person keeps."""
    moves: list[str] = field(default_factory=list)
    wished: set[str] = field(default_factory=set)
    """What the bot was told to ask."""
    tried: bool = False
    """Whether the last move may have ended it."""
    over: bool = False
    ending_since: float | None = None
    """When that move was made, by the sandbox's clock; what the bot keeps may be seen from then on."""


def reply(guess: str, told: tuple[int, int]) -> str:
    """A reply with what was asked, as it is stored."""
    bulls, cows = told
    return f"{guess}={bulls}B{cows}C"


def answer(question: str, number: int) -> str:
    """Whether the question is right about the number: `yes` or `no`."""
    relation, asked = question.rstrip("0123456789"), int(question.lstrip("<=>"))
    holds = {">": number > asked, "<": number < asked, "=": number == asked, ">=": number >= asked}
    return "yes" if holds.get(relation, number <= asked) else "no"
