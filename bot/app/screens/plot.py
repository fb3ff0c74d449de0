"""A curve in one line of text."""

from collections.abc import Sequence

BARS = "▁▂▃▅▇"
"""Those that stand on one line in every font, unlike the half and the full block. An odd number: there is a middle."""
WIDTH = 20
"""Columns that fit on one line of a phone."""
LEAST_RANGE = 60.0
"""A curve that moves less is drawn as flat as it is."""


def sparkline(values: Sequence[float]) -> str:
    """The values in order, as bars; of many, the last of every stretch."""
    width = min(WIDTH, len(values))
    columns = [values[(column + 1) * len(values) // width - 1] for column in range(width)]
    return "".join(_bar(value, min(columns), max(columns)) for value in columns)


def _bar(value: float, low: float, high: float) -> str:
    span = max(high - low, LEAST_RANGE)
    floor = (low + high - span) / 2
    return BARS[min(len(BARS) - 1, int(len(BARS) * (value - floor) / span))]
