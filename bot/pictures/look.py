"""Colours and fonts of every card: dark slate, which sits well in light and in dark chats, with light tiles on it."""

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
"""By verdict."""
EMOJI_SIZE = 109
"""The one size in which the pictures of the emoji font are drawn."""


@cache
def font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The face of all words."""
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def emoji_font() -> ImageFont.FreeTypeFont:
    """The face of pictures."""
    return ImageFont.truetype(FONTS / "NotoColorEmoji.ttf", EMOJI_SIZE, layout_engine=ImageFont.Layout.BASIC)
