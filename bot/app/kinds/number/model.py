"""A game of guessing a number: its range, its questions as buttons carry them; as stored and as kept for ever."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Annotated, Any

from bot.app.kinds.board_codec import asking_written, asks_to_resign, present_read, present_written
from bot.app.model.bodies import LoneName, Name, Stays
from bot.app.model.game import ChatGame, Codec, Gist, Progress, check_format, commitment_to
from bot.app.reading import FRACTION, LONGEST_NUMBER, RANGES, with_plain_numbers, with_plain_signs
from bot.game.number import NumberGame, given_up, line_of, number_game_at
from solver.interval import Interval, Question, Relation


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(ChatGame):
    """A game of guessing a number. Either the bot keeps the secret, or the person who began the game."""

    game: NumberGame
    starter_name: Annotated[str, Name("starter")]
    asked_by: tuple[LoneName, ...] = ()
    """Where the bot keeps the secret: the name of whoever asked each question."""
    step: Stays[int] = 0
    """How often anything has been asked, answered or corrected: a press that decides something is for one step."""
    keypad: bool = False
    """Whether the keypad is unfolded."""
    correcting: bool = False
    """Whether the answers are laid out, for one of them to be corrected."""
    hinted: Stays[tuple[int, ...]] = ()
    """After how many questions a hint was taken; the same one may be seen again."""
    earned: bool = False
    """Whether it is the first that its player has mastered, which is an achievement."""
    wrong: Stays[int | None] = field(default=None, compare=False)
    """The first answer, counted from 0, that is wrong for the secret which the person has just told. Never stored."""

    @property
    def is_kept(self) -> bool:
        """By a person."""
        return not self.bot_keeps

    @property
    def bot_keeps(self) -> bool:
        """Whether the bot keeps the secret, and people ask."""
        return self.game.secret is not None

    @property
    def commitment(self) -> str:
        """SHA-256 of `"<secret> <salt>"` in hex. Raises ValueError where a person keeps the secret."""
        if self.game.secret is None:
            raise ValueError("a person keeps the secret")
        return commitment_to(str(self.game.secret), self.salt)

    @property
    def mastered(self) -> int:
        """How many numbers the range held, if a master guessed the bot's without a hint; else 0."""
        game = self.game
        return game.span.size if self.bot_keeps and game.is_mastered and not self.hinted else 0

    def after(self, game: NumberGame) -> "Number":
        """The game after a move: what the board showed of the moment before is gone."""
        step = self.step + 1
        return replace(self, game=game, step=step, correcting=False, asks_to_resign=False, resigning=())

    def renamed(self, person: int, name: str) -> "Number":
        """Who asked each question is known by name alone."""
        return replace(self, starter_name=name) if person == self.starter else self

    def given_up_at(self, now: float) -> "Number":
        """The running game once it is over, given up at that time."""
        return replace(self.after(given_up(self.game)), ended_at=now, proof=False)


# A game of guessing a number, as it is stored.

FORMAT = 1
AS_THEY_ARE = ("starter_name", "step", "keypad", "proof", "correcting")
"""Fields that JSON holds as they are."""


def body_of(game: Number) -> dict[str, Any]:
    """What is stored of the game besides its header."""
    return {name: getattr(game, name) for name in AS_THEY_ARE} | {
        "format": FORMAT,
        "line": line_of(game.game),
        "asked_by": game.asked_by,
        "asking": asking_written(game),
        "resigning": game.resigning,
        **({"hinted": game.hinted} if game.hinted else {}),
        **({"earned": True} if game.earned else {}),
        **present_written(game),
    }


def game_of(header: dict[str, Any], body: Mapping[str, Any]) -> Number:
    """The game that was stored so. Raises ValueError for a format that is not known."""
    check_format(body, FORMAT, f"game {header['id']}")
    return Number(
        **header,
        game=number_game_at(body["line"]),
        asked_by=tuple(body["asked_by"]),
        asks_to_resign=asks_to_resign(body),
        resigning=tuple(body["resigning"]),
        hinted=tuple(body.get("hinted", ())),
        earned=body.get("earned", False),
        **present_read(body),
        **{name: body[name] for name in AS_THEY_ARE},
    )


# What is kept for ever of a game of guessing a number. Of those who ask in a group only whoever began it is known.


