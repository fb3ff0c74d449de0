"""The first two guesses, thought out beforehand: one small file a variant."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from solver.feedback import Feedback
from solver.variant import VARIANTS, Code, Variant

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Advice:
    """What a hint says: how many candidates there are, and a guess with what it brings."""

    candidates: int
    guess: Code
    bits: float
    worst: int
    consistent: bool


@dataclass(frozen=True, slots=True)
class Opening:
    """The best first guess, and the best second one after each reply to it."""

    first: Advice
    second: dict[Feedback, Advice]


def opening_file(variant: Variant) -> Path:
    """Where the variant's opening is stored."""
    return DATA / f"opening-{variant.name}.json"


@lru_cache
def stored_opening(variant: Variant) -> Opening | None:
    """The variant's opening, if somebody has built it."""
    if VARIANTS.get(variant.name) != variant or not opening_file(variant).exists():
        return None
    stored = json.loads(opening_file(variant).read_text("utf-8"))
    second = {Feedback(*entry["feedback"]): _advice(variant, entry) for entry in stored["second"]}
    return Opening(_advice(variant, stored["first"]), second)


def as_json(variant: Variant, opening: Opening) -> str:
    """The opening as its file has it, a line an entry."""
    entries = ",\n".join(
        "    " + json.dumps({"feedback": list(feedback), **_entry(variant, advice)})
        for feedback, advice in opening.second.items()
    )
    first = json.dumps(_entry(variant, opening.first))
    return f'{{\n  "first": {first},\n  "second": [\n{entries}\n  ]\n}}\n'


def _advice(variant: Variant, entry: dict[str, Any]) -> Advice:
    return Advice(
        candidates=entry["candidates"],
        guess=variant.parse(entry["guess"]),
        bits=entry["bits"],
        worst=entry["worst"],
        consistent=entry["consistent"],
    )


def _entry(variant: Variant, advice: Advice) -> dict[str, Any]:
    return {
        "candidates": advice.candidates,
        "guess": variant.format(advice.guess),
        "bits": round(advice.bits, 9),
        "worst": advice.worst,
        "consistent": advice.consistent,
    }
