"""The range in which a number is guessed, as people type it: `1 1000`, `-50..50`, `from 5 to 9`, `200`."""

import re
from enum import Enum

from bot.app.language import vocabulary
from bot.app.question_text import with_plain_signs
from solver.interval import Interval

USUAL = Interval(1, 100)
FARTHEST = 1_000_000_000
"""No range goes further from zero."""
DIGITS = len(str(FARTHEST))
WORDS = vocabulary("range")
BETWEEN = rf"(?:\s+(?=[+-]?\d)|\s+-\s+|-|\s*(?:\.{{2,3}}|[,;:]|{WORDS.pattern('to')})\s*)"
RANGE = re.compile(
    rf"(?:(?:{WORDS.pattern('from')})\s+)?(?P<low>[+-]?\d+){BETWEEN}(?P<high>[+-]?\d+)|(?P<top>\d+)",
)


class RangeFault(Enum):
    """Why a text is no range to guess a number in."""

    FORM = "form"
    FAR = "far"
    NARROW = "narrow"


class InvalidRange(ValueError):
    """A text that is no range to guess a number in."""

    def __init__(self, fault: RangeFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def range_in(text: str) -> Interval:
    """The range that a text names: two ends in either order, the upper one alone, or nothing. Raises InvalidRange."""
    if not text:
        return USUAL
    match = RANGE.fullmatch(with_plain_signs(text))
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
