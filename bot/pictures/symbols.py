"""The symbols of codes on tiles, and bulls and cows."""

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from bot.app.language import letters_in
from bot.pictures.look import ON_TILE, TILE, Colour, emoji_font, font
from solver.variant import Variant

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
