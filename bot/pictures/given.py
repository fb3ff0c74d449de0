"""What the painters are given: all that stands on a card, its words already in the player's language."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solver.variant import Code, Variant, variant_named

Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Step:
    """A guess and its reply, with the codes that were left before and after it."""

    guess: Code
    bulls: int
    cows: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Judged:
    """A guess of the player's, and what became of it.

    `bits` it brought, `expected` it promised; `lost` turns against `best`. `verdict` is the key of a word.
    """

    step: Step
    bits: float
    expected: float
    best: Code
    lost: float
    verdict: str


@dataclass(frozen=True, slots=True)
class ReviewGiven:
    """A game looked at afterwards. `secret` is empty if nobody knows it, `perfect` if there is no other path."""

    variant: Variant
    language: str
    title: str
    secret: Code
    turns: tuple[Judged, ...]
    perfect: tuple[Step, ...]
    accuracy: float
    luck: float
    words: Words


@dataclass(frozen=True, slots=True)
class ReplyGiven:
    """A reply to a guess, with how many codes it would leave, how likely it is, and the bits it brings and leaves."""

    bulls: int
    cows: int
    count: int
    share: float
    left: float
    bits: float


@dataclass(frozen=True, slots=True)
class InformationGiven:
    """What a guess may bring: only replies that may come."""

    variant: Variant
    language: str
    title: str
    guess: Code
    replies: tuple[ReplyGiven, ...]
    words: Words


def review_given(text: str) -> ReviewGiven:
    """What a review's JSON says. Raises KeyError or ValueError where it is not one."""
    told = json.loads(text)
    variant = variant_named(told["variant"])
    return ReviewGiven(
        variant=variant,
        language=told["language"],
        title=told["title"],
        secret=variant.parse(told["secret"]) if told["secret"] else (),
        turns=tuple(_judged(turn, variant) for turn in told["turns"]),
        perfect=tuple(_step(*step, variant=variant) for step in told["perfect"]),
        accuracy=told["accuracy"],
        luck=told["luck"],
        words=told["words"],
    )


def information_given(text: str) -> InformationGiven:
    """What an information table's JSON says. Raises KeyError or ValueError where it is not one."""
    told = json.loads(text)
    variant = variant_named(told["variant"])
    return InformationGiven(
        variant=variant,
        language=told["language"],
        title=told["title"],
        guess=variant.parse(told["guess"]),
        replies=tuple(ReplyGiven(*row) for row in told["rows"] if row[2]),
        words=told["words"],
    )


def _judged(told: Mapping[str, Any], variant: Variant) -> Judged:
    step = _step(*(told[name] for name in ("guess", "bulls", "cows", "before", "after")), variant=variant)
    best = variant.parse(told["best"])
    return Judged(step, told["bits"], told["expected"], best, told["lost"], told["verdict"])


def _step(guess: str, bulls: int, cows: int, before: int, after: int, *, variant: Variant) -> Step:
    return Step(variant.parse(guess), bulls, cows, before, after)
