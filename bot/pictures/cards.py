"""The smaller pictures: the information table of a guess, and a person's figures."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures.given import InformationGiven, ReplyGiven
from bot.pictures.paint import (
    INK,
    LINE,
    MARGIN,
    OWN,
    PAD,
    PERFECT,
    SOFT,
    WIDTH,
    Box,
    Card,
    Lettering,
    code_width,
    number,
)

TOP = 196
ROW, LOW_ROW = 68, 54
LONG = 15
HEAD = 31
"""The font size of the column heads: as large as the figures, to be readable on a phone."""
COUNT, BAR, SHARE, BITS, LEFT = 330, 354, 710, 864, WIDTH - MARGIN - PAD
"""Horizontal positions: counts end at COUNT, bars begin at BAR, the other columns end at theirs."""
WIDEST = 224
"""The length of the longest bar."""
COLUMN, FIRST = 146, 120
"""The width of a column, and of each of the first two."""
RARE, RAREST = 0.001, 0.0001
"""Below RARE a share has more decimals; below RAREST it is shown as less than that."""


def table_card(given: InformationGiven) -> Card:
    """The picture of a table with at least one reply."""
    height = LOW_ROW if len(given.replies) > LONG else ROW
    bottom = TOP + 8 + len(given.replies) * height + 8
    card = Card(bottom + 96)
    _head(card, given)
    card.panel(Box(MARGIN, TOP, WIDTH - MARGIN, bottom))
    likeliest = max(reply.share for reply in given.replies)
    for place, reply in enumerate(given.replies):
        top = TOP + 8 + place * height
        if place:
            card.rule(Box(MARGIN + PAD, top, WIDTH - MARGIN - PAD, top + 1), LINE)
        _row(card, given, reply, top + height / 2, reply.share / likeliest)
    bits = number(sum(reply.share * reply.bits for reply in given.replies), 2, given.language)
    _foot(card, given, bottom + 48, bits)
    return card


def _head(card: Card, given: InformationGiven) -> None:
    width = code_width(len(given.guess), 64)
    card.code(WIDTH - MARGIN - width, 74, given.variant, given.guess, 64, given.language)
    card.text(MARGIN, 74, given.title, WIDTH - 2 * MARGIN - width - PAD, Lettering(44, bold=True))
    y = TOP - 26
    card.text(MARGIN + PAD, y, given.words["reply"], COUNT - FIRST - MARGIN - 2 * PAD, Lettering(HEAD, SOFT))
    card.text(COUNT, y, given.words["count"], FIRST, Lettering(HEAD, SOFT), right=True)
    card.text(BAR, y, given.words["share"], WIDEST, Lettering(HEAD, SOFT))
    card.text(BITS, y, given.words["bits"], COLUMN, Lettering(HEAD, SOFT), right=True)
    card.text(LEFT, y, given.words["left"], COLUMN, Lettering(HEAD, SOFT), right=True)


def _row(card: Card, given: InformationGiven, reply: ReplyGiven, y: float, of_widest: float) -> None:
    card.reply(MARGIN + PAD, y, reply.bulls, reply.cows, 31)
    card.text(COUNT, y, str(reply.count), FIRST, Lettering(31, bold=True), right=True)
    card.bar(Box(BAR, y - 10, BAR + of_widest * WIDEST, y + 10), PERFECT)
    card.text(SHARE, y, _share(reply.share, given.language), FIRST, Lettering(29), right=True)
    card.text(BITS, y, number(reply.bits, 2, given.language), COLUMN, Lettering(29), right=True)
    card.text(LEFT, y, number(reply.left, 2, given.language), COLUMN, Lettering(29, SOFT), right=True)


def _share(share: float, language: str) -> str:
    """The share in percent."""
    written = number(100 * max(share, RAREST), 1 if share >= RARE else 2, language)
    return f"{'<' if share < RAREST else ''}{written}\N{NARROW NO-BREAK SPACE}%"


def _foot(card: Card, given: InformationGiven, y: float, bits: str) -> None:
    room = WIDTH - 2 * MARGIN - 2 * PAD
    written = f"{bits} {given.words['unit']}"
    figure = card.text(WIDTH - MARGIN - PAD, y, written, room / 2, Lettering(32, bold=True), right=True)
    card.text(MARGIN + PAD, y, given.words["expected"], room - figure - PAD, Lettering(30, SOFT))


# A person's figures.

FIGURES_TOP, FIGURES, BARS = 150, 150, 16
FIGURES_ROW = 56
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
    top = FIGURES_TOP + len(rows) * (FIGURES + BARS)
    bottom = top + 2 * PAD + len(given.bars) * FIGURES_ROW
    card = Card(bottom + MARGIN)
    card.text(MARGIN, FIGURES_TOP / 2 + 8, given.title, WIDTH - 2 * MARGIN, Lettering(44, bold=True))
    for place, row in enumerate(rows):
        _figures(card, FIGURES_TOP + place * (FIGURES + BARS), row)
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
        y = top + place * FIGURES_ROW + FIGURES_ROW / 2
        card.text(MARGIN + LABEL - PAD, y, label, LABEL - PAD, Lettering(32, SOFT), right=True)
        length = LONGEST * count / most if most else 0
        if count:
            card.bar(Box(MARGIN + LABEL, y - 14, MARGIN + LABEL + length, y + 14), OWN)
        room = WIDTH - 2 * MARGIN - LABEL - LONGEST - 2 * PAD
        card.text(MARGIN + LABEL + max(length, 28) + PAD, y, str(count), room, Lettering(32, bold=True))
