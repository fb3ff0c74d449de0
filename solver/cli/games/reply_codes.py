"""Replies by number, as in the old console programs: 0 is all bulls, 1 one bull less, and so on."""

import re

from solver.cli import reading
from solver.cli.bad_input import BadInput
from solver.feedback import Feedback, possible_feedback
from solver.variant import Variant

WRITTEN = re.compile(r"(?P<bulls>[0-9])\s*b(?:[\s,;]*(?P<cows>[0-9])\s*c)?|(?P<only_cows>[0-9])\s*c")
TWO_NUMBERS = re.compile(r"(?P<bulls>[0-9])[\s,;:./-]+(?P<cows>[0-9])(?P<only_cows>)")

NUMBERED_THOUGH_IMPOSSIBLE = {"mini": frozenset({Feedback(3, 1)})}
"""Replies to which the old programs on digits 1-5 gave a number although they are impossible."""


def reply_codes(variant: Variant) -> tuple[Feedback, ...]:
    """The replies in the order of their numbers: most bulls first, then fewest cows."""
    numbered = {*possible_feedback(variant), *NUMBERED_THOUGH_IMPOSSIBLE.get(variant.name, ())}
    return tuple(sorted(numbered, key=lambda reply: (-reply.bulls, reply.cows)))


def parse_reply(variant: Variant, text: str) -> Feedback:
    """The reply in a text: its number, or `1B2C`, also written 1b 2c, 1 2, 1,2, 1B, 01. Raises BadInput."""
    codes = reply_codes(variant)
    if re.fullmatch(r"0[0-9]", text):  # no number is written so; 00 would be all bulls
        return reading.reply(variant, f"{text[0]}B{text[1]}C")
    if not re.fullmatch(r"[0-9]{1,4}", text, re.ASCII):
        return reading.reply(variant, _plainly(text))
    if int(text) >= len(codes):
        raise BadInput(f"{text} is no reply code: they go from 0 to {len(codes) - 1}")
    return reading.reply(variant, str(codes[int(text)]))


def _plainly(text: str) -> str:
    """The text as `1B2C` if it is a reply in any notation, otherwise unchanged."""
    written = reading.plain_reply(text)
    if not (found := WRITTEN.fullmatch(written) or TWO_NUMBERS.fullmatch(written)):
        return text
    return f"{found['bulls'] or 0}B{found['cows'] or found['only_cows'] or 0}C"


def code_table(variant: Variant) -> str:
    """All numbers and their replies, a line for each number of bulls."""
    lines: dict[int, list[str]] = {}
    for number, reply in enumerate(reply_codes(variant)):
        impossible = "" if reply in possible_feedback(variant) else " (impossible)"
        lines.setdefault(reply.bulls, []).append(f"{number:4} = {reply}{impossible}")
    return "\n".join("".join(cells) for cells in lines.values())
