"""A plot of the codes left after each guess, with a logarithmic scale."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.pictures.paint import LINE, PAD, SOFT, Box, Card, Colour, Lettering

AXIS = 120
"""The width of the vertical axis's numbers."""
HEAD, FOOT = 66, 48
SMALL = 26
DOT = 16
THICK = 5
MOST_TICKS = 16
HALF = 2
"""Lines are drawn so many times larger and scaled down, for smooth edges."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the plot: the codes left, from the start on."""

    left: Sequence[int]
    name: str
    colour: Colour


def plot(card: Card, box: Box, title: str, lines: Sequence[Line]) -> None:
    """Draw the lines, the first one on top, with title and legend."""
    card.panel(box)
    _legend(card, box, title, lines)
    inner = Box(box.left + AXIS, box.top + HEAD, box.right - PAD - DOT, box.bottom - FOOT)
    steps = max(len(line.left) - 1 for line in lines)
    powers = max(1.0, math.log10(max(max(line.left) for line in lines)))

    def place(step: int, left: int) -> tuple[float, float]:
        across = (inner.right - inner.left) * step / max(1, steps)
        up = (inner.bottom - inner.top) * math.log10(max(1, left)) / powers
        return inner.left + across, inner.bottom - up

    for power in range(int(powers) + 1):
        _, y = place(0, 10**power)
        card.rule(Box(inner.left, y, inner.right, y + 1), LINE)
        card.text(inner.left - 14, y, str(10**power), AXIS - 20, Lettering(SMALL, SOFT), right=True)
    for step in range(0, steps + 1, math.ceil((steps + 1) / MOST_TICKS)):
        x, _ = place(step, 1)
        half = len(str(step)) * SMALL * 0.32
        card.text(x - half, inner.bottom + 26, str(step), 60, Lettering(SMALL, SOFT))
    _curves(card, box, [(line, [place(*at) for at in enumerate(line.left)]) for line in reversed(lines)])


def _legend(card: Card, box: Box, title: str, lines: Sequence[Line]) -> None:
    y, right = box.top + 28, box.right - PAD
    for line in reversed(lines):
        right -= card.text(right, y, line.name, 260, Lettering(SMALL, SOFT), right=True) + DOT + 8
        card.dot(right, y, DOT, line.colour)
        right -= 24
    card.text(box.left + PAD, y, title, right - box.left - PAD, Lettering(SMALL + 3, bold=True))


def _curves(card: Card, box: Box, curves: Sequence[tuple[Line, Sequence[tuple[float, float]]]]) -> None:
    """Smooth lines, each with a dot at every guess."""
    corner = (round(box.left), round(box.top))
    size = (round(box.right - box.left), round(box.bottom - box.top))
    for line, points in curves:
        mask = Image.new("L", (size[0] * HALF, size[1] * HALF))
        draw = ImageDraw.Draw(mask)
        at = [((x - corner[0]) * HALF, (y - corner[1]) * HALF) for x, y in points]
        draw.line(at, fill=255, width=THICK * HALF, joint="curve")
        card.image.paste(line.colour, corner, mask.reduce(HALF))
        for x, y in points:
            card.dot(x - DOT / 2, y, DOT, line.colour)
