"""A card to paint on: panels, words that keep to their room, codes, replies."""

from dataclasses import dataclass
from functools import cache
from io import BytesIO

from babel.numbers import get_decimal_symbol
from PIL import Image, ImageDraw

from bot.app.language import locale_of
from bot.pictures.look import CARD, INK, PANEL, Colour, font
from bot.pictures.symbols import BULL, COW, disc, picture, tile
from solver.variant import Code, Variant

WIDTH = 1080
MARGIN = 36
PAD = 18
"""Between a panel's edge and what stands in it."""
LEAST = 0.72
"""A text that is too long is drawn so much smaller at most; then it is cut."""
FASTEST = 1
"""Flat surfaces become small even so."""


@dataclass(frozen=True, slots=True)
class Box:
    """Where something stands."""

    left: float
    top: float
    right: float
    bottom: float


class Card:
    """Everything is placed by the middle of its line. `drawn` remembers where words, codes and replies stand."""

    def __init__(self, height: int) -> None:
        self.image = Image.new("RGB", (WIDTH, height), CARD)
        self.drawn: list[Box] = []
        self._draw = ImageDraw.Draw(self.image)

    def panel(self, box: Box) -> None:
        """A lighter ground."""
        self._draw.rounded_rectangle((box.left, box.top, box.right, box.bottom), PAD, fill=PANEL)

    def bar(self, box: Box, colour: Colour) -> None:
        """A bar of that colour."""
        radius = (box.bottom - box.top) / 2
        self._draw.rounded_rectangle(
            (box.left, box.top, max(box.right, box.left + 2 * radius), box.bottom), radius, colour
        )

    def rule(self, box: Box, colour: Colour) -> None:
        """A thin line, flat or upright."""
        self._draw.rectangle((box.left, box.top, box.right, box.bottom), fill=colour)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: int,
        room: float,
        colour: Colour = INK,
        *,
        bold: bool = False,
        right: bool = False,
    ) -> float:
        """Words that begin at `x`, or end there if `right`; how wide they are, at most `room`."""
        words, size = _fitted(words, size, room, bold=bold)
        face = font(size, bold=bold)
        width = face.getlength(words)
        left = x - width if right else x
        self._draw.text((left, y + size * 0.36), words, font=face, fill=colour, anchor="ls")
        self._note(left, y, width, size * 0.9)
        return width

    def code(self, x: float, y: float, variant: Variant, code: Code, size: int, language: str) -> float:
        """The code's tiles side by side; how wide they are."""
        step = size + gap(size)
        for place, symbol in enumerate(code):
            self._stamp(tile(variant, symbol, size, language), x + place * step + size / 2, y)
        width = len(code) * step - gap(size)
        self._note(x, y, width, size)
        return width

    def reply(self, x: float, y: float, bulls: int, cows: int, size: int) -> float:
        """How many bulls and how many cows; how wide that is."""
        at = x
        for count, animal in ((bulls, BULL), (cows, COW)):
            width = font(size, bold=True).getlength(str(count))
            ink = INK if count else tuple((part + ground) // 2 for part, ground in zip(INK, PANEL, strict=True))
            self._draw.text((at, y + size * 0.36), str(count), font=font(size, bold=True), fill=ink, anchor="ls")
            drawn = picture(animal, round(size * 1.3))
            self._stamp(drawn, at + width + 4 + drawn.width / 2, y)
            at += width + drawn.width + 16
        self._note(x, y, at - 16 - x, size * 1.3)
        return at - 16 - x

    def dot(self, x: float, y: float, size: int, colour: Colour) -> None:
        """A round spot that begins at `x`."""
        self._stamp(disc(colour, size), x + size / 2, y)

    def paste(self, drawn: Image.Image, x: int, y: int) -> None:
        """Something that was drawn elsewhere, with its upper left corner there."""
        self.image.paste(drawn, (x, y))

    def png(self) -> bytes:
        """The card as a file."""
        file = BytesIO()
        self.image.save(file, "PNG", compress_level=FASTEST)
        return file.getvalue()

    def _stamp(self, drawn: Image.Image, x: float, y: float) -> None:
        self.image.paste(drawn, (round(x - drawn.width / 2), round(y - drawn.height / 2)), drawn)

    def _note(self, left: float, y: float, width: float, height: float) -> None:
        self.drawn.append(Box(left, y - height / 2, left + width, y + height / 2))


def gap(size: int) -> int:
    """Between tiles of that size."""
    return max(2, size // 10)


def code_width(length: int, size: int) -> int:
    """How wide so many tiles are."""
    return length * (size + gap(size)) - gap(size)


def number(value: float, digits: int, language: str, *, signed: bool = False) -> str:
    """The number as the language writes it."""
    value = round(value, digits) + 0.0  # no minus before nothing
    written = f"{value:{'+' if signed else ''}.{digits}f}"
    return written.replace("-", "\N{MINUS SIGN}").replace(".", _decimal_mark(language))


@cache
def _decimal_mark(language: str) -> str:
    return get_decimal_symbol(locale_of(language))


def _fitted(words: str, size: int, room: float, *, bold: bool) -> tuple[str, int]:
    """The words and the size in which they are no wider than the room."""
    width = font(size, bold=bold).getlength(words)
    if width <= room:
        return words, size
    smaller = int(max(size * room / width, size * LEAST))
    face = font(smaller, bold=bold)
    if face.getlength(words) > room:
        while words and face.getlength(words + "…") > room:
            words = words[:-1].rstrip()
        words += "…"
    return words, smaller
