"""The input of the painters: all that is on a picture, its words already in the player's language."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solver.variant import Code, Variant, variant_named

Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Step:
    """A guess and its reply, with the number of codes left before and after it."""

    guess: Code
    bulls: int
    cows: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Judged:
    """A guess of the player's with its analysis.

    `verdict`: the key of a word; `chance`: the reply was luck, in words; empty: it was none.
    """

    step: Step
    best: Code
    verdict: str
    chance: str


@dataclass(frozen=True, slots=True)
class ReviewGiven:
    """A reviewed game. `secret` is empty if nobody knows it, `perfect` if there is no other path.

    `said`: up to two sentences beside the accuracy.
    """

    variant: Variant
    language: str
    title: str
    secret: Code
    turns: tuple[Judged, ...]
    perfect: tuple[Step, ...]
    accuracy: float
    said: tuple[str, ...]
    words: Words


@dataclass(frozen=True, slots=True)
class ReplyGiven:
    """A possible reply to a guess: how many codes it leaves, its probability, and the bits that it gives and leaves."""

    bulls: int
    cows: int
    count: int
    share: float
    left: float
    bits: float


@dataclass(frozen=True, slots=True)
class InformationGiven:
    """The possible replies to a guess."""

    variant: Variant
    language: str
    title: str
    guess: Code
    replies: tuple[ReplyGiven, ...]
    words: Words


@dataclass(frozen=True, slots=True)
class BothGiven:
    """Both sides of a match, `left` as the title of the plot, and the sentences below it.

    A path is its name, the codes left from the start on (0: the code was broken), and after how many
    guesses of it the match was decided; 0: none.
    """

    title: str
    left: str
    paths: Sequence[tuple[str, Sequence[int], int]]
    said: Sequence[str]


def both_given(text: str) -> BothGiven:
    """Both sides in JSON. Raises KeyError or ValueError if it is malformed."""
    data = json.loads(text)
    return BothGiven(*(data[name] for name in ("title", "left", "paths", "said")))


def review_given(text: str) -> ReviewGiven:
    """The review in JSON. Raises KeyError or ValueError if it is malformed."""
    data = json.loads(text)
    variant = variant_named(data["variant"])
    return ReviewGiven(
        variant=variant,
        language=data["language"],
        title=data["title"],
        secret=variant.parse(data["secret"]) if data["secret"] else (),
        turns=tuple(_judged(turn, variant) for turn in data["turns"]),
        perfect=tuple(_step(*step, variant=variant) for step in data["perfect"]),
        accuracy=data["accuracy"],
        said=tuple(data.get("said", ())),
        words=data["words"],
    )


def information_given(text: str) -> InformationGiven:
    """The information table in JSON. Raises KeyError or ValueError if it is malformed."""
    data = json.loads(text)
    variant = variant_named(data["variant"])
    return InformationGiven(
        variant=variant,
        language=data["language"],
        title=data["title"],
        guess=variant.parse(data["guess"]),
        replies=tuple(ReplyGiven(*row) for row in data["rows"] if row[2]),
        words=data["words"],
    )


def _judged(data: Mapping[str, Any], variant: Variant) -> Judged:
    step = _step(*(data[name] for name in ("guess", "bulls", "cows", "before", "after")), variant=variant)
    best = variant.parse(data["best"])
    return Judged(step, best, data["verdict"], data.get("chance", ""))


def _step(guess: str, bulls: int, cows: int, before: int, after: int, *, variant: Variant) -> Step:
    return Step(variant.parse(guess), bulls, cows, before, after)