def progress_of(game: Number) -> Progress:
    """How far the game has come."""
    return Progress(len(game.game.turns), (len(game.hinted),))


def gist_of(game: Number) -> Gist | None:
    """What is kept; nothing where nothing was asked."""
    if not game.game.turns:
        return None
    return Gist(line_of(game.game), (game.starter,), (game.salt,) if game.bot_keeps else ())


CODEC = Codec("number", Number, body_of, game_of, progress_of, gist_of)

# Questions and guesses as the data of buttons carries them: `gt50`, `le-3`, `is37`.

RELATIONS = {
    "gt": Relation.GREATER,
    "lt": Relation.LESS,
    "eq": Relation.EQUAL,
    "ge": Relation.AT_LEAST,
    "le": Relation.AT_MOST,
}
GUESS = "is"
NAMES = {relation: name for name, relation in RELATIONS.items()}
FORM = re.compile(r"(?P<relation>[a-z]{2})(?P<number>-?\d{1,10})", re.ASCII)


def data_of(asking: Question | int) -> str:
    """The question or guess as a button carries it."""
    return f"{NAMES[asking.relation]}{asking.number}" if isinstance(asking, Question) else f"{GUESS}{asking}"


def asking_of(data: str) -> Question | int | None:
    """The question or guess that a button carries; None if the data is forged."""
    match = FORM.fullmatch(data)
    return None if match is None else asking_about(match["relation"], int(match["number"]))


def asking_about(name: str, number: int) -> Question | int | None:
    """The question or guess of that name in buttons; None if there is none."""
    if name == GUESS:
        return number
    return Question(RELATIONS[name], number) if name in RELATIONS else None


# The range in which a number is guessed, as people type it: `1 1000`, `-50..50`, `from 5 to 9`, `200`, `10 000`.

USUAL = Interval(1, 100)
FARTHEST = 1_000_000_000
"""No range goes further from zero."""
DIGITS = len(str(FARTHEST))
BETWEEN = rf"(?:\s+(?=[+-]?\d)|\s+-\s+|-|\s*(?:\.{{2,3}}|[,;:]|{RANGES.pattern('to')})\s*)"
RANGE = re.compile(
    rf"(?:(?:{RANGES.pattern('from')})\s+)?(?P<low>[+-]?\d+){BETWEEN}(?P<high>[+-]?\d+)|(?P<top>\d+)",
)


OF_ONE_NUMBER = re.compile(r"[+-]?\d{1,3}[ ,.]0\d\d|0,\d")
"""What is one number, though it may be read as two ends: `10 000`, `0,5`."""
NO_BREAK = frozenset("\u00a0\u2009\u202f")
"""Spaces that stand within numbers."""


class RangeFault(Enum):
    """Why a text is no range to guess a number in."""

    FORM = "form"
    FAR = "far"
    NARROW = "narrow"
    FRACTION = "fraction"


class InvalidRange(ValueError):
    """A text that is no range to guess a number in. `number`: what is to blame, if it is a single one."""

    def __init__(self, fault: RangeFault, number: str = "") -> None:
        super().__init__(fault.value)
        self.fault = fault
        self.number = number


def range_in(text: str) -> Interval:
    """The range that a text names: two ends in either order, the upper one alone, or nothing. Raises InvalidRange."""
    if not text:
        return USUAL
    if len(text) > LONGEST_NUMBER:
        raise InvalidRange(RangeFault.FORM)
    typed = with_plain_signs(text)
    match = RANGE.fullmatch(typed)
    if match is None or OF_ONE_NUMBER.fullmatch(typed) or not NO_BREAK.isdisjoint(text):
        typed = with_plain_numbers(text)
        if fraction := FRACTION.search(typed):
            raise InvalidRange(RangeFault.FRACTION, fraction[0])
        match = RANGE.fullmatch(typed)
    if match is None:
        raise InvalidRange(RangeFault.FORM)
    ends = (match["low"] or "1", match["high"] or match["top"])
    if any(len(end.lstrip("+-").lstrip("0")) > DIGITS for end in ends):
        raise InvalidRange(RangeFault.FAR)
    low, high = sorted(int(end) for end in ends)
    if low < -FARTHEST or high > FARTHEST:
        raise InvalidRange(RangeFault.FAR)
    if low == high:
        raise InvalidRange(RangeFault.NARROW)
    return Interval(low, high)
