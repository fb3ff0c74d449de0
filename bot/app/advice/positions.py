"""Positions in links: a variant and a history, short enough for a /start payload."""

import base64
import binascii
import re

from bot.app.advice.reviewed import MOST_TURNS, TooLongGame
from solver.feedback import Feedback, History, possible_feedback
from solver.variant import Code, UnknownVariant, Variant, variant_named

KIND = "p"
"""The kind of links to positions."""
PAYLOAD = re.compile(r"p(?P<variant>[a-z0-9-]{1,20})_(?P<turns>[A-Za-z0-9_-]*)", re.ASCII)
LONGEST = 64
"""The most characters of a payload behind `start=`."""
Position = tuple[Variant, History]


def payload_of(variant: Variant, history: History) -> str | None:
    """The payload for the position; None if the game is too long, or has only one code.

    The turns are one number, the first turn lowest, whose digits are replies and symbols; a leading 1 marks its end.
    """
    if variant.size == 1 or len(history) > MOST_TURNS:
        return None  # with one code turns have no digits
    number, replies = 1, possible_feedback(variant)
    for guess, feedback in reversed(history):
        number = number * len(replies) + replies.index(feedback)
        for symbol in reversed(guess):
            number = number * len(variant.alphabet) + symbol
    content = number.to_bytes((number.bit_length() + 7) // 8, "big")
    payload = f"{KIND}{variant.name}_{base64.urlsafe_b64encode(content).decode().rstrip('=')}"
    return payload if len(payload) <= LONGEST else None


def position_in(payload: str) -> Position | None:
    """The position of a payload; None if it has none. Raises TooLongGame."""
    match = PAYLOAD.fullmatch(payload)
    if match is None or len(payload) > LONGEST:
        return None
    try:
        variant = variant_named(match["variant"])
        number = int.from_bytes(base64.urlsafe_b64decode(match["turns"] + "=" * (-len(match["turns"]) % 4)), "big")
        history = _turns(number, variant)
    except TooLongGame:
        raise
    except (UnknownVariant, binascii.Error, ValueError):
        return None
    return variant, history


def _turns(number: int, variant: Variant) -> History:
    """The turns of a number. Raises ValueError if it is malformed, and TooLongGame."""
    if variant.size == 1:
        raise ValueError("its turns take no room in a number")
    replies = possible_feedback(variant)
    turns: list[tuple[Code, Feedback]] = []
    while number > 1:
        if len(turns) == MOST_TURNS:
            raise TooLongGame
        symbols = []
        for _ in range(variant.length):
            number, symbol = divmod(number, len(variant.alphabet))
            symbols.append(symbol)
        number, reply = divmod(number, len(replies))
        turns.append((variant.parse(variant.format(tuple(symbols))), replies[reply]))
    if number != 1:
        raise ValueError("not the number of a position")
    return tuple(turns)


def link(username: str, variant: Variant, history: History) -> str | None:
    """A link that opens the position with the bot of that name; None if the game is too long for one."""
    payload = payload_of(variant, history)
    return None if payload is None else f"https://t.me/{username}?start={payload}"
