"""A curve in one line of text."""

from collections.abc import Sequence

BARS = "▁▂▃▅▇"
"""The bars that share a baseline in every font, unlike half and full blocks.

An odd number, so there is a middle one.
"""
WIDTH = 20
"""Columns that fit on a phone's line."""
LEAST_RANGE = 60.0
"""The smallest vertical range: smaller changes are not exaggerated."""


def sparkline(values: Sequence[float]) -> str:
    """The values as bars; of many values, the last of each stretch."""
    width = min(WIDTH, len(values))
    columns = [values[(column + 1) * len(values) // width - 1] for column in range(width)]
    return "".join(_bar(value, min(columns), max(columns)) for value in columns)


def _bar(value: float, low: float, high: float) -> str:
    span = max(high - low, LEAST_RANGE)
    floor = (low + high - span) / 2
    return BARS[min(len(BARS) - 1, int(len(BARS) * (value - floor) / span))]
