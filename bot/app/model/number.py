"""A game of guessing a number, as it is stored: where it is played, by whom, and what its board shows besides."""

import re
import unicodedata
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Protocol

from bot.app.messages import Chat
from bot.app.model.fairness import committed
from bot.app.model.table import Question as Asking
from bot.game.number import NumberGame
from solver.interval import Interval, InvalidQuestion, Question, Relation, parse_question

USUAL = Interval(1, 100)
FARTHEST = 1_000_000_000
"""No range goes further from zero."""
DIGITS = len(str(FARTHEST))
BETWEEN = r"(?:\s+(?=[+-]?\d)|\s+-\s+|-|\s*(?:\.{2,3}|[,;:]|to|до)\s*)"
RANGE = re.compile(
    rf"(?:(?:from|від|от)\s+)?(?P<low>[+-]?\d+){BETWEEN}(?P<high>[+-]?\d+)|(?P<top>\d+)",
)
NUMBER = re.compile(r"[+-]?\s*\d+")
RELATIONS = {
    "gt": Relation.GREATER,
    "lt": Relation.LESS,
    "eq": Relation.EQUAL,
    "ge": Relation.AT_LEAST,
    "le": Relation.AT_MOST,
}
"""How a button names what it asks."""
KEYED = re.compile(r"(?P<relation>[a-z]{2})(?P<number>-?\d{1,10})", re.ASCII)
WORDS = dict.fromkeys(("yes", "y", "yep", "yeah", "так", "т", "да", "д", "ага", "+"), True)
WORDS |= dict.fromkeys(("no", "n", "nope", "ні", "н", "нет", "-"), False)


class Misfit(Enum):
    """Why something cannot be a range to guess a number in."""

    FORM = "form"
    FAR = "far"
    NARROW = "narrow"


class UnfitRange(ValueError):
    """Something that was meant as a range."""

    def __init__(self, misfit: Misfit) -> None:
        super().__init__(misfit.value)
        self.misfit = misfit


@dataclass(frozen=True, slots=True)
class NumberTable:
    """A game of guessing a number and all that its board shows, except what a single person keys."""

    id: str
    chat: Chat
    game: NumberGame
    starter: int
    """Who began it; where a person keeps the number, it is they."""
    starter_name: str
    salt: str
    opened_at: float
    ended_at: float | None = None
    asked_by: tuple[str, ...] = ()
    """Where the bot keeps the number: the name of whoever asked each question."""
    step: int = 0
    """How often anything has been asked, answered or put right: a press that decides something is for one step."""
    keypad: bool = False
    proof: bool = False
    correcting: bool = False
    """Whether the answers are laid out, for one of them to be put right."""
    asking: Asking | None = None
    """What was asked before the game is ended, and has not been answered yet."""
    wanted: Interval | None = None
    """The range of the game that is to take this one's place."""
    resigning: tuple[int, ...] = ()
    """Who, besides the starter, wants to end it."""
    hinted: tuple[int, ...] = ()
    """After how many questions a hint was taken; the same one may be seen again."""
    revision: int = field(default=0, compare=False)
    """How often it had been saved when we read it."""

    @property
    def commitment(self) -> str:
        """SHA-256 of `"<number> <salt>"` in hex."""
        if self.game.sought is None:
            raise ValueError("the bot keeps no number")
        return committed(str(self.game.sought), self.salt)

    @property
    def mastered(self) -> int:
        """How many numbers the range held, where a master has found the bot's, without a hint; else 0."""
        game = self.game
        return game.span.size if game.sought is not None and game.is_mastered and not self.hinted else 0

    @property
    def slot(self) -> str:
        """The slot of its board."""
        return slot_of(self.id)

    def moved(self, game: NumberGame) -> "NumberTable":
        """The same once something was asked, answered or put right: what spoke of the moment before is gone."""
        step = self.step + 1
        return replace(self, game=game, step=step, correcting=False, asking=None, resigning=())


@dataclass(frozen=True, slots=True)
class Masteries:
    """How often somebody was a Master of the game, and how many numbers the widest range held."""

    games: int = 0
    widest: int = 0


NEVER = Masteries()


class Numbers(Protocol):
    """The games of guessing a number."""

    async def load(self, number: str) -> NumberTable | None:
        """The game of that id."""

    async def latest(self, chat: int) -> NumberTable | None:
        """The one that was begun last in the chat; none before it is still on."""

    async def masteries(self, chat: int) -> Masteries:
        """How often somebody was a master there."""

    def save(self, table: NumberTable) -> None:
        """Keep the game. The work begins again if somebody else has saved it meanwhile."""


def slot_of(number: str) -> str:
    """The slot of the board of the game of that id."""
    return f"number:{number}"


def range_in(text: str) -> Interval:
    """The range that is written: two ends in either order, the upper one alone, or nothing. Raises UnfitRange."""
    if not text:
        return USUAL
    match = RANGE.fullmatch(_plain(text))
    if match is None:
        raise UnfitRange(Misfit.FORM)
    written = (match["low"] or "1", match["high"] or match["top"])
    if any(len(end.lstrip("+-").lstrip("0")) > DIGITS for end in written):
        raise UnfitRange(Misfit.FAR)
    low, high = sorted(int(end) for end in written)
    if low < -FARTHEST or high > FARTHEST:
        raise UnfitRange(Misfit.FAR)
    if low == high:
        raise UnfitRange(Misfit.NARROW)
    return Interval(low, high)


def is_question(text: str) -> bool:
    """Whether a text reads as a question about a number, such as `>50`."""
    try:
        parse_question(text)
    except InvalidQuestion:
        return False
    return True


def question_in(text: str) -> Question:
    """The question that is meant; a number alone asks whether it is that one. Raises InvalidQuestion."""
    number = number_in(text)
    return parse_question(text) if number is None else Question(Relation.EQUAL, number)


def on_button(question: Question) -> str:
    """The question as a button carries it: `gt50`."""
    return f"{next(name for name, relation in RELATIONS.items() if relation is question.relation)}{question.number}"


def question_on(argument: str) -> Question | None:
    """The question that a button carries; None if it is forged."""
    match = KEYED.fullmatch(argument)
    if match is None or match["relation"] not in RELATIONS:
        return None
    return Question(RELATIONS[match["relation"]], int(match["number"]))


def number_in(text: str) -> int | None:
    """The number that the text is, if it is nothing else."""
    try:
        return parse_question(f"={text}").number if NUMBER.fullmatch(_plain(text)) else None
    except InvalidQuestion:
        return None


def answer_in(text: str) -> bool | None:
    """Yes or no, if the text is one of them in any of the languages."""
    return WORDS.get(_plain(text).rstrip("!."))


def _plain(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).strip().casefold()
    return plain.replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
