"""The pictures of a reviewed game (the guesses, perfect play beside them, the codes left) and of both sides of one."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.pictures.given import BothGiven, Judged, ReviewGiven, Step
from bot.pictures.paint import (
    INK,
    LINE,
    MARGIN,
    OWN,
    PAD,
    PERFECT,
    SOFT,
    TONES,
    WIDTH,
    Box,
    Card,
    Colour,
    Lettering,
    code_width,
)
from solver.review import Verdict

# A plot of lines.

AXIS = 120
"""The width of the vertical axis's numbers."""
HEAD, FOOT = 66, 48
SMALL = 26
DOT = 16
THICK = 5
MOST_TICKS = 16
BROKEN = -0.5
"""Where a code that was broken stands, in powers of ten."""
HALF = 2
"""Lines are drawn so many times larger and scaled down, for smooth edges."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the plot: the codes left, from the start on; 0: the code was broken, a step below one that is left.

    `mark`: a guess, from 1, that stands out; 0: none.
    """

    left: Sequence[int]
    name: str
    colour: Colour
    mark: int = 0


def plot(card: Card, box: Box, title: str, lines: Sequence[Line]) -> None:
    """Draw the lines, the first one on top, with title and legend."""
    card.panel(box)
    _legend(card, box, title, lines)
    inner = Box(box.left + AXIS, box.top + HEAD, box.right - PAD - DOT, box.bottom - FOOT)
    steps = max(len(line.left) - 1 for line in lines)
    powers = max(1.0, math.log10(max(max(line.left) for line in lines)))
    lowest = 0.0 if all(min(line.left) for line in lines) else BROKEN

    def place(step: int, left: int) -> tuple[float, float]:
        across = (inner.right - inner.left) * step / max(1, steps)
        power = math.log10(left) if left else lowest
        up = (inner.bottom - inner.top) * (power - lowest) / (powers - lowest)
        return inner.left + across, inner.bottom - up

    for power in range(int(powers) + 1):
        _, y = place(0, 10**power)
        card.rule(Box(inner.left, y, inner.right, y + 1), LINE)
        card.text(inner.left - 14, y, str(10**power), AXIS - 20, Lettering(SMALL, SOFT), right=True)
    if lowest:
        card.text(inner.left - 14, inner.bottom, "✓", AXIS - 20, Lettering(SMALL, SOFT), right=True)
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
        for number, (x, y) in enumerate(points):
            if number and number == line.mark:
                card.dot(x - DOT * 3 / 4, y, DOT * 3 // 2, INK)
            card.dot(x - DOT / 2, y, DOT, line.colour)


# The card of a review.

SPACE = 16
"""The gap between panels."""
INNER = WIDTH - 2 * MARGIN
STATS, PANELS = 136, 300
STAT_HEIGHT, STAT_WIDTH = 106, 200
ROW, LOW_ROW = 98, 86
"""The height of a row in short and in long games."""
LONG = 9
MOST_ROWS, FIRST_ROWS, LAST_ROWS = 14, 10, 3
"""Of a game with more guesses only the first and the last are shown."""
FOLD = 40
PLOT_HEIGHT = 310
TILES = {5: 47, 6: 41, 7: 36}
TILE = 52
BESIDE = 258
"""The width of the panel for perfect play."""
NUMBER = 44
COSTLY = {Verdict.INACCURACY, Verdict.MISTAKE}
"""Beside these another guess is shown."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The layout of rows: their height, and the first row that is left out, if any."""

    height: int
    count: int
    shown: Sequence[int]

    @property
    def bottom(self) -> int:
        """The lower edge of the panels."""
        return self.top(len(self.shown) - 1) + self.height + 8

    def top(self, place: int) -> int:
        """The upper edge of the row at that position."""
        return PANELS + 8 + place * self.height + (FOLD if self.folds_above(place) else 0)

    def folds_above(self, place: int) -> bool:
        """Whether rows above it are left out."""
        return self.shown[place] != place

    @property
    def left_out(self) -> int:
        """The number of rows that are not shown."""
        return self.count - len(self.shown)


def review_card(given: ReviewGiven) -> Card:
    """The picture of a game with at least one turn."""
    rows = _rows(max(len(given.turns), len(given.perfect)))
    top = rows.bottom + SPACE
    card = Card(top + PLOT_HEIGHT + MARGIN)
    _head(card, given)
    _figures(card, given)
    beside = BESIDE if given.perfect else -SPACE
    middle = WIDTH - MARGIN - beside
    _own(card, given, rows, Box(MARGIN, PANELS, middle - SPACE, rows.bottom))
    if given.perfect:
        _path(card, given, rows, Box(middle, PANELS, WIDTH - MARGIN, rows.bottom))
    plot(card, Box(MARGIN, top, WIDTH - MARGIN, top + PLOT_HEIGHT), given.words["left"], _lines(given))
    return card


def _rows(count: int) -> Rows:
    every = list(range(count))
    shown = every if count <= MOST_ROWS else every[:FIRST_ROWS] + every[-LAST_ROWS:]
    return Rows(LOW_ROW if count > LONG else ROW, count, shown)


def _lines(given: ReviewGiven) -> list[Line]:
    own = Line(_left([turn.step for turn in given.turns]), given.words["yours"], OWN)
    return [own, Line(_left(given.perfect), given.words["perfect"], PERFECT)] if given.perfect else [own]


def _left(steps: Sequence[Step]) -> list[int]:
    """The codes left, from the start on."""
    return [steps[0].before, *(step.after for step in steps)]


def _head(card: Card, given: ReviewGiven) -> None:
    right = WIDTH - MARGIN
    if given.secret:
        width = code_width(len(given.secret), 56)
        card.code(right - width, 84, given.variant, given.secret, 56, given.language)
        card.text(right, 36, given.words["secret"], 300, Lettering(27, SOFT), right=True)
        right -= max(width, 300) + SPACE
    card.text(MARGIN, 58, given.title, right - MARGIN, Lettering(44, bold=True))
    card.text(MARGIN, 104, given.words["exactness"], right - MARGIN, Lettering(27, SOFT))


def _figures(card: Card, given: ReviewGiven) -> None:
    """Draw the accuracy and what is said beside it."""
    card.panel(Box(MARGIN, STATS, WIDTH - MARGIN, STATS + STAT_HEIGHT))
    left, room = MARGIN + PAD, STAT_WIDTH - PAD
    figure = f"{given.accuracy:.0f}\N{NARROW NO-BREAK SPACE}%"
    card.text(left, STATS + 38, figure, room, Lettering(40, bold=True))
    card.text(left, STATS + 80, given.words["accuracy"], room, Lettering(27, SOFT))
    height = STAT_HEIGHT / (len(given.said) + 1)
    for place, sentence in enumerate(given.said, 1):
        card.text(left + STAT_WIDTH, STATS + place * height, sentence, INNER - STAT_WIDTH - 2 * PAD, Lettering(30))


def _own(card: Card, given: ReviewGiven, rows: Rows, box: Box) -> None:
    card.text(box.left, PANELS - 26, given.words["yours"], box.right - box.left, Lettering(30, OWN, bold=True))
    card.panel(box)
    _rules(card, rows, box, len(given.turns))
    for place, at in enumerate(rows.shown):
        if at < len(given.turns):
            _guess(card, given, at, rows.top(place), rows.height, box)
            _verdict(card, given, given.turns[at], rows.top(place) + rows.height * 0.74, box)


def _guess(card: Card, given: ReviewGiven, at: int, top: float, height: int, box: Box) -> None:
    """Draw a guess, its reply, and the codes before and after."""
    step, y = given.turns[at].step, top + height * 0.31
    card.text(box.left + PAD + NUMBER - 14, y, str(at + 1), NUMBER, Lettering(27, SOFT), right=True)
    x = box.left + PAD + NUMBER
    x += card.code(x, y, given.variant, step.guess, _tile(given, height), given.language) + 18
    x += card.reply(x, y, step.bulls, step.cows, 31) + 18
    room = box.right - PAD - x
    card.text(box.right - PAD, y, f"{step.before} → {step.after}", room, Lettering(31), right=True)


def _verdict(card: Card, given: ReviewGiven, turn: Judged, y: float, box: Box) -> None:
    """Draw the verdict on a guess, which other was better, and whether its reply was luck."""
    x, right = box.left + PAD + NUMBER, box.right - PAD
    right -= card.text(right, y, turn.chance, 210, Lettering(27, TONES[Verdict.BEST]), right=True) + 18
    card.dot(x, y, 20, TONES[turn.verdict])
    x += 30 + card.text(x + 30, y, given.words[turn.verdict], 190, Lettering(28, TONES[turn.verdict], bold=True))
    size = min(31, int((right - x - 52) / len(turn.best)) - 2)
    if turn.verdict in COSTLY:
        card.text(x + 12, y, "→", 30, Lettering(27, SOFT))
        card.code(x + 44, y, given.variant, turn.best, size, given.language)


def _path(card: Card, given: ReviewGiven, rows: Rows, box: Box) -> None:
    card.text(box.left, PANELS - 26, given.words["perfect"], box.right - box.left, Lettering(30, PERFECT, bold=True))
    card.panel(box)
    _rules(card, rows, box, len(given.perfect))
    fitting = int((box.right - box.left - 2 * PAD) / given.variant.length) - 4
    size = min(41 if rows.height == ROW else 36, fitting)
    for place, at in enumerate(rows.shown):
        if at >= len(given.perfect):
            break
        step, top = given.perfect[at], rows.top(place)
        card.code(box.left + PAD, top + rows.height * 0.31, given.variant, step.guess, size, given.language)
        y = top + rows.height * 0.74
        x = box.left + PAD + card.reply(box.left + PAD, y, step.bulls, step.cows, 26) + 10
        card.text(box.right - PAD, y, f"→ {step.after}", box.right - PAD - x, Lettering(27, SOFT), right=True)


def _rules(card: Card, rows: Rows, box: Box, count: int) -> None:
    """Draw lines between rows, and how many rows are left out."""
    for place in range(1, len(rows.shown)):
        if rows.shown[place] >= count:
            return
        top = rows.top(place)
        card.rule(Box(box.left + PAD, top - 1, box.right - PAD, top), LINE)
        if rows.folds_above(place) and not rows.folds_above(place - 1):
            card.text(box.left + PAD + NUMBER, top - FOLD / 2, f"⋯ {rows.left_out}", 120, Lettering(27, SOFT))


def _tile(given: ReviewGiven, height: int) -> int:
    return min(TILES.get(given.variant.length, TILE), height // 2)


# The card of both sides of a match.

HEADED, BOTH_HEIGHT, SENTENCE = 110, 470, 52


def both_card(given: BothGiven) -> Card:
    """The picture of a match: its paths in one plot, where it was decided marked, and what is said of it below."""
    top = HEADED + BOTH_HEIGHT + SPACE
    bottom = top + len(given.said) * SENTENCE + PAD
    card = Card(bottom + MARGIN)
    card.text(MARGIN, HEADED / 2, given.title, INNER, Lettering(44, bold=True))
    colours = zip(given.paths, (OWN, PERFECT), strict=True)
    curves = [Line(left, name, colour, mark) for (name, left, mark), colour in colours]
    plot(card, Box(MARGIN, HEADED, WIDTH - MARGIN, HEADED + BOTH_HEIGHT), given.left, curves)
    card.panel(Box(MARGIN, top, WIDTH - MARGIN, bottom))
    for place, sentence in enumerate(given.said):
        y = top + PAD / 2 + (place + 0.5) * SENTENCE
        card.text(MARGIN + PAD, y, sentence, INNER - 2 * PAD, Lettering(30))
    return card
