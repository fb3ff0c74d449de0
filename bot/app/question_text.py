"""Reads questions about a number and answers, as people type them: `>50`, `< 80 ?`, `60`, `yes`, `ні`."""

import re

from bot.app.language import plain, vocabulary
from solver.interval import InvalidQuestion, Relation, parse_question

NUMBER = re.compile(r"[+-]?\s*\d+")
ANSWERS = vocabulary("answer")
SIGNS = {"+": "yes", "-": "no", ">": "higher", "<": "lower"}
DIRECTIONS = {"higher": Relation.GREATER, "lower": Relation.LESS}


def is_question(text: str) -> bool:
    """Whether a text reads as a question about a number, such as `>50`."""
    try:
        parse_question(text)
    except InvalidQuestion:
        return False
    return True


def number_in(text: str) -> int | None:
    """The number that a text consists of; None if it is anything else."""
    try:
        return parse_question(f"={text}").number if NUMBER.fullmatch(with_plain_signs(text)) else None
    except InvalidQuestion:
        return None


def answer_in(text: str, language: str = "") -> bool | Relation | None:
    """The meaning of a yes, no, higher or lower in any language, the reader's first. None for other texts."""
    word = with_plain_signs(text).rstrip("!.")
    meaning = SIGNS.get(word) or ANSWERS.meaning(word, language)
    return None if meaning is None else DIRECTIONS.get(meaning, meaning == "yes")


def with_plain_signs(text: str) -> str:
    """The text in the form of `plain`, with every kind of minus sign as a hyphen."""
    return plain(text).strip().replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
