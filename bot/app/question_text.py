"""Questions about a number, and answers to them, as people type them: `>50`, `< 80 ?`, `60`, `yes`, `ні`."""

import re

from bot.app.language import plain, vocabulary
from solver.interval import InvalidQuestion, Question, Relation, parse_question

NUMBER = re.compile(r"[+-]?\s*\d+")
ANSWERS = vocabulary("answer")
SIGNS = {"+": "yes", "-": "no"}


def is_question(text: str) -> bool:
    """Whether a text reads as a question about a number, such as `>50`."""
    try:
        parse_question(text)
    except InvalidQuestion:
        return False
    return True


def question_in(text: str) -> Question:
    """The question that a text asks; a number alone asks whether it is that one. Raises InvalidQuestion."""
    number = number_in(text)
    return parse_question(text) if number is None else Question(Relation.EQUAL, number)


def number_in(text: str) -> int | None:
    """The number that a text consists of; None if it is anything else."""
    try:
        return parse_question(f"={text}").number if NUMBER.fullmatch(with_plain_signs(text)) else None
    except InvalidQuestion:
        return None


def answer_in(text: str, language: str = "") -> bool | None:
    """Yes or no, in a word of any language; the reader's own language comes first. None for other texts."""
    word = with_plain_signs(text).rstrip("!.")
    meaning = SIGNS.get(word) or ANSWERS.meaning(word, language)
    return None if meaning is None else meaning == "yes"


def with_plain_signs(text: str) -> str:
    """The text as words are looked up in it, every sign of minus as a hyphen."""
    return plain(text).strip().replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
