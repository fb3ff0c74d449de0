"""A canvas with panels, texts that fit their space, codes and replies. Lengths are in pixels."""

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
"""The padding of a panel."""
LEAST = 0.72
"""The smallest scale of a text that is too long; beyond it the text is cut."""
FASTEST = 1
"""The PNG compression level: flat areas become small even at the fastest."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a text looks. `size`: in pixels; a text that is too long is drawn smaller."""

    size: int
    colour: Colour = INK
    bold: bool = False


class Card:
    """A picture.

    Everything is placed by the vertical middle of its line. `drawn`: the boxes of all texts, codes and replies.
    """

    def __init__(self, height: int) -> None:
        self.image = Image.new("RGB", (WIDTH, height), CARD)
        self.drawn: list[Box] = []
        self._draw = ImageDraw.Draw(self.image)

    def panel(self, box: Box) -> None:
        """Draw a panel: a lighter background."""
        self._draw.rounded_rectangle((box.left, box.top, box.right, box.bottom), PAD, fill=PANEL)

    def bar(self, box: Box, colour: Colour) -> None:
        """Draw a bar."""
        radius = (box.bottom - box.top) / 2
        self._draw.rounded_rectangle(
            (box.left, box.top, max(box.right, box.left + 2 * radius), box.bottom), radius, colour
        )

    def rule(self, box: Box, colour: Colour) -> None:
        """Draw a thin horizontal or vertical line."""
        self._draw.rectangle((box.left, box.top, box.right, box.bottom), fill=colour)

    def text(self, x: float, y: float, words: str, room: float, lettering: Lettering, *, right: bool = False) -> float:
        """Draw a text that begins at `x`, or ends there if `right`; returns its width, at most `room`."""
        words, size = fitted(words, lettering, room)
        face = font(size, bold=lettering.bold)
        width = face.getlength(words)
        left = x - width if right else x
        self._draw.text((left, y + size * 0.36), words, font=face, fill=lettering.colour, anchor="ls")
        self._note(left, y, width, size * 0.9)
        return width

    def code(self, x: float, y: float, variant: Variant, code: Code, size: int, language: str) -> float:
        """Draw the code as tiles; returns the width."""
        step = size + gap(size)
        for place, symbol in enumerate(code):
            self._stamp(tile(variant, symbol, size, language), x + place * step + size / 2, y)
        width = len(code) * step - gap(size)
        self._note(x, y, width, size)
        return width

    def reply(self, x: float, y: float, bulls: int, cows: int, size: int) -> float:
        """Draw bulls and cows; returns the width."""
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
        """Draw a dot that begins at `x`."""
        self._stamp(disc(colour, size), x + size / 2, y)

    def paste(self, drawn: Image.Image, x: int, y: int) -> None:
        """Paste an image with its upper left corner at that point."""
        self.image.paste(drawn, (x, y))

    def png(self) -> bytes:
        """The picture as PNG bytes."""
        file = BytesIO()
        self.image.save(file, "PNG", compress_level=FASTEST)
        return file.getvalue()

    def _stamp(self, drawn: Image.Image, x: float, y: float) -> None:
        self.image.paste(drawn, (round(x - drawn.width / 2), round(y - drawn.height / 2)), drawn)

    def _note(self, left: float, y: float, width: float, height: float) -> None:
        self.drawn.append(Box(left, y - height / 2, left + width, y + height / 2))


def gap(size: int) -> int:
    """The gap between tiles of that size."""
    return max(2, size // 10)


def code_width(length: int, size: int) -> int:
    """The width of a code of that length."""
    return length * (size + gap(size)) - gap(size)


def number(value: float, digits: int, language: str, *, signed: bool = False) -> str:
    """The number in the language's format."""
    value = round(value, digits) + 0.0  # turns -0.0 into 0.0
    written = f"{value:{'+' if signed else ''}.{digits}f}"
    return written.replace("-", "\N{MINUS SIGN}").replace(".", _decimal_mark(language))


@cache
def _decimal_mark(language: str) -> str:
    return get_decimal_symbol(locale_of(language))


def fitted(words: str, lettering: Lettering, room: float) -> tuple[str, int]:
    """The text, cut if necessary, and the font size in which it fits the room."""
    size, bold = lettering.size, lettering.bold
    width = font(size, bold=bold).getlength(words)
    if width <= room:
        return words, size
    least = int(size * LEAST)
    smaller = max(int(size * room / width), least)
    while smaller > least and font(smaller, bold=bold).getlength(words) > room:
        smaller -= 1  # a font's widths do not shrink evenly with its size
    face = font(smaller, bold=bold)
    if face.getlength(words) > room:
        while words and face.getlength(words + "…") > room:
            words = words[:-1].rstrip()
        words += "…"
    return words, smaller
