"""Reads games as typed behind /review: `0123 1B0C 4567 …`, with the variant first if it is not classic."""

import re
from collections.abc import Iterator
from itertools import islice

from bot.app.advice.reviewed import MOST_TURNS, TooLongGame
from bot.app.code_text import code_in
from bot.app.model.options import UnknownOption, variant_said
from bot.app.reply_text import reply_in
from bot.app.texts import short_text
from solver.feedback import Feedback, History, possible_feedback
from solver.variant import Code, InvalidCode, Variant, variant_named

NUMBERING = re.compile(r"\d{1,3}[.)]")
"""The numbers before turns on a board."""
LONGEST_REPLY = 5
"""The most words of a reply: `1 bull and 2 cows`."""


class UnreadableGame(ValueError):
    """A text that is no game; `word`: the first wrong word, or empty if there is none."""

    def __init__(self, word: str = "") -> None:
        super().__init__(word)
        self.word = short_text(word)


def game_in(text: str, language: str) -> tuple[Variant, History]:
    """The variant and the turns. A last guess without a reply has broken the code.

    Raises UnreadableGame, and TooLongGame before more than MOST_TURNS of the turns are read.
    """
    words = text.replace("=", " ").split()
    if not words:
        raise UnreadableGame
    variant, words = _variant(words, language)
    words = [word for word in words if not NUMBERING.fullmatch(word)]
    if not words:
        raise UnreadableGame
    turns = tuple(islice(_turns(words, variant, language), MOST_TURNS + 1))
    if len(turns) > MOST_TURNS:
        raise TooLongGame
    return variant, turns


def _variant(words: list[str], language: str) -> tuple[Variant, list[str]]:
    try:
        return variant_said(words[0], language), words[1:]
    except UnknownOption:
        return variant_named("classic"), words


def _turns(words: list[str], variant: Variant, language: str) -> Iterator[tuple[Code, Feedback]]:
    while words:
        guess, *words = words
        code = _code(guess, variant, language)
        if code is None:
            raise UnreadableGame(guess)
        if not words:
            yield code, Feedback(variant.length, 0)
            return
        reply, words = _reply(words, variant, language)
        if words and words[0] != guess and _code(words[0], variant, language) == code:
            del words[0]  # the letters of colours behind them
        yield code, reply


def _code(word: str, variant: Variant, language: str) -> Code | None:
    try:
        return code_in(word, variant, language)
    except InvalidCode:
        return None


def _reply(words: list[str], variant: Variant, language: str) -> tuple[Feedback, list[str]]:
    """The reply at the beginning of the words, as long as possible, and the words behind it."""
    for count in range(min(LONGEST_REPLY, len(words)), 0, -1):
        reply = reply_in(" ".join(words[:count]), language)
        if reply is not None and reply in possible_feedback(variant):
            return reply, words[count:]
    raise UnreadableGame(words[0])
