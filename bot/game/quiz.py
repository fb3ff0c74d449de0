"""What tasks of lessons and puzzles have in common: what codes leave and contradict, and reasons that are told."""

from collections.abc import Mapping
from dataclasses import dataclass

from solver.feedback import Feedback, History, feedback_for
from solver.variant import Code

# Why an answer is right or wrong, as keys of texts with what they speak of.

Value = str | int | float | Feedback | Code | tuple[Code, ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence: the key of its text, and what stands in it. Of several codes or symbols a list is shown."""

    key: str
    values: Mapping[str, Value]


Reasons = tuple[Reason, ...]


def objections(code: Code, history: History) -> list[Mapping[str, Value]]:
    """What is to be said of the first turn that the code contradicts; empty: it can be the secret."""
    against = objection(code, history)
    if against is None:
        return []
    guess, reply = against
    return [{"code": code, "guess": guess, "other": feedback_for(guess, code), "reply": reply}]


def alike(left: tuple[Code, ...], guess: Code) -> Mapping[str, Value]:
    """What is to be said of the candidates that give the same reply to the guess, the most of them."""
    reply, codes = max(parts(left, guess).items(), key=lambda part: len(part[1]))
    return {"guess": guess, "codes": tuple(codes), "reply": reply}


# What a code would contradict or leave.


def objection(code: Code, history: History) -> tuple[Code, Feedback] | None:
    """The first turn that the code contradicts; None: it can be the secret."""
    return next((turn for turn in history if feedback_for(turn[0], code) != turn[1]), None)


def parts(left: tuple[Code, ...], guess: Code) -> dict[Feedback, list[Code]]:
    """The candidates by the replies that they give to the guess."""
    found: dict[Feedback, list[Code]] = {}
    for code in left:
        found.setdefault(feedback_for(guess, code), []).append(code)
    return found


def average_left(left: tuple[Code, ...], guess: Code) -> float:
    """How many candidates the guess leaves on average."""
    return sum(len(part) ** 2 for part in parts(left, guess).values()) / len(left)
