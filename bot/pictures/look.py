"""Colours and fonts of every picture: light tiles on dark slate, readable in light and dark chats."""

from functools import cache
from pathlib import Path

from PIL import ImageFont

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
