"""A canvas with panels, fitting texts, codes and replies; its colours and fonts. Lengths are in pixels."""

from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from babel.numbers import get_decimal_symbol
from PIL import Image, ImageDraw, ImageFont

from bot.app.language import letters_in, locale_of
from solver.variant import Code, Variant

# Colours and fonts of every picture: light tiles on dark slate, readable in light and dark chats.

FONTS = Path(__file__).parent / "fonts"
Colour = tuple[int, int, int]
CARD: Colour = (29, 38, 48)
PANEL: Colour = (40, 52, 65)
LINE: Colour = (62, 77, 93)
INK: Colour = (244, 246, 248)
SOFT: Colour = (172, 185, 198)
TILE: Colour = (245, 242, 234)
ON_TILE: Colour = (29, 38, 48)
OWN: Colour = (246, 190, 69)
PERFECT: Colour = (102, 178, 240)
TONES: dict[str, Colour] = {
    "best": (98, 200, 132),
    "good": (170, 205, 95),
    "inaccuracy": (246, 190, 69),
    "mistake": (242, 115, 98),
}
"""Colours by verdict."""
EMOJI_SIZE = 109
"""The only size of the bitmaps in the emoji font."""


@cache
def font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font of texts."""
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def emoji_font() -> ImageFont.FreeTypeFont:
    """The font of emoji."""
    return ImageFont.truetype(FONTS / "NotoColorEmoji.ttf", EMOJI_SIZE, layout_engine=ImageFont.Layout.BASIC)


# The symbols of codes on tiles, and bulls and cows.

BULL, COW = "🐂", "🐄"
DISCS: dict[str, Colour] = {
    "🔴": (218, 58, 54),
    "🟠": (240, 138, 36),
    "🟡": (247, 206, 62),
    "🟢": (74, 160, 78),
    "🔵": (54, 116, 206),
    "🟣": (142, 78, 168),
    "⚪": (255, 255, 255),
    "⚫": (44, 44, 48),
}
PICTURES = frozenset("🍎🍋🍇🍒🌽🥕🍄🌻🌵🐝🐟🦋") | {BULL, COW}
"""The characters in our cut of the emoji font."""
FINE = 4
"""Shapes are drawn so many times larger and scaled down, for smooth edges."""
BRIGHT = 150
"""The brightness of a disc above which its letter is dark."""
OF_TILE = 0.66
"""The share of a tile that a sign, a picture or a disc takes."""


@lru_cache(maxsize=4096)
def tile(variant: Variant, symbol: int, size: int, language: str = "") -> Image.Image:
    """A symbol on its tile. Colours have the letter by which the language types them."""
    shown = (variant.shown or variant.alphabet)[symbol]
    if shown in DISCS:
        return _on_tile(_disc(shown, _letter(variant, symbol, language), round(size * 0.84)), size)
    if shown in PICTURES:
        return _on_tile(picture(shown, round(size * 0.8)), size)
    if variant.shown:
        return _on_tile(_sign(shown, round(size * OF_TILE)), size)
    return _on_tile(_character(shown.upper() if variant.words else shown, size), size)


@lru_cache(maxsize=256)
def picture(character: str, size: int) -> Image.Image:
    """One of PICTURES, with `size` as its larger side."""
    face = emoji_font()
    left, top, right, bottom = map(int, face.getbbox(character))
    drawn = Image.new("RGBA", (right - left, bottom - top))
    ImageDraw.Draw(drawn).text((-left, -top), character, font=face, embedded_color=True)
    drawn = drawn.crop(drawn.getbbox())
    scale = size / max(drawn.size)
    return drawn.resize((round(drawn.width * scale), round(drawn.height * scale)), Image.Resampling.LANCZOS)


@lru_cache(maxsize=256)
def disc(colour: Colour, size: int) -> Image.Image:
    """A disc of the colour."""
    mask = Image.new("L", (size * FINE, size * FINE))
    ImageDraw.Draw(mask).ellipse((0, 0, size * FINE - 1, size * FINE - 1), fill=255)
    spot = Image.new("RGBA", (size, size), colour)
    spot.putalpha(mask.reduce(FINE))
    return spot


@lru_cache(maxsize=64)
def _blank(size: int) -> Image.Image:
    """An empty tile."""
    large = Image.new("L", (size * FINE, size * FINE))
    ImageDraw.Draw(large).rounded_rectangle((0, 0, size * FINE - 1, size * FINE - 1), size * FINE // 5, fill=255)
    blank = Image.new("RGBA", (size, size), TILE)
    blank.putalpha(large.reduce(FINE))
    return blank


def _on_tile(drawn: Image.Image, size: int) -> Image.Image:
    laid = _blank(size).copy()
    laid.alpha_composite(drawn, ((size - drawn.width) // 2, (size - drawn.height) // 2))
    return laid


def _disc(shown: str, letter: str, size: int) -> Image.Image:
    colour = DISCS[shown]
    spot = disc(tuple(part * 2 // 3 for part in colour), size).copy()
    inner = disc(colour, size - 2 * max(1, size // 20))
    spot.alpha_composite(inner, ((size - inner.width) // 2,) * 2)
    red, green, blue = colour
    is_bright = 0.3 * red + 0.6 * green + 0.1 * blue > BRIGHT
    at = (size / 2, size / 2 + size * 0.21)
    ink = ON_TILE if is_bright else TILE
    ImageDraw.Draw(spot).text(at, letter, font=font(round(size * 0.56), bold=True), fill=ink, anchor="ms")
    return spot


def _letter(variant: Variant, symbol: int, language: str) -> str:
    return (letters_in(language, variant) or variant.alphabet)[symbol]


def _character(character: str, size: int) -> Image.Image:
    drawn = Image.new("RGBA", (size, size))
    face = _face_in(character, round(size * 0.74), size * 0.9)
    ImageDraw.Draw(drawn).text((size / 2, size * 0.765), character, font=face, fill=ON_TILE, anchor="ms")
    return drawn


def _face_in(character: str, size: int, room: float) -> ImageFont.FreeTypeFont:
    """The largest font in which the character is no wider than `room`, as Щ would be."""
    width = font(size, bold=True).getlength(character)
    return font(size if width <= room else int(size * room / width), bold=True)


def _sign(character: str, size: int) -> Image.Image:
    """A sign with `size` as its larger side, whatever margin the font has."""
    face = font(size * FINE)
    left, top, right, bottom = map(int, face.getbbox(character))
    large = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(large).text((-left, -top), character, font=face, fill=255)
    scale = size / max(large.size)
    mask = large.resize((round(large.width * scale), round(large.height * scale)), Image.Resampling.LANCZOS)
    drawn = Image.new("RGBA", mask.size, ON_TILE)
    drawn.putalpha(mask)
    return drawn


# A canvas with panels, texts that fit their space, codes and replies. Lengths are in pixels.

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


def number(value: float, digits: int, language: str) -> str:
    """The number in the language's format."""
    value = round(value, digits) + 0.0  # turns -0.0 into 0.0
    written = f"{value:.{digits}f}"
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
