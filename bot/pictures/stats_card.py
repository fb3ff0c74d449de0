"""The picture of a person's games: figures in a row, and a bar for each number of guesses."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures.paint import INK, MARGIN, OWN, PAD, SOFT, WIDTH, Box, Card, Lettering

TOP, FIGURES, BARS = 150, 150, 16
ROW = 56
IN_A_ROW = 3
LABEL, LONGEST = 96, 720
"""Where bars begin within the panel, and the length of the longest."""


@dataclass(frozen=True, slots=True)
class StatsGiven:
    """What is on the picture: a title, figures with their words, and how many games took how many guesses."""

    title: str
    figures: tuple[tuple[str, str], ...]
    bars: tuple[tuple[str, int], ...]


def stats_given(text: str) -> StatsGiven:
    """The figures in JSON. Raises KeyError or ValueError if they are malformed."""
    data = json.loads(text)
    figures = tuple((str(value), str(word)) for value, word in data["figures"])
    return StatsGiven(data["title"], figures, tuple((str(label), int(count)) for label, count in data["bars"]))


def stats_card(given: StatsGiven) -> Card:
    """The picture of at least one game."""
    rows = [given.figures[at : at + IN_A_ROW] for at in range(0, len(given.figures), IN_A_ROW)]
    top = TOP + len(rows) * (FIGURES + BARS)
    bottom = top + 2 * PAD + len(given.bars) * ROW
    card = Card(bottom + MARGIN)
    card.text(MARGIN, TOP / 2 + 8, given.title, WIDTH - 2 * MARGIN, Lettering(44, bold=True))
    for place, row in enumerate(rows):
        _figures(card, TOP + place * (FIGURES + BARS), row)
    if given.bars:
        card.panel(Box(MARGIN, top, WIDTH - MARGIN, bottom))
        _bars(card, top + PAD, given.bars)
    return card


def _figures(card: Card, top: float, row: Sequence[tuple[str, str]]) -> None:
    width = (WIDTH - 2 * MARGIN - (IN_A_ROW - 1) * BARS) / IN_A_ROW
    for place, (value, word) in enumerate(row):
        left = MARGIN + place * (width + BARS)
        card.panel(Box(left, top, left + width, top + FIGURES))
        card.text(left + PAD, top + 56, value, width - 2 * PAD, Lettering(54, INK, bold=True))
        card.text(left + PAD, top + 114, word, width - 2 * PAD, Lettering(30, SOFT))


def _bars(card: Card, top: float, bars: Sequence[tuple[str, int]]) -> None:
    most = max(count for _, count in bars)
    for place, (label, count) in enumerate(bars):
        y = top + place * ROW + ROW / 2
        card.text(MARGIN + LABEL - PAD, y, label, LABEL - PAD, Lettering(32, SOFT), right=True)
        length = LONGEST * count / most if most else 0
        if count:
            card.bar(Box(MARGIN + LABEL, y - 14, MARGIN + LABEL + length, y + 14), OWN)
        room = WIDTH - 2 * MARGIN - LABEL - LONGEST - 2 * PAD
        card.text(MARGIN + LABEL + max(length, 28) + PAD, y, str(count), room, Lettering(32, bold=True))
